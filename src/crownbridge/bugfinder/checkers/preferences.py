"""Preferences by colour: whether quiet moves of one colour differ in kind from those of the other."""

import random
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any

from crownbridge.bugfinder.answer import Answer
from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers.bank import mirrored, turned
from crownbridge.bugfinder.checkers.causes import ORIENTATION, SIDE, SIGN
from crownbridge.bugfinder.checkers.squares import moves_king
from crownbridge.bugfinder.checkers.tactics import look_ahead
from crownbridge.bugfinder.finding import Example, Fact, Finding
from crownbridge.bugfinder.likelihood import Failures, exceeds
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.question import Question
from crownbridge.errors import PositionError
from crownbridge.games import Game
from crownbridge.games.checkers import Side, fen

FEW, PAIRS = 16, 60
SYMMETRIC = 0.7
"""Share of the first pairs with the same move from which on the colours are alike."""
LEAST = 12
"""Pairs that must differ before a preference is judged."""
SURE = 0.998
MEN = 5
HOME = range(12)
"""Squares of red men; from there, crowning is too far away to be seen, so that the evaluation decides."""
BY_ORDER = 0.4


def _is_symmetric(pairs: list[tuple[Answer, Answer]]) -> bool:
    """Return True if most positions are answered by the same move with both colours."""
    same = sum(turned(red.text) == white.text for red, white in pairs)
    return same >= SYMMETRIC * len(pairs)


def plays_by_order(answers: list[Answer]) -> bool:
    """Return True if the bot often plays the first or the last legal move, which means that it sees no difference."""
    for end in (0, -1):
        same = sum(answer.position.legal_moves()[end] == answer.move for answer in answers)
        if same > BY_ORDER * len(answers):
            return True
    return False


class Preferences(Probe):
    """Asks quiet positions with both colours and compares the kinds of moves."""

    name = "preferences by colour"
    share = 3.0

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield a finding if the two colours prefer different kinds of moves."""
        if not look_ahead(bot.results):
            return
        texts = (
            text
            for question in quiet_questions(bot, chance)
            for text in (question.position, mirrored(question).position)
        )
        pairs: list[tuple[Answer, Answer]] = []
        with closing(bot.ask_each(texts)) as answers:
            for pair in zip(answers, answers, strict=False):
                if all(answer.move is not None for answer in pair):
                    pairs.append(pair)
                if len(pairs) == PAIRS or (len(pairs) == FEW and _is_symmetric(pairs)):
                    break
        if not pairs or any(plays_by_order([pair[side] for pair in pairs]) for side in (0, 1)):
            return
        differences = [
            moves_king(white.position, white.move) - moves_king(red.position, red.move) for red, white in pairs
        ]
        more, less = differences.count(1), differences.count(-1)
        sure = exceeds(Failures(max(more, less), more + less), 0.6)
        if more + less < LEAST or sure < SURE:
            return
        colours = (Side.RED, Side.WHITE) if more > less else (Side.WHITE, Side.RED)
        red, white = pairs[differences.index(1 if more > less else -1)]
        why = f"The same position with the colours exchanged is answered by {white.text}."
        yield Finding(
            f"In the same positions, it moves men more often as {colours[0]} than as {colours[1]}.",
            (ORIENTATION, SIDE, SIGN),
            sure * 0.95,
            f"of {more + less} positions in which one colour moves a man and the other a king: {max(more, less)}",
            (Example(str(red.position), red.lines, red.text, (), why),),
        )


def quiet_questions(bot: Bot, chance: random.Random) -> Iterator[Question]:
    """Yield random quiet positions. Raise TimeIsUpError."""
    while True:
        bot.check_time()
        position = quiet_position(bot.game, chance, MEN, HOME, range(32))
        if position is not None:
            yield Question(fen(position), (), (), "quiet")


def quiet_position(
    game: Game[Any], chance: random.Random, men: int, home: Sequence[int], king_squares: Sequence[int]
) -> Any | None:
    """Return a random position with Red to move, in which neither side can capture, before and after any move.

    Each side has one king on one of `king_squares`; its men are on those of `home`, seen from its side. None if the
    choice of squares does not give such a position.
    """
    squares = ["."] * 32
    for letter, rows in (("r", home), ("w", [31 - square for square in home])):
        for square in chance.sample(rows, men):
            squares[square] = letter
        for square in chance.sample(king_squares, 1):
            squares[square] = letter.upper()
    try:
        position = game.parse("".join(squares) + " r")
    except PositionError:
        return None
    moves = position.legal_moves()
    replies = [reply for move in moves for reply in position.play(move).legal_moves()]
    is_quiet = moves and replies and not any(move.is_capture for move in (*moves, *replies))
    return position if is_quiet else None
