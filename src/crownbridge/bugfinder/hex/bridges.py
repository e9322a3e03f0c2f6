"""The probe of bridges: chains that the opponent has entered, and that only one cell saves."""

import random
from collections.abc import Iterator
from typing import Any, ClassVar

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Cause, Fact, Finding
from crownbridge.bugfinder.hex.asking import answers, is_examined, searches
from crownbridge.bugfinder.hex.bridge_boards import BRIDGE, bridge_boards
from crownbridge.bugfinder.hex.examples import repeated_examples
from crownbridge.bugfinder.hex.explanation import explanations
from crownbridge.bugfinder.hex.faults import FAULTS, SIGN
from crownbridge.bugfinder.hex.model import Response
from crownbridge.bugfinder.hex.trial import BLOCK, KEY, PLAN, WIN, Examiner, Trial
from crownbridge.bugfinder.likelihood import Failures, exceeds, worse
from crownbridge.bugfinder.probe import Probe
from crownbridge.games import Game

FEW, MANY = 8, 20
EMPTY_SHARE = 0.3
_TRIES = 60
_MARGIN = 0.2
_MISSED = 0.2
_LEAST = 0.9
_CLEAR_GAIN = 4.0
_WHY = (
    "The opponent has entered a bridge of the chain that connects both edges. Only this cell restores the connection; "
    "the solver proves that all other moves lose."
)
_EDGES = Cause("edges", "check which side has won at the end of a playout, or which edges a path connects")
_BRIDGE = Cause("bridge", "check the reply to a stone between two stones of the bot: the other cell of the bridge")


def bridge_trials(game: Game[Any], chance: random.Random, count: int) -> Iterator[Trial | None]:
    """Yield trials in which one cell saves a bridge and is the only move that wins, of the two sides in turn.

    None stands for a board that does not suit, so that the caller can look at the clock.
    """
    examiner = Examiner()
    made = 0
    for _ in range(_TRIES):
        for position, saving in bridge_boards(game, made % 2, EMPTY_SHARE, chance):
            trial = examiner.trial(position)
            if trial is not None and trial.question.right == (saving,) and trial.question.depth > 1:
                made += 1
                yield trial._replace(question=trial.question._replace(group=BRIDGE, why=_WHY))
                break
            yield None
        if made == count:
            return


class Bridges(Probe):
    """Asks positions in which a bridge must be saved."""

    name: ClassVar[str] = "bridges"
    share: ClassVar[float] = 1.5

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield a finding if the bot does not save bridges although it finds other plans, or sees wins and searches."""
        if not is_examined(bot):
            return
        responses: list[Response] = []
        for response in answers(bot, bridge_trials(bot.game, chance, MANY)):
            responses.append(response)
            if len(responses) == FEW and sum(not item.is_right for item in responses) <= 1:
                break
        if responses:
            yield Fact("bridges", f"{sum(item.is_right for item in responses)} of {len(responses)} saved")
            yield from _findings(bot, [item for item in responses if item.move])


def _findings(bot: Bot, responses: list[Response]) -> Iterator[Finding]:
    plans = bot.results.of(PLAN)
    wrong = [item for item in responses if not item.is_right]
    failures = Failures(len(wrong), len(responses))
    certainty = worse(failures, plans.failures, _MARGIN)
    has_plans = 1 - exceeds(plans.failures, max(plans.risk - _MARGIN / 2, 0.0)) if plans else 0.0
    tactics = bot.results.of(KEY, WIN, BLOCK)
    has_search = bool(tactics) and exceeds(tactics.failures, _MISSED) < 1 - _LEAST and searches(bot)
    if certainty < _LEAST or not (has_plans >= _LEAST or has_search):
        return
    examples = repeated_examples(bot, ((item.trial.question, item.answer) for item in wrong))
    if not examples:
        return
    best = explanations(responses)[0]
    causes = [_BRIDGE, SIGN, _EDGES]
    if best.gain > _CLEAR_GAIN:
        causes.insert(0, FAULTS[best.fault].causes[0])
    yield Finding(
        "The bot does not save a bridge when the opponent enters it.",
        tuple({cause.kind: cause for cause in causes}.values()),
        certainty,
        f"{failures} bridges were lost; {plans.failures} other positions that need a plan were answered wrongly",
        examples,
    )
