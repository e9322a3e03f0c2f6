"""Matches between agents of about the same rating, without end."""

from collections.abc import Generator, Sequence

from crownbridge.ratings.running import START, exchange
from crownbridge.tournaments.random_numbers import random_below, shuffled
from crownbridge.tournaments.scheduler import (
    DEFAULT_TERMS,
    Finished,
    Pairing,
    StagedSchedule,
    Terms,
    encounter,
    openings_of,
)

ROUNDS_IN_AN_EPOCH = 4
"""Rounds that are drawn from the same ratings, so that many games can be played at once."""
STEP = 20.0
"""The most that one game can change a rating: more than usual, as the order is to follow the agents soon."""


class Ladder(StagedSchedule):
    """In each round everybody meets somebody near, or one sits out; without end where the terms name no rounds.

    Agents stand in the order of running Elo ratings, which are renewed every four rounds, from results in the order of
    the draw: so it does not matter in which order games end.
    """

    def __init__(self, agents: Sequence[str], terms: Terms = DEFAULT_TERMS) -> None:
        super().__init__(agents, terms)
        self.ratings = dict.fromkeys(self.agents, START)

    @property
    def total(self) -> int | None:
        """Known where the number of rounds is."""
        return self.terms.rounds and self.terms.rounds * (len(self.agents) // 2) * self.terms.games

    def stages(self) -> Generator[list[Pairing], list[Finished], None]:
        """An epoch is a stage."""
        number = 0
        while self.terms.rounds is None or number < self.terms.rounds:
            left = ROUNDS_IN_AN_EPOCH if self.terms.rounds is None else self.terms.rounds - number
            epoch: list[Pairing] = []
            for _ in range(min(ROUNDS_IN_AN_EPOCH, left)):
                opening = number * openings_of(self.terms.games)
                for seats in self._drawn(number):
                    epoch += encounter(f"round-{number + 1}", seats, self.terms.games, opening)
                number += 1
            for finished in (yield epoch):
                self._renew(finished)

    def _drawn(self, number: int) -> list[tuple[str, str]]:
        """In an order drawn by lot, agents choose of the free: the nearest, else, by half a chance each, the next."""
        key = "ladder", self.terms.seed, number
        order = sorted(self.agents, key=lambda agent: -self.ratings[agent])
        place = {agent: index for index, agent in enumerate(order)}
        free = shuffled(self.agents, *key)
        drawn = []
        while len(free) > 1:
            one, *free = free
            nearest = sorted(free, key=lambda other: abs(place[one] - place[other]))
            chosen = 0
            while chosen < len(nearest) - 1 and random_below(2, *key, one, chosen):
                chosen += 1
            drawn.append((one, nearest[chosen]))
            free.remove(nearest[chosen])
        return drawn

    def _renew(self, finished: Finished) -> None:
        if finished.points is None:
            return
        one, other = finished.pairing.agents
        change = exchange(self.ratings[one], self.ratings[other], finished.points, STEP)
        self.ratings[one] += change
        self.ratings[other] -= change
