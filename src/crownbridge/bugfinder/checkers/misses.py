"""Scattered misses: easy questions that a bot of great depth misses."""

import random
from collections.abc import Iterator
from itertools import islice

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers.causes import DEPTH, WINDOW
from crownbridge.bugfinder.checkers.examples import examples
from crownbridge.bugfinder.checkers.shallow import unexplained
from crownbridge.bugfinder.checkers.tactics import FAR, GROUPS, MARGIN, look_ahead
from crownbridge.bugfinder.finding import HASH, Fact, Finding
from crownbridge.bugfinder.probe import Probe

SCATTERED, SIMPLE = 3, 2
"""Number of misses in questions below the bot's look-ahead, and `MARGIN` plies below it, that cannot be luck."""
TRIED = 4
"""Number of misses of which the bot must repeat `SCATTERED`: one that errs at random repeats few."""
RATE = 0.004
"""Rate of failures `MARGIN` plies below its look-ahead up to which a limit of nodes may explain them."""


class Misses(Probe):
    """Looks for easy questions that a bot of great depth misses, without a common feature."""

    name = "scattered misses"

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:  # noqa: ARG002 (asks nothing new)
        """Yield a finding if a bot that looks far ahead misses a few easy questions every time."""
        ahead = look_ahead(bot.results)
        if ahead < FAR:
            return
        easy = unexplained(bot.results.of(*GROUPS).only(lambda question: question.depth < ahead))
        simple = easy.only(lambda question: question.depth <= ahead - MARGIN).failures
        if easy.failures.wrong < SCATTERED or simple.wrong < SIMPLE or simple.rate < RATE:
            return
        bot.extend()
        cases = examples(bot, islice(easy.wrong(), TRIED), SCATTERED)
        if len(cases) == SCATTERED:
            yield Finding(
                "It looks far ahead, but misses easy questions here and there.",
                (WINDOW, HASH, DEPTH),
                0.85,
                f"wrong at up to {ahead - 1} plies: {easy.failures}",
                cases,
            )
