"""Swiss tournaments."""

from collections import Counter
from collections.abc import Generator, Mapping, Sequence

from crownbridge.tournaments.matching import preferred_matching
from crownbridge.tournaments.scheduler import (
    DEFAULT_TERMS,
    Finished,
    Pairing,
    StagedSchedule,
    Terms,
    encounter,
    openings_of,
    points_of,
)

BYE = ""
"""Placeholder for the opponent of the agent with a bye."""
MOST_LEAN = 2
"""Preferred maximum difference between the numbers of games in which an agent moved first and second."""


class Swiss(StagedSchedule):
    """In each round, agents meet others with a similar score whom they have not met.

    The default number of rounds is that of a knockout. If the number of agents is odd, one agent has a bye worth the
    points of a won round; no agent has a second bye before every agent had one.
    """

    def __init__(self, agents: Sequence[str], terms: Terms = DEFAULT_TERMS) -> None:
        super().__init__(agents, terms)
        self.rounds = terms.rounds or (len(agents) - 1).bit_length()
        self._points = dict.fromkeys(self.agents, 0.0)
        self._met: Counter[frozenset[str]] = Counter()
        self._lean: Counter[str] = Counter()
        self._moved_first_last: dict[str, bool] = {}
        self._byes: Counter[str] = Counter()

    @property
    def total(self) -> int:
        """The total number of games."""
        return self.rounds * (len(self.agents) // 2) * self.terms.games

    @property
    def byes(self) -> Mapping[str, float]:
        """Points for byes: one for each game of the round."""
        return {agent: float(count * self.terms.games) for agent, count in self._byes.items()}

    @property
    def ranking(self) -> tuple[str, ...]:
        """Agents by points, then by Buchholz score, then by seed."""
        points = dict(self._points)
        for finished in self.results:
            for agent, won in points_of(finished).items():
                points[agent] += won
        return tuple(sorted(self.agents, key=lambda agent: (-points[agent], -self._buchholz(agent))))

    def stages(self) -> Generator[list[Pairing], list[Finished], None]:
        """Yield the games of each round, which is drawn from the results of all rounds before."""
        games = self.terms.games
        for number in range(self.rounds):
            stage: list[Pairing] = []
            byes = []
            for one, other in self._draw():
                if BYE in {one, other}:
                    byes.append(other if one == BYE else one)
                else:
                    opening = number * openings_of(games)
                    stage += encounter(f"round-{number + 1}", self._seats(one, other), games, opening)
            for finished in (yield stage):
                for agent, points in points_of(finished).items():
                    self._points[agent] += points
            self._remember(stage, byes)

    def _remember(self, stage: list[Pairing], byes: list[str]) -> None:
        for pairing in stage:
            for agent, step in zip(pairing.agents, (1, -1), strict=True):
                self._lean[agent] += step
                self._moved_first_last[agent] = step == 1
        for both in {frozenset(pairing.agents) for pairing in stage}:
            self._met[both] += 1
        for agent in byes:
            self._byes[agent] += 1
            self._points[agent] += self.terms.games

    def _by_points(self) -> list[str]:
        """Return the agents by points, then by seed."""
        return sorted(self.agents, key=lambda agent: -self._points[agent])

    def _buchholz(self, agent: str) -> float:
        return sum(
            times * self._points[other]
            for both, times in self._met.items()
            if agent in both
            for other in both - {agent}
        )

    def _draw(self) -> list[tuple[str, str]]:
        """Return the pairs of a round; allow unbalanced colours, and then rematches, only if necessary."""
        players = [*([BYE] if len(self.agents) % 2 else []), *self._by_points()]
        fewest_byes = min(self._byes[agent] for agent in self.agents)
        for rematches in range(self.rounds + 1):
            for keep_colours in (True, False):

                def may_meet(one: str, other: str, rematches: int = rematches, keep: bool = keep_colours) -> bool:  # noqa: FBT001 (bound here)
                    if BYE in {one, other}:
                        return self._byes[one or other] == fewest_byes
                    if self._met[frozenset((one, other))] > rematches:
                        return False
                    return not (keep and self._colours_clash(one, other, MOST_LEAN))

                if pairs := preferred_matching(players, may_meet, self._preferences):
                    return pairs
        raise AssertionError("with as many rematches as rounds, any two may meet")

    def _colours_clash(self, one: str, other: str, least: int) -> bool:
        """Return True if both agents have moved first, or both second, too often by at least `least` games."""
        leans = sorted((self._lean[one], self._lean[other]))
        return self.terms.games % 2 == 1 and (leans[0] >= least or leans[1] <= -least)

    def _preferences(self, agent: str, free: list[str]) -> list[str]:
        """Return the free agents by difference in points, then by balance of colours.

        Within a score group, the upper half meets the lower half in order. The bye goes to the last agent.
        """
        if agent == BYE:
            return free[::-1]
        level = [other for other in free if self._points[other] == self._points[agent]]
        ideal = (len(level) - 1) // 2  # without the agent, the first of the lower half

        def key(other: str) -> tuple[float, bool, int]:
            away = self._points[agent] - self._points[other]
            place = abs(level.index(other) - ideal) if away == 0 else free.index(other)
            return away, self._colours_clash(agent, other, 1), place

        return sorted(free, key=key)

    def _seats(self, one: str, other: str) -> tuple[str, str]:
        """Return the agent to move first, and the other: the one that has done so less often, or not the last time."""

        def claim(agent: str) -> tuple[int, bool]:
            return self._lean[agent], self._moved_first_last.get(agent, False)

        if claim(one) == claim(other):
            # In the first round, the higher seed moves first in every second pairing.
            return (one, other) if self.agents.index(one) % 2 == 0 else (other, one)
        return (one, other) if claim(one) < claim(other) else (other, one)
