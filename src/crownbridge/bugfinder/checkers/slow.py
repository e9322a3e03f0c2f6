"""Slow processor: faults of the evaluation and the search that a deep search hides."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from crownbridge.bugfinder.bot import Bot, TimeIsUpError
from crownbridge.bugfinder.checkers.captures import Rules, Traits
from crownbridge.bugfinder.checkers.colours import Colours
from crownbridge.bugfinder.checkers.misses import Misses
from crownbridge.bugfinder.checkers.preferences import Preferences
from crownbridge.bugfinder.checkers.tactics import Tactics, look_ahead
from crownbridge.bugfinder.checkers.values import Values
from crownbridge.bugfinder.finding import Example, Fact, Finding
from crownbridge.bugfinder.general.times import IDLE, seconds_after_move
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.throttled import ThrottledBot
from crownbridge.games import Position
from crownbridge.players import FaultError, ProgramPlayer

PROBES: Sequence[Callable[[], Probe]] = (Tactics, Values, Rules, Traits, Colours, Preferences, Misses)
LEAST_DEPTH = 3
"""Plies that a bot must look ahead, at full speed and on the slow processor."""
LEAST_EFFORT = 0.04
"""Seconds of processor time for a move from which on a bot is slowed down."""
RUNNING = 0.0005, 0.002, 0.008
"""Seconds for which the bot runs at a time; more if it does not answer in time otherwise."""
MOSTLY = 0.9
"""Share of the answers that take no longer than what counts as the usual time."""
TRIED = 2
"""Number of answers after each of which the bot must wait."""
LATE = 3.0
"""Factor of the usual time from which on an answer is late: the bot does not stop by the clock."""
CERTAINTY = 0.98
"""Factor of the confidence of findings on a slow processor."""


class Slow(Probe):
    """Has other probes examine a deep bot on a slow processor, where it looks only a few plies ahead."""

    name = "slow processor"
    share = 24.0
    repeats = False

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield what the other probes find."""
        slow = slowed(bot)
        if slow is None:
            return
        try:
            for index, kind in enumerate(PROBES):
                weights = [probe().share for probe in PROBES[index:]]
                now = time.monotonic()
                slow.deadline = now + (bot.deadline - now) * weights[0] / sum(weights)
                results: list[Finding | Fact] = []
                with suppress(TimeIsUpError):
                    results.extend(kind().examine(slow, chance))
                if look_ahead(slow.results) < LEAST_DEPTH:
                    return
                bot.extend()
                for result in results:
                    if isinstance(result, Finding):
                        yield shown(bot, result)
                    elif index == 0:
                        yield Fact("on a slow processor", f"{result.name} {result.text}")
        finally:
            bot.slow_results = slow.results
            slow.close()


def slowed(bot: Bot) -> Bot | None:
    """Return the bot on a slow processor; None if it is too shallow, or does not search just until its time is over."""
    if not bot.protocol or not bot.sends_positions or look_ahead(bot.results) < LEAST_DEPTH:
        return None
    answers = sorted((answer for answer in bot.answers if answer.move is not None), key=lambda one: one.cpu_seconds)
    used = [answer for answer in answers if not answer.is_first]
    usual = used if len(used) > len(answers) / 2 else answers
    hardest = str(answers[-1].position)
    warm_up = {one.position.side_to_move: one.position for one in answers if str(one.position) != hardest}
    if len(warm_up) < len(bot.game.sides) or _spread([one.cpu_seconds for one in usual]) < LEAST_EFFORT:
        return None
    if any(_computes_after_move(bot, answer.position) for answer in usual[-TRIED:]):
        return None
    thinking = _spread(sorted(one.seconds for one in usual))
    for running in RUNNING:
        slow = ThrottledBot(bot, warm_up, thinking, running)
        tried = list(slow.ask_each([hardest]))
        if tried and tried[0].move is not None and tried[0].seconds < LATE * thinking:
            return slow
        slow.close()
    return None


def _computes_after_move(bot: Bot, position: Position[Any]) -> bool:
    """Return True if the bot keeps computing after its move, which then counts for the next one."""
    with suppress(FaultError), bot.conversation(position.side_to_move) as conversation:
        conversation.ask(position)
        return isinstance(conversation.player, ProgramPlayer) and seconds_after_move(conversation.player) > IDLE
    return True


def _spread(times: list[float]) -> float:
    """Return by how much the usual time exceeds the shortest, which may be that of starting; the times are sorted."""
    return times[int(MOSTLY * len(times))] - times[0]


def shown(bot: Bot, finding: Finding) -> Finding:
    """Return a finding whose examples have lines to paste only if the bot always plays so at full speed."""
    return finding._replace(
        confidence=finding.confidence * CERTAINTY,
        evidence=f"on a slow processor, {finding.evidence}",
        examples=tuple(_at_full_speed(bot, example) for example in finding.examples),
    )


def _at_full_speed(bot: Bot, example: Example) -> Example:
    with suppress(TimeIsUpError):
        answers = [bot.ask(example.position, attempt) for attempt in range(example.repeated)]
        if all(answer.text == example.played for answer in answers):
            return example._replace(lines=answers[-1].lines)
    return example._replace(lines=(), why=f"{example.why} At full speed, the bot does not always play this.")
