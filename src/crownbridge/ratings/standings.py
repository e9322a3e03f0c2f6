"""Standings of a tournament with tie breaks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple

from crownbridge.ratings.cross_table import cross_table
from crownbridge.ratings.result import Result
from crownbridge.ratings.text import Row, plain

TieBreak = Literal["buchholz", "sonneborn_berger", "direct", "wins"]
"""Sum of the opponents' points; Sonneborn-Berger score; points against agents with equal points; number of wins."""

ROUND_ROBIN: tuple[TieBreak, ...] = ("direct", "sonneborn_berger", "wins")
SWISS: tuple[TieBreak, ...] = ("buchholz", "sonneborn_berger", "wins")


class Standing(NamedTuple):
    """A row of the standings."""

    rank: int
    """Rank from 1; shared if all tie breaks are equal."""
    agent: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    buchholz: float
    sonneborn_berger: float
    direct: float


@dataclass(frozen=True)
class Standings:
    """The rows of a table in order."""

    lines: tuple[Standing, ...]

    def rows(self) -> list[Row]:
        """Return the rows of the table as text, header first."""
        rows: list[Row] = [("rank", "agent", "games", "won", "drawn", "lost", "points", "Buchholz", "S-B")]
        for line in self.lines:
            counts = (line.games, line.wins, line.draws, line.losses)
            figures = (line.points, line.buchholz, line.sonneborn_berger)
            rows.append((str(line.rank), line.agent, *map(str, counts), *(f"{figure:g}" for figure in figures)))
        return rows

    def __str__(self) -> str:
        return plain(self.rows())


def standings(
    results: Iterable[Result],
    agents: Sequence[str] = (),
    tie_breaks: Sequence[TieBreak] = ROUND_ROBIN,
    byes: Mapping[str, float] = MappingProxyType({}),
) -> Standings:
    """Return the table sorted by points, then by the tie breaks in order.

    `agents` may include agents without games. `byes` are points without a game, which count for the agent and for its
    opponents' tie breaks. An opponent who was met twice counts twice.
    """
    table = cross_table(results, [*agents, *byes])
    points = {agent: table.totals[agent].points + byes.get(agent, 0.0) for agent in table.agents}
    buchholz, berger, direct = (dict.fromkeys(table.agents, 0.0) for _ in range(3))
    for (agent, other), score in table.scores.items():
        buchholz[agent] += score.games * points[other]
        berger[agent] += score.points * points[other]
        direct[agent] += score.points if agent != other and points[agent] == points[other] else 0

    def line(agent: str) -> Standing:
        total = table.totals[agent]
        games = (total.games, total.wins, total.draws, total.losses)
        return Standing(0, agent, *games, points[agent], buchholz[agent], berger[agent], direct[agent])

    def order(line: Standing) -> tuple[float, ...]:
        return (-line.points, *(-getattr(line, kind) for kind in tie_breaks))

    lines = sorted(map(line, table.agents), key=lambda line: (order(line), line.agent))
    ranked: list[Standing] = []
    for place, each in enumerate(lines, 1):
        level = bool(ranked) and order(ranked[-1]) == order(each)
        ranked.append(each._replace(rank=ranked[-1].rank if level else place))
    return Standings(tuple(ranked))
