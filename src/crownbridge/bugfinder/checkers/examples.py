"""Examples of wrong answers, with the line that shows why they are wrong."""

from collections.abc import Iterable
from functools import cache
from itertools import islice

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Example
from crownbridge.bugfinder.results import Result
from crownbridge.engines import Engine, Limit, SearchRequest
from crownbridge.engines.checkers import Hyperparameters

_LIMIT = Limit(nodes=20_000)
_LONGEST_LINE = 6


@cache
def reference_engine() -> Engine:
    """Return the engine that plays the opponent's replies."""
    return Hyperparameters(hash_megabytes=8, seed=0).engine()


def examples(bot: Bot, results: Iterable[Result], count: int = 2, tries: int = 0) -> tuple[Example, ...]:
    """Return examples of wrong answers that the bot gives in every attempt; tries twice as many by default.

    Return none if it repeats too few of those tried: it errs at random. With `tries`, the share does not matter.
    """
    confirmed: list[Example] = []
    tried = 0
    for result in islice(results, tries or 2 * count):
        if len(confirmed) == count:
            break
        tried += 1
        if bot.fails_again(result.question, bot.attempts - 1) == bot.attempts:
            confirmed.append(_example(bot, result))
    return tuple(confirmed) if tries or len(confirmed) >= bot.least_repeated * tried else ()


def _example(bot: Bot, result: Result) -> Example:
    question = result.question
    answer = bot.ask(question.position, bot.attempts - 1)
    line = [answer.text]
    position = answer.position.play(answer.move)
    while len(line) < _LONGEST_LINE and position.outcome() is None:
        engine = reference_engine()
        engine.forget()
        move = engine.think(SearchRequest(position, _LIMIT)).move
        line.append(str(move))
        position = position.play(move)
    return Example(
        question.position, answer.lines, answer.text, question.right, question.why, tuple(line), bot.attempts
    )
