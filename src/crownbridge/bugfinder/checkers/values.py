"""The values of men and kings, from questions that a bot with a wrong value fails at any depth."""

import random
from collections.abc import Iterator
from itertools import islice

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers.bank import Bank, both_colours
from crownbridge.bugfinder.checkers.causes import KINGS, MATERIAL
from crownbridge.bugfinder.checkers.examples import examples
from crownbridge.bugfinder.checkers.shallow import unexplained
from crownbridge.bugfinder.checkers.tactics import look_ahead
from crownbridge.bugfinder.finding import Fact, Finding
from crownbridge.bugfinder.likelihood import surprise
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.results import Results

COUNT = 64
"""Number of questions of each kind, each with both colours."""
SURPRISING = 10.0
"""G statistic from which on a difference between rates of failures is not luck."""
REPEATED, TRIED = 3, 4
"""Number of wrong answers that the bot must repeat, out of those tried: one whose values are random repeats few."""
TIMES = 2.5
"""How many times as often a bot must fail questions about one kind of piece."""
DEEPER = 2
"""Plies by which questions may exceed the bot's look-ahead."""


class Values(Probe):
    """Compares questions that depend on the value of kings with those that depend on the value of men."""

    name = "values"
    share = 4.0

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield a finding if the bot fails far more of one kind."""
        ahead = look_ahead(bot.results)
        if ahead == 0:
            return
        bank = Bank(chance)
        men, kings = (
            (question for question in bank.select("value", feature=feature) if question.depth <= ahead + DEEPER)
            for feature in ("cheap-men", "cheap-kings")
        )
        pairs = islice(zip(men, kings, strict=False), COUNT)
        for _ in bot.ask_all(both_colours(question for pair in pairs for question in pair)):
            pass
        bot.extend()
        answers = unexplained(bot.results.only(lambda question: question.depth <= ahead + DEEPER))
        about_men = answers.of("value", feature="cheap-men")
        cheap_kings = answers.of("value", feature="cheap-kings")
        about_kings = Results([*cheap_kings, *answers.of("kings")])
        for special, rest, text, causes in (
            (about_kings, about_men, "It misjudges the value of kings.", (KINGS, MATERIAL)),
            (about_men, cheap_kings, "It misjudges the value of men.", (MATERIAL, KINGS)),
        ):
            value = surprise(special.failures, rest.failures)
            if value < SURPRISING or special.failures.rate < TIMES * rest.failures.rate:
                continue
            if len(cases := examples(bot, special.wrong(), REPEATED, TRIED)) == REPEATED:
                evidence = f"wrong where it decides: {special.failures}; where the other value decides: {rest.failures}"
                yield Finding(text, causes, min(0.88 + value / 400, 0.97), evidence, cases)
