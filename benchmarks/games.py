"""Games between two engines, from random openings."""

import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from crownbridge.engines import Engine, Limit, SearchRequest
from crownbridge.games import Game
from crownbridge.ratings import Counts, elo_difference

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


def report(title: str, pairs: Iterable[tuple[float, float]]) -> None:
    """Print the score of the first player in pairs of games, as they are played, and the result."""
    played: list[tuple[float, float]] = []
    for points in pairs:
        played.append(points)
        won = sum(map(sum, played))
        print(f"\r{won:g} points in {2 * len(played)} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    games = Counter(point for points in played for point in points)
    sums = Counter(map(sum, played))
    counts = Counts(tuple(sums[half / 2] for half in range(5)))
    print(f"{title}, {2 * len(played)} games")
    print(f"+{games[1.0]} ={games[0.5]} -{games[0.0]}   score {counts.score:.1%}   {elo_difference(counts)}")
    print("pairs with 0, 1/2, 1, 3/2, 2 points:", *counts.steps)
