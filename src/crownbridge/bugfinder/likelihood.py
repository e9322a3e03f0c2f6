"""How likely it is that one rate of failures is higher than another."""

import math
from functools import lru_cache
from typing import NamedTuple

_STEPS = 200


class Failures(NamedTuple):
    """Number of wrong answers, out of all."""

    wrong: int
    total: int

    @property
    def rate(self) -> float:
        """Share of wrong answers; 0 without answers."""
        return self.wrong / self.total if self.total else 0.0

    def __str__(self) -> str:
        return f"{self.wrong} of {self.total}"


@lru_cache(maxsize=4096)
def _posterior(failures: Failures) -> tuple[float, ...]:
    """Return the probabilities of evenly spaced rates, all of which were equally likely before."""
    rates = [(step + 0.5) / _STEPS for step in range(_STEPS)]
    right = failures.total - failures.wrong
    logarithms = [failures.wrong * math.log(rate) + right * math.log(1 - rate) for rate in rates]
    weights = [math.exp(logarithm - max(logarithms)) for logarithm in logarithms]
    sum_of_weights = sum(weights)
    return tuple(weight / sum_of_weights for weight in weights)


def exceeds(failures: Failures, rate: float) -> float:
    """Return the probability that the true rate of failures is above a rate; 0 without answers."""
    return sum(_posterior(failures)[max(round(rate * _STEPS), 0) :]) if failures.total else 0.0


def worse(one: Failures, other: Failures, margin: float = 0.0) -> float:
    """Return the probability that the first rate is higher than the second by more than a margin."""
    first, second = _posterior(one), _posterior(other)
    gap = round(margin * _STEPS)
    below, total = 0.0, 0.0
    for step in range(_STEPS):
        if step - gap - 1 >= 0:
            below += second[step - gap - 1]
        total += first[step] * below
    return total


def surprise(one: Failures, other: Failures) -> float:
    """Return the G statistic of two rates: how much better two rates explain the failures than a common one."""

    def fit(failures: Failures) -> float:
        parts = (failures.wrong, failures.total - failures.wrong)
        return sum(part * math.log(part / failures.total) for part in parts if part)

    both = Failures(one.wrong + other.wrong, one.total + other.total)
    return 2 * (fit(one) + fit(other) - fit(both))
