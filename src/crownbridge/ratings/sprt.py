"""The sequential probability ratio test (SPRT), which ends a match as soon as the result is significant."""

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
    """The state of a test."""

    H0 = "H0 accepted"
    """The agent is stronger by at most `elo0`."""
    H1 = "H1 accepted"
    """The agent is stronger by at least about `elo1`."""
    CONTINUE = "undecided"
    """More games are needed."""


class Evidence(NamedTuple):
    """The log-likelihood ratio of a test and its bounds."""

    llr: float
    """Log-likelihood ratio; a positive value supports H1."""
    lower: float
    """Bound at which H0 is accepted."""
    upper: float
    """Bound at which H1 is accepted."""

    @property
    def verdict(self) -> Verdict:
        """The accepted hypothesis, or `CONTINUE`."""
        if self.llr >= self.upper:
            return Verdict.H1
        return Verdict.H0 if self.llr <= self.lower else Verdict.CONTINUE

    def __str__(self) -> str:
        return f"LLR {self.llr:.2f} ({self.lower:.2f} to {self.upper:.2f}), {self.verdict.value}"


@dataclass(frozen=True)
class Sprt:
    """A test of H1, the agent is stronger by `elo1`, against H0, it is stronger by `elo0`.

    This is the generalized SPRT that fishtest uses: each hypothesis gets its most likely distribution of results, so
    that the draw rate need not be known. An agent that is stronger by `elo0` passes with probability `alpha` at most;
    one that is stronger by `elo1` fails with probability `beta` at most.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    scale: Scale = "logistic"
    """Elo scale of the hypotheses; with `normalized`, the number of games hardly depends on the draw rate."""

    def __post_init__(self) -> None:
        """Raise OptionError unless elo0 < elo1 and the error rates are valid."""
        if not -math.inf < self.elo0 < self.elo1 < math.inf:
            raise OptionError(f"elo0 must be below elo1, and both finite; they are {self.elo0} and {self.elo1}")
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise OptionError(
                f"alpha and beta must be above 0, and together below 1; they are {self.alpha} and {self.beta}"
            )
        if self.scale not in ("logistic", "normalized"):
            raise OptionError(f"the scale is {self.scale!r}; expected logistic or normalized")

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds of the log-likelihood ratio (A. Wald, "Sequential tests of statistical hypotheses", 1945)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def weigh(self, counts: Counts) -> Evidence:
        """Return the evidence from the results so far."""
        return Evidence(float(self.llr(counts.steps)), *self.bounds)

    def games_to_go(self, counts: Counts) -> float:
        """Return how many more games the test is expected to take if the players score as they have so far.

        The log-likelihood ratio is modelled as a Brownian motion with drift between the two bounds.
        """
        observed = np.asarray(counts.steps, float)
        share = multinomial.shares(multinomial.regularized(observed))
        low, high = self._hypotheses(share)
        steps = np.log(high / low)
        drift = float(share @ steps)
        variance = float(share @ (steps - drift) ** 2)
        llr, (lower, upper) = float(self.llr(observed)), self.bounds
        ahead, behind = (upper - llr, llr - lower) if drift > 0 else (llr - lower, upper - llr)
        if min(ahead, behind) <= 0:
            return 0.0
        pull = 2 * abs(drift) / max(variance, _SMALLEST)
        if pull * (ahead + behind) < _SMALLEST:
            expected = ahead * behind / max(variance, _SMALLEST)
        else:
            chance = math.expm1(-pull * behind) / math.expm1(-pull * (ahead + behind))  # to end ahead
            expected = (chance * (ahead + behind) - behind) / abs(drift)
        return expected * counts.games / float(observed.sum())

    def llr(self, counts: ArrayLike) -> multinomial.Array:
        """Return the log-likelihood ratio of counts on the last axis; other axes enumerate matches."""
        observed = np.asarray(counts, float)
        regular = multinomial.regularized(observed)
        low, high = self._hypotheses(multinomial.shares(regular))
        return np.where(observed.any(-1), multinomial.log_ratio(regular, high, low), 0.0)

    def _hypotheses(self, share: multinomial.Array) -> tuple[multinomial.Array, multinomial.Array]:
        """Return the most likely distributions under H0 and H1 for the observed shares."""
        if self.scale == "logistic":
            low, high = (multinomial.with_mean(share, expected_score(elo)) for elo in (self.elo0, self.elo1))
        else:
            unit = NORMALIZED_SCALE / (math.sqrt(2) if share.shape[-1] == PAIRS else 1)
            low, high = (multinomial.with_deviation(share, elo / unit) for elo in (self.elo0, self.elo1))
        return low, high
