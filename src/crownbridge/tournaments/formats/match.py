"""Two agents, game after game: what an SPRT needs."""

from collections.abc import Iterator, Sequence
from itertools import count

from crownbridge.errors import OptionError
from crownbridge.tournaments.scheduler import DEFAULT_TERMS, FixedSchedule, Pairing, Terms, encounter, openings_of


class Match(FixedSchedule):
    """Two agents, a new opening for each pair of games; without end where the terms name no number of rounds."""

    def __init__(self, agents: Sequence[str], terms: Terms = DEFAULT_TERMS) -> None:
        """Raises OptionError."""
        if len(agents) > 2:  # noqa: PLR2004 (what a match is)
            raise OptionError(f"a match is between 2 agents, but there are {len(agents)}")
        super().__init__(agents, terms)

    def pairings(self) -> Iterator[Pairing]:
        """Round after round; a single game of a round is begun by each in turn."""
        one, other = self.agents
        for number in range(self.terms.rounds) if self.terms.rounds else count():
            seats = (one, other) if number % 2 == 0 else (other, one)
            opening = number * openings_of(self.terms.games)
            yield from encounter(f"round-{number + 1}", seats, self.terms.games, opening)

    @property
    def total(self) -> int | None:
        """Known where the number of rounds is."""
        return self.terms.rounds and self.terms.rounds * self.terms.games
