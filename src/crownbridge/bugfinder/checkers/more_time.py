"""More time: whether the bot plays worse at full speed than on a slow processor."""

import random
from collections.abc import Iterator

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers.causes import STATE, WINDOW
from crownbridge.bugfinder.checkers.examples import examples
from crownbridge.bugfinder.finding import HASH, Fact, Finding
from crownbridge.bugfinder.likelihood import Failures, exceeds
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.results import Result, Results

DEEPEST = 5
"""Greatest depth of the questions that are compared: a sound bot solves them at both speeds."""
SUSPECTED = 2
"""Number of misses at full speed only from which on more questions are asked."""
MOSTLY, SURE = 0.6, 0.95
"""Share of the misses that are made at full speed only, which a sound bot does not exceed."""


class MoreTime(Probe):
    """Compares the answers at full speed with those on a slow processor."""

    name = "more time"
    repeats = False

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield a finding if the bot misses easy questions at full speed only."""
        slow = {
            (result.question.position, result.question.group): result
            for result in bot.slow_results.only(lambda question: question.depth <= DEEPEST)
        }
        if len(self._worse(bot.results, slow)) < SUSPECTED:
            return
        bot.extend()
        remaining = [result.question for result in slow.values() if not result.is_wrong]
        chance.shuffle(remaining)
        for _ in bot.ask_all(remaining):
            pass
        worse = self._worse(bot.results, slow)
        better = [result for result in bot.results if not result.is_wrong and is_wrong(slow, result)]
        if exceeds(Failures(len(worse), len(worse) + len(better)), MOSTLY) < SURE:
            return
        bot.extend()
        if cases := examples(bot, worse.wrong()):
            yield Finding(
                "It plays worse with more time: it misses easy questions that it solves on a slow processor.",
                (HASH, WINDOW, STATE),
                0.88,
                f"wrong at full speed only: {len(worse)}; on a slow processor only: {len(better)}",
                cases,
            )

    @staticmethod
    def _worse(results: Results, slow: dict[tuple[str, str], Result]) -> Results:
        """Return the wrong answers to questions that were answered rightly on a slow processor."""
        return Results(result for result in results if result.is_wrong and is_wrong(slow, result) is False)


def is_wrong(slow: dict[tuple[str, str], Result], result: Result) -> bool | None:
    """Return whether the same question was answered wrongly on a slow processor; None if it was not asked."""
    same = slow.get((result.question.position, result.question.group))
    return None if same is None else same.is_wrong
