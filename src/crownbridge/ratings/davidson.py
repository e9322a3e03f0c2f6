"""Maximum-likelihood fit of the Davidson model for ratings.

The model is Davidson's extension of Bradley-Terry (R. R. Davidson, "On extending the Bradley-Terry model to accommodate
ties in paired comparison experiments", 1970) with an advantage of the first move (R. R. Davidson and R. J. Beaver,
1977). If the first player is stronger by d, including its advantage,

    win : draw : loss  =  exp(d/2) : exp(t) : exp(-d/2).

It is preferred to the model of Rao and Kupper, which BayesElo uses, for two reasons. Only an agent's points matter: two
draws are worth a win and a loss, as in tournament rules, so that in a round robin the order by rating is the order by
points. And it is an exponential family: the log-likelihood is jointly concave in strengths, advantage and t, so that
Newton's method finds the only maximum.

A prior keeps all parameters finite even if an agent won all games or always moved first: each strength and the
advantage get `PRIOR` virtual games, half won and half lost, against an opponent of strength 0; and one virtual game
between equals is decisive.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

PRIOR = 1.0
"""Number of virtual games for each agent."""
STEPS = 200
"""Maximum number of Newton steps; about ten are usual."""
REACH = 2.0
"""Maximum length of a Newton step."""
NEVER = -40.0
"""Logarithm of the odds of a draw if there was no draw."""


@dataclass(frozen=True)
class Games:
    """Results by first and second player."""

    agents: int
    first: Indices
    second: Indices
    wins: Array
    draws: Array
    losses: Array


@dataclass(frozen=True)
class Fit:
    """The most likely parameters: strength of each agent, advantage of the first move, log odds of a draw."""

    parameters: Array
    covariance: Array


def fit(games: Games) -> Fit:
    """Return the most likely parameters and their covariance, from the Hessian at the maximum."""
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
    """Return the gradient of the log-likelihood and its negative Hessian."""
    first, second, count = games.first, games.second, games.agents
    difference = parameters[first] - parameters[second] + parameters[count]
    highest = np.maximum(np.abs(difference) / 2, parameters[-1])
    win, draw, loss = (np.exp(part - highest) for part in (difference / 2, parameters[-1], -difference / 2))
    total = win + draw + loss
    win, draw, loss = win / total, draw / total, loss / total
    played = games.wins + games.draws + games.losses
    # First and second derivatives by the difference, and the mixed second derivative by difference and t.
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
    """Return the probability of a draw between equals, given the logarithm of the odds."""
    return float(np.exp(odds) / (2 + np.exp(odds)))
