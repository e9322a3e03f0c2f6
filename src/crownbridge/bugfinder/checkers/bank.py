"""The questions for checkers bots, in random order, with either colour to move."""

import random
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice

from crownbridge.bugfinder.checkers import BANK
from crownbridge.bugfinder.question import Question, load_questions

_SQUARE = re.compile(r"\d+")
_MIRROR = 33
"""Sum of the numbers of a square and of the square opposite it."""


@cache
def questions() -> tuple[Question, ...]:
    """Return all questions; Red is to move."""
    return tuple(load_questions(BANK))


def mirrored(question: Question) -> Question:
    """Return the same question with the board turned round and the colours exchanged."""
    side, white, red = question.position.split(":")
    return question._replace(
        position=f"{'W' if side == 'B' else 'B'}:W{_turned(red[1:])}:B{_turned(white[1:])}",
        right=tuple(map(_turned, question.right)),
        wrong=tuple(map(_turned, question.wrong)),
    )


def _turned(text: str) -> str:
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
