"""Ladder: an endless series of matches between agents of similar rating."""

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
"""Number of rounds drawn from the same ratings, so that many games can be played at once."""
STEP = 20.0
"""Maximum change of a rating by one game; larger than usual, so that the order adapts quickly."""


class Ladder(StagedSchedule):
    """In each round agents of similar rating meet, and one sits out if the number is odd; endless by default.

    Agents are sorted by running Elo ratings, which are updated every four rounds from the results in the order of the
    draw, so that the order in which games end does not matter.
    """

    endless_without_rounds = True

    def __init__(self, agents: Sequence[str], terms: Terms = DEFAULT_TERMS) -> None:
        super().__init__(agents, terms)
        self.ratings = dict.fromkeys(self.agents, START)

    @property
    def total(self) -> int | None:
        """The total number of games if the number of rounds is limited."""
        return self.terms.rounds and self.terms.rounds * (len(self.agents) // 2) * self.terms.games

    def stages(self) -> Generator[list[Pairing], list[Finished], None]:
        """Yield the games of each epoch of several rounds."""
        number = 0
        while self.terms.rounds is None or number < self.terms.rounds:
            left = ROUNDS_IN_AN_EPOCH if self.terms.rounds is None else self.terms.rounds - number
            epoch: list[Pairing] = []
            for _ in range(min(ROUNDS_IN_AN_EPOCH, left)):
                opening = number * openings_of(self.terms.games)
                for seats in self._draw(number):
                    epoch += encounter(f"round-{number + 1}", seats, self.terms.games, opening)
                number += 1
            for finished in (yield epoch):
                self._update(finished)

    def _draw(self, number: int) -> list[tuple[str, str]]:
        """Return the pairs of a round: in random order, agents take the nearest free one, or skip it half the time."""
        key = "ladder", self.terms.seed, number
        order = sorted(self.agents, key=lambda agent: -self.ratings[agent])
        place = {agent: index for index, agent in enumerate(order)}
        free = shuffled(self.agents, *key)
        pairs = []
        while len(free) > 1:
            one, *free = free
            nearest = sorted(free, key=lambda other: abs(place[one] - place[other]))
            chosen = 0
            while chosen < len(nearest) - 1 and random_below(2, *key, one, chosen):
                chosen += 1
            pairs.append((one, nearest[chosen]))
            free.remove(nearest[chosen])
        return pairs

    def _update(self, finished: Finished) -> None:
        if finished.points is None:
            return
        one, other = finished.pairing.agents
        change = exchange(self.ratings[one], self.ratings[other], finished.points, STEP)
        self.ratings[one] += change
        self.ratings[other] -= change
