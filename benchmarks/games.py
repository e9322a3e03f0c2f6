"""Games between two engines, from random openings."""

import random
from collections.abc import Sequence
from typing import Any, TypeVar

from crownbridge.engines import Engine, Limit, SearchRequest
from crownbridge.games import Game

P = TypeVar("P", bound=Any)
"""A position of any game."""

PACKAGED = 5
"""Pieces of the packaged endgame tables; a user's larger tables would distort a comparison."""


def opening(game: Game[P], chance: random.Random, fewest: int, most: int) -> P:
    """Return a position after `fewest` to `most` random moves that is not over."""
    while True:
        position = game.initial()
        for _ in range(chance.randint(fewest, most)):
            if position.outcome() is None:
                position = position.play(chance.choice(position.legal_moves()))
        if position.outcome() is None:
            return position


def play(start: Any, engines: Sequence[Engine], red: int, limit: Limit, *, to_the_end: bool = True) -> float:
    """Play a game in which engine number `red` is red, and return the points of the first engine.

    Unless `to_the_end` is set, the game ends as soon as the side to move has a proven win.
    """
    position = start
    while (outcome := position.outcome()) is None:
        playing = red ^ position.side_index
        thought = engines[playing].think(SearchRequest(position, limit))
        if not to_the_end and thought.verdict == "won":
            return float(playing == 0)
        position = position.play(thought.move)
    return 0.5 if outcome.winner is None else float(red ^ outcome.winner == 0)
