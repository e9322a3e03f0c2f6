"""Judges of answers, reused from one request to the next."""

from threading import Lock
from typing import Any

from crownbridge.analysis import Answer, AnswerJudge, Cache
from crownbridge.games import Position
from crownbridge.web.concurrency import ConcurrencyLimit

MOST_BUSY = 2
"""Maximum number of answers that are judged at a time."""
TIMEOUT = 20.0
"""Seconds to wait for a judge."""


class AnswerPool:
    """Judges answers, and keeps one idle judge per game. Thread-safe."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache
        self._limit = ConcurrencyLimit(MOST_BUSY, TIMEOUT, "answer")
        self._idle: dict[str, AnswerJudge] = {}
        self._lock = Lock()

    def answer(self, position: Position[Any], move: Any, best: Any) -> Answer:
        """Return the judgement of a move. Raise MoveError, or ConflictError if no judge becomes free in time."""
        game = position.game
        with self._limit.slot():
            with self._lock:
                judge = self._idle.pop(game.name, None)
            judge = judge or AnswerJudge(game, cache=self._cache)
            answer = judge.answer(position, move, best)
            with self._lock:
                self._idle[game.name] = judge
            return answer
