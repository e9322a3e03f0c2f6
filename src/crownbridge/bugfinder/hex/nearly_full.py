"""The probe of nearly full boards: whoever plans on open boards must not fail where few cells are left."""

import random
from collections.abc import Iterator
from typing import ClassVar

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Cause, Fact, Finding
from crownbridge.bugfinder.hex.asking import LEAST, answers, is_examined, searches
from crownbridge.bugfinder.hex.endings import deep_trials
from crownbridge.bugfinder.hex.examples import repeated_examples
from crownbridge.bugfinder.hex.faults import NEGATION, WINS
from crownbridge.bugfinder.hex.open_boards import OPEN
from crownbridge.bugfinder.hex.trial import BLOCK, KEY, WIN
from crownbridge.bugfinder.likelihood import Failures, exceeds, worse
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.results import Results

MOST = 112
_FEW = 1
"""Number of wrong answers out of the first `LEAST` up to which the bot is sound here."""
_PLANS, _UNLIKELY = 0.55, 0.2
"""Rate of failures on open boards that bots with a plan undercut, and the largest probability of a higher one."""
_SEARCHED = 0.22
"""Rate of failures that fifty playouts, or one ply with a fair evaluation, undercut: they have 0.12 to 0.19."""
_NO_BETTER = 0.5
"""Least probability that it fails here more often than on open boards, for a finding by its rate of failures alone."""
_GAP = 0.15
"""Sound bots of any strength fail here at most as often as on open boards, never more often by this much."""
_MISSED = 0.2
_LIKELY = 0.9
_DOUBT = 0.1
_SELECTION = Cause(
    "other", "check the formula that selects moves in the tree, how results are averaged, and what counts as connected"
)
_UNDO = Cause("state", "check that every move that the search tries is taken back completely")


class NearlyFull(Probe):
    """Asks positions with few empty cells in which a win takes five plies or more."""

    name: ClassVar[str] = "nearly full boards"
    share: ClassVar[float] = 9.0

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield a finding if the bot fails more often than its moves on open boards, or its search, allow."""
        if not is_examined(bot):
            return
        others, tactics = bot.results.of(OPEN).failures, bot.results.of(KEY, WIN, BLOCK).failures
        if exceeds(tactics, _MISSED) > 1 - _LIKELY or exceeds(others, _PLANS) > _UNLIKELY:
            return
        if not tactics.total or others.total < LEAST:
            return
        results = Results()
        for response in answers(bot, deep_trials(bot.game, chance, MOST)):
            result = bot.keep(response.trial.question, response.answer)
            if result is not None:
                results.append(result)
            if len(results) == LEAST and results.failures.wrong <= _FEW:
                break
        if not results:
            return
        right = sum(not result.is_wrong for result in results)
        yield Fact("nearly full boards", f"{right} of {len(results)} right")
        failures = results.failures
        certainty = _certainty(bot, failures, others)
        if certainty < _LIKELY:
            return
        examples = repeated_examples(bot, ((result.question, result.answer) for result in results.wrong()))
        if examples:
            yield Finding(
                "The bot finds plans on open boards, but not near the end of the game.",
                (NEGATION, _SELECTION, _UNDO, WINS),
                certainty - _DOUBT,
                f"{failures} plans on nearly full boards were wrong, {others} on open boards",
                examples,
            )


def _certainty(bot: Bot, failures: Failures, others: Failures) -> float:
    """Return the probability of a fault, from the failures on nearly full boards and those on open boards."""
    searched = exceeds(failures, _SEARCHED) if searches(bot) and worse(failures, others) > _NO_BETTER else 0.0
    return max(worse(failures, others, _GAP), searched)
