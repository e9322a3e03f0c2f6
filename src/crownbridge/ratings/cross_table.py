"""Who got how much against whom."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from crownbridge.ratings.result import Result
from crownbridge.ratings.text import Row, plain


@dataclass
class Score:
    """Games of one agent."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win is one, a draw a half."""
        return self.wins + self.draws / 2

    def add(self, points: float) -> None:
        """Counts a game."""
        self.wins += points == 1
        self.draws += points == 0.5  # noqa: PLR2004 - a draw
        self.losses += points == 0

    def __str__(self) -> str:
        return f"{self.points:g}/{self.games}"


@dataclass(frozen=True)
class CrossTable:
    """The score of each against each."""

    agents: tuple[str, ...]
    """From the most points to the fewest."""
    scores: dict[tuple[str, str], Score] = field(repr=False)
    """Of the first against the second, both ways; none for two who never met."""

    @cached_property
    def totals(self) -> dict[str, Score]:
        """All games of each agent."""
        made = {agent: Score() for agent in self.agents}
        for (agent, _), score in self.scores.items():
            total = made[agent]
            total.wins += score.wins
            total.draws += score.draws
            total.losses += score.losses
        return made

    def rows(self) -> list[Row]:
        """The table as text, its head first; columns have the numbers of the rows."""
        made: list[Row] = [("", "agent", *(str(place) for place in range(1, len(self.agents) + 1)), "points")]
        for place, agent in enumerate(self.agents, 1):
            cells = [str(self.scores.get((agent, other), "")) for other in self.agents]
            made.append((str(place), agent, *cells, str(self.totals[agent])))
        return made

    def __str__(self) -> str:
        return plain(self.rows())


def cross_table(results: Iterable[Result], agents: Sequence[str] = ()) -> CrossTable:
    """The table of those games; `agents` may name some who have not played."""
    scores: dict[tuple[str, str], Score] = defaultdict(Score)
    for result in results:
        first, second = result.agents
        scores[first, second].add(result.points)
        scores[second, first].add(1 - result.points)
    names = {*agents, *(agent for pair in scores for agent in pair)}
    points = dict.fromkeys(names, 0.0)
    for (agent, _), score in scores.items():
        points[agent] += score.points
    return CrossTable(tuple(sorted(names, key=lambda name: (-points[name], name))), dict(scores))
