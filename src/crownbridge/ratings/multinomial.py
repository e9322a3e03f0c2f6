"""Likelihood of results on evenly spaced scores from 0 to 1: three for games, five for pairs of games.

Arrays have the scores on their last axis; the other axes enumerate matches. The distribution of the scores is
arbitrary; the functions compute the maximum likelihood of the counts under a given mean, or a given mean in standard
deviations.

The formulas: M. Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of a multinomial
distribution" and "Comments on normalized Elo", section 4.1 (cantate.be/Fishtest).
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

ABSENT = 1e-3
"""Count used for a score that never occurred, as in fishtest."""
DEVIANCE = 3.841459
"""95 % quantile of the chi-squared distribution with one degree of freedom."""
EDGE = 1e-12
"""Minimum distance of a mean from 0 and 1, and relative tolerance of equations."""
SAME = 1e-9
"""Distributions that differ by less are considered equal."""


def steps(counts: Array) -> Array:
    """Return the possible scores."""
    return np.linspace(0, 1, counts.shape[-1])


def regularized(counts: ArrayLike) -> Array:
    """Return the counts with zeros replaced by `ABSENT`."""
    values = np.asarray(counts, float)
    return np.where(values == 0, ABSENT, values)


def shares(counts: Array) -> Array:
    """Return the relative frequency of each score."""
    share: Array = counts / counts.sum(-1, keepdims=True)
    return share


def mean(share: Array) -> Array:
    """Return the mean score."""
    return np.asarray(share @ steps(share))


def variance(share: Array) -> Array:
    """Return the variance of one observation."""
    away = steps(share) - mean(share)[..., None]
    return np.asarray((share * away**2).sum(-1))


def tilted(share: Array, pull: Array) -> Array:
    """Return the most likely distribution for observed shares among those in which the mean of `pull` is 0.

    It is share / (1 + x pull), with the x at which that mean is 0. The mean decreases with x over the interval in which
    all shares are positive. Newton steps that would leave the remaining interval are replaced by bisection.
    """
    share, pull = np.broadcast_arrays(share, pull)
    low, high = -1 / pull.max(-1, keepdims=True), -1 / pull.min(-1, keepdims=True)
    x = np.zeros_like(low)
    for _ in range(100):
        part = pull / (1 + x * pull)
        value = (share * part).sum(-1, keepdims=True)
        low, high = np.where(value > 0, x, low), np.where(value > 0, high, x)
        step = x + value / (share * part**2).sum(-1, keepdims=True)
        following = np.where((low < step) & (step < high), step, (low + high) / 2)
        if np.all(np.abs(following - x) <= EDGE * (1 + np.abs(x))):
            break
        x = following
    distribution: Array = share / (1 + x * pull)
    return distribution


def with_mean(share: Array, target: ArrayLike) -> Array:
    """Return the most likely distribution with the mean `target`, which is between 0 and 1."""
    return tilted(share, steps(share) - np.asarray(target)[..., None])


def with_deviation(share: Array, target: float) -> Array:
    """Return the most likely distribution whose mean is `target` standard deviations above 0.5.

    The condition is not linear in the distribution, and is linearized iteratively.
    """
    value = steps(share)
    distribution = np.full_like(share, 1 / len(value))
    for _ in range(30):
        centre, spread = mean(distribution)[..., None], np.sqrt(variance(distribution))[..., None]
        pull = value - 0.5 - target * spread / 2 * (1 + ((value - centre) / spread) ** 2)
        last, distribution = distribution, tilted(share, pull)
        if np.abs(distribution - last).max(initial=0) < SAME:
            break
    return distribution


def log_ratio(counts: Array, above: Array, below: Array) -> Array:
    """Return the log-likelihood ratio of the counts under two distributions."""
    return np.asarray((counts * (np.log(above) - np.log(below))).sum(-1))


def deviance(counts: Array, target: ArrayLike) -> Array:
    """Return twice the loss of log-likelihood if the mean must be `target`."""
    share = shares(counts)
    loss: Array = 2 * log_ratio(counts, share, with_mean(share, target))
    return loss


def mean_interval(counts: Array) -> tuple[Array, Array]:
    """Return the 95 % interval of the mean: all means whose deviance is at most `DEVIANCE`."""
    middle = mean(shares(counts))
    ends = np.stack([np.zeros_like(middle), np.ones_like(middle)])
    inside, outside = np.stack([middle, middle]), ends
    for _ in range(40):
        half = np.clip((inside + outside) / 2, EDGE, 1 - EDGE)
        likely = deviance(counts, half) <= DEVIANCE
        inside, outside = np.where(likely, half, inside), np.where(likely, outside, half)
    low, high = np.where(np.abs(inside - ends) < 2 * EDGE, ends, inside)
    return low, high
