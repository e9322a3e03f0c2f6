"""The probe of first stones: on the border, where they connect nothing."""

import random
from collections.abc import Iterator
from typing import Any, ClassVar

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Cause, Fact, Finding
from crownbridge.bugfinder.hex.asking import is_examined
from crownbridge.bugfinder.hex.examples import repeated_examples
from crownbridge.bugfinder.hex.faults import SIGN
from crownbridge.bugfinder.hex.trial import BLOCK, KEY, WIN, cell_name
from crownbridge.bugfinder.likelihood import exceeds
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.question import Question
from crownbridge.bugfinder.results import Results
from crownbridge.games import Game

OPENING = "opening"
FEW, MANY = 8, 24
SMALLEST = 7
"""Size of the smallest board on which a stone on the border is useless."""
LARGE = 9
"""Size of the smallest board on which stones next to the border count neither as right nor as wrong."""
_MARGIN = 0.1
_LEAST = 0.98
_CAUSES = (
    Cause("opening", "check the choice of the first stones: the middle of the board is worth most"),
    SIGN,
    Cause("dead cells", "check the order of moves: cells that matter least seem to come first"),
)
_WHY = "All stones are in the middle; the opponent passes a lone stone on the border on either side."


def openings(game: Game[Any], chance: random.Random, count: int) -> Iterator[Question]:
    """Yield positions with two to five stones in the middle of the board."""
    size, first = game.size, int(game.first)  # type: ignore[attr-defined]  # Hex
    inner = range(size // 3, size - size // 3)
    neutral = 1 if size >= LARGE else 0
    middle = [row * size + column for row in inner for column in inner]
    for number in range(count):
        stones = 2 + number % 4
        cells = dict(zip(chance.sample(middle, stones), range(stones), strict=True))
        text = "".join("rb"[(first + cells[cell]) % 2] if cell in cells else "." for cell in range(size * size))
        rows = "/".join(text[start : start + size] for start in range(0, size * size, size))
        rings = {cell: _ring(cell, size) for cell in range(size * size) if cell not in cells}
        yield Question(
            f"{rows} {'rb'[(first + stones) % 2]}",
            tuple(cell_name(cell, size) for cell, ring in rings.items() if ring > neutral),
            tuple(cell_name(cell, size) for cell, ring in rings.items() if ring == 0),
            OPENING,
            why=_WHY,
        )


def _ring(cell: int, size: int) -> int:
    """Return the distance from the border."""
    row, column = divmod(cell, size)
    return min(row, column, size - 1 - row, size - 1 - column)


class Opening(Probe):
    """Asks for one of the first stones of a game."""

    name: ClassVar[str] = "opening"
    share: ClassVar[float] = 1.5

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield a finding if the bot sees wins, but its first stones are on the border more often than random ones."""
        if not is_examined(bot) or bot.game.size < SMALLEST:  # type: ignore[attr-defined]  # Hex
            return
        results = Results()
        for result in bot.ask_all(openings(bot.game, chance, MANY)):
            results.append(result)
            if len(results) == FEW and results.failures.rate <= results.risk:
                break
        certainty = exceeds(results.failures, results.risk + _MARGIN)
        tactics = bot.results.of(KEY, WIN, BLOCK)
        sees_wins = bool(tactics) and exceeds(tactics.failures, 0.5) < 1 - _LEAST
        if not results or certainty < _LEAST or not sees_wins:
            return
        examples = repeated_examples(bot, ((result.question, result.answer) for result in results.wrong()))
        if examples:
            yield Finding(
                "The bot places its first stones on the border.",
                _CAUSES,
                certainty - _DOUBT,
                f"{results.failures} first stones were on the border; of random stones, {results.risk:.0%} are",
                examples,
            )


_DOUBT = 0.1
"""First stones on the border are weak play, and need not be a programming error."""
