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


def complaint(record: GameRecord, most: int = 10) -> list[str]:
    """Return the last lines on stderr of the player that lost by a fault of its own; none for other games."""
    winner = record.outcome.winner
    if winner is None or not record.outcome.termination.is_fault or winner.other not in record.leftover:
        return []
    return last_lines(record.leftover[winner.other].stderr, most)


def last_lines(stderr: bytes, most: int) -> list[str]:
    """Return the last lines of a program's output that are not empty, as text."""
    return [line.rstrip() for line in _text(stderr).splitlines() if line.strip()][-most:]


def _of(ply: int, decision: Decision) -> Iterator[Printed]:
    if decision.stdout:
        yield Printed(ply, "stdout", _text(decision.stdout))
    if decision.stderr:
        yield Printed(ply, "stderr", _text(decision.stderr))
    if decision.dropped:
        yield Printed(ply, "stderr", f"\n[{decision.dropped} bytes were not kept]\n")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")
