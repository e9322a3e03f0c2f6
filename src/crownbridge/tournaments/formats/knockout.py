"""Knockout tournaments."""

from collections.abc import Generator, Sequence

from crownbridge.errors import OptionError
from crownbridge.tournaments.random_numbers import random_below
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

MOST_TIE_BREAKS = 4
"""Maximum number of pairs of games that break a tie before the seed decides."""


class Knockout(StagedSchedule):
    """The winner of each meeting advances until one agent is left.

    Agents are in seeding order: the first two can only meet in the final, and if the number of agents is not a power of
    two, the first agents have a bye in the first round. A tie is broken by up to four more pairs of games, one at a
    time, and then in favour of the higher seed.
    """

    def __init__(self, agents: Sequence[str], terms: Terms = DEFAULT_TERMS) -> None:
        """Raise OptionError if the terms have rounds."""
        if terms.rounds is not None:
            raise OptionError("a knockout has as many rounds as its agents need; remove rounds")
        super().__init__(agents, terms)
        self._out: list[str] = []

    @property
    def ranking(self) -> tuple[str, ...]:
        """Remaining agents first, then by the round of elimination; equals by seed."""
        return (*(agent for agent in self.agents if agent not in self._out), *reversed(self._out))

    def stages(self) -> Generator[list[Pairing], list[Finished], None]:
        """Yield the games of each round and of its tie-breaks."""
        field = [self.agents[seed] if seed < len(self.agents) else None for seed in bracket(len(self.agents))]
        number = 0
        while len(field) > 1:
            meetings = [(one, other) for one, other in zip(field[::2], field[1::2], strict=True) if one and other]
            winners = yield from self._round(number, meetings)
            field = [
                winners.get((one, other), one) if one and other else one or other
                for one, other in zip(field[::2], field[1::2], strict=True)
            ]
            losers = [agent for both in meetings for agent in both if agent != winners[both]]
            self._out += sorted(losers, key=self.agents.index, reverse=True)
            number += 1

    def _round(
        self, number: int, meetings: list[tuple[str, str]]
    ) -> Generator[list[Pairing], list[Finished], dict[tuple[str, str], str]]:
        """Yield the games of a round, and return the winner of each meeting."""
        name = f"round-{number + 1}"
        games, played = self.terms.games, 0
        opening = number * (openings_of(games) + MOST_TIE_BREAKS)
        score = dict.fromkeys(self.agents, 0.0)
        tied = meetings
        for stage in range(1 + MOST_TIE_BREAKS):
            count = 2 if stage else games
            pairings: list[Pairing] = []
            for both in tied:
                pairings += encounter(name, self._seats(number, both), count, opening, played)
            for finished in (yield pairings):
                for agent, points in points_of(finished).items():
                    score[agent] += points
            tied = [both for both in tied if score[both[0]] == score[both[1]]]
            if not tied:
                break
            played += count
            opening += openings_of(count)
        return {both: max(sorted(both, key=self.agents.index), key=lambda agent: score[agent]) for both in meetings}

    def _seats(self, number: int, both: tuple[str, str]) -> tuple[str, str]:
        """Return both agents in random order, which matters if the number of games is odd."""
        return both if random_below(2, "knockout", self.terms.seed, number, *both) else (both[1], both[0])


def bracket(agents: int) -> list[int]:
    """Return the seeds, from 0, in bracket order, so that neighbours meet: `[0, 7, 3, 4, 1, 6, 2, 5]` for eight."""
    order = [0]
    while len(order) < agents:
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    return order
