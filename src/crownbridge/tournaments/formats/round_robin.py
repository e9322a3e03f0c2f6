"""Round-robin tournaments."""

from collections.abc import Iterator
from itertools import chain

from crownbridge.tournaments.scheduler import FixedSchedule, Pairing, encounter, openings_of


class RoundRobin(FixedSchedule):
    """Each agent meets each other once per round, all from the same openings; one round by default."""

    def pairings(self) -> Iterator[Pairing]:
        """Yield the games by round in the order of the circle method, so that all agents play equally often."""
        games = self.terms.games
        for number in range(self._rounds):
            opening = number * openings_of(games)
            for one, other in circle(self.agents):
                seats = (one, other) if number % 2 == 0 else (other, one)
                yield from encounter(f"round-{number + 1}", seats, games, opening)

    @property
    def _rounds(self) -> int:
        return self.terms.rounds or 1

    @property
    def total(self) -> int:
        """The total number of games."""
        return self._rounds * len(self.agents) * (len(self.agents) - 1) // 2 * self.terms.games


def circle(agents: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield every pair once by the circle method; each agent comes first about as often as second.

    All agents but one rotate in a circle, and those opposite each other meet. The remaining one meets the fixed agent,
    or has a bye if the number of agents is odd.
    """
    *rotating, fixed = agents if len(agents) % 2 == 0 else (*agents, None)
    size = len(rotating)
    for turn in range(size):
        seats = (fixed, rotating[turn]) if turn % 2 else (rotating[turn], fixed)
        across = ((rotating[(turn + i) % size], rotating[(turn - i) % size]) for i in range(1, size // 2 + 1))
        for one, other in chain([seats], across):
            if one is not None and other is not None:
                yield one, other
