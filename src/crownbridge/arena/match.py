"""Matches: several games between two players, who change sides after each game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from crownbridge.arena.clock import TimeControl
from crownbridge.arena.referee import Referee, play_until_valid
from crownbridge.games import Game, Position, Termination
from crownbridge.players import Player
from crownbridge.records import GameRecord


@dataclass
class MatchScore:
    """The score of a match from the first player's point of view."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    unfinished: int = 0
    faults: dict[tuple[int, Termination], int] = field(default_factory=dict)
    """Number of losses by player (0 or 1) and kind of fault."""

    def add(self, record: GameRecord, first_side: int) -> None:
        """Count a game in which the first player played `first_side`."""
        winner, termination = record.outcome.winner, record.outcome.termination
        if winner is None:
            self.draws += record.outcome.is_draw
            self.unfinished += not record.outcome.is_draw
            return
        won = winner == first_side
        self.wins += won
        self.losses += not won
        if termination.is_fault:
            fault = (1 if won else 0), termination
            self.faults[fault] = self.faults.get(fault, 0) + 1


def play_match(
    game: Game[Any],
    players: tuple[Player, Player],
    games: int,
    control: TimeControl,
    starts: Sequence[Position[Any]] = (),
) -> Iterator[tuple[GameRecord, int]]:
    """Play the games and yield each record with the side of the first player, who moves first in the first game.

    If there are `starts`, two games are played from each; after the last, the first is used again. A game that is void
    because the machine failed is yielded as well, and played again.
    """
    first_side = int(game.initial().side_to_move)
    for number in range(games):
        side = first_side if number % 2 == 0 else 1 - first_side
        seats = players if side == 0 else (players[1], players[0])
        start = starts[number // 2 % len(starts)] if starts else None
        prepare = partial(_referee, game, seats, control, start)
        yield from ((record, side) for record in play_until_valid(prepare))


def _referee(
    game: Game[Any],
    players: tuple[Player, Player],
    control: TimeControl,
    start: Position[Any] | None,
    may_be_void: bool,  # noqa: FBT001 (a callback)
) -> Referee:
    return Referee(game, players, control, start=start, may_be_void=may_be_void)
