"""Valuation: a linear model of what the bot seems to value, fitted to its moves."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers.models import Model
from crownbridge.bugfinder.checkers.squares import CENTRE, men_and_kings, row_of
from crownbridge.bugfinder.finding import Fact, Finding
from crownbridge.bugfinder.probe import Probe
from crownbridge.games.checkers import Side

FEATURES = ("man", "king", "row that a man advances", "man on the home row", "piece in the centre", "possible move")
MOST = 400
"""Number of moves of the bot that are used."""
LEAST = 60
PRIOR = 0.1
"""Precision of the weights before any move was seen, which are then near 0."""
CLEAR = 3.0
"""Number of standard errors by which a weight must differ from 0."""
STEPS = 30
SETTLED = Model.search(1)

Matrix = NDArray[np.float64]


class Fit(NamedTuple):
    """Weights of the features, and how well they predict moves."""

    weights: Matrix
    errors: Matrix
    predicted: float
    """Share of moves that have the highest value among the legal ones."""
    by_chance: float


class Valuation(Probe):
    """Fits the values of pieces and places to the moves that the bot has played in the other probes."""

    name = "valuation"
    share = 0.3

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:  # noqa: ARG002 (asks nothing new)
        """Yield the values that are clear."""
        choices, chosen = choices_of(bot)
        if len(choices) < LEAST:
            return
        fit = fitted(choices, chosen)
        text = f"{described(fit)}; this predicts {fit.predicted:.0%} of its moves, chance {fit.by_chance:.0%}"
        yield Fact("seems to value", text)


def choices_of(bot: Bot) -> tuple[list[Matrix], list[int]]:
    """Return the features after every legal move, one matrix for each position, and the indices of the bot's moves."""
    choices: list[Matrix] = []
    chosen: list[int] = []
    known: set[str] = set()
    for answer in bot.answers:
        moves = answer.position.legal_moves()
        if answer.move is None or len(moves) == 1 or str(answer.position) in known or len(choices) == MOST:
            continue
        bot.check_time()
        known.add(str(answer.position))
        side: Any = answer.position.side_to_move
        choices.append(np.array([features(settled(answer.position.play(move)), side) for move in moves]))
        chosen.append(moves.index(answer.move))
    return choices, chosen


def settled(position: Any) -> Any:
    """Return the position after the captures that follow, of which each side chooses the best by material."""
    moves = position.legal_moves()
    while moves and moves[0].is_capture:
        values = SETTLED.values(position)
        position = position.play(max(moves, key=lambda move: values[move]))
        moves = position.legal_moves()
    return position


def features(position: Any, side: Side) -> list[float]:
    """Return the features from the point of view of a side."""
    own, theirs = (_counts(position, each) for each in (side, Side(1 - side)))
    mobility = len(position.legal_moves()) * (1 if position.side_to_move is side else -1)
    return [*(float(one - other) for one, other in zip(own, theirs, strict=True)), float(mobility)]


def _counts(position: Any, side: Side) -> list[int]:
    men, kings = men_and_kings(position, side)
    rows = [row_of(square, side) for square in men]
    return [len(men), len(kings), sum(rows), rows.count(0), sum(square in CENTRE for square in (*men, *kings))]


def fitted(choices: Sequence[Matrix], chosen: Sequence[int]) -> Fit:
    """Return the most likely weights if the probability of a move grows exponentially with its value."""
    count = choices[0].shape[1]
    weights = np.zeros(count)
    for _ in range(STEPS):
        gradient, hessian = -PRIOR * weights, PRIOR * np.eye(count)
        for matrix, index in zip(choices, chosen, strict=True):
            values = matrix @ weights
            chances = np.exp(values - values.max())
            chances /= chances.sum()
            mean = chances @ matrix
            gradient += matrix[index] - mean
            hessian += (matrix * chances[:, None]).T @ matrix - np.outer(mean, mean)
        weights = weights + np.linalg.solve(hessian, gradient)
    errors = np.sqrt(np.diag(np.linalg.inv(hessian)))
    right = [np.argmax(matrix @ weights) == index for matrix, index in zip(choices, chosen, strict=True)]
    return Fit(weights, errors, float(np.mean(right)), float(np.mean([1 / len(matrix) for matrix in choices])))


def described(fit: Fit) -> str:
    """Return the clear weights in words: in men, if men have a clear value."""
    clear = [abs(weight) > CLEAR * error for weight, error in zip(fit.weights, fit.errors, strict=True)]
    man = fit.weights[0]
    if not clear[0] or man < 0:
        start = "men have a negative value" if clear[0] else "men have no clear value"
        others = [f"{'+' if weight > 0 else '-'} {name}" for name, weight, sure in _named(fit, clear)[1:] if sure]
    else:
        start = "a man 1"
        others = [f"{name} {weight / man:.2g}" for name, weight, sure in _named(fit, clear)[1:] if sure]
    return ", ".join([start, *others])


def _named(fit: Fit, clear: Sequence[bool]) -> list[tuple[str, float, bool]]:
    return list(zip(FEATURES, map(float, fit.weights), clear, strict=True))
