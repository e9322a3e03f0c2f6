"""Ratings that move with every game."""

from collections.abc import Iterable

from crownbridge.ratings.elo import expected_score
from crownbridge.ratings.result import Result

START = 1000.0
"""The rating of an agent before its first game."""
K = 5.0
"""The most that one game can change."""


def exchange(first: float, second: float, points: float, k: float = K) -> float:
    """What the first agent's rating gains, and the second's loses, by a game of so many points for the first."""
    return k * (points - expected_score(first - second))


def running_elo(results: Iterable[Result], start: float = START, k: float = K) -> dict[str, float]:
    """Each agent's rating after the games in their order, agents in the order of their first game.

    It follows an agent that changes, and is cheap; but it depends on the order, knows no error, and with a small `k`
    is slow to arrive. For decisions there is `rate`.
    """
    ratings: dict[str, float] = {}
    for result in results:
        count_game(ratings, result, start, k)
    return ratings


def count_game(ratings: dict[str, float], result: Result, start: float = START, k: float = K) -> None:
    """Moves the ratings of a game's two agents; one who is not among them has `start` before it."""
    first, second = result.agents
    gain = exchange(ratings.setdefault(first, start), ratings.setdefault(second, start), result.points, k)
    ratings[first] += gain
    ratings[second] -= gain
