"""The judge of checkers positions: search at full strength, exact where endgame tables or a found win make it so."""

import math
from typing import Any

from crownbridge._core import StopFlag
from crownbridge.engines.checkers.hyperparameters import Hyperparameters
from crownbridge.engines.checkers.tables import Tables
from crownbridge.engines.engine import WIN, Limit, SearchRequest, Thought
from crownbridge.engines.judging import Judge, Judgement
from crownbridge.games import Position

MEGABYTES = 8
"""Memory for the search of one position."""
LOGISTIC_SCORE = 115
"""How many hundredths of a man make the odds to win e to 1. Fitted by benchmarks/win_chance.py."""
SHOWN = 8
"""How many moves are shown of a line that the tables know."""
_GLANCE = Limit(nodes=1_000)


def win_chance(score: int) -> float:
    """Return the chance to win with a score in hundredths of a man."""
    return float(score > 0) if abs(score) > WIN else 1 / (1 + math.exp(-score / LOGISTIC_SCORE))


class CheckersJudge(Judge):
    """The engine at full strength; a win that it has found, and what the tables know, is exact."""

    def __init__(self, effort: Limit) -> None:
        super().__init__(effort)
        self._engine = Hyperparameters(hash_megabytes=MEGABYTES, seed=0).engine()
        self._tables = Tables.open()

    def _think(self, position: Position[Any], stop: StopFlag) -> Thought:
        self._engine.forget()
        return self._engine.think(SearchRequest(position, self._effort, stop))

    def _judged(self, position: Position[Any], thought: Thought) -> Judgement:
        value = self._known(position)
        if value is not None:
            return Judgement((value + 1) / 2, self._shown(position, thought), exact=True)
        score = thought.score or 0
        return Judgement(win_chance(score), thought.line, exact=abs(score) > WIN)

    def _known(self, position: Any) -> int | None:
        """Return 1, 0 or -1 if the tables know it for certain under the rules of the game."""
        if (outcome := position.outcome()) is not None:
            return 0 if outcome.winner is None else 1 if outcome.winner == position.side_to_move else -1
        return self._tables.certain(position)

    def _shown(self, position: Position[Any], thought: Thought) -> tuple[Any, ...]:
        """Return what follows from a position that the tables know, where the search itself ends after a move."""
        line: list[Any] = []
        while len(line) < SHOWN and position.outcome() is None:
            line.append(self._kept(position, thought.move))
            position = position.play(line[-1])
            if position.outcome() is None:
                thought = self._engine.think(SearchRequest(position, _GLANCE))
        return tuple(line)

    def _kept(self, position: Position[Any], move: Any) -> Any:
        """Return a move or, if it gives something away, one that does not."""
        value = self._known(position)
        if value is None or self._known(position.play(move)) in (None, -value):
            return move
        return next((other for other in position.legal_moves() if self._known(position.play(other)) == -value), move)
