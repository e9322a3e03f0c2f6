"""The output of programs in a game, as text by moves."""

from collections.abc import Iterator
from typing import NamedTuple

from crownbridge.records.decision import Decision
from crownbridge.records.record import GameRecord


class Printed(NamedTuple):
    """Output of a program during the move with number `ply`."""

    ply: int
    stream: str
    """`stdout` or `stderr`."""
    text: str


def printed(record: GameRecord) -> tuple[list[Printed], list[Printed]]:
    """Return all output by side. Output after the last move belongs to the move that would follow."""
    output: tuple[list[Printed], list[Printed]] = ([], [])
    side = record.start.side_to_move
    for ply, decision in enumerate(record.decisions, 1):
        output[side].extend(_of(ply, decision))
        side = side.other
    for late, decision in record.leftover.items():
        output[late].extend(_of(len(record.decisions) + (1 if late == side else 2), decision))
    return output


def complaint(record: GameRecord, most: int = 10) -> list[str]:
    """Return the last lines on stderr of the player that lost by a fault; none for other games."""
    winner = record.outcome.winner
    if winner is None or not record.outcome.termination.is_fault or winner.other not in record.leftover:
        return []
    return last_lines(record.leftover[winner.other].stderr, most)


def last_lines(stderr: bytes, most: int) -> list[str]:
    """Return the last non-empty lines of a program's output, as text."""
    return [line.rstrip() for line in _text(stderr).splitlines() if line.strip()][-most:]


def _of(ply: int, decision: Decision) -> Iterator[Printed]:
    if decision.stdout:
        yield Printed(ply, "stdout", _text(decision.stdout))
    if decision.stderr:
        yield Printed(ply, "stderr", _text(decision.stderr))
    if decision.dropped:
        yield Printed(ply, "stderr", f"\n[{decision.dropped} bytes were omitted]\n")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")
