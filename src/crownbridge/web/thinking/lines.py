"""Thinks of several moves at once, and tells what each is worth, better and better."""

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple

from crownbridge._core import HexSearchReport, StopFlag
from crownbridge.analysis.judging import LOGISTIC_SCORE
from crownbridge.engines import Engine, Limit
from crownbridge.engines.checkers import Hyperparameters
from crownbridge.engines.checkers.tables import Tables
from crownbridge.engines.engine import WIN
from crownbridge.engines.hex import Parameters
from crownbridge.engines.hex.engine import SWAP
from crownbridge.engines.hex.first_stones import chances_under_swap, is_before_the_swap
from crownbridge.games import Checkers, Hex, Position
from crownbridge.web.thinking.shapes import VERDICTS, Line, Thought, Verdict, shown_line

MEGABYTES = 64
MOST_DEPTH = 60
_BROAD_DEPTH = 8
"""Up to that depth all moves are looked at, then those that are shown and a few more."""
_SPARE = 3

Tell = Callable[[Thought], None]


class Thinker(ABC):
    """Thinks about positions of one game, one at a time. Holds much memory, and is to be used again."""

    @abstractmethod
    def think(self, position: Position[Any], lines: int, stop: StopFlag, tell: Tell) -> None:
        """Tells of better and better thoughts about a position that is not over, until it is stopped."""


class _Candidate(NamedTuple):
    score: int
    line: tuple[Any, ...]


class CheckersThinker(Thinker):
    """Searches the position after each move, a ply deeper every time."""

    def __init__(self) -> None:
        self._engine: Engine = Hyperparameters(hash_megabytes=MEGABYTES).engine()
        self._tables = Tables.open()

    def think(self, position: Position[Any], lines: int, stop: StopFlag, tell: Tell) -> None:
        """What is proven for all lines is not looked at again."""
        began, nodes = time.monotonic(), 0
        found: dict[Any, _Candidate] = {}
        moves = position.legal_moves()
        for depth in range(1, MOST_DEPTH + 1):
            for move in moves:
                candidate, looked_at = self._candidate(position, move, depth, stop)
                if stop.is_set:
                    return
                found[move] = candidate
                nodes += looked_at
            moves.sort(key=lambda move: -found[move].score)
            if depth >= _BROAD_DEPTH:
                del moves[lines + _SPARE :]
            best = [found[move] for move in moves[:lines]]
            tell(
                Thought(
                    depth=depth + 1,
                    nodes=nodes,
                    seconds=time.monotonic() - began,
                    lines=[
                        Line(moves=shown_line(position, one.line), score=one.score, win_chance=_chance(one.score))
                        for one in best
                    ],
                    verdict=self._verdict(position, best[0].score),
                )
            )
            if all(abs(found[move].score) > WIN for move in moves):
                return

    def _candidate(self, position: Position[Any], move: Any, depth: int, stop: StopFlag) -> tuple[_Candidate, int]:
        after = position.play(move)
        outcome = after.outcome()
        if outcome is not None:
            return _Candidate(0 if outcome.winner is None else 2 * WIN, (move,)), 1
        thought = self._engine.think(after, Limit(depth=depth), stop)
        return _Candidate(-(thought.score or 0), (move, *thought.line)), thought.nodes

    def _verdict(self, position: Position[Any], score: int) -> Verdict | None:
        known = self._tables.certain(position)  # type: ignore[arg-type]  # one of checkers
        if known is None and abs(score) > WIN:
            known = 1 if score > 0 else -1
        return None if known is None else VERDICTS[known]


def _chance(score: int) -> float:
    return float(score > 0) if abs(score) > WIN else 1 / (1 + math.exp(-score / LOGISTIC_SCORE))


class HexThinker(Thinker):
    """Searches the tree; the moves that were tried most are the best."""

    def __init__(self) -> None:
        self._search = Parameters(megabytes=2 * MEGABYTES).search()

    def think(self, position: Position[Any], lines: int, stop: StopFlag, tell: Tell) -> None:
        """The chance of a swap is what the other side has without it; before it, even stones are the best."""
        if is_before_the_swap(position):
            tell(_first_stones(position, lines))
            return
        self._search.run(
            position,  # type: ignore[arg-type]  # one of Hex
            stop=stop,
            progress=lambda report: tell(_thought(position, lines, report)),
        )


def _first_stones(position: Position[Any], lines: int) -> Thought:
    """The fairest first stones: the search, which knows no swap, would find those that are taken over."""
    chances = chances_under_swap(position)
    best = sorted(chances, key=lambda move: -chances[move])[:lines]
    most = chances[best[0]] or 1.0
    heat = [0.0] * len(position.game.geometry.cells)
    for move, chance in chances.items():
        for cell in position.cells_of(move):
            heat[cell] = round(chance / most, 4)
    shown = [Line(moves=shown_line(position, [move]), score=None, win_chance=chances[move]) for move in best]
    return Thought(lines=shown, heat=heat)


def _thought(position: Position[Any], lines: int, report: HexSearchReport) -> Thought:
    found = {move: (visits, worth) for move, visits, worth in report.candidates}
    chance, best = report.win_chance, report.line[0]
    visits = found[best][0] or 1  # where it was proven before it was visited
    found[best] = visits, chance
    shown = [Line(moves=shown_line(position, report.line), score=None, win_chance=chance, visits=visits)]
    for line in report.other_lines[: lines - 1]:
        tried, worth = found[line[0]]
        shown.append(Line(moves=shown_line(position, line), score=None, win_chance=worth, visits=tried))
    most = max(tried for tried, _ in found.values())
    heat = [0.0] * len(position.game.geometry.cells)
    for move, (tried, _) in found.items():
        for cell in position.cells_of(move):
            heat[cell] = round(tried / most, 4)
    if position.can_swap:  # type: ignore[attr-defined]
        swap = Line(moves=shown_line(position, [SWAP]), score=None, win_chance=1 - chance)
        shown = sorted([swap, *shown], key=lambda line: -line.win_chance)[:lines]
        chance = max(chance, 1 - chance)
    verdict: Verdict | None = {0.0: "lost", 1.0: "won"}.get(chance)  # type: ignore[assignment]  # a Verdict
    return Thought(nodes=report.iterations, seconds=report.seconds, lines=shown, verdict=verdict, heat=heat)


THINKERS: dict[str, type[Thinker]] = {Checkers.name: CheckersThinker, Hex.name: HexThinker}
"""By game."""
