"""The sequential probability ratio test: a match that ends as soon as it has told enough."""

import math
from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from crownbridge.errors import OptionError
from crownbridge.ratings import multinomial
from crownbridge.ratings.counts import PAIRS, Counts
from crownbridge.ratings.elo import NORMALIZED_SCALE, expected_score

_SMALLEST = 1e-9

Scale = Literal["logistic", "normalized"]


class Verdict(Enum):
    """What a test has come to."""

    H0 = "H0 accepted"
    """The agent is not stronger by more than the lower hypothesis."""
    H1 = "H1 accepted"
    """It is stronger by at least the upper one, or near it."""
    CONTINUE = "go on"
    """Not enough is known."""


class Evidence(NamedTuple):
    """How far a test is."""

    llr: float
    """The log-likelihood ratio: above 0 it speaks for the upper hypothesis."""
    lower: float
    """Where the lower hypothesis is accepted."""
    upper: float
    """Where the upper one is."""

    @property
    def verdict(self) -> Verdict:
        """Whether to go on."""
        if self.llr >= self.upper:
            return Verdict.H1
        return Verdict.H0 if self.llr <= self.lower else Verdict.CONTINUE

    def __str__(self) -> str:
        return f"LLR {self.llr:.2f} ({self.lower:.2f} to {self.upper:.2f}), {self.verdict.value}"


@dataclass(frozen=True)
class Sprt:
    """The question whether an agent is stronger by `elo1` rather than by `elo0`.

    The generalized test that fishtest uses: each hypothesis is given the distribution of results that speaks best for
    it, so that the share of draws need not be known. An agent that is `elo0` stronger passes with probability `alpha`
    at most, one that is `elo1` stronger fails with `beta` at most.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    scale: Scale = "logistic"
    """That of the two hypotheses; `normalized` needs about as many games whatever the share of draws."""

    def __post_init__(self) -> None:
        """Raises `OptionError` for hypotheses out of order, or error rates that no test has."""
        if not -math.inf < self.elo0 < self.elo1 < math.inf:
            raise OptionError(f"elo0 must be below elo1, and both finite; they are {self.elo0} and {self.elo1}")
        if not (0 < self.alpha < 1 and 0 < self.beta < 1 and self.alpha + self.beta < 1):
            raise OptionError(
                f"alpha and beta must be above 0, and together below 1; they are {self.alpha} and {self.beta}"
            )
        if self.scale not in ("logistic", "normalized"):
            raise OptionError(f"the scale is logistic or normalized, not {self.scale!r}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which it ends (A. Wald, "Sequential tests of statistical hypotheses", 1945)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def weigh(self, counts: Counts) -> Evidence:
        """What the results so far have told."""
        return Evidence(float(self.llr(counts.steps)), *self.bounds)

    def games_to_go(self, counts: Counts) -> float:
        """Return how many more games the test is expected to take if the players score as they have so far.

        The log-likelihood ratio is taken for a Brownian motion with drift between the two bounds.
        """
        given = np.asarray(counts.steps, float)
        share = multinomial.shares(multinomial.regularized(given))
        low, high = self._hypotheses(share)
        steps = np.log(high / low)
        drift = float(share @ steps)
        variance = float(share @ (steps - drift) ** 2)
        llr, (lower, upper) = float(self.llr(given)), self.bounds
        ahead, behind = (upper - llr, llr - lower) if drift > 0 else (llr - lower, upper - llr)
        if min(ahead, behind) <= 0:
            return 0.0
        pull = 2 * abs(drift) / max(variance, _SMALLEST)
        if pull * (ahead + behind) < _SMALLEST:
            expected = ahead * behind / max(variance, _SMALLEST)
        else:
            chance = math.expm1(-pull * behind) / math.expm1(-pull * (ahead + behind))  # to end ahead
            expected = (chance * (ahead + behind) - behind) / abs(drift)
        return expected * counts.games / float(given.sum())

    def llr(self, counts: ArrayLike) -> multinomial.Array:
        """The log-likelihood ratio of counts on the last axis, of any number of matches on those before it."""
        given = np.asarray(counts, float)
        regular = multinomial.regularized(given)
        low, high = self._hypotheses(multinomial.shares(regular))
        return np.where(given.any(-1), multinomial.log_ratio(regular, high, low), 0.0)

    def _hypotheses(self, share: multinomial.Array) -> tuple[multinomial.Array, multinomial.Array]:
        """Return the most likely distributions by the lower and the upper hypothesis, where those shares were seen."""
        if self.scale == "logistic":
            low, high = (multinomial.with_mean(share, expected_score(elo)) for elo in (self.elo0, self.elo1))
        else:
            unit = NORMALIZED_SCALE / (math.sqrt(2) if share.shape[-1] == PAIRS else 1)
            low, high = (multinomial.with_deviation(share, elo / unit) for elo in (self.elo0, self.elo1))
        return low, high
