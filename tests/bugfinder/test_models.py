"""Small searches with a planted error, and the hypotheses that are built on them."""

import random
import time
from functools import partial
from itertools import islice
from typing import Any

import pytest

from crownbridge.bugfinder.answer import Answer
from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers.bank import both_colours, questions
from crownbridge.bugfinder.checkers.hypotheses import likelihoods
from crownbridge.bugfinder.checkers.models import Model, crowns_at_columns, removes_one
from crownbridge.bugfinder.checkers.preferences import quiet_questions
from crownbridge.bugfinder.checkers.shallow import ONE, TWO, decided
from crownbridge.bugfinder.results import Result, Results
from crownbridge.games import load
from crownbridge.games.checkers import Side
from crownbridge.players import RandomPlayer

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
        Model(2, play=removes_one),
    ],
)
def test_the_error_of_a_search_is_recognized(model: Model) -> None:
    scores = likelihoods([result.answer for result in answered(model)])
    assert max(scores, key=lambda hypothesis: scores[hypothesis]).model == model


@pytest.mark.parametrize("model", [Model(1), Model(2), Model(2, king=180, enemy_king=180)])
def test_a_sound_search_has_no_symptom(model: Model) -> None:
    scores = likelihoods([result.answer for result in answered(model)])
    assert max(scores, key=lambda hypothesis: scores[hypothesis]).symptom == ""


def quiet_answers(columns: tuple[tuple[int, ...], ...]) -> list[Answer]:
    """Return the answers of a bot that crowns men at columns of the board, to positions where nothing else decides."""
    model = Model(2, play=partial(crowns_at_columns, columns=columns))
    bot = Bot(GAME, RandomPlayer, 1.0, deadline=time.monotonic() + 60)
    answers = []
    for question in both_colours(islice(quiet_questions(bot, random.Random(1)), 16)):
        position: Any = GAME.parse(question.position)
        move = max(model.values(position).items(), key=lambda item: item[1])[0]
        answers.append(Answer(position, move, None, 0.0, 0.0, 0, ()))
    return answers


@pytest.mark.parametrize(
    ("columns", "symptom"),
    [
        (((7,), (0,)), "It plays as if a man were crowned at one side of the board."),
        (((0,), (7,)), "It plays as if a man were crowned at one side of the board."),
        (((0, 7), (0, 7)), ""),
    ],
)
def test_men_crowned_at_one_side_are_recognized_in_quiet_positions(
    columns: tuple[tuple[int, ...], ...], symptom: str
) -> None:
    scores = likelihoods(quiet_answers(columns))
    assert max(scores, key=lambda hypothesis: scores[hypothesis]).symptom == symptom


@pytest.mark.parametrize(("model", "share"), [(ONE, 1.0), (TWO, 0.0)])
def test_depths_differ_where_a_reply_decides(model: Model, share: float) -> None:
    explained, total = decided(answered(model, least_depth=2, most_depth=6), ONE, TWO)
    assert total > 0
    assert len(explained) == share * total
