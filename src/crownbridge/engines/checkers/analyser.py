"""Live analysis of checkers: an iterative deepening search of the position after each move."""

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
MAX_DEPTH = 60
_BROAD_DEPTH = 8
"""Depth up to which all moves are searched; beyond it, only the best `lines` and a few more."""
_EXTRA_MOVES = 3


class CheckersAnalyser(LiveAnalyser):
    """Live analyser with the engine at full strength."""

    def __init__(self) -> None:
        self._engine: Engine = Hyperparameters(hash_megabytes=MEGABYTES).engine()
        self._tables = Tables.open()

    def analyse(self, position: Position[Any], lines: int, stop: StopFlag, report: Report) -> None:
        """Report after each depth; stop when all lines are proven."""
        began, nodes = time.monotonic(), 0
        lines_by_move: dict[Any, Line] = {}
        moves = position.legal_moves()
        for depth in range(1, MAX_DEPTH + 1):
            for move in moves:
                lines_by_move[move], searched = self._line(position, move, depth, stop)
                if stop.is_set:
                    return
                nodes += searched
            moves.sort(key=lambda move: -(lines_by_move[move].score or 0))
            if depth >= _BROAD_DEPTH:
                del moves[lines + _EXTRA_MOVES :]
            best = tuple(lines_by_move[move] for move in moves[:lines])
            verdict = self._verdict(position, best[0].score or 0)
            report(Analysis(best, depth + 1, nodes, time.monotonic() - began, verdict))
            if all(abs(lines_by_move[move].score or 0) > WIN for move in moves):
                return

    def _line(self, position: Position[Any], move: Any, depth: int, stop: StopFlag) -> tuple[Line, int]:
        """Return the line that starts with a move, and the number of nodes searched."""
        after = position.play(move)
        if (outcome := after.outcome()) is not None:
            score = 0 if outcome.winner is None else 2 * WIN
            return Line((move,), win_chance(score), score), 1
        thought = self._engine.think(SearchRequest(after, Limit(depth=depth), stop))
        score = -(thought.score or 0)
        return Line((move, *thought.line), win_chance(score), score), thought.nodes

    def _verdict(self, position: Position[Any], score: int) -> Verdict | None:
        value = self._tables.certain(position)  # type: ignore[arg-type]  # a checkers position
        if value is None and abs(score) > WIN:
            value = 1 if score > 0 else -1
        return None if value is None else VERDICTS[value]
