"""Gauntlet: one agent against all others."""

from collections.abc import Iterator

from crownbridge.tournaments.scheduler import FixedSchedule, Pairing, encounter, openings_of


class Gauntlet(FixedSchedule):
    """The first agent meets each other agent once per round, all from the same openings; one round by default."""

    def pairings(self) -> Iterator[Pairing]:
        """Yield the games by opponent; in single games, the first move alternates."""
        challenger, *others = self.agents
        games = self.terms.games
        for number in range(self._rounds):
            for index, other in enumerate(others):
                seats = (challenger, other) if (number + index) % 2 == 0 else (other, challenger)
                yield from encounter(f"round-{number + 1}", seats, games, number * openings_of(games))

    @property
    def _rounds(self) -> int:
        return self.terms.rounds or 1

    @property
    def total(self) -> int:
        """The total number of games."""
        return self._rounds * (len(self.agents) - 1) * self.terms.games
