"""Running Elo ratings, which are updated after every game."""

from collections.abc import Iterable

from crownbridge.ratings.elo import expected_score
from crownbridge.ratings.result import Result

START = 1000.0
"""The rating of an agent before its first game."""
K = 5.0
"""Maximum change of a rating by one game."""


def exchange(first: float, second: float, points: float, k: float = K) -> float:
    """Return the gain of the first agent's rating and loss of the second's; `points` are those of the first."""
    return k * (points - expected_score(first - second))


def running_elo(results: Iterable[Result], start: float = START, k: float = K) -> dict[str, float]:
    """Return each agent's rating after all games, with agents in the order of their first game.

    A running rating follows an agent that changes and is cheap; but it depends on the order of the games, has no error
    estimate, and converges slowly for a small `k`. Use `rate` for decisions.
    """
    ratings: dict[str, float] = {}
    for result in results:
        count_game(ratings, result, start, k)
    return ratings


def count_game(ratings: dict[str, float], result: Result, start: float = START, k: float = K) -> None:
    """Update the ratings of a game's two agents; a new agent starts at `start`."""
    first, second = result.agents
    gain = exchange(ratings.setdefault(first, start), ratings.setdefault(second, start), result.points, k)
    ratings[first] += gain
    ratings[second] -= gain
