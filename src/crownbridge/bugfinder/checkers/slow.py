"""Slow processor: faults of the evaluation and the search that a deep search hides."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from crownbridge.bugfinder.answer import Answer
from crownbridge.bugfinder.bot import Bot, TimeIsUpError
from crownbridge.bugfinder.checkers.captures import Rules, Traits
from crownbridge.bugfinder.checkers.colours import Colours
from crownbridge.bugfinder.checkers.misses import Misses
from crownbridge.bugfinder.checkers.preferences import Preferences
from crownbridge.bugfinder.checkers.tactics import Tactics, look_ahead
from crownbridge.bugfinder.checkers.values import Values
from crownbridge.bugfinder.finding import Example, Fact, Finding
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.throttled import ThrottledBot

PROBES: Sequence[Callable[[], Probe]] = (Tactics, Values, Rules, Traits, Colours, Preferences, Misses)
LEAST_DEPTH = 3
"""Plies that a bot must look ahead, at full speed and on the slow processor."""
LEAST_EFFORT = 0.02
"""Seconds of processor time of a move from which on a bot seems to think until its time is over."""
RUNNING = 0.0005, 0.002, 0.008
"""Seconds for which the bot runs at a time; more if it does not answer in time otherwise."""
MOSTLY = 0.9
"""Share of the answers that take no longer than what counts as the usual time."""
LATE = 3.0
"""Factor of the usual time from which on an answer is late."""
CERTAINTY = 0.98
"""Factor of the confidence of what shows only on a slow processor."""


class Slow(Probe):
    """Has other probes examine a deep bot on a slow processor, where it looks only a few plies ahead."""

    name = "slow processor"
    share = 24.0
    repeats = False

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield what the other probes find."""
        slow = self._throttled(bot)
        if slow is None:
            return
        try:
            for index, kind in enumerate(PROBES):
                weights = [probe().share for probe in PROBES[index:]]
                now = time.monotonic()
                slow.deadline = now + (bot.deadline - now) * weights[0] / sum(weights)
                with suppress(TimeIsUpError):
                    for result in kind().examine(slow, chance):
                        if isinstance(result, Finding):
                            bot.extend()
                            yield shown(bot, result)
                        elif index == 0:
                            yield Fact("on a slow processor", f"{result.name} {result.text}")
                if look_ahead(slow.results) < LEAST_DEPTH:
                    return
        finally:
            slow.close()

    @staticmethod
    def _throttled(bot: Bot) -> ThrottledBot | None:
        """Return the bot on a slow processor; None if it is too shallow, or does not stop by the clock."""
        if not bot.protocol or not bot.sends_positions or look_ahead(bot.results) < LEAST_DEPTH:
            return None
        answers = sorted((answer for answer in bot.answers if answer.move is not None), key=lambda one: one.cpu_seconds)
        used = [answer for answer in answers if not answer.is_first]
        thinking = _spread(used if len(used) > len(answers) / 2 else answers)
        if thinking < LEAST_EFFORT:
            return None
        for running in RUNNING:
            slow = ThrottledBot(bot, answers, thinking, running)
            tried = list(slow.ask_each([str(answers[-1].position)]))
            if tried and tried[0].move is not None and tried[0].seconds < LATE * thinking:
                return slow
            slow.close()
        return None


def _spread(answers: list[Answer]) -> float:
    """Return the usual processor time of sorted answers beyond that of the shortest, which may be that of starting."""
    return answers[int(MOSTLY * len(answers))].cpu_seconds - answers[0].cpu_seconds


def shown(bot: Bot, finding: Finding) -> Finding:
    """Return a finding with examples that the bot also gives at full speed, if there are any."""
    return finding._replace(
        confidence=finding.confidence * CERTAINTY,
        evidence=f"on a slow processor, {finding.evidence}",
        examples=tuple(_at_full_speed(bot, example) for example in finding.examples),
    )


def _at_full_speed(bot: Bot, example: Example) -> Example:
    """Return an example with the lines to paste, or without if the bot answers otherwise at full speed."""
    answers = [bot.ask(example.position, attempt) for attempt in range(example.repeated)]
    if all(answer.text == example.played for answer in answers):
        return example._replace(lines=answers[-1].lines)
    return example._replace(lines=(), why=f"{example.why} The bot plays this on a slow processor only.")
