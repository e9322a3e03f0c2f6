"""Live analysis of checkers: the position after each move is searched, a ply deeper every time."""

import time
from typing import Any

from crownbridge._core import StopFlag
from crownbridge.engines.checkers.hyperparameters import Hyperparameters
from crownbridge.engines.checkers.judge import win_chance
from crownbridge.engines.checkers.tables import Tables
from crownbridge.engines.engine import WIN, Engine, Limit, SearchRequest
from crownbridge.engines.insight import VERDICTS, Verdict
from crownbridge.engines.live import Analysis, Line, LiveAnalyser, Report
from crownbridge.games import Position

MEGABYTES = 64
MOST_DEPTH = 60
_BROAD_DEPTH = 8
"""Up to that depth all moves are searched, then those that are shown and a few more."""
_SPARE = 3


class CheckersAnalyser(LiveAnalyser):
    """The engine at full strength."""

    def __init__(self) -> None:
        self._engine: Engine = Hyperparameters(hash_megabytes=MEGABYTES).engine()
        self._tables = Tables.open()

    def analyse(self, position: Position[Any], lines: int, stop: StopFlag, report: Report) -> None:
        """Report after each depth; what is proven for all lines is not searched again."""
        began, nodes = time.monotonic(), 0
        found: dict[Any, Line] = {}
        moves = position.legal_moves()
        for depth in range(1, MOST_DEPTH + 1):
            for move in moves:
                found[move], searched = self._line(position, move, depth, stop)
                if stop.is_set:
                    return
                nodes += searched
            moves.sort(key=lambda move: -(found[move].score or 0))
            if depth >= _BROAD_DEPTH:
                del moves[lines + _SPARE :]
            best = tuple(found[move] for move in moves[:lines])
            verdict = self._verdict(position, best[0].score or 0)
            report(Analysis(best, depth + 1, nodes, time.monotonic() - began, verdict))
            if all(abs(found[move].score or 0) > WIN for move in moves):
                return

    def _line(self, position: Position[Any], move: Any, depth: int, stop: StopFlag) -> tuple[Line, int]:
        """Return the line of a move, and how many nodes it took."""
        after = position.play(move)
        if (outcome := after.outcome()) is not None:
            score = 0 if outcome.winner is None else 2 * WIN
            return Line((move,), win_chance(score), score), 1
        thought = self._engine.think(SearchRequest(after, Limit(depth=depth), stop))
        score = -(thought.score or 0)
        return Line((move, *thought.line), win_chance(score), score), thought.nodes

    def _verdict(self, position: Position[Any], score: int) -> Verdict | None:
        known = self._tables.certain(position)  # type: ignore[arg-type]  # one of checkers
        if known is None and abs(score) > WIN:
            known = 1 if score > 0 else -1
        return None if known is None else VERDICTS[known]
