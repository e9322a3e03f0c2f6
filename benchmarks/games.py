"""Games between two engines, from random openings."""

import random
from collections.abc import Sequence
from typing import Any, TypeVar

from crownbridge.engines import Engine, Limit
from crownbridge.games import Game

P = TypeVar("P", bound=Any)
"""A position of any game."""

PACKAGED = 4
"""Pieces of the endgame tables that the package brings: a user's larger ones are no part of a comparison."""


def opening(game: Game[P], chance: random.Random, fewest: int, most: int) -> P:
    """A position after so many random moves, which is not over."""
    while True:
        position = game.initial()
        for _ in range(chance.randint(fewest, most)):
            if position.outcome() is None:
                position = position.play(chance.choice(position.legal_moves()))
        if position.outcome() is None:
            return position


def play(start: Any, engines: Sequence[Engine], red: int, limit: Limit) -> float:
    """The points of the first engine in one game, where the one in place `red` has the red pieces or stones."""
    position = start
    while (outcome := position.outcome()) is None:
        engine = engines[red ^ position.side_index]
        position = position.play(engine.think(position, limit).move)
    return 0.5 if outcome.winner is None else float(red ^ outcome.winner == 0)
