"""Time: late answers, answers that take ever longer, processor time after the move, memory that grows."""

import random
import time
from collections.abc import Iterator
from itertools import pairwise
from statistics import StatisticsError
from statistics import correlation as pearson
from typing import Any

from crownbridge.bugfinder.answer import Answer
from crownbridge.bugfinder.bot import Bot, TimeIsUpError
from crownbridge.bugfinder.finding import Cause, Example, Fact, Finding
from crownbridge.bugfinder.probe import Probe
from crownbridge.games import Termination
from crownbridge.players import FaultError, ProgramPlayer
from crownbridge.protocols import LastMove

MOVES = 24
LATE = 2
"""Number of late answers from which on it is not an accident."""
RARE, FEW = 0.05, 4
"""Share and number of late answers up to which they count only if they are late again."""
MEGABYTE = 1 << 20
LEAK = 3 * MEGABYTE
"""Growth per move from which on memory seems to leak."""
GROWTH = 3.0
"""Ratio of the time of late moves to that of early moves."""
STEADY_GROWTH = 1.6
"""The same if nearly every move takes longer than the one before."""
STEADY = 0.8
LEAST_SECONDS = 0.1
SEARCHED = 0.02
"""Seconds from which on a move was searched; forced moves are answered at once."""
LEAST_MOVES = 3
"""Number of moves at the beginning and at the end that are compared."""
WAIT = 0.4
"""Seconds to watch the bot after its move."""
IDLE = 0.06
"""Seconds of processor time after the move from which on a bot does not wait for the opponent."""
LEAST_IDLE, LONGER = 0.01, 3.0
"""The same for a quick bot, and the factor by which it then exceeds that of the next move."""
WATCHED = (3, 6)
"""Numbers of the moves after which it is watched."""
TIME = Cause("time", "check the clock often during the search, and stop before the limit")
BUFFERING = Cause("buffering", "flush stdout after every line")
PONDERS = Cause("time", "stop the search when the move is sent")
GROWS = Cause("time", "the time for a move must not depend on the number of moves played")
LEAKS = Cause("other", "free or clear what was allocated for the last move")


class Times(Probe):
    """Plays one game against random moves in one process and watches time, processor time and memory."""

    name = "time and memory"
    repeats = False
    share = 2.0

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield findings about time and memory."""
        bot.extend(MOVES * bot.seconds)
        answers, idle = self._game(bot, chance)
        if bot.answers and _is_timeout(bot.answers[-1]):
            self._game(bot, chance)  # one late answer may be an accident
        yield from self._late(bot)
        if not answers:
            return
        seconds = sorted(answer.seconds for answer in answers)
        yield Fact("time per move", f"{seconds[len(seconds) // 2]:.2f} s, at most {seconds[-1]:.2f} s")
        next_moves = [answers[number].cpu_seconds for number in WATCHED if number < len(answers)]
        if idle > IDLE or (idle > LEAST_IDLE and next_moves and idle > LONGER * max(next_moves)):
            text = f"It uses {idle:.2f} s of processor time in the {WAIT} s after its move."
            moves = " and ".join(map(str, WATCHED))
            yield Finding(text, (PONDERS,), 0.8, f"the least of several measurements, after its moves {moves}")
        yield from self._growth([answer for answer in answers if answer.seconds > SEARCHED])

    def _game(self, bot: Bot, chance: random.Random) -> tuple[list[Answer], float]:
        """Return the bot's answers in a game against random moves, and its least processor time after some of them."""
        position: Any = bot.game.initial()
        side = position.side_to_move
        answers: list[Answer] = []
        last: LastMove | None = None
        idle: list[float] = []
        try:
            with bot.conversation(side) as conversation:
                while len(answers) < MOVES and position.outcome() is None and bot.left() > 0:
                    answer = conversation.ask(position, last)
                    if answer.move is None:
                        break
                    answers.append(answer)
                    if len(answers) in WATCHED and isinstance(conversation.player, ProgramPlayer):
                        idle.append(seconds_after_move(conversation.player))
                    position = position.play(answer.move)
                    if position.outcome() is None:
                        move = chance.choice(position.legal_moves())
                        position = position.play(move)
                        last = LastMove(position, move, 2 * len(answers), 0)
        except (FaultError, TimeIsUpError):
            pass
        return answers, min(idle) if len(idle) == len(WATCHED) else 0.0

    @staticmethod
    def _late(bot: Bot) -> Iterator[Finding]:
        startup = min((answer.seconds for answer in bot.answers if answer.is_first), default=0.0)
        late = [answer for answer in bot.answers if _is_late(bot, answer, startup)]
        share = f"{len(late)} of {len(bot.answers)}"
        if len(late) >= LATE and _is_late_again(bot, late, startup):
            first = min(late, key=lambda answer: len(answer.lines))
            played = "no answer" if first.move is None else str(first.move)
            example = Example(
                str(first.position), first.lines, f"{played} after {first.seconds:.1f} s", (), "The clock."
            )
            yield Finding(
                f"It exceeds the time for a move of {bot.seconds:g} s.",
                (BUFFERING, TIME) if len(late) == len(bot.answers) else (TIME,),
                min(0.7 + 0.1 * len(late), 0.99),
                f"late: {share} answers",
                (example,),
            )

    @staticmethod
    def _growth(answers: list[Answer]) -> Iterator[Finding]:
        """Yield findings if later moves take longer, or if each needs more memory; `answers` are searched moves."""
        third = len(answers) // 3
        if third < LEAST_MOVES:
            return
        early, late = answers[1 : third + 1], answers[-third:]
        before, after = (sum(answer.seconds for answer in part) / len(part) for part in (early, late))
        steady = correlation([answer.seconds for answer in answers[1:]]) > STEADY
        if after > LEAST_SECONDS and after > (STEADY_GROWTH if steady else GROWTH) * before:
            evidence = f"{before:.2f} s per move at the beginning, {after:.2f} s at the end of a game"
            yield Finding("Its moves take longer and longer.", (GROWS,), 0.85, evidence)
        later = answers[third:]
        rises = [after.memory - before.memory for before, after in pairwise(later)]
        rise = sum(rises) / len(rises)
        if rise > LEAK and sum(step > LEAK / 2 for step in rises) > STEADY * len(rises):
            evidence = f"{rise / MEGABYTE:.0f} MB per move, {late[-1].memory // MEGABYTE} MB at the end"
            yield Finding("Its memory grows with every move.", (LEAKS,), 0.8, evidence)


def seconds_after_move(player: ProgramPlayer) -> float:
    """Return the processor time that a program uses while it should wait for its opponent."""
    before = player.cpu_seconds()
    time.sleep(WAIT)
    return player.cpu_seconds() - before


def _is_late(bot: Bot, answer: Answer, startup: float) -> bool:
    return answer.seconds - startup * answer.is_first > bot.seconds + bot.grace or _is_timeout(answer)


def _is_late_again(bot: Bot, late: list[Answer], startup: float) -> bool:
    """Return True unless a few late answers come in time when a new process is asked, as after a stall of the machine.

    An answer in the middle of a game cannot be repeated, and counts.
    """
    if (
        len(late) > min(RARE * len(bot.answers), FEW)
        or any(answer.in_game for answer in late)
        or not bot.starts_anywhere
    ):
        return True
    bot.extend()
    for answer in late:
        try:
            with bot.conversation(answer.position.side_to_move) as conversation:
                if _is_late(bot, conversation.ask(answer.position), startup):
                    return True
        except FaultError:
            return True
        except TimeIsUpError:
            break
    return False


def _is_timeout(answer: Answer) -> bool:
    return answer.fault is not None and answer.fault.termination is Termination.TIMEOUT


def correlation(seconds: list[float]) -> float:
    """Return the correlation of the times of moves with their numbers; 0 if all are equal."""
    try:
        return pearson(range(len(seconds)), seconds)
    except StatisticsError:
        return 0.0
