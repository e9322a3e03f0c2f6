"""The record of a game, move by move."""

import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from crownbridge.games import Game, Outcome, Position, Side
from crownbridge.records.tree import Node


class Decision(NamedTuple):
    """One turn of a player: the move with its time, output and evaluation."""

    move: Any
    seconds: float
    """Wall-clock time from the request to the reply, without `waited`."""
    cpu_seconds: float = 0.0
    """CPU time that the program used during the turn."""
    memory: int = 0
    """Peak memory of the program so far in bytes; 0 if not measured."""
    stdout: bytes = b""
    """Output of the program on stdout during the turn; of long output, the first and the last part."""
    stderr: bytes = b""
    """Output of the program on stderr during the turn; of long output, the first and the last part."""
    dropped: int = 0
    """Number of bytes of output that were omitted."""
    line: bytes | None = None
    """Line with the move, if it came from a program."""
    claim: str | None = None
    """Text of the position after the move according to the program, if its protocol includes it."""
    says_over: bool = False
    """True if the program claims that the move ends the game."""
    search: str = ""
    """Summary of an engine's search: depth, score, nodes and principal variation."""
    score: int | None = None
    """Score of the position according to the engine, in hundredths of a man."""
    win_chance: float | None = None
    """Probability to win according to the engine, if it computes one."""
    waited: float = 0.0
    """Seconds that were added to the time for the turn, because other programs kept the processors from the program."""

    @property
    def has_computed(self) -> bool:
        """True if the program computed for a good part of the turn, instead of waiting for input."""
        return self.cpu_seconds > self.seconds / 4


@dataclass(frozen=True)
class GameRecord:
    """The complete record of a game. Immutable."""

    game: Game[Any]
    players: tuple[str, str]
    """Names of the players by side."""
    start: Position[Any]
    decisions: tuple[Decision, ...]
    outcome: Outcome
    leftover: dict[Side, Decision] = field(default_factory=dict)
    """Unfinished turns of sides that failed, or printed after their last move; their move is `None`."""
    statuses: tuple[str, str] = ("", "")
    """The ends of the players' programs by side, with the processor time; empty for players without a program."""
    headers: dict[str, str] = field(default_factory=dict)
    """Further information about the game, by PDN's names (`Event`, `Date`), or by SGF's if PDN has none (`BR`)."""
    tree: tuple[Node, ...] = ()
    """Moves with variations and annotations, whose main line is `decisions`; empty if there are only the moves."""

    def positions(self) -> list[Position[Any]]:
        """Return the positions from the start to the end."""
        positions = [self.start]
        for decision in self.decisions:
            positions.append(positions[-1].play(decision.move))
        return positions


def played_at(seconds: float) -> dict[str, str]:
    """Return the header with the local date of a game that started at a POSIX time."""
    return {"Date": time.strftime("%Y.%m.%d", time.localtime(seconds))}
