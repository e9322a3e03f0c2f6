"""The probe of second games: a program that has played must start another game as well as the first."""

import random
from collections.abc import Iterator, Sequence
from typing import ClassVar

from crownbridge.bugfinder.answer import Answer
from crownbridge.bugfinder.bot import Bot, TimeIsUpError
from crownbridge.bugfinder.finding import Cause, Example, Fact, Finding
from crownbridge.bugfinder.hex.swapping import STRONG
from crownbridge.bugfinder.likelihood import Failures, worse
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.results import Result
from crownbridge.games import Termination
from crownbridge.players import FaultError

GAMES = 8
_LEAST = 3
"""Number of games that fail, of those after the first."""
_CONFIRMED = (1, 2)
_SURE = 0.95
"""Probability that later games fail more often than first ones."""
_CONFIDENCE = 0.9
_STATE = Cause("state", "clear the board, the number of moves and all that is kept from the last game")
_HASH = Cause("hash", "clear the table, or include the side to move in the key and compare the whole key")
_FAULTS = (Termination.ILLEGAL_MOVE, Termination.PROTOCOL_ERROR, Termination.CRASH, Termination.RESIGNATION)


class SecondGame(Probe):
    """Asks several positions that the bot has solved, each as a new game of the same process."""

    name: ClassVar[str] = "second game"
    share: ClassVar[float] = 1.5
    repeats: ClassVar[bool] = False

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield a finding if the bot fails after its first game: by wrong or illegal moves, or because it exits."""
        if not bot.starts_again:
            return
        for games in _selections(bot, chance):
            answers = _answers(bot, games)
            failed = [number for number, answer in enumerate(answers) if _is_failure(games[number], answer)]
            if len(failed) < _LEAST or failed[0] == 0 or not _is_unusual(bot, games, failed):
                continue
            bot.extend()
            first = failed[0]
            if not _is_repeated(bot, games, answers) or not _is_solved(bot, games[first]):
                continue
            why = "In a new process the bot finds the right move itself."
            question = games[first].question
            yield Finding(
                "The bot fails in a second game of the same process.",
                (_STATE, _HASH),
                _CONFIDENCE,
                f"{len(failed)} of {len(answers) - 1} games after the first failed; in a new process they are solved",
                (Example(question.position, answers[first].lines, answers[first].text, question.right, why, (), 2),),
            )
            return


def _selections(bot: Bot, chance: random.Random) -> Iterator[list[Result]]:
    """Yield solved questions to ask in one process: some of all kinds, and some in which a swap is right."""
    for side in bot.game.sides:
        solved = [item for item in bot.results if item.answer.position.side_to_move == side and not item.is_wrong]
        yield chance.sample(solved, min(GAMES, len(solved)))
        swaps = [item for item in solved if item.question.group == STRONG]
        others = [item for item in solved if item.question.group != STRONG]
        if swaps and others:
            yield [chance.choice(others), *swaps[: GAMES - 1]]


def _answers(bot: Bot, games: Sequence[Result]) -> list[Answer]:
    """Return the answers to positions in one process."""
    answers: list[Answer] = []
    if not games:
        return answers
    try:
        with bot.conversation(games[0].answer.position.side_to_move) as conversation:
            for game in games:
                answer = conversation.ask(game.answer.position)
                answers.append(answer._replace(lines=conversation.sent))
    except (FaultError, TimeIsUpError):
        pass
    return answers


def _is_failure(game: Result, answer: Answer) -> bool:
    return answer.is_wrong(game.question) or (answer.fault is not None and answer.fault.termination in _FAULTS)


def _is_unusual(bot: Bot, games: Sequence[Result], failed: Sequence[int]) -> bool:
    """Return True if questions like those that failed are failed far less often as first games."""
    groups = {games[number].question.group for number in failed}
    usual = bot.results.only(lambda question: question.group in groups).failures
    later = [number for number, game in enumerate(games) if number and game.question.group in groups]
    return worse(Failures(len(failed), len(later)), usual) > _SURE


def _is_repeated(bot: Bot, games: Sequence[Result], answers: Sequence[Answer]) -> bool:
    """Return True if a second process gives the same answers."""
    return [answer.text for answer in _answers(bot, games)] == [answer.text for answer in answers]


def _is_solved(bot: Bot, game: Result) -> bool:
    """Return True if new processes solve a question again."""
    return all(bot.ask(game.question.position, attempt).is_right(game.question) for attempt in _CONFIRMED)
