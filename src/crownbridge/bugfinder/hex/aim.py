"""The probe of aims: bots that see wins of one move, but whose plans are not better than random moves."""

import random
from collections.abc import Iterator
from typing import ClassVar

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Cause, Fact, Finding
from crownbridge.bugfinder.hex.asking import is_examined, searches
from crownbridge.bugfinder.hex.examples import repeated_examples
from crownbridge.bugfinder.hex.faults import NEGATION, SIDE, SIGN
from crownbridge.bugfinder.hex.trial import BLOCK, KEY, PLAN, WIN
from crownbridge.bugfinder.likelihood import exceeds
from crownbridge.bugfinder.probe import Probe

_LEAST_QUESTIONS = 24
_MARGIN = 0.12
"""A bot whose moves fail less often than random ones by this much has an aim."""
_MISSED = 0.2
_LIKELY, _WORSE = 0.9, 0.995
_CONFIDENCE, _LESS_CONFIDENCE = 0.92, 0.9
"""A program without a search that sees wins of one move may be meant so."""
_TIME = Cause("time", "search until the time is over: check the comparison with the clock and the number of playouts")


class Aim(Probe):
    """Compares the plans that the bot has made with random moves; asks only to repeat examples."""

    name: ClassVar[str] = "aim"
    share: ClassVar[float] = 0.7

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:  # noqa: ARG002 (part of the interface)
        """Yield a finding if plans are worse than random moves, or not better although the bot searches."""
        plans, tactics = bot.results.of(PLAN), bot.results.of(KEY, WIN, BLOCK)
        if not is_examined(bot) or len(plans) < _LEAST_QUESTIONS or tactics.failures.rate > _MISSED:
            return
        is_worse = exceeds(plans.failures, plans.risk) >= _WORSE
        is_aimless = exceeds(plans.failures, plans.risk - _MARGIN) >= _LIKELY
        is_idle = not is_worse and not searches(bot)
        if not is_worse and (not is_aimless or (is_idle and not bot.protocol)):
            return
        examples = repeated_examples(bot, ((result.question, result.answer) for result in plans.wrong()))
        if examples:
            quality = "worse" if is_worse else "not better"
            hardly = ", and it uses hardly any of its time" if is_idle else ""
            yield Finding(
                f"The bot sees wins of one move, but its plans are {quality} than random moves{hardly}.",
                (_TIME, SIGN, SIDE) if is_idle else (SIGN, NEGATION, SIDE),
                _LESS_CONFIDENCE if is_idle else _CONFIDENCE,
                f"{plans.failures} positions that need a plan were answered wrongly; random moves: {plans.risk:.0%}",
                examples,
            )
