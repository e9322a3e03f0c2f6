"""The probe of plans: positions whose winner is proven although no move wins at once."""

import random
from collections.abc import Iterator, Sequence
from typing import ClassVar

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Example, Fact, Finding
from crownbridge.bugfinder.hex.asking import answers_until, is_examined, searches
from crownbridge.bugfinder.hex.endings import ordered, plan_trials, trials
from crownbridge.bugfinder.hex.examples import repeated_examples
from crownbridge.bugfinder.hex.explanation import explanations, findings
from crownbridge.bugfinder.hex.faults import BLOCKS, CHOICE, DEPTH, WINS
from crownbridge.bugfinder.hex.model import Response
from crownbridge.bugfinder.hex.trial import BLOCK, KEY, PLAN, SHORT, SOUND, WIN
from crownbridge.bugfinder.likelihood import Failures, exceeds, worse
from crownbridge.bugfinder.probe import Probe

MOST = 56
_CERTAIN = 0.985
_LIKELY = 0.9
_GAP = 0.3
_MISSED, _SURE, _FEWEST = 0.1, 0.97, 2
"""Rate of failures in wins of three plies that a sound search may have, and what shows that it is higher."""
_CONFIDENCE = 0.8


class Plans(Probe):
    """Asks positions that need a search of three plies or more."""

    name: ClassVar[str] = "plans"
    share: ClassVar[float] = 5.0

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield the fault that explains the answers best, and the number of right answers by depth."""
        if not is_examined(bot):
            return
        natural = [trial for trial in trials(bot.game, chance) if trial.question.group == PLAN]
        responses = answers_until(_is_settled, bot, ordered([*plan_trials(bot.game, chance), *natural], MOST))
        moved = [response for response in responses if response.move]
        for depth in sorted({response.trial.question.depth for response in moved}):
            marks = [response.is_right for response in moved if response.trial.question.depth == depth]
            yield Fact(f"plans of {depth} plies", f"{sum(marks)} of {len(marks)} right")
        explained = list(findings(bot, moved))
        short = [item for item in moved if item.trial.question.depth == SHORT]
        deep = [item for item in moved if item.trial.question.depth > SHORT]
        yield from explained or _uneven(bot, short, deep) or _careless(bot, short, deep)


def _is_settled(responses: Sequence[Response]) -> bool:
    wrong = sum(not response.is_right for response in responses)
    return wrong <= len(responses) // 12 or explanations(responses)[0].confidence > _CERTAIN


def _uneven(bot: Bot, short: Sequence[Response], deep: Sequence[Response]) -> list[Finding]:
    """Return a finding if the bot solves deep questions but not those of three plies."""
    certainty = worse(_failures(short), _failures(deep), _GAP)
    if certainty < _LIKELY or _failures(deep).rate > _risk(deep) / 2:
        return []
    examples = _examples(bot, short)
    if not examples:
        return []
    return [
        Finding(
            "The bot finds deep plans, but not wins in three plies.",
            (WINS, BLOCKS, DEPTH),
            certainty,
            f"{_failures(short)} positions won in three plies were answered wrongly, {_failures(deep)} deeper ones",
            examples,
        )
    ]


def _careless(bot: Bot, short: Sequence[Response], deep: Sequence[Response]) -> list[Finding]:
    """Return a finding if a bot that searches solves nearly all deep questions, but misses some of three plies."""
    certainty = exceeds(_failures(short), _MISSED)
    blind = exceeds(bot.results.of(KEY, WIN, BLOCK).failures, _MISSED) > 1 - _LIKELY
    is_weak = _failures(short).rate > _risk(short) / 2 or _failures(deep).rate > _risk(deep) / 4
    if certainty < _SURE or blind or is_weak or not searches(bot):
        return []
    examples = _examples(bot, short)
    if len(examples) < _FEWEST:
        return []
    return [
        Finding(
            "The bot searches, but misses wins in three plies here and there.",
            (CHOICE, DEPTH),
            _CONFIDENCE,
            f"{_failures(short)} positions won in three plies were answered wrongly",
            examples,
        )
    ]


def _examples(bot: Bot, responses: Sequence[Response]) -> tuple[Example, ...]:
    return repeated_examples(bot, ((item.trial.question, item.answer) for item in responses if not item.is_right))


def _failures(responses: Sequence[Response]) -> Failures:
    return Failures(sum(not item.is_right for item in responses), len(responses))


def _risk(responses: Sequence[Response]) -> float:
    """Return the rate of failures to expect of random moves."""
    return sum(1 - len(item.trial.moves[SOUND]) / item.trial.empty for item in responses) / max(len(responses), 1)
