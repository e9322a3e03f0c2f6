"""Counts of the scores in a match between two agents."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from crownbridge.errors import InputError
from crownbridge.ratings.result import Result

GAMES, PAIRS = 3, 5
"""Number of possible scores of a game and of a pair of games."""


@dataclass(frozen=True)
class Counts:
    """Scores of one agent in a match: the number of games, or pairs of games, by score.

    A pair is two games from one opening with the colours changed. If openings are unbalanced the two games are
    correlated, and only counts of pairs give a correct error estimate, which is usually smaller.
    """

    steps: tuple[int, ...]
    """Number of games with 0, 1/2 and 1 point; or of pairs with 0, 1/2, 1, 3/2 and 2 points."""

    def __post_init__(self) -> None:
        """Raise InputError unless there are three or five counts, none below 0."""
        if len(self.steps) not in (GAMES, PAIRS) or min(self.steps) < 0:
            raise InputError(f"{self.steps} are not counts; expected three of games or five of pairs, none below 0")

    @classmethod
    def of_games(cls, results: Iterable[Result], agent: str) -> Self:
        """Count the agent's games against all opponents."""
        steps = [0] * GAMES
        for result in results:
            if agent in result.agents:
                steps[round(2 * points_of(result, agent))] += 1
        return cls(tuple(steps))

    @classmethod
    def of_pairs(cls, results: Iterable[Result], agent: str) -> Self:
        """Count the agent's complete pairs, skipping games whose pair is unnamed or incomplete.

        Raise InputError if a pair has more than two games.
        """
        pairs: dict[tuple[str, frozenset[str]], list[float]] = defaultdict(list)
        for result in results:
            if result.pair and agent in result.agents:
                pairs[result.pair, frozenset(result.agents)].append(points_of(result, agent))
        steps = [0] * PAIRS
        for (pair, _), points in pairs.items():
            if len(points) > 2:  # noqa: PLR2004 - a pair is two
                raise InputError(
                    f"the pair {pair!r} has {len(points)} games; expected two: give each pair a name of its own"
                )
            if len(points) == 2:  # noqa: PLR2004 - the same
                steps[round(2 * sum(points))] += 1
        return cls(tuple(steps))

    @property
    def are_pairs(self) -> bool:
        """True if pairs were counted."""
        return len(self.steps) == PAIRS

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self.steps) * (2 if self.are_pairs else 1)

    @property
    def score(self) -> float:
        """The share of the points; 0.5 without games."""
        if not self.games:
            return 0.5
        return sum(place * count for place, count in enumerate(self.steps)) / (len(self.steps) - 1) / sum(self.steps)

    def __str__(self) -> str:
        return " ".join(f"{place / 2:g}:{count}" for place, count in enumerate(self.steps))


def points_of(result: Result, agent: str) -> float:
    """Return the points of one of the two agents; those of the first if an agent played itself."""
    return result.points if result.agents[0] == agent else 1 - result.points
