"""Small searches with a planted error, and the hypotheses that are built on them."""

import random
from typing import Any

import pytest

from crownbridge.bugfinder.answer import Answer
from crownbridge.bugfinder.checkers.bank import both_colours, questions
from crownbridge.bugfinder.checkers.hypotheses import likelihoods
from crownbridge.bugfinder.checkers.models import Model
from crownbridge.bugfinder.checkers.shallow import ONE, TWO, decided
from crownbridge.bugfinder.results import Result, Results
from crownbridge.games import load
from crownbridge.games.checkers import Side

GAME = load("checkers")


def answered(model: Model, *, least_depth: int = 1, most_depth: int = 3) -> Results:
    """Return the answers that a bot would give that searches like a model."""
    sample = [question for question in questions() if least_depth <= question.depth <= most_depth]
    results = Results()
    for question in both_colours(random.Random(1).sample(sample, 60)):
        position: Any = GAME.parse(question.position)
        move = max(model.values(position).items(), key=lambda item: item[1])[0]
        results.append(Result(question, Answer(position, move, None, 0.0, 0.0, 0, ())))
    return results


@pytest.mark.parametrize(
    "model",
    [
        Model(2, sign=-1),
        Model(2, view=Side.WHITE),
        Model(2, cooperates=True),
        Model(2, negates_captures=False),
        Model(2, king=50, enemy_king=50),
        Model(2, most_jumps=1),
    ],
)
def test_the_error_of_a_search_is_recognized(model: Model) -> None:
    scores = likelihoods(answered(model))
    assert max(scores, key=lambda hypothesis: scores[hypothesis]).model == model


@pytest.mark.parametrize("model", [Model(1), Model(2), Model(2, king=180, enemy_king=180)])
def test_a_sound_search_has_no_symptom(model: Model) -> None:
    scores = likelihoods(answered(model))
    assert max(scores, key=lambda hypothesis: scores[hypothesis]).symptom == ""


@pytest.mark.parametrize(("model", "share"), [(ONE, 1.0), (TWO, 0.0)])
def test_depths_differ_where_a_reply_decides(model: Model, share: float) -> None:
    explained, total = decided(answered(model, least_depth=2, most_depth=6), ONE, TWO)
    assert total > 0
    assert len(explained) == share * total
