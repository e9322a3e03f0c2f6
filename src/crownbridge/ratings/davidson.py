"""The model of many agents' games, and its most likely strengths.

Davidson's (R. R. Davidson, "On extending the Bradley-Terry model to accommodate ties in paired comparison
experiments", 1970), with an advantage of the first move (R. R. Davidson and R. J. Beaver, 1977): where the first is
stronger by d, its advantage included,

    win : draw : loss  =  exp(d/2) : exp(t) : exp(-d/2).

Chosen over that of Rao and Kupper, which BayesElo uses, for two reasons. What counts of an agent's results are its
points: two draws are worth a win and a loss, as in every tournament's rules, so that in a round robin the order by
rating is the order by points. And it is an exponential family: the likelihood is concave in strengths, advantage and
t together, so that there is one maximum and Newton's method finds it.

A prior keeps all finite, where an agent won everything or always moved first: each agent's strength, and the
advantage, comes with `PRIOR` virtual games, half won and half lost at a difference of that much; and one virtual game
between equals was decisive.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

PRIOR = 1.0
"""Virtual games for each agent. One is little: 20 games outweigh it twenty times."""
STEPS = 200
"""Newton needs about ten; each is shortened to `REACH`, should a rating be far away."""
REACH = 2.0
NEVER = -40.0
"""The logarithm of the odds of a draw where none was seen."""


@dataclass(frozen=True)
class Games:
    """Games by who moved first and who second."""

    agents: int
    first: Indices
    second: Indices
    wins: Array
    draws: Array
    losses: Array


@dataclass(frozen=True)
class Fit:
    """The most likely parameters: each agent's strength, the first move's advantage, the logarithm of a draw's odds."""

    parameters: Array
    covariance: Array


def fit(games: Games) -> Fit:
    """The most likely parameters and, by the Hessian there, their covariance."""
    count = games.agents
    parameters = np.zeros(count + 2)
    drawn = bool(games.draws.sum())
    if not drawn:
        parameters[-1] = NEVER
    free = count + 1 + drawn
    for _ in range(STEPS):
        gradient, information = derivatives(games, parameters)
        step = np.linalg.solve(information[:free, :free], gradient[:free])
        parameters[:free] += step * min(1, REACH / max(float(np.abs(step).max()), REACH))
        if np.abs(step).max() < 1e-10:  # noqa: PLR2004 - far below what is printed
            break
    covariance = np.zeros((count + 2, count + 2))
    covariance[:free, :free] = np.linalg.inv(derivatives(games, parameters)[1][:free, :free])
    return Fit(parameters, covariance)


def derivatives(games: Games, parameters: Array) -> tuple[Array, Array]:
    """The gradient of the log-likelihood, and its negative Hessian."""
    first, second, count = games.first, games.second, games.agents
    difference = parameters[first] - parameters[second] + parameters[count]
    highest = np.maximum(np.abs(difference) / 2, parameters[-1])
    win, draw, loss = (np.exp(part - highest) for part in (difference / 2, parameters[-1], -difference / 2))
    total = win + draw + loss
    win, draw, loss = win / total, draw / total, loss / total
    played = games.wins + games.draws + games.losses
    # Of the three sums that a game adds to: by its difference, by its draw, by both.
    surprise = (games.wins - games.losses - played * (win - loss)) / 2
    weight = played * (win + loss - (win - loss) ** 2) / 4
    mixed = -played * (win - loss) * draw / 2

    gradient, information = np.zeros(count + 2), np.zeros((count + 2, count + 2))
    np.add.at(gradient, first, surprise)
    np.subtract.at(gradient, second, surprise)
    np.subtract.at(information, (first, second), weight)
    np.subtract.at(information, (second, first), weight)
    for column, value in ((count, weight), (count + 1, mixed)):
        np.add.at(information[:, column], first, value)
        np.subtract.at(information[:, column], second, value)
        information[column, :count] = information[:count, column]
    met = np.zeros(count)
    np.add.at(met, first, weight)
    np.add.at(met, second, weight)
    information[np.arange(count), np.arange(count)] += met
    gradient[count], information[count, count] = surprise.sum(), weight.sum()
    information[count, -1] = information[-1, count] = mixed.sum()
    gradient[-1] = (games.draws - played * draw).sum()
    information[-1, -1] = (played * draw * (1 - draw)).sum()

    expected = 0.5 * (1 + np.tanh(parameters[:-1] / 2))
    gradient[:-1] += PRIOR * (0.5 - expected)
    information[np.arange(count + 1), np.arange(count + 1)] += PRIOR * expected * (1 - expected)
    equal = draws_of_equals(float(parameters[-1]))
    gradient[-1] -= equal
    information[-1, -1] += equal * (1 - equal)
    return gradient, information


def draws_of_equals(odds: float) -> float:
    """The probability of a draw between equals, by the logarithm of the odds."""
    return float(np.exp(odds) / (2 + np.exp(odds)))
