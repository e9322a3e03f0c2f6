"""What programs printed in a game, as text by moves."""

from collections.abc import Iterator
from typing import NamedTuple

from crownbridge.records.record import Decision, GameRecord


class Printed(NamedTuple):
    """What a program printed while it made its move of that number."""

    ply: int
    stream: str
    """`stdout` or `stderr`."""
    text: str


def printed(record: GameRecord) -> tuple[list[Printed], list[Printed]]:
    """All that was printed, by side. What belongs to no move belongs to the one that was not made."""
    found: tuple[list[Printed], list[Printed]] = ([], [])
    side = record.start.side_to_move
    for ply, decision in enumerate(record.decisions, 1):
        found[side].extend(_of(ply, decision))
        side = side.other
    for late, decision in record.leftover.items():
        found[late].extend(_of(len(record.decisions) + (1 if late == side else 2), decision))
    return found


def _of(ply: int, decision: Decision) -> Iterator[Printed]:
    if decision.stdout:
        yield Printed(ply, "stdout", _text(decision.stdout))
    if decision.stderr:
        yield Printed(ply, "stderr", _text(decision.stderr))
    if decision.dropped:
        yield Printed(ply, "stderr", f"\n[{decision.dropped} bytes were not kept]\n")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")
