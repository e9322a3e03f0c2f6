"""The likelihood of results that fall into a few even steps from 0 to 1: of games three, of pairs of games five.

Arrays have the steps on their last axis and may hold any number of matches on those before it. No assumption is made
on how the steps are distributed; all that is asked is how likely the counts can be where their mean, or their mean in
standard deviations, is given.

The formulas: M. Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of a multinomial
distribution" and "Comments on normalized Elo", section 4.1 (cantate.be/Fishtest).
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

ABSENT = 1e-3
"""Counted for a step that never came, as fishtest does: what has not been seen is unlikely, but not impossible."""
DEVIANCE = 3.841459
"""Twice the log-likelihood that a 95 % interval gives up: the quantile of chi-squared with one degree of freedom."""
EDGE = 1e-12
"""As near to 0 or 1 as a mean is looked for, and as exactly as an equation is solved."""
SAME = 1e-9
"""Distributions that differ by less are not told apart."""


def steps(counts: Array) -> Array:
    """The score of each step."""
    return np.linspace(0, 1, counts.shape[-1])


def regularized(counts: ArrayLike) -> Array:
    """The counts, none of them nought."""
    given = np.asarray(counts, float)
    return np.where(given == 0, ABSENT, given)


def shares(counts: Array) -> Array:
    """The part of all that each step has."""
    shared: Array = counts / counts.sum(-1, keepdims=True)
    return shared


def mean(share: Array) -> Array:
    """The mean score."""
    return np.asarray(share @ steps(share))


def variance(share: Array) -> Array:
    """The variance of one observation."""
    away = steps(share) - mean(share)[..., None]
    return np.asarray((share * away**2).sum(-1))


def tilted(share: Array, pull: Array) -> Array:
    """The most likely distribution, where those shares were seen, among those in which the mean of `pull` is 0.

    It is share / (1 + x pull), with the x at which that mean is 0. The mean falls with x, from one end of the
    interval where all stays positive to the other: Newton's steps, halving instead where one would leave what is left
    of the interval.
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
    made: Array = share / (1 + x * pull)
    return made


def with_mean(share: Array, wanted: ArrayLike) -> Array:
    """The most likely distribution with that mean, which is between 0 and 1."""
    return tilted(share, steps(share) - np.asarray(wanted)[..., None])


def with_deviation(share: Array, wanted: float) -> Array:
    """The most likely distribution whose mean is so many of its own standard deviations above one half.

    The condition is not linear in the distribution; it is replaced by its tangent, again and again.
    """
    value = steps(share)
    found = np.full_like(share, 1 / len(value))
    for _ in range(30):
        centre, spread = mean(found)[..., None], np.sqrt(variance(found))[..., None]
        pull = value - 0.5 - wanted * spread / 2 * (1 + ((value - centre) / spread) ** 2)
        last, found = found, tilted(share, pull)
        if np.abs(found - last).max(initial=0) < SAME:
            break
    return found


def log_ratio(counts: Array, above: Array, below: Array) -> Array:
    """The logarithm of how much likelier the counts are under one distribution than under another."""
    return np.asarray((counts * (np.log(above) - np.log(below))).sum(-1))


def deviance(counts: Array, wanted: ArrayLike) -> Array:
    """Twice the log-likelihood that is lost where the mean has to be `wanted`."""
    share = shares(counts)
    lost: Array = 2 * log_ratio(counts, share, with_mean(share, wanted))
    return lost


def mean_interval(counts: Array) -> tuple[Array, Array]:
    """The 95 % interval of the mean: all means under which the counts are likely enough."""
    middle = mean(shares(counts))
    ends = np.stack([np.zeros_like(middle), np.ones_like(middle)])
    inside, outside = np.stack([middle, middle]), ends
    for _ in range(40):
        half = np.clip((inside + outside) / 2, EDGE, 1 - EDGE)
        likely = deviance(counts, half) <= DEVIANCE
        inside, outside = np.where(likely, half, inside), np.where(likely, outside, half)
    low, high = np.where(np.abs(inside - ends) < 2 * EDGE, ends, inside)
    return low, high
