"""SPSA (simultaneous perturbation stochastic approximation), as used by engine testing frameworks.

In each iteration all values are perturbed at once, each up or down at random. The agent with the perturbation plays the
one with the opposite perturbation, and every value moves in the direction that won, in proportion to the score.
Perturbations and steps decrease with the exponents of J. C. Spall, "Implementation of the simultaneous perturbation
algorithm for stochastic optimization", 1998.
"""

from collections.abc import Sequence
from typing import NamedTuple

ALPHA = 0.602
"""Exponent of the decrease of steps."""
GAMMA = 0.101
"""Exponent of the decrease of perturbations."""
DELAY = 0.1
"""Share of the iterations added to the iteration number in the decrease of steps, which limits the first steps."""

Values = tuple[float, ...]
"""Values of the parameters, in order."""


class Parameter(NamedTuple):
    """A tuned parameter."""

    name: str
    start: float
    low: float
    high: float
    step: float
    """Perturbation in the last iteration; earlier ones are larger."""

    def within(self, value: float) -> float:
        """Return the value, clamped to the bounds."""
        return min(max(value, self.low), self.high)


class Spsa(NamedTuple):
    """Settings of a tuning. Iterations count from 1; signs are 1 or -1, one for each parameter."""

    parameters: tuple[Parameter, ...]
    iterations: int
    rate: float
    """Step for each game won in the last iteration, as a share of the perturbation."""

    @property
    def start(self) -> Values:
        """The initial values."""
        return tuple(one.start for one in self.parameters)

    def trial(self, values: Values, signs: Sequence[int], iteration: int) -> tuple[Values, Values]:
        """Return the values of both opponents: perturbed in the direction of the signs, and in the opposite one."""
        perturbed = list(zip(self.parameters, values, signs, strict=True))
        plus, minus = (
            tuple(one.within(value + side * sign * self._change(one, iteration)) for one, value, sign in perturbed)
            for side in (1, -1)
        )
        return plus, minus

    def improved(self, values: Values, signs: Sequence[int], won: float, iteration: int) -> Values:
        """Return the values after a trial; `won` is the difference between the games won by both opponents."""
        return tuple(
            one.within(value + sign * won * self._gain(one, iteration))
            for one, value, sign in zip(self.parameters, values, signs, strict=True)
        )

    def _change(self, parameter: Parameter, iteration: int) -> float:
        """Return the perturbation of a parameter."""
        return parameter.step * float((self.iterations / iteration) ** GAMMA)

    def _gain(self, parameter: Parameter, iteration: int) -> float:
        """Return the step of a parameter for a difference of one game."""
        delay = DELAY * self.iterations
        decrease = float(((delay + self.iterations) / (delay + iteration)) ** ALPHA)
        return self.rate * parameter.step**2 * decrease / self._change(parameter, iteration)


def usual_rate(games: int) -> float:
    """Return the default rate for a total number of games: noise then moves a value by about half a step in total.

    For 60,000 games, a usual number for engine tuning, it is the usual 0.002.
    """
    return float(0.5 / games**0.5)
