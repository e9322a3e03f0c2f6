"""State: whether answers depend on the earlier positions of the process."""

import random
import time
from collections.abc import Iterator
from contextlib import suppress
from statistics import median
from typing import Any

from crownbridge.bugfinder.bot import Bot, TimeIsUpError
from crownbridge.bugfinder.finding import HASH, Cause, Example, Fact, Finding
from crownbridge.bugfinder.likelihood import Failures, worse
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.results import Result
from crownbridge.players import FaultError, ProgramPlayer

QUESTIONS = 16
FAILED = 3
"""Number of questions that are failed only in one process, from which on it is a fault."""
SURE = 0.98
"""Probability that questions are failed more often than in new processes, solved before or not."""
CONFIRMED = 4
"""Number of them that must be solved again, three times each, in new processes."""
DEEPEST = 5
SEARCHED = 0.05
"""Seconds for a first move, without those of starting, from which on the bot searches."""
SPREAD = 1.0
"""Share of the time of starting by which it may vary."""
LEAST_MOVES = 8
HURRIED = 0.1
"""Share of that time below which later moves are not searched."""
PAUSE = 1.25
"""Time for which an idle process waits, in times of a move."""
ROUNDS = 4
"""Pauses for which there must be time."""
OPENING_MOVES = 8
"""Number of moves after the pause, in positions from the beginning of a game, where searches take longest."""
LEAST_EFFORT = 0.02
"""Processor time of these moves without the pause that is long enough for a comparison."""
AFTER_PAUSE = 0.35
"""Share of that time below which the pause has ended the search."""
PONDERING = 0.05
"""Share of the pause that a bot may compute."""
CLOCK = Cause("time", "measure the time of a move from its own beginning, not from that of the program")
STATE = Cause("state", "clear or check what is kept from earlier positions and games")

Failure = tuple[Result, str, tuple[str, ...]]
"""A question, the move that was played, and all lines up to it."""


class State(Probe):
    """Asks questions again that were solved, one after the other in the same process."""

    name = "state"
    share = 2.0

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield a finding if the bot fails questions in a used process that it solves in a new one."""
        if not bot.sends_positions:
            return
        solved = [result for result in bot.results if not result.is_wrong and result.question.depth <= DEEPEST]
        failed: list[Failure] = []
        total = 0
        startup = min((answer.cpu_seconds for answer in bot.answers if answer.is_first), default=0.0)
        new, used = [], []
        for side in bot.game.sides:
            own = [result for result in solved if result.answer.position.side_to_move == side]
            chance.shuffle(own)
            own.sort(key=lambda result: not result.answer.is_first)  # those whose time in a new process is known
            before = len(bot.answers)
            first = self._failures(bot, own[:QUESTIONS])
            total += len(bot.answers) - before
            used += [answer.cpu_seconds for answer in bot.answers[before + 1 :]]
            failed += self._again(bot, own[:QUESTIONS], first)
            new += [result.answer.cpu_seconds - startup for result in own[1:QUESTIONS] if result.answer.is_first]
        searched = max(SEARCHED, SPREAD * startup)
        if min(len(new), len(used)) >= LEAST_MOVES and median(new) > searched and median(used) < HURRIED * median(new):
            text = f"It searches {median(new):.2f} s for its first move and {median(used):.3f} s for later ones."
            yield Finding(text, (STATE, CLOCK), 0.9, f"medians of {len(used)} questions")
        yield from self._forgetful(bot, failed, total)
        yield from self._aged(bot, chance)

    @staticmethod
    def _forgetful(bot: Bot, failed: list[Failure], total: int) -> Iterator[Finding]:
        """Yield a finding if questions are failed in a used process that are solved again in new ones."""
        usual = bot.results.only(lambda question: question.depth <= DEEPEST).failures
        if len(failed) < FAILED or worse(Failures(len(failed), total), usual) < SURE:
            return
        failed.sort(key=lambda failure: len(failure[2]))
        bot.extend()
        if not all(
            bot.ask(result.question.position, attempt).is_right(result.question)
            for result, _, _ in failed[:CONFIRMED]
            for attempt in (1, 2, 3)
        ):
            return
        result, played, lines = failed[0]
        why = "In a new process the bot finds the right move itself."
        example = Example(result.question.position, lines, played, result.question.right, why)
        yield Finding(
            "It fails questions that it solves in a new process.",
            (HASH, STATE),
            min(0.7 + 0.04 * len(failed), 0.95),
            f"wrong after other positions: {len(failed)} of {total}; in a new process: none of them",
            (example,),
        )

    def _aged(self, bot: Bot, chance: random.Random) -> Iterator[Finding]:
        """Yield a finding if the bot hardly searches once its process has waited for longer than a move may take."""
        positions = [position for _ in range(1 + OPENING_MOVES) if (position := _opening(bot, chance)) is not None]
        pause = PAUSE * bot.seconds
        if not bot.protocol or len(positions) <= OPENING_MOVES or bot.left() < ROUNDS * pause:
            return
        usual = self._effort(bot, positions, 0.0)
        if usual is None or usual < LEAST_EFFORT:
            return
        aged = [self._effort(bot, positions, pause) for _ in range(2)]
        again = self._effort(bot, positions, 0.0)  # not quicker for another reason, such as a cache on disk
        measured = [effort for effort in aged if effort is not None]
        if again is None or len(measured) < len(aged) or max(measured) >= AFTER_PAUSE * min(usual, again):
            return
        text = f"It hardly searches after its process has waited for {pause:g} s."
        times = f"{max(measured):.3f} s; without the pause: {min(usual, again):.3f} s"
        yield Finding(text, (CLOCK, STATE), 0.9, f"processor time of {OPENING_MOVES} moves: {times}")

    @staticmethod
    def _effort(bot: Bot, positions: list[Any], pause: float) -> float | None:
        """Return the processor time of all moves but the first in one process, which waits after the first.

        Return None if the bot computes while it waits, or does not answer all positions.
        """
        with suppress(FaultError, TimeIsUpError), bot.conversation(positions[0].side_to_move) as conversation:
            if conversation.ask(positions[0]).move is None or not isinstance(conversation.player, ProgramPlayer):
                return None
            if pause:
                before = conversation.player.cpu_seconds()
                time.sleep(pause)
                if conversation.player.cpu_seconds() - before > PONDERING * pause:
                    return None
            answers = [conversation.ask(position) for position in positions[1:]]
            if all(answer.move is not None for answer in answers):
                return sum(answer.cpu_seconds for answer in answers)
        return None

    def _again(self, bot: Bot, results: list[Result], failed: list[Failure]) -> list[Failure]:
        """Return the failures that occur again in a second process; those by chance seldom do."""
        if not failed:
            return []
        repeated = {(result.question.position, played) for result, played, _ in self._failures(bot, results)}
        return [failure for failure in failed if (failure[0].question.position, failure[1]) in repeated]

    @staticmethod
    def _failures(bot: Bot, results: list[Result]) -> list[Failure]:
        """Return the questions that are failed in one process."""
        failed: list[Failure] = []
        if not results:
            return []
        try:
            with bot.conversation(results[0].answer.position.side_to_move) as conversation:
                for result in results:
                    answer = conversation.ask(result.answer.position)
                    if answer.is_wrong(result.question):
                        failed.append((result, answer.text, conversation.sent))
        except (FaultError, TimeIsUpError):
            pass
        return failed


def _opening(bot: Bot, chance: random.Random) -> Any:
    """Return a position after one random move of each side; None if the game is over by then."""
    position: Any = bot.game.initial()
    for _ in bot.game.sides:
        if position.outcome() is not None:
            return None
        position = position.play(chance.choice(position.legal_moves()))
    return position if position.outcome() is None else None
