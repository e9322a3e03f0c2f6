"""The draw counter: whether the bot knows that the game is drawn when the counter runs out."""

import random
from collections.abc import Iterator
from typing import Any

from crownbridge._core import CheckersEvaluation, checkers_minimax
from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers.causes import ENDING, REPETITION
from crownbridge.bugfinder.checkers.examples import examples
from crownbridge.bugfinder.checkers.tactics import look_ahead
from crownbridge.bugfinder.finding import Fact, Finding
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.question import Question
from crownbridge.errors import PositionError

COUNT = 10
DEPTH = 4
LEFT = 3
"""Moves that are left until the draw."""
IGNORED = 0.7
"""Rate of failures from which on a bot ignores the counter."""
WHY = f"With {LEFT} moves left until a draw, it is worth at least a man more than the bot's move."
INNER = range(4, 28)
"""Squares on which men of both colours may stand."""
_MATERIAL = CheckersEvaluation.piece_tables([100] * 32, [150] * 32)


class DrawCounter(Probe):
    """Asks about positions in which the counter is about to run out, and another move would be best without it."""

    name = "draw counter"

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield a finding if the bot plays as if there were no counter."""
        if (
            look_ahead(bot.results) <= DEPTH
            or getattr(bot.game, "counter", 0) <= LEFT
            or not self._protocol_sends_counter(bot)
        ):
            return
        for _ in bot.ask_all(self._questions(bot, chance)):
            pass
        bot.extend()
        failures = bot.results.of("counter").failures
        if failures.total < COUNT // 2 or failures.rate < IGNORED:
            return
        if cases := examples(bot, bot.results.of("counter").wrong()):
            text = "It ignores the number of moves that are left until a draw."
            yield Finding(text, (REPETITION, ENDING), 0.85, f"wrong with {LEFT} moves left: {failures}", cases)

    @staticmethod
    def _protocol_sends_counter(bot: Bot) -> bool:
        """Return True if the lines sent to the bot depend on the counter."""
        board = "R" + "." * 30 + "W r"
        return bot.ask(f"{board} {LEFT}").lines != bot.ask(board).lines

    def _questions(self, bot: Bot, chance: random.Random) -> Iterator[Question]:
        game: Any = bot.game
        count = 0
        while count < COUNT and bot.left() > 0:
            squares = ["."] * 32
            for square in chance.sample(range(32), chance.randint(4, 7)):
                squares[square] = chance.choice("rRwW" if square in INNER else "RW")
            board = "".join(squares)
            try:
                near, far = (game.parse(f"{board} r {counter}") for counter in (LEFT, game.counter))
            except PositionError:
                continue
            if near.outcome() is not None or near.legal_moves()[0].is_capture:
                continue
            aware, unaware = self._values(near), self._values(far)
            best = max(aware.values())
            right = tuple(move for move, value in aware.items() if value == best)
            wrong = tuple(move for move, value in unaware.items() if value == max(unaware.values()))
            if all(aware[move] <= best - 100 for move in wrong):
                count += 1
                yield Question(str(near), right, wrong, "counter", DEPTH, (), WHY)

    @staticmethod
    def _values(position: Any) -> dict[str, int]:
        values = {}
        for move in position.legal_moves():
            after = position.play(move)
            outcome = after.outcome()
            if outcome is None:
                values[str(move)] = -checkers_minimax(after, _MATERIAL, DEPTH - 1).score
            else:
                values[str(move)] = 0 if outcome.winner is None else 20_000
        return values
