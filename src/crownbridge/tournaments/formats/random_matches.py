"""Random agents against each other, until somebody ends it."""

from collections.abc import Iterator
from itertools import count

from crownbridge.tournaments.random_numbers import random_below
from crownbridge.tournaments.scheduler import FixedSchedule, Pairing, encounter, openings_of


class RandomMatches(FixedSchedule):
    """Two agents drawn by lot play a match, then two others; without end where the terms name no number of matches.

    Which two play match k depends on the seed and k alone.
    """

    def pairings(self) -> Iterator[Pairing]:
        """Any two, in any order, with the same chance."""
        size = len(self.agents)
        for number in range(self.terms.rounds) if self.terms.rounds else count():
            one, other = divmod(random_below(size * (size - 1), "random match", self.terms.seed, number), size - 1)
            seats = self.agents[one], self.agents[other + (other >= one)]
            opening = number * openings_of(self.terms.games)
            yield from encounter(f"match-{number + 1}", seats, self.terms.games, opening)

    @property
    def total(self) -> int | None:
        """Known where the number of matches is."""
        return self.terms.rounds and self.terms.rounds * self.terms.games
