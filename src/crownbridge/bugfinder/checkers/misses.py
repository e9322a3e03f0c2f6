"""Scattered misses: easy questions that a bot of great depth misses."""

import random
from collections.abc import Iterator

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers.causes import DEPTH, WINDOW
from crownbridge.bugfinder.checkers.examples import examples
from crownbridge.bugfinder.checkers.shallow import unexplained
from crownbridge.bugfinder.checkers.tactics import GROUPS, look_ahead
from crownbridge.bugfinder.finding import HASH, Fact, Finding
from crownbridge.bugfinder.probe import Probe

SCATTERED = 3
"""Number of misses in easy questions that cannot be luck."""
FAR = 5
"""Plies from which on a bot looks far ahead."""


class Misses(Probe):
    """Looks for easy questions that a bot of great depth misses, without a common feature."""

    name = "scattered misses"

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:  # noqa: ARG002 (asks nothing new)
        """Yield a finding if a bot that looks far ahead misses a few easy questions every time."""
        ahead = look_ahead(bot.results)
        if ahead < FAR:
            return
        easy = unexplained(bot.results.of(*GROUPS).only(lambda question: question.depth < ahead))
        if easy.failures.wrong < SCATTERED:
            return
        bot.extend()
        cases = examples(bot, easy.wrong(), SCATTERED)
        if len(cases) == SCATTERED:
            yield Finding(
                "It looks far ahead, but misses easy questions here and there.",
                (WINDOW, HASH, DEPTH),
                0.85,
                f"wrong at up to {ahead - 1} plies: {easy.failures}",
                cases,
            )
