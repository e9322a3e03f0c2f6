"""SPSA: simultaneous perturbation stochastic approximation, as frameworks for testing engines use it.

All values are changed at once, each up or down by lot. The agent with the changes plays the one with the opposite
changes, and every value goes in the direction that won, by as much as it won. Changes and steps shrink from iteration
to iteration, by the exponents of Spall's paper of 1998, "Implementation of the simultaneous perturbation algorithm".
"""

from collections.abc import Sequence
from typing import NamedTuple

ALPHA = 0.602
"""How fast steps shrink."""
GAMMA = 0.101
"""How fast changes shrink."""
DELAY = 0.1
"""The part of the iterations by which the shrinking of steps is held back, so that the first are not too long."""

Values = tuple[float, ...]
"""One for each parameter, in their order."""


class Parameter(NamedTuple):
    """A number that is tuned."""

    name: str
    start: float
    low: float
    high: float
    step: float
    """By how much it is changed for the last trial; for earlier ones by more."""

    def within(self, value: float) -> float:
        """The value, or the bound that it is beyond."""
        return min(max(value, self.low), self.high)


class Spsa(NamedTuple):
    """How the parameters are tuned. Iterations count from 1; signs are 1 or -1, one for each parameter."""

    parameters: tuple[Parameter, ...]
    iterations: int
    rate: float
    """The step after a game won in the last iteration, as a part of the change that was tried."""

    @property
    def start(self) -> Values:
        """The values at the beginning."""
        return tuple(one.start for one in self.parameters)

    def trial(self, values: Values, signs: Sequence[int], iteration: int) -> tuple[Values, Values]:
        """The values of the two that play each other: changed in the direction of the signs, and in the other."""
        changed = list(zip(self.parameters, values, signs, strict=True))
        plus, minus = (
            tuple(one.within(value + side * sign * self._change(one, iteration)) for one, value, sign in changed)
            for side in (1, -1)
        )
        return plus, minus

    def improved(self, values: Values, signs: Sequence[int], won: float, iteration: int) -> Values:
        """The values after a trial, of which the first won so many games more than the other."""
        return tuple(
            one.within(value + sign * won * self._gain(one, iteration))
            for one, value, sign in zip(self.parameters, values, signs, strict=True)
        )

    def _change(self, parameter: Parameter, iteration: int) -> float:
        """By how much each of the two differs from the value between them."""
        return parameter.step * float((self.iterations / iteration) ** GAMMA)

    def _gain(self, parameter: Parameter, iteration: int) -> float:
        """By how much the value moves for each game that one won more than the other."""
        held_back = DELAY * self.iterations
        shrinking = float(((held_back + self.iterations) / (held_back + iteration)) ** ALPHA)
        return self.rate * parameter.step**2 * shrinking / self._change(parameter, iteration)


def usual_rate(games: int) -> float:
    """The rate for so many games in all: chance alone then moves a value by about half a step from first to last.

    For 60,000 games, of which engine authors play as many for a tuning, it is the 0.002 that is usual among them.
    """
    return float(0.5 / games**0.5)
