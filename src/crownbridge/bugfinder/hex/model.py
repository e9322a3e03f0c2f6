"""How well a model of a bot explains its answers."""

from collections.abc import Callable, Sequence
from math import exp, log
from typing import NamedTuple

from crownbridge.bugfinder.answer import Answer
from crownbridge.bugfinder.hex.trial import HABITS, SOUND, Trial
from crownbridge.games import Termination

_SKILLS = (*(step / 20 for step in range(20)), 0.98)


class Response(NamedTuple):
    """The answer to a trial."""

    trial: Trial
    answer: Answer

    @property
    def move(self) -> str:
        """The cell that the bot named, also if it was illegal; empty if there is none."""
        fault = self.answer.fault
        if fault is not None and fault.termination is Termination.ILLEGAL_MOVE and fault.turn is not None:
            return str(fault.turn.move)
        return str(self.answer.move) if self.answer.move is not None else ""

    @property
    def is_right(self) -> bool:
        """True if the move is right."""
        return self.move in self.trial.moves[SOUND]


class Fit(NamedTuple):
    """The best fit of a model: a bot that plays the model's moves with a probability, and random moves otherwise."""

    likelihood: float
    """Logarithm of the probability of the answers."""
    skill: float
    """The probability of the model's moves; of those in plain trials, if there are some."""


def fit(responses: Sequence[Response], model: str) -> Fit:
    """Fit a model to answers, separately to plain trials and to those that need a plan."""
    plain = _fit([response for response in responses if response.trial.is_plain], model)
    plans = _fit([response for response in responses if not response.trial.is_plain], model)
    has_plain = any(response.trial.is_plain for response in responses)
    return Fit(plain.likelihood + plans.likelihood, plain.skill if has_plain else plans.skill)


def _fit(responses: Sequence[Response], model: str) -> Fit:
    chances = []
    for trial, moves, move in ((item.trial, item.trial.moves.get(model), item.move) for item in responses):
        expected = 1 / trial.empty if not moves else (move in moves) / len(moves)
        chances.append((expected, 1 / trial.empty))
    return max(
        (Fit(sum(log(skill * one + (1 - skill) * other) for one, other in chances), skill) for skill in _SKILLS),
        key=lambda fitted: fitted.likelihood,
    )


def weak_likelihood(responses: Sequence[Response]) -> float:
    """Return how well sound or thoughtless play of any skill explains answers."""
    return max(fit(responses, harmless).likelihood for harmless in (SOUND, *HABITS))


def faulty_likelihood(
    responses: Sequence[Response], model: str, affected: Callable[[Response], bool] = lambda _: True
) -> float:
    """Return how well a model explains the affected answers, and sound play the others."""
    hit = [response for response in responses if affected(response)]
    rest = [response for response in responses if not affected(response)]
    return fit(hit, model).likelihood + fit(rest, SOUND).likelihood


def is_habit(responses: Sequence[Response]) -> bool:
    """Return True if the first or the last empty cell explains the moves much better than sound play."""
    sound = fit(responses, SOUND).likelihood
    return any(fit(responses, habit).likelihood > sound + _CLEAR_GAIN for habit in ("first cell", "last cell"))


def confidence(gained: float, hypotheses: int) -> float:
    """Return the probability of a model that is one of many, all of them rare."""
    odds = exp(min(gained, 50.0)) / (hypotheses * _RARITY)
    return min(odds / (1 + odds), 0.99)


_CLEAR_GAIN = 8.0
_RARITY = 50
"""How much rarer faulty bots are than sound ones."""
