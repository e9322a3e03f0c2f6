"""The probe of games under way: a bot must not answer worse after its earlier moves of a game than in a new process."""

import random
from collections.abc import Iterator
from math import comb
from typing import Any, ClassVar, NamedTuple

from crownbridge.bugfinder.answer import Answer
from crownbridge.bugfinder.bot import Bot, TimeIsUpError
from crownbridge.bugfinder.finding import HASH, Cause, Example, Fact, Finding
from crownbridge.bugfinder.hex.asking import is_examined
from crownbridge.bugfinder.hex.endings import MOST_EMPTY, random_game
from crownbridge.bugfinder.hex.opponent import threatening_move
from crownbridge.bugfinder.hex.trial import Examiner, is_question
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.question import Question
from crownbridge.players import FaultError
from crownbridge.protocols import LastMove

GAMES, FEWEST = 12, 4
"""Number of games, and of those after which a bot that does not answer worse is left alone."""
_SIGNIFICANT = 0.005
_NEW = (1, 2, 3)
"""Attempts in new processes that must find the right move."""
_TRIED = 4
_TRIES = 20
_CONFIDENCE = 0.9
_STATE = Cause("state", "clear or update what is kept from earlier moves of the game: board, tree, groups, tables")


class Pair(NamedTuple):
    """The answers to a question in the course of a game and in a new process."""

    question: Question
    in_game: Answer
    new: Answer
    seed: int
    number: int
    """Seed and number of the game."""

    @property
    def is_worse(self) -> bool:
        """Return True if only the new process finds a right move."""
        return self.in_game.is_wrong(self.question) and self.new.is_right(self.question)

    @property
    def is_better(self) -> bool:
        """Return True if only the game finds a right move."""
        return self.in_game.is_right(self.question) and self.new.is_wrong(self.question)


class InGame(Probe):
    """Plays games against an opponent that threatens, and asks the same positions in new processes."""

    name: ClassVar[str] = "in the game"
    share: ClassVar[float] = 3.0
    repeats: ClassVar[bool] = False

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield a finding if games are answered worse significantly more often than better (McNemar's test)."""
        if not is_examined(bot):
            return
        pairs: list[Pair] = []
        for number in range(GAMES):
            try:
                pairs += _pairs(bot, chance.getrandbits(32), number)
            except (FaultError, TimeIsUpError):
                break
            if number + 1 >= FEWEST and significance(pairs) > 1 / 2:
                break
        if significance(pairs) > _SIGNIFICANT:
            return
        bot.extend()
        worse = [pair for pair in pairs if pair.is_worse]
        example = next(filter(None, (_example(bot, pair) for pair in worse[:_TRIED])), None)
        if example:
            yield Finding(
                "In the course of a game the bot fails positions that it solves in a new process.",
                (_STATE, HASH),
                _CONFIDENCE,
                f"{len(worse)} of {len(pairs)} answers were wrong only in the game, "
                f"{sum(pair.is_better for pair in pairs)} only in a new process",
                (example,),
            )


def significance(pairs: list[Pair]) -> float:
    """Return the probability of at least this many worse answers if better ones are as likely."""
    worse, better = sum(pair.is_worse for pair in pairs), sum(pair.is_better for pair in pairs)
    total = worse + better
    return sum(comb(total, count) for count in range(worse, total + 1)) / float(2**total)


def _pairs(bot: Bot, seed: int, number: int) -> Iterator[Pair]:
    """Yield the answers of a game with those of new processes."""
    for question, answer in list(_game(bot, seed, number)):
        yield Pair(question, answer, bot.ask(question.position, 1 if bot.shares_processes else 0), seed, number)


def _game(bot: Bot, seed: int, number: int) -> Iterator[tuple[Question, Answer]]:
    """Play a game from a won position; yield the answers to proven questions, except to the first position."""
    chance, examiner = random.Random(seed), Examiner()
    position: Any = _start(bot, chance, number, examiner)
    last: LastMove | None = None
    if position is None:
        return
    with bot.conversation(position.side_to_move) as conversation:
        while position.outcome() is None:
            answer = conversation.ask(position, last)
            trial = examiner.trial(position) if last is not None else None
            if answer.move is None:
                return
            if trial is not None:
                yield trial.question, answer._replace(lines=conversation.sent)
            position = position.play(answer.move)
            if position.outcome() is None:
                move = position.parse_move(threatening_move(position, chance))
                position = position.play(move)
                last = LastMove(position, move, position.stones, 0)


def _start(bot: Bot, chance: random.Random, number: int, examiner: Examiner) -> Any:
    """Return a position of a random game that the side to move wins, of both sides in turn; None if there is none."""
    side = bot.game.sides[number % 2]
    for _ in range(_TRIES):
        for position in random_game(bot.game, chance)[-MOST_EMPTY:]:
            is_provable = len(position.legal_moves()) <= MOST_EMPTY and is_question(position)
            if is_provable and position.side_to_move is side:
                if examiner.is_won(position):
                    return position
                break
    return None


def _example(bot: Bot, pair: Pair) -> Example | None:
    """Return a worse answer as an example if it is given again in the same game, and never in new processes."""
    question = pair.question
    try:
        again = [answer for same, answer in _game(bot, pair.seed, pair.number) if same == question]
        new = [bot.ask(question.position, attempt) for attempt in _NEW]
    except (FaultError, TimeIsUpError):
        return None
    if not all(answer.is_right(question) for answer in new) or not any(answer.is_wrong(question) for answer in again):
        return None
    why = "In a new process the bot finds the right move itself."
    return Example(question.position, pair.in_game.lines, pair.in_game.text, question.right, why, (), 2)
