"""The questions for checkers bots, in random order, with either colour to move."""

import random
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice

from crownbridge.bugfinder.checkers import BANK
from crownbridge.bugfinder.question import Question, load_questions

_SQUARE = re.compile(r"\d+")
LOPSIDED, UNEVEN, WINS = "lopsided", "uneven", "wins"
KING = 1.4
AHEAD, FAR_AHEAD = 0.9, 2.9
"""Differences in men from which on one side is ahead, and far ahead."""
_MIRROR = 33
"""Sum of the numbers of a square and of the square opposite it."""


@cache
def questions() -> tuple[Question, ...]:
    """Return all questions; Red is to move. Features say whether one side is ahead, and whether Red can win."""
    return tuple(
        question._replace(
            why=_reason(question.why),
            features=(
                *question.features,
                *[UNEVEN] * (_lead(question.position) >= AHEAD),
                *[LOPSIDED] * (_lead(question.position) >= FAR_AHEAD),
                *[WINS] * (question.group == "finish"),
            ),
        )
        for question in load_questions(BANK)
    )


def _reason(value: str) -> str:
    """Return why the answer to a stored question is certain: `value` is "proven" or the difference in men."""
    return "The result is proven." if value == "proven" else f"A search of far greater depth values it {value} higher."


def _lead(fen: str) -> float:
    """Return the difference in men between the sides."""
    white, red = (
        sum(KING if square[0] == "K" else 1.0 for square in side[1:].split(",")) for side in fen.split(":")[1:]
    )
    return abs(white - red)


def mirrored(question: Question) -> Question:
    """Return the same question with the board turned round and the colours exchanged."""
    side, white, red = question.position.split(":")
    return question._replace(
        position=f"{'W' if side == 'B' else 'B'}:W{turned(red[1:])}:B{turned(white[1:])}",
        right=tuple(map(turned, question.right)),
        wrong=tuple(map(turned, question.wrong)),
    )


def turned(text: str) -> str:
    """Return a move, or a list of pieces, with the board turned round."""
    return _SQUARE.sub(lambda square: str(_MIRROR - int(square[0])), text)


def both_colours(questions: Iterable[Question]) -> Iterator[Question]:
    """Yield every question with Red and with White to move."""
    for question in questions:
        yield question
        yield mirrored(question)


class Bank:
    """The questions in an order that depends on a seed."""

    def __init__(self, chance: random.Random) -> None:
        self._questions = list(questions())
        chance.shuffle(self._questions)

    def select(
        self, *groups: str, depth: int | None = None, feature: str | None = None, count: int | None = None
    ) -> Iterator[Question]:
        """Yield questions of groups, a depth and a feature, with Red to move."""
        selected = (
            question
            for question in self._questions
            if question.group in groups
            and depth in (None, question.depth)
            and (feature is None or feature in question.features)
        )
        return islice(selected, count)
