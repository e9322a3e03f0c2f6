"""More time: whether the bot plays better at full speed than on a slow processor."""

import random
from collections.abc import Iterator

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers.causes import DEPTH, STATE, WINDOW
from crownbridge.bugfinder.checkers.examples import examples
from crownbridge.bugfinder.checkers.tactics import GROUPS, look_ahead
from crownbridge.bugfinder.finding import HASH, Fact, Finding
from crownbridge.bugfinder.likelihood import Failures, exceeds
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.results import Result, Results

DEEPEST = 5
"""Greatest depth of the questions that a sound bot solves at both speeds, and greatest look-ahead on a slow processor
that more time must increase."""
UNSOLVED = 0.2
"""Rate of failures in deeper questions from which on the bot does not solve them."""
SUSPECTED = 2
"""Number of misses at full speed only from which on more questions are asked."""
MOSTLY = 0.6
"""Share of the misses that are made at full speed only, which a sound bot does not exceed."""
SURE = 0.95


class MoreTime(Probe):
    """Compares the answers at full speed with those on a slow processor."""

    name = "more time"
    repeats = False

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield a finding if the bot misses easy questions at full speed only, or looks no further there."""
        if bot.slow_results:
            yield from self._no_better(bot)
            yield from self._worse(bot, chance)

    @staticmethod
    def _no_better(bot: Bot) -> Iterator[Finding]:
        """Yield a finding if the bot looks no further at full speed."""
        ahead, slow_ahead = look_ahead(bot.results), look_ahead(bot.slow_results)
        deeper = bot.results.of(*GROUPS).only(lambda question: question.depth > ahead)
        if not ahead <= slow_ahead <= DEEPEST or exceeds(deeper.failures, UNSOLVED) < SURE:
            return
        bot.extend()
        if cases := examples(bot, deeper.wrong()):
            yield Finding(
                f"It looks no further with more time: about {ahead} plies ahead, as on a slow processor.",
                (DEPTH, WINDOW, HASH),
                0.88,
                f"wrong at more than {ahead} plies at full speed: {deeper.failures}",
                cases,
            )

    @staticmethod
    def _worse(bot: Bot, chance: random.Random) -> Iterator[Finding]:
        """Yield a finding if the bot misses easy questions at full speed only."""
        slow = {
            (result.question.position, result.question.group): result
            for result in bot.slow_results.only(lambda question: question.depth <= DEEPEST)
        }
        if len(worse_at_full_speed(bot.results, slow)) < SUSPECTED:
            return
        bot.extend()
        remaining = [result.question for result in slow.values() if not result.is_wrong]
        chance.shuffle(remaining)
        for _ in bot.ask_all(remaining):
            pass
        worse = worse_at_full_speed(bot.results, slow)
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


def worse_at_full_speed(results: Results, slow: dict[tuple[str, str], Result]) -> Results:
    """Return the wrong answers to questions that were answered rightly on a slow processor."""
    return Results(result for result in results if result.is_wrong and is_wrong(slow, result) is False)


def is_wrong(slow: dict[tuple[str, str], Result], result: Result) -> bool | None:
    """Return whether the same question was answered wrongly on a slow processor; None if it was not asked."""
    same = slow.get((result.question.position, result.question.group))
    return None if same is None else same.is_wrong
