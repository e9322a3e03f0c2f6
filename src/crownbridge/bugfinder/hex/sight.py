"""The probe of what a bot sees: wins and threats of one move, edges, neighbours and orientation of the board."""

import random
from collections.abc import Iterator, Sequence
from typing import ClassVar

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Fact, Finding
from crownbridge.bugfinder.hex.asking import LEAST, STEP, answers_until, is_examined
from crownbridge.bugfinder.hex.endings import key_trials, ordered, trials
from crownbridge.bugfinder.hex.explanation import explanations, findings
from crownbridge.bugfinder.hex.model import Response
from crownbridge.bugfinder.hex.resigning import resignations
from crownbridge.bugfinder.hex.trial import BLOCK, KEY, WIN
from crownbridge.bugfinder.probe import Probe

MOST = 64
_CERTAIN = 0.985
_CLEAR = 2.0
"""Gain below which no fault is likely, if nearly all answers are right."""


class Sight(Probe):
    """Asks positions in which one move decides, and compares the answers with those of faulty bots."""

    name: ClassVar[str] = "sight"
    share: ClassVar[float] = 5.0

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield the fault that explains the answers best, and the number of right answers."""
        if not is_examined(bot):
            return
        pool = [trial for trial in (*trials(bot.game, chance), *key_trials(bot.game, chance)) if trial.is_plain]
        responses = answers_until(_is_settled, bot, ordered(pool, MOST))
        yield from _facts(responses)
        yield from findings(bot, [response for response in responses if response.move])
        yield from resignations(responses)


def _is_settled(responses: Sequence[Response]) -> bool:
    best = explanations(responses)[0]
    if best.confidence > _CERTAIN:
        return True
    wrong = sum(not response.is_right for response in responses)
    return best.gain < _CLEAR and wrong <= len(responses) // 20 and len(responses) >= LEAST + STEP


def _facts(responses: Sequence[Response]) -> Iterator[Fact]:
    for group, name in ((KEY, "one cell decides"), (WIN, "win in one"), (BLOCK, "block in one")):
        marks = [response.is_right for response in responses if response.trial.question.group == group]
        if marks:
            yield Fact(name, f"{sum(marks)} of {len(marks)} right")
