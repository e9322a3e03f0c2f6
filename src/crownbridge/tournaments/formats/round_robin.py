"""Everybody meets everybody."""

from collections.abc import Iterator
from itertools import chain

from crownbridge.tournaments.scheduler import FixedSchedule, Pairing, encounter, openings_of


class RoundRobin(FixedSchedule):
    """Everybody meets everybody once a round, all from the same openings; one round where the terms do not say."""

    def pairings(self) -> Iterator[Pairing]:
        """In each round the order of the circle method, so that everybody plays as often at any time."""
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
        """All of them."""
        return self._rounds * len(self.agents) * (len(self.agents) - 1) // 2 * self.terms.games


def circle(agents: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Every pair once; each agent comes first about as often as second.

    All but one sit in a circle that turns; who faces each other across it meet, and the one in front of the gap meets
    the one that stays, or nobody where their number is odd.
    """
    *turning, staying = agents if len(agents) % 2 == 0 else (*agents, None)
    size = len(turning)
    for turn in range(size):
        seats = (staying, turning[turn]) if turn % 2 else (turning[turn], staying)
        across = ((turning[(turn + i) % size], turning[(turn - i) % size]) for i in range(1, size // 2 + 1))
        for one, other in chain([seats], across):
            if one is not None and other is not None:
                yield one, other
