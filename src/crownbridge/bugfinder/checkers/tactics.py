"""Tactics by depth: how far a bot looks ahead, and whether it misses less than it finds."""

import random
from collections.abc import Iterator
from itertools import zip_longest

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers.bank import Bank, both_colours
from crownbridge.bugfinder.checkers.causes import DEPTH, NEGATION, WINDOW
from crownbridge.bugfinder.checkers.examples import examples
from crownbridge.bugfinder.finding import Fact, Finding
from crownbridge.bugfinder.likelihood import exceeds, worse
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.question import Question
from crownbridge.bugfinder.results import Results

DEEPEST = 7
FAR, MARGIN = 5, 2
"""Plies from which on a bot looks far ahead, and how far below its look-ahead it then solves nearly everything."""
GROUPS = ("take", "avoid", "shot", "hold", "finish")
SOLVED = 0.25
"""A depth counts as solved if the bot fails at most this share of what random moves fail."""
DOUBT = 0.1
SURE = 0.97
GAP, SMALL_GAP = 0.2, 0.03
"""How much higher the rate of failures at the lesser depth must be, and if the bot solves all other depths so far."""
LEAST_DEPTH = 3
"""Depth up to which questions of a greater depth may just be easier."""


def levels_of(results: Results) -> dict[int, Results]:
    """Return the results by depth."""
    return {depth: results.of(*GROUPS, depth=depth) for depth in range(1, DEEPEST + 1)}


def look_ahead(results: Results) -> int:
    """Return the greatest depth up to which the bot finds nearly everything."""
    return next((depth - 1 for depth, level in levels_of(results).items() if not is_solved(level)), DEEPEST)


def is_solved(results: Results) -> bool:
    """Return True if the bot answers questions far better than random moves would."""
    failures = results.failures
    return failures.total > 0 and failures.rate <= SOLVED * results.risk


def is_surely_solved(results: Results) -> bool:
    """Return True if enough answers show that the bot answers questions far better than random moves would."""
    return bool(results) and exceeds(results.failures, SOLVED * results.risk) < DOUBT


class Tactics(Probe):
    """Asks questions of every depth in turn, each with both colours."""

    name = "tactics"
    share = 8.0

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield how far the bot looks ahead, and depths that it fails although it solves greater ones."""
        for _ in bot.ask_all(self._questions(Bank(chance))):
            pass
        ahead = look_ahead(bot.results)
        yield Fact("look-ahead", f"about {ahead} plies" if ahead else "none: about as good as random moves")
        bot.extend()
        yield from self._gap(bot)

    @staticmethod
    def _questions(bank: Bank) -> Iterator[Question]:
        """Yield questions of every depth, and about kings and rules, in turn."""
        kinds = [bank.select(*GROUPS, depth=depth) for depth in range(1, DEEPEST + 1)]
        kinds += [bank.select("kings"), bank.select("value"), bank.select("rule"), bank.select("rule")]
        for questions in zip_longest(*kinds):
            yield from both_colours(question for question in questions if question is not None)

    def _gap(self, bot: Bot) -> Iterator[Finding]:
        """Yield the depth that the bot fails more often than a greater one."""
        levels = levels_of(bot.results)
        sure, low, high = max(
            (worse(levels[low].failures, levels[high].failures, _least_gap(levels, low, high)), low, high)
            for low in levels
            for high in range(low + 1, min(low + 3, DEEPEST + 1))
        )
        if sure >= SURE and (cases := examples(bot, levels[low].wrong())):
            yield Finding(
                f"It finds what is {high} plies deep, but misses what is {low} plies deep.",
                (DEPTH, WINDOW, NEGATION),
                sure * 0.9,
                f"wrong at {low} plies: {levels[low].failures}; at {high} plies: {levels[high].failures}",
                cases,
            )


def _least_gap(levels: dict[int, Results], low: int, high: int) -> float:
    """Return how much higher the rate of failures at the lesser depth must be."""
    solved = (*(levels[depth] for depth in range(1, low)), levels[high])
    return SMALL_GAP if low >= LEAST_DEPTH and all(map(is_surely_solved, solved)) else GAP
