"""Maximum-likelihood ratings of any number of agents."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from crownbridge.errors import InputError
from crownbridge.ratings import davidson
from crownbridge.ratings.davidson import Array, Games, draws_of_equals
from crownbridge.ratings.elo import SCALE, WIDTH, Estimate, normal_probability
from crownbridge.ratings.result import Result
from crownbridge.ratings.text import Row, plain, signed


class Rating(NamedTuple):
    """An entry of a rating list."""

    agent: str
    elo: float
    low: float
    """Lower end of the 95 % interval."""
    high: float
    """Upper end of the 95 % interval."""
    games: int
    points: float
    group: int
    """Number of the group, by size from 0; ratings of different groups are not comparable, as no games connect them."""


@dataclass(frozen=True)
class RatingList:
    """Ratings by group and descending strength."""

    ratings: tuple[Rating, ...]
    advantage: Estimate
    """Value of the first move."""
    draws: float
    """Probability of a draw between equals without the advantage of the first move."""
    places: dict[str, int] = field(repr=False)
    fit: davidson.Fit = field(repr=False)

    def __getitem__(self, agent: str) -> Rating:
        return self.by_agent[agent]

    @cached_property
    def by_agent(self) -> dict[str, Rating]:
        """The rating of each agent."""
        return {rating.agent: rating for rating in self.ratings}

    def difference(self, one: str, other: str) -> Estimate:
        """Return the difference in strength, whose interval is tighter than those of the ratings.

        It is unknown between groups.
        """
        if self[one].group != self[other].group:
            return Estimate(0, -math.inf, math.inf)
        direction = np.zeros(len(self.fit.parameters))
        direction[self.places[one]] += 1
        direction[self.places[other]] -= 1
        return estimate(self.fit, direction)

    def superiority(self, one: str, other: str) -> float:
        """Return the likelihood of superiority (LOS) of `one` over `other`; 0.5 if unknown."""
        elo, low, high = self.difference(one, other)
        return normal_probability(WIDTH * 2 * elo / (high - low)) if high > low else 0.5

    def rows(
        self,
        ranking: Sequence[str] | None = None,
        byes: Mapping[str, float] = MappingProxyType({}),
        faults: Mapping[str, int] | None = None,
    ) -> list[Row]:
        """Return the rows of the table as text, header first, with an empty row between groups.

        A `ranking` replaces the order by group and rating. Byes are included in the points and have a column of their
        own; so do faults, if given.
        """
        optional = (*(["byes"] if byes else []), *(["faults"] if faults is not None else []))
        rows: list[Row] = [("rank", "agent", "Elo", "+-", "games", "points", "score", *optional)]
        group = rank = 0
        for rating in self.ratings if ranking is None else map(self.__getitem__, ranking):
            if ranking is None and rating.group != group:
                rows.append(("",) * len(rows[0]))
                group, rank = rating.group, 0
            rank += 1
            error = (rating.high - rating.low) / 2
            share = f"{rating.points / rating.games:.1%}" if rating.games else "-"
            rows.append(
                (
                    str(rank),
                    rating.agent,
                    signed(rating.elo),
                    f"{error:.0f}" if error < math.inf else "?",
                    str(rating.games),
                    f"{rating.points + byes.get(rating.agent, 0):g}",
                    share,
                    *([f"{byes.get(rating.agent, 0):g}"] if byes else []),
                    *([str(faults.get(rating.agent, 0))] if faults is not None else []),
                )
            )
        return rows

    def __str__(self) -> str:
        return plain(self.rows())


def rate(results: Iterable[Result], agents: Sequence[str] = (), anchor: str | None = None, at: float = 0) -> RatingList:
    """Return the most likely ratings by the model in `davidson`, with 95 % intervals from its Hessian.

    The mean of each group is `at`. If there is an `anchor`, that agent's rating is `at` instead, and the ratings and
    intervals of its group are relative to it. The order of the games does not matter. `agents` may include agents
    without games. Raise InputError if the anchor is not among the agents.

    Near equality a difference means the same score as in `elo_difference` for any draw rate: the scale is the model's
    own, times the share of decisive games between equals.
    """
    met = Counter((*result.agents, result.points) for result in results)
    names = list(dict.fromkeys([*agents, *sorted({name for one, other, _ in met for name in (one, other)})]))
    places = {name: place for place, name in enumerate(names)}
    if anchor is not None and anchor not in places:
        raise InputError(f"the anchor {anchor!r} is not among the agents")
    fitted = davidson.fit(gathered(met, places))
    ratings = []
    games, points = dict.fromkeys(names, 0), dict.fromkeys(names, 0.0)
    for (first, second, won), times in met.items():
        for name, part in ((first, won), (second, 1 - won)):
            games[name] += times
            points[name] += times * part
    for number, group in enumerate(groups(names, met)):
        base = np.zeros(len(names) + 2)
        level = [name for name in group if name == anchor] or group
        base[[places[name] for name in level]] = 1 / len(level)
        for name in group:
            direction = -base
            direction[places[name]] += 1
            value = estimate(fitted, direction) if len(group) > 1 else Estimate(0, -math.inf, math.inf)
            elo, low, high = (at + end for end in value)
            ratings.append(Rating(name, elo, low, high, games[name], points[name], number))
    ratings.sort(key=lambda rating: (rating.group, -rating.elo, rating.agent))
    first_move = np.zeros(len(names) + 2)
    first_move[-2] = 1
    draws = draws_of_equals(float(fitted.parameters[-1]))
    return RatingList(tuple(ratings), estimate(fitted, first_move), draws, places, fitted)


def gathered(met: Counter[tuple[str, str, float]], places: dict[str, int]) -> Games:
    """Return the games as arrays with one entry per first and second player."""
    meetings: dict[tuple[int, int], list[int]] = {}
    for (first, second, points), times in met.items():
        meetings.setdefault((places[first], places[second]), [0, 0, 0])[2 - round(2 * points)] += times
    ends = np.array(list(meetings), np.intp).reshape(-1, 2)
    scores = np.array(list(meetings.values()), float).reshape(-1, 3)
    return Games(len(places), ends[:, 0], ends[:, 1], scores[:, 0], scores[:, 1], scores[:, 2])


def groups(names: Sequence[str], met: Iterable[tuple[str, str, float]]) -> list[list[str]]:
    """Return the groups of agents connected by games, the largest first."""
    group = {name: [name] for name in names}
    for one, other, _ in met:
        if group[one] is not group[other]:
            smaller, larger = sorted((group[one], group[other]), key=len)
            larger += smaller
            for name in smaller:
                group[name] = larger
    distinct = {id(members): sorted(members) for members in group.values()}
    return sorted(distinct.values(), key=lambda members: (-len(members), members))


def estimate(fit: davidson.Fit, direction: Array) -> Estimate:
    """Return a linear combination of parameters in Elo; its error includes that of the scale, which depends on t."""
    value = float(direction @ fit.parameters)
    draws = draws_of_equals(float(fit.parameters[-1]))
    slope = (1 - draws) * direction
    slope[-1] -= value * draws * (1 - draws)
    error = WIDTH * math.sqrt(max(float(slope @ fit.covariance @ slope), 0))
    return Estimate(*(SCALE * ((1 - draws) * value + side * error) for side in (0, -1, 1)))
