"""Matches between random agents."""

from collections.abc import Iterator
from itertools import count

from crownbridge.tournaments.random_numbers import random_below
from crownbridge.tournaments.scheduler import FixedSchedule, Pairing, encounter, openings_of


class RandomMatches(FixedSchedule):
    """A series of matches between two random agents; endless by default.

    The agents of match k depend on the seed and k alone.
    """

    endless_without_rounds = True

    def pairings(self) -> Iterator[Pairing]:
        """Yield the games by match; all ordered pairs of agents are equally likely."""
        size = len(self.agents)
        for number in range(self.terms.rounds) if self.terms.rounds else count():
            one, other = divmod(random_below(size * (size - 1), "random match", self.terms.seed, number), size - 1)
            seats = self.agents[one], self.agents[other + (other >= one)]
            opening = number * openings_of(self.terms.games)
            yield from encounter(f"match-{number + 1}", seats, self.terms.games, opening)

    @property
    def total(self) -> int | None:
        """The total number of games if the number of matches is limited."""
        return self.terms.rounds and self.terms.rounds * self.terms.games
