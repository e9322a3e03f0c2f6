"""The table of a tournament, with its tie breaks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple

from crownbridge.ratings.cross_table import cross_table
from crownbridge.ratings.result import Result
from crownbridge.ratings.text import Row, plain

TieBreak = Literal["buchholz", "sonneborn_berger", "direct", "wins"]
"""Opponents' points; points of those beaten and half of those drawn with; points against those who are level; wins."""

ROUND_ROBIN: tuple[TieBreak, ...] = ("direct", "sonneborn_berger", "wins")
SWISS: tuple[TieBreak, ...] = ("buchholz", "sonneborn_berger", "wins")


class Standing(NamedTuple):
    """An agent's line."""

    rank: int
    """From 1; shared by those whom no tie break parts."""
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
    """The lines, from the first to the last."""

    lines: tuple[Standing, ...]

    def rows(self) -> list[Row]:
        """The table as text, its head first."""
        made: list[Row] = [("rank", "agent", "games", "won", "drawn", "lost", "points", "Buchholz", "S-B")]
        for line in self.lines:
            counts = (line.games, line.wins, line.draws, line.losses)
            figures = (line.points, line.buchholz, line.sonneborn_berger)
            made.append((str(line.rank), line.agent, *map(str, counts), *(f"{figure:g}" for figure in figures)))
        return made

    def __str__(self) -> str:
        return plain(self.rows())


def standings(
    results: Iterable[Result],
    agents: Sequence[str] = (),
    tie_breaks: Sequence[TieBreak] = ROUND_ROBIN,
    byes: Mapping[str, float] = MappingProxyType({}),
) -> Standings:
    """The table by points, then by the tie breaks in their order.

    `agents` may name some who have not played, `byes` gives points without a game, which count for the agent and for
    its opponents' tie breaks. Each game counts: who met an opponent twice has its points twice.
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
