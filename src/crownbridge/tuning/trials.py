"""Scheduler of a tuning: in each iteration, two versions of the agent play some pairs of games."""

from collections import deque
from typing import NamedTuple

from crownbridge.tournaments.random_numbers import random_below
from crownbridge.tournaments.scheduler import Finished, Pairing, Scheduler, Terms, encounter, openings_of, points_of
from crownbridge.tuning.spsa import Spsa, Values
from crownbridge.tuning.worths import by_name, described


class Step(NamedTuple):
    """The result of an iteration."""

    iteration: int
    won: float
    """Difference between the games won by the two versions."""
    values: Values
    """Values after the iteration."""


class Trials(Scheduler):
    """The games of a tuning. The agents of a game are JSON texts of their parameter values.

    The values depend on the settings and the results alone, so a tuning is resumed like any tournament.
    """

    def __init__(self, spsa: Spsa, games: int, seed: int) -> None:
        """Start with the first iteration of `games` games. Raise OptionError."""
        super().__init__(("plus", "minus"), Terms(spsa.iterations, games, seed))
        self.spsa = spsa
        self.last = Step(0, 0.0, spsa.start)
        """The last complete iteration; number 0 has the initial values."""
        self._waiting: deque[Pairing] = deque()
        self._running: set[str] = set()
        self._begin()

    @property
    def total(self) -> int:
        """The number of games of all iterations."""
        return self.spsa.iterations * self.terms.games

    @property
    def over(self) -> bool:
        """True if the last iteration is complete."""
        return self.last.iteration == self.spsa.iterations

    def next(self) -> Pairing | None:
        """Return the next game of the iteration."""
        if not self._waiting:
            return None
        pairing = self._waiting.popleft()
        self._running.add(pairing.identity)
        return pairing

    def report(self, finished: Finished) -> None:
        """Count the game, and begin the next iteration after the last game of the current one."""
        self._running.remove(finished.pairing.identity)
        points = points_of(finished)
        self._won += points[self._plus] - points[self._minus]
        if not self._waiting and not self._running:
            number = self.last.iteration + 1
            values = self.spsa.improved(self.last.values, self._signs, self._won, number)
            self.last = Step(number, self._won, values)
            self._begin()

    @property
    def values(self) -> dict[str, float]:
        """The current values by name."""
        return by_name(self.spsa.parameters, self.last.values)

    def _begin(self) -> None:
        """Choose the perturbation of the next iteration, and list its games."""
        if self.over:
            return
        number, games = self.last.iteration + 1, self.terms.games
        self._won = 0.0
        self._signs = [
            1 - 2 * random_below(2, "signs", self.terms.seed, number, one.name) for one in self.spsa.parameters
        ]
        plus, minus = self.spsa.trial(self.last.values, self._signs, number)
        self._plus, self._minus = (described(self.spsa.parameters, values) for values in (plus, minus))
        names = dict(zip(self.agents, (self._plus, self._minus), strict=True))
        for game in encounter(f"iteration-{number}", ("plus", "minus"), games, (number - 1) * openings_of(games)):
            one, other = game.agents
            self._waiting.append(game._replace(agents=(names[one], names[other])))
