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
from crownbridge.bugfinder.results import Results

DEEPEST = 5
"""Greatest depth of the questions that a sound bot solves at both speeds, and greatest look-ahead on a slow processor
that more time must increase."""
CORRECTED = 0.2
"""Share of the wrong answers to deeper questions that a sound bot corrects with more time."""
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
        """Yield a finding if the bot looks no further at full speed, and corrects hardly any wrong answer."""
        ahead = look_ahead(bot.results)
        deeper = bot.results.of(*GROUPS).only(lambda question: question.depth > ahead)
        corrected = len(wrong_only(bot.slow_results, deeper))
        slow_wrong = {(slow.question.position, slow.question.group) for slow in bot.slow_results if slow.is_wrong}
        kept = sum((one.question.position, one.question.group) in slow_wrong for one in deeper.wrong())
        is_alike = exceeds(Failures(corrected, corrected + kept), CORRECTED) < 1 - SURE if kept else False
        if not is_alike or not ahead <= look_ahead(bot.slow_results) <= DEEPEST:
            return
        bot.extend()
        if cases := examples(bot, deeper.wrong()):
            yield Finding(
                f"It looks no further with more time: about {ahead} plies ahead, as on a slow processor.",
                (DEPTH, WINDOW, HASH),
                0.88,
                f"wrong at more than {ahead} plies at both speeds: {kept}; on a slow processor only: {corrected}",
                cases,
            )

    @staticmethod
    def _worse(bot: Bot, chance: random.Random) -> Iterator[Finding]:
        """Yield a finding if the bot misses easy questions at full speed only."""
        easy = bot.slow_results.only(lambda question: question.depth <= DEEPEST)
        if len(wrong_only(bot.results, easy)) < SUSPECTED:
            return
        bot.extend()
        questions = [result.question for result in easy]
        chance.shuffle(questions)
        for _ in bot.ask_all(questions):
            pass
        full_only, slow_only = wrong_only(bot.results, easy), wrong_only(easy, bot.results)
        if exceeds(Failures(len(full_only), len(full_only) + len(slow_only)), MOSTLY) < SURE:
            return
        bot.extend()
        if cases := examples(bot, full_only.wrong()):
            yield Finding(
                "It plays worse with more time: it misses easy questions that it solves on a slow processor.",
                (HASH, WINDOW, STATE),
                0.88,
                f"wrong at full speed only: {len(full_only)}; on a slow processor only: {len(slow_only)}",
                cases,
            )


def wrong_only(results: Results, others: Results) -> Results:
    """Return the wrong results of questions whose other result is right."""
    solved = {(other.question.position, other.question.group) for other in others if not other.is_wrong}
    return Results(
        result for result in results if result.is_wrong and (result.question.position, result.question.group) in solved
    )
