"""The record of a game, move by move."""

import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from crownbridge.games import Game, Outcome, Position, Side
from crownbridge.records.decision import Decision
from crownbridge.records.tree import PlainLine, Tree, main_line


@dataclass(frozen=True)
class GameRecord:
    """The complete record of a game. Immutable."""

    game: Game[Any]
    players: tuple[str, str]
    """Names of the players by side."""
    start: Position[Any]
    tree: Tree
    """The moves with variations and annotations; the game is the main line."""
    outcome: Outcome
    leftover: dict[Side, Decision] = field(default_factory=dict)
    """Unfinished turns of sides that failed, or printed after their last move; their move is `None`."""
    statuses: tuple[str, str] = ("", "")
    """The ends of the players' programs by side, with the processor time; empty for players without a program."""
    headers: dict[str, str] = field(default_factory=dict)
    """Further information about the game, by PDN's names (`Event`, `Date`), or by SGF's if PDN has none (`BR`)."""

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """The turns of the main line."""
        if isinstance(self.tree, PlainLine):
            return self.tree.decisions
        return tuple(self.tree[index].decision for index in main_line(self.tree))

    def positions(self) -> list[Position[Any]]:
        """Return the positions from the start to the end."""
        positions = [self.start]
        for decision in self.decisions:
            positions.append(positions[-1].play(decision.move))
        return positions


def played_at(seconds: float) -> dict[str, str]:
    """Return the header with the local date of a game that started at a POSIX time."""
    return {"Date": time.strftime("%Y.%m.%d", time.localtime(seconds))}
