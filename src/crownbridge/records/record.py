"""A game as it was played, move by move."""

import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from crownbridge.games import Game, Outcome, Position, Side


class Decision(NamedTuple):
    """One turn of a player: the move, and all that is known of how it came about."""

    move: Any
    seconds: float
    """Wall-clock time from the request to the answer."""
    cpu_seconds: float = 0.0
    """Processor time that the program used meanwhile."""
    memory: int = 0
    """The program's peak memory so far, in bytes; 0 where it was not measured."""
    stdout: bytes = b""
    stderr: bytes = b""
    """What the program printed meanwhile; of much output, the first and the last part are kept."""
    dropped: int = 0
    """How many bytes of output were not kept."""
    line: bytes | None = None
    """The line that told the move, where it came from a program."""
    claim: str | None = None
    """The position that the program says it has reached, where its protocol tells."""
    says_over: bool = False
    """Whether the program says that the move ends the game."""
    search: str = ""
    """What an engine said of its search: depth, score, nodes and the line it expects."""
    score: int | None = None
    """What an engine took its position for, in hundredths of a man."""
    win_chance: float | None = None
    """The same as a chance to win, where it thinks in those."""


@dataclass(frozen=True)
class GameRecord:
    """All of one game: written once, never edited."""

    game: Game[Any]
    players: tuple[str, str]
    """By side."""
    start: Position[Any]
    decisions: tuple[Decision, ...]
    outcome: Outcome
    leftover: dict[Side, Decision] = field(default_factory=dict)
    """Of a side that failed, or printed after its last move: its unfinished turn; the move is `None`."""
    statuses: tuple[str, str] = ("", "")
    """How the players' programs ended, by side; empty for players that are none."""
    headers: dict[str, str] = field(default_factory=dict)
    """What is known of the game beside players, rules and result: by PDN's names (`Event`, `Date`), or by SGF's where
    PDN has none (`BR`)."""

    def positions(self) -> list[Position[Any]]:
        """The positions from the start to the end."""
        found = [self.start]
        for decision in self.decisions:
            found.append(found[-1].play(decision.move))
        return found


def played_at(seconds: float) -> dict[str, str]:
    """Return the header of a game that began so many seconds after the epoch: the local date."""
    return {"Date": time.strftime("%Y.%m.%d", time.localtime(seconds))}
