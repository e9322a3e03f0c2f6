"""The probe of turned boards: Hex is the same game on a board turned by 180 degrees, so no cell may be a favourite."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, NamedTuple

from crownbridge._core import HexMove
from crownbridge.bugfinder.bot import Bot, TimeIsUpError
from crownbridge.bugfinder.finding import Cause, Example, Fact, Finding
from crownbridge.bugfinder.hex.asking import is_examined, searches
from crownbridge.bugfinder.hex.examples import REPEATS
from crownbridge.bugfinder.hex.faults import OTHER
from crownbridge.bugfinder.hex.open_boards import turned
from crownbridge.bugfinder.hex.opening import SMALLEST, openings
from crownbridge.bugfinder.hex.trial import PLAN
from crownbridge.bugfinder.likelihood import exceeds
from crownbridge.bugfinder.probe import Probe

FEW, MANY = 16, 40
_SAMPLES = 2000
_HOPELESS, _SIGNIFICANT = 0.1, 0.01
_SOLVED, _LIKELY = 0.35, 0.9
_EXCEPTIONS = 0.1
"""Share of pairs that may contradict an order of cells by which ties are broken."""
_CONFIDENCE = 0.75
_SEED = Cause(
    "randomness", "seed the random generator once, not for every playout or move: equal sequences favour cells"
)
_PART = Cause("orientation", "check that every cell is looked at in the same way: loops, tables and symmetries")


class Pair(NamedTuple):
    """The answers to a position and to the same position turned."""

    position: str
    move: str
    turned_move: str
    """The answer to the turned position, as it was given."""


class Turning(Probe):
    """Asks for early stones on a board and on the same board turned by 180 degrees."""

    name: ClassVar[str] = "turned boards"
    share: ClassVar[float] = 3.0

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield a finding if the bot favours cells wherever the stones are, although it searches and solves plans."""
        if not is_examined(bot) or bot.game.size < SMALLEST:  # type: ignore[attr-defined]  # Hex
            return
        plans = bot.results.of(PLAN)
        if not plans or exceeds(plans.failures, _SOLVED) > 1 - _LIKELY or not searches(bot):
            return
        size = bot.game.size  # type: ignore[attr-defined]  # Hex
        pairs: list[Pair] = []
        for question in openings(bot.game, chance, MANY):
            try:
                pair = _pair(bot, question.position)
            except TimeIsUpError:
                break
            if pair is not None:
                pairs.append(pair)
            if len(pairs) == FEW and chance_of_favourites(pairs, size) > _HOPELESS:
                return
        significance = chance_of_favourites(pairs, size)
        if len(pairs) < FEW or significance > _SIGNIFICANT or breaks_ties_in_order(pairs, size):
            return
        examples = _examples(bot, pairs)
        if examples:
            yield Finding(
                "The bot favours some cells wherever the stones are: it does not turn its move with the board.",
                (_SEED, OTHER, _PART),
                _CONFIDENCE,
                f"{len(pairs)} boards and the same boards turned; p = {significance:.4f} (permutation test)",
                examples,
            )


def _pair(bot: Bot, position: str) -> Pair | None:
    answers = [bot.ask(text) for text in (position, turned(position, bot.game.size))]  # type: ignore[attr-defined]  # Hex
    if any(answer.move is None for answer in answers):
        return None
    return Pair(position, answers[0].text, answers[1].text)


def _asymmetry(pairs: Iterable[tuple[str, str]], size: int) -> float:
    """Return how much more often cells are played than the turned cells (a chi-squared statistic)."""
    counts = Counter(move for pair in pairs for move in pair)
    both = ((count, counts[turned(cell, size)]) for cell, count in counts.items())
    return sum((one - other) ** 2 / (one + other) * (1 if other else 2) for one, other in both)


def chance_of_favourites(pairs: Sequence[Pair], size: int) -> float:
    """Return the probability of such favourite cells if a turned board is answered by the turned move or at random.

    Then a pair of answers is as likely as the pair of the turned answers: a permutation test.
    """
    upright = [(pair.move, pair.turned_move) for pair in pairs]
    flipped = [(turned(pair.turned_move, size), turned(pair.move, size)) for pair in pairs]
    observed = _asymmetry(upright, size)
    chance = random.Random(len(pairs))
    as_large = sum(
        _asymmetry((chance.choice(both) for both in zip(upright, flipped, strict=True)), size) >= observed - 1e-9
        for _ in range(_SAMPLES)
    )
    return (as_large + 1) / (_SAMPLES + 1)


def breaks_ties_in_order(pairs: Sequence[Pair], size: int) -> bool:
    """Return True if the bot seems to play the first or the last of equal moves, which is not a fault."""
    cells = [(HexMove(pair.move), HexMove(turned(pair.turned_move, size))) for pair in pairs]
    for by_column in (False, True):
        keys = [
            tuple((move.column, move.row) if by_column else (move.row, move.column) for move in both) for both in cells
        ]
        before, after = sum(one < other for one, other in keys), sum(one > other for one, other in keys)
        if min(before, after) <= _EXCEPTIONS * (before + after):
            return True
    return False


def _examples(bot: Bot, pairs: Sequence[Pair]) -> tuple[Example, ...]:
    """Return a pair with different answers that the bot repeats."""
    size = bot.game.size  # type: ignore[attr-defined]  # Hex
    bot.extend()
    different = [pair for pair in pairs if turned(pair.turned_move, size) != pair.move]
    favourites = Counter(move for pair in pairs for move in (pair.move, pair.turned_move))
    different.sort(key=lambda pair: -favourites[pair.move] - favourites[pair.turned_move])
    for pair in different[:2]:
        texts = (pair.position, pair.move), (turned(pair.position, size), pair.turned_move)
        try:
            same = all(bot.ask(text, number).text == move for text, move in texts for number in range(1, 1 + REPEATS))
        except TimeIsUpError:
            break
        if same:
            right = turned(pair.turned_move, size)
            why = f"The same board turned by 180 degrees is answered by {pair.turned_move}, which is {right} turned."
            lines = bot.ask(pair.position).lines
            return (Example(pair.position, lines, pair.move, (right,), why, (), 1 + REPEATS),)
    return ()
