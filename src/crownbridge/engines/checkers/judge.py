"""The judge of checkers positions: a full-strength search, exact for endgame tables and proven wins."""

import math
from typing import Any

from crownbridge._core import StopFlag
from crownbridge.engines.checkers.hyperparameters import Hyperparameters
from crownbridge.engines.checkers.tables import Tables
from crownbridge.engines.engine import WIN, Limit, SearchRequest, Thought
from crownbridge.engines.judging import Judge, Judgement
from crownbridge.games import Position

MEGABYTES = 8
"""Size of the hash table."""
LOGISTIC_SCORE = 115
"""Score, in hundredths of a man, at which the odds to win are e to 1. Fitted by benchmarks/win_chance.py."""
TABLE_LINE_LENGTH = 8
"""Maximum length of a line through endgame table positions."""
_LINE_LIMIT = Limit(nodes=1_000)


def win_chance(score: int) -> float:
    """Return the win probability for a score in hundredths of a man."""
    return float(score > 0) if abs(score) > WIN else 1 / (1 + math.exp(-score / LOGISTIC_SCORE))


class CheckersJudge(Judge):
    """Judge with the engine at full strength; proven wins and endgame table values are exact."""

    def __init__(self, effort: Limit) -> None:
        super().__init__(effort)
        self._engine = Hyperparameters(hash_megabytes=MEGABYTES, seed=0).engine()
        self._tables = Tables.open()

    def _think(self, position: Position[Any], stop: StopFlag) -> Thought:
        self._engine.forget()
        return self._engine.think(SearchRequest(position, self._effort, stop))

    def _judgement(self, position: Position[Any], thought: Thought) -> Judgement:
        value = self._exact_value(position)
        if value is not None:
            return Judgement((value + 1) / 2, self._table_line(position, thought), exact=True)
        score = thought.score or 0
        return Judgement(win_chance(score), thought.line, exact=abs(score) > WIN)

    def _exact_value(self, position: Any) -> int | None:
        """Return 1, 0 or -1 if the value is known from the tables under the rules of the game, else None."""
        if (outcome := position.outcome()) is not None:
            return 0 if outcome.winner is None else 1 if outcome.winner == position.side_to_move else -1
        return self._tables.certain(position)

    def _table_line(self, position: Position[Any], thought: Thought) -> tuple[Any, ...]:
        """Return a longer line for an endgame table position, where the search stops after one move."""
        line: list[Any] = []
        while len(line) < TABLE_LINE_LENGTH and position.outcome() is None:
            line.append(self._value_preserving(position, thought.move))
            position = position.play(line[-1])
            if position.outcome() is None:
                thought = self._engine.think(SearchRequest(position, _LINE_LIMIT))
        return tuple(line)

    def _value_preserving(self, position: Position[Any], move: Any) -> Any:
        """Return the move, or one that keeps the value of the position if this one does not."""
        value = self._exact_value(position)
        if value is None or self._exact_value(position.play(move)) in (None, -value):
            return move
        return next(
            (other for other in position.legal_moves() if self._exact_value(position.play(other)) == -value), move
        )
