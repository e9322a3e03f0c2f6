"""Scattered misses: easy questions that a bot misses although it solves difficult ones."""

import random
from collections.abc import Iterator
from itertools import islice

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers.causes import DEPTH, MOVES, NEGATION, WINDOW
from crownbridge.bugfinder.checkers.examples import examples
from crownbridge.bugfinder.checkers.shallow import unexplained
from crownbridge.bugfinder.checkers.tactics import FAR, GROUPS, MARGIN, look_ahead
from crownbridge.bugfinder.finding import HASH, Fact, Finding
from crownbridge.bugfinder.likelihood import exceeds, worse
from crownbridge.bugfinder.probe import Probe

SCATTERED, SIMPLE = 3, 2
"""Number of misses in questions below the bot's look-ahead, and `MARGIN` plies below it, that cannot be luck."""
TRIED = 4
"""Number of misses of which the bot must repeat `SCATTERED`: one that errs at random repeats few."""
RATE = 0.004
"""Rate of failures `MARGIN` plies below its look-ahead up to which a limit of nodes may explain them."""
EASY, HARD = (2, 3), (5, 6, 7)
"""Depths of captures, of which a sound bot misses the lesser far less often."""
MISSED, SURE = 0.1, 0.97
"""Rate of failures in easy questions from which on a bot that solves hard ones misses too many."""
DOUBT = 0.1
"""Probability of a higher rate of failures, up to which the rate is not higher."""
SOLVED = 0.6
"""Share of the failures of random moves in hard questions, up to which a bot solves them."""


class Misses(Probe):
    """Looks for easy questions that a bot misses, without a common feature, although it solves difficult ones."""

    name = "scattered misses"

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:  # noqa: ARG002 (asks nothing new)
        """Yield a finding if the bot misses a few easy questions every time."""
        ahead = look_ahead(bot.results)
        yield from self._far(bot, ahead) if ahead >= FAR else self._flat(bot)

    @staticmethod
    def _flat(bot: Bot) -> Iterator[Finding]:
        """Yield a finding if a bot that solves most hard questions fails easy ones about as often."""
        captures = bot.results.of("take")  # other groups are of few depths
        easy, hard = (
            captures.only(lambda question: question.depth in EASY),
            captures.only(lambda question: question.depth in HARD),
        )
        is_blind = exceeds(easy.failures, MISSED) > SURE and worse(easy.failures, hard.failures) > DOUBT
        if not hard or not is_blind or exceeds(hard.failures, SOLVED * hard.risk) > DOUBT:
            return
        bot.extend()
        cases = examples(bot, easy.wrong())
        if len(cases) > 1:
            yield Finding(
                "It misses easy captures about as often as difficult ones, most of which it finds.",
                (MOVES, WINDOW, NEGATION),
                0.85,
                f"wrong at 2 and 3 plies: {easy.failures}; at 5 to 7 plies: {hard.failures}",
                cases,
            )

    @staticmethod
    def _far(bot: Bot, ahead: int) -> Iterator[Finding]:
        """Yield a finding if a bot that looks far ahead misses a few easy questions."""
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
