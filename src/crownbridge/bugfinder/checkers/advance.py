"""The advance of men: whether the bot keeps its men back when nothing else decides."""

import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

import numpy as np

from crownbridge.bugfinder.answer import Answer
from crownbridge.bugfinder.bot import Bot, TimeIsUpError
from crownbridge.bugfinder.checkers.bank import both_colours
from crownbridge.bugfinder.checkers.causes import ORIENTATION, SIGN
from crownbridge.bugfinder.checkers.preferences import plays_by_order, quiet_position
from crownbridge.bugfinder.checkers.squares import CENTRE, distance, men_and_kings, moves_king, row_of
from crownbridge.bugfinder.checkers.tactics import look_ahead
from crownbridge.bugfinder.checkers.valuation import Matrix, fitted
from crownbridge.bugfinder.finding import Example, Fact, Finding
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.question import Question
from crownbridge.games.checkers import Side, fen

FEW, PAIRS = 12, 64
"""Number of positions, each with both colours: before a first look at the answers, and in all."""
DOUBTFUL, CLEAR = 1.0, 3.5
"""Number of standard errors by which the value of a row must then be below 0."""
MEN = 3
HOME = range(4, 16)
"""Squares of red men."""
LEAST_MEN = 0.15
"""Share of moves of men below which the bot may just generate the king's moves first, and see no difference."""
TRIES, ATTEMPTS = 3, 4
"""Number of answers that are tried as an example, and how often the bot must repeat one."""
WHY = "Only men that advance are crowned, and neither side can capture now or in reply."


class Advance(Probe):
    """Asks quiet positions with men and a king in the centre, and fits the value of a row to the moves."""

    name = "advance of men"

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield a finding if a row that a man advances has a negative value."""
        if not look_ahead(bot.results):
            return
        answers: list[Answer] = []
        questions = both_colours(advance_questions(bot, chance))
        for pairs, least in (FEW, DOUBTFUL), (PAIRS, CLEAR):
            texts = (question.position for question in islice(questions, 2 * pairs - len(answers)))
            answers += [answer for answer in bot.ask_each(texts) if answer.move is not None]
            if len(answers) < 2 * FEW or plays_by_order(answers) or errors_below_zero(answers) < least:
                return
        bot.extend()
        kings = [answer for answer in answers if moves_king(answer.position, answer.move)]
        if len(answers) - len(kings) < LEAST_MEN * len(answers):
            return
        yield Finding(
            "It keeps its men back.",
            (ORIENTATION, SIGN),
            0.93,
            f"of {len(answers)} quiet positions, it moves the king in {len(kings)}; the value of a row that a man"
            f" advances is {errors_below_zero(answers):.1f} standard errors below 0",
            _examples(bot, kings),
        )


def advance_questions(bot: Bot, chance: random.Random) -> Iterator[Question]:
    """Yield quiet positions in which Red may move a man or a king that stands in the centre. Raise TimeIsUpError."""
    while True:
        bot.check_time()
        position = quiet_position(bot.game, chance, MEN, HOME, sorted(CENTRE))
        if position is None:
            continue
        if len({moves_king(position, move) for move in position.legal_moves()}) > 1:
            yield Question(fen(position), (), (), "quiet")


def errors_below_zero(answers: list[Answer]) -> float:
    """Return by how many standard errors the value of a row that a man advances is below 0."""
    choices: list[Matrix] = []
    chosen: list[int] = []
    for answer in answers:
        position: Any = answer.position
        moves = position.legal_moves()
        choices.append(np.array([_features(position.play(move), position.side_to_move) for move in moves]))
        chosen.append(moves.index(answer.move))
    fit = fitted(choices, chosen)
    return float(-fit.weights[0] / fit.errors[0])


def _features(position: Any, side: Side) -> list[float]:
    """Return the rows of men, the men and the kings in the centre, the kings' distances to enemies, and the replies."""
    men, kings = men_and_kings(position, side)
    enemies = [square for pieces in men_and_kings(position, Side(1 - side)) for square in pieces]
    distances = [[distance(king, enemy) for enemy in enemies] for king in kings]
    return [
        float(sum(row_of(square, side) for square in men)),
        float(len(CENTRE.intersection(men))),
        float(len(CENTRE.intersection(kings))),
        float(sum(min(each) for each in distances)),
        float(sum(sum(each) for each in distances)) / len(enemies),
        float(len(position.legal_moves())),
    ]


def _examples(bot: Bot, answers: list[Answer]) -> tuple[Example, ...]:
    """Return the first of some answers that new processes of the bot repeat."""
    with suppress(TimeIsUpError):
        for answer in answers[:TRIES]:
            position: Any = answer.position
            text = fen(position)
            if all(bot.ask(text, attempt).text == answer.text for attempt in range(1, ATTEMPTS + 1)):
                return (Example(text, bot.ask(text, 1).lines, answer.text, (), WHY, (), ATTEMPTS),)
    return ()
