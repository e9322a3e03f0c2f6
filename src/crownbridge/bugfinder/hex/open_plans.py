"""The probe of open boards: plans where most cells are empty, compared with those on crowded boards."""

import random
from collections.abc import Iterator, Sequence
from typing import ClassVar

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Cause, Fact, Finding
from crownbridge.bugfinder.hex.asking import answers, is_examined, searches
from crownbridge.bugfinder.hex.bridge_boards import BRIDGE
from crownbridge.bugfinder.hex.examples import repeated_examples
from crownbridge.bugfinder.hex.explanation import explanations, findings
from crownbridge.bugfinder.hex.faults import CHOICE, SIDE
from crownbridge.bugfinder.hex.model import Response, is_habit
from crownbridge.bugfinder.hex.open_boards import open_trials
from crownbridge.bugfinder.hex.trial import BLOCK, KEY, PLAN, SHORT, WIN
from crownbridge.bugfinder.likelihood import Failures, exceeds
from crownbridge.bugfinder.probe import Probe

LEAST, MOST, STEP = 24, 64, 8
_CERTAIN, _CLEAR = 0.985, 2.0
_SOLVED = 0.4
"""Rate of failures in deep plans on crowded boards below which the search works there."""
_POOR = 0.55
"""Rate of failures on open boards that plain Monte Carlo tree search undercuts with thirty playouts."""
_LIKELY = 0.9
_DOUBT = 0.1
"""Weak play on open boards need not be a programming error."""
_PLAYOUTS = Cause("randomness", "check that playouts are random, and that enough of them count for the move")
_SELECTION = Cause("depth", "check which moves the search looks at next: the sign of the exploration, and the limits")
_TIME = Cause("time", "use the time for more playouts: check the number of playouts and the unit of the clock")
_VALUES = Cause("evaluation sign", "all moves seem to have the same value: check who wins at the end of a playout")
_TIES = Cause("other", "print the values of all moves: they must differ")


class OpenPlans(Probe):
    """Asks positions on open boards in which few moves win."""

    name: ClassVar[str] = "open boards"
    share: ClassVar[float] = 12.0

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield the fault that explains the answers best, or a contrast to the answers on crowded boards."""
        if not is_examined(bot):
            return
        responses: list[Response] = []
        for response in answers(bot, open_trials(bot.game, chance, MOST)):
            responses.append(response)
            if len(responses) >= LEAST and len(responses) % STEP == 0 and _is_settled(responses):
                break
        moved = [response for response in responses if response.move]
        if not moved:
            return
        failures = Failures(sum(not item.is_right for item in moved), len(moved))
        yield Fact("open boards", f"{failures.total - failures.wrong} of {failures.total} right")
        explained = list(findings(bot, moved))
        yield from explained or _contrasts(bot, moved, failures)


def _is_settled(responses: Sequence[Response]) -> bool:
    moved = [response for response in responses if response.move]
    if not moved:
        return True
    best = explanations(moved)[0]
    wrong = sum(not response.is_right for response in moved)
    return best.confidence > _CERTAIN or (best.gain < _CLEAR and wrong <= len(moved) // 4)


def _contrasts(bot: Bot, responses: Sequence[Response], failures: Failures) -> Iterator[Finding]:
    """Yield a finding if the bot plays well on crowded boards only, although it searches."""
    plans, tactics = bot.results.of(PLAN, BRIDGE), bot.results.of(KEY, WIN, BLOCK)
    sees_wins = bool(tactics) and exceeds(tactics.failures, _SOLVED) < 1 - _LIKELY
    if len(plans) < LEAST // 2 or len(responses) < LEAST // 2 or not sees_wins:
        return
    counts = f"{failures} plans on open boards were wrong, {plans.failures} on crowded boards"
    deep = plans.only(lambda question: question.depth > SHORT)
    solves = bool(deep) and exceeds(deep.failures, _SOLVED) < 1 - _LIKELY
    certainty = exceeds(failures, _POOR)
    if certainty < _LIKELY or not solves or not (searches(bot) or bot.protocol):
        return
    wrong = sorted((item for item in responses if not item.is_right), key=lambda item: item.trial.empty)
    examples = repeated_examples(bot, ((item.trial.question, item.answer) for item in wrong))
    if not examples:
        return
    if not searches(bot):
        symptom = "The bot plans well on crowded boards, but not on open ones, and uses hardly any of its time."
        causes = (_TIME, _PLAYOUTS, _SELECTION)
    elif is_habit(responses):
        symptom, causes = "On open boards the bot plays the first cells in order.", (_VALUES, SIDE, _TIES)
    else:
        symptom, causes = (
            "The bot plans well on crowded boards, but not on open ones.",
            (CHOICE, _PLAYOUTS, _SELECTION),
        )
    yield Finding(symptom, causes, certainty - _DOUBT, counts, examples)
