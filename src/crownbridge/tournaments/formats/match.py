"""A match between two agents, as needed for an SPRT."""

from collections.abc import Iterator, Sequence
from itertools import count

from crownbridge.errors import OptionError
from crownbridge.tournaments.scheduler import DEFAULT_TERMS, FixedSchedule, Pairing, Terms, encounter, openings_of


class Match(FixedSchedule):
    """Two agents, with a new opening for each pair of games; endless by default."""

    endless_without_rounds = True

    def __init__(self, agents: Sequence[str], terms: Terms = DEFAULT_TERMS) -> None:
        """Raise OptionError if there are more than two agents."""
        if len(agents) > 2:  # noqa: PLR2004 (the definition of a match)
            raise OptionError(f"a match needs 2 agents, not {len(agents)}")
        super().__init__(agents, terms)

    def pairings(self) -> Iterator[Pairing]:
        """Yield the games by round; in single games, the first move alternates."""
        one, other = self.agents
        for number in range(self.terms.rounds) if self.terms.rounds else count():
            seats = (one, other) if number % 2 == 0 else (other, one)
            opening = number * openings_of(self.terms.games)
            yield from encounter(f"round-{number + 1}", seats, self.terms.games, opening)

    @property
    def total(self) -> int | None:
        """The total number of games if the number of rounds is limited."""
        return self.terms.rounds and self.terms.rounds * self.terms.games
