"""The probe of nearby cells: bots that never play away from their own stones and edges, and so make no bridges."""

import random
from collections.abc import Iterator
from math import log
from typing import Any, ClassVar

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Cause, Fact, Finding
from crownbridge.bugfinder.hex.cells import HEX, edges, neighbours
from crownbridge.bugfinder.hex.examples import repeated_examples
from crownbridge.bugfinder.hex.faults import OTHER
from crownbridge.bugfinder.hex.open_boards import OPEN
from crownbridge.bugfinder.hex.trial import cell_name
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.results import Result, Results

LEAST = 12
"""Number of moves from which on they are judged."""
BY_ORDER = 0.8
UNLIKELY = log(1e-3)
"""Logarithm of the probability of moves that cannot be luck."""
_CONFIDENCE = 0.85
_CAUSES = (
    Cause("bridge", "let the search consider cells that are not next to a stone: a bridge connects as well"),
    OTHER,
    Cause("opening", "let the search consider all empty cells, above all in the opening"),
)


class Nearby(Probe):
    """Compares the moves on open boards with those that win; asks only to repeat examples."""

    name: ClassVar[str] = "nearby cells"
    share: ClassVar[float] = 0.3

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:  # noqa: ARG002 (part of the interface)
        """Yield a finding if all moves are next to an own stone or edge, and that is unlikely by chance."""
        results = Results(result for result in bot.results.of(OPEN) if result.answer.move is not None)
        near = sum(result.answer.text in near_cells(result.answer.position) for result in results)
        if near < max(len(results), LEAST) or _is_by_order(results):
            return
        chances = [_chance_of_near(result) for result in results]
        if sum(map(log, chances)) > UNLIKELY:
            return
        far = Results(
            result for result in results if not set(result.question.right) & near_cells(result.answer.position)
        )
        examples = repeated_examples(bot, ((result.question, result.answer) for result in (far or results).wrong()))
        if examples:
            yield Finding(
                "The bot plays only next to its own stones and edges.",
                _CAUSES,
                _CONFIDENCE,
                f"all {len(results)} moves on open boards; {sum(chances):.0f} would be expected",
                examples,
            )


def _is_by_order(results: Results) -> bool:
    """Return True if most moves are the first empty cell, by rows or by columns: such a bot does not choose."""
    first = [
        [str(min(result.answer.position.legal_moves(), key=key)) == result.answer.text for result in results]
        for key in (lambda move: (move.row, move.column), lambda move: (move.column, move.row))
    ]
    return max(map(sum, first)) > BY_ORDER * len(results)


def _chance_of_near(result: Result) -> float:
    """Return the probability that a bot that sees all cells plays next to its stones: by right moves, or by all."""
    near = near_cells(result.answer.position)
    legal = (*result.question.right, *result.question.wrong)
    shares = [sum(move in near for move in moves) / len(moves) for moves in (result.question.right, legal)]
    return max(*shares, 0.05)


def near_cells(position: Any) -> set[str]:
    """Return the names of the empty cells next to a stone or an edge of the side to move."""
    rows, size, side = position.rows, position.rules.size, position.side_index
    border = {cell for edge in edges(size, HEX.axes[side]) for cell in edge}
    return {
        cell_name(cell, size)
        for cell, stone in enumerate(rows)
        if stone == "." and (cell in border or any(rows[other] == "rb"[side] for other in neighbours(size)[cell]))
    }
