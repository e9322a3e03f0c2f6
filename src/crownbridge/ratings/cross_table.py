"""The cross table of a tournament."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from crownbridge.ratings.result import Result
from crownbridge.ratings.text import Row, plain


@dataclass
class Score:
    """Wins, draws and losses of one agent."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The points: 1 for a win, 0.5 for a draw."""
        return self.wins + self.draws / 2

    def add(self, points: float) -> None:
        """Count a game."""
        self.wins += points == 1
        self.draws += points == 0.5  # noqa: PLR2004 - a draw
        self.losses += points == 0

    def __str__(self) -> str:
        return f"{self.points:g}/{self.games}"


@dataclass(frozen=True)
class CrossTable:
    """The score of each agent against each other."""

    agents: tuple[str, ...]
    """Agents by descending points."""
    scores: dict[tuple[str, str], Score] = field(repr=False)
    """Scores of the first agent against the second, in both directions; pairs that never met are absent."""

    @cached_property
    def totals(self) -> dict[str, Score]:
        """The total score of each agent."""
        totals = {agent: Score() for agent in self.agents}
        for (agent, _), score in self.scores.items():
            total = totals[agent]
            total.wins += score.wins
            total.draws += score.draws
            total.losses += score.losses
        return totals

    def rows(self) -> list[Row]:
        """Return the rows of the table as text, header first; columns are numbered like the rows."""
        rows: list[Row] = [("", "agent", *(str(place) for place in range(1, len(self.agents) + 1)), "points")]
        for place, agent in enumerate(self.agents, 1):
            cells = [str(self.scores.get((agent, other), "")) for other in self.agents]
            rows.append((str(place), agent, *cells, str(self.totals[agent])))
        return rows

    def __str__(self) -> str:
        return plain(self.rows())


def cross_table(results: Iterable[Result], agents: Sequence[str] = ()) -> CrossTable:
    """Return the table of the results; `agents` may include agents without games."""
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
