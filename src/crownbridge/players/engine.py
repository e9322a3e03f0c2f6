"""A built-in engine as a player."""

import time
from typing import Any

from crownbridge._core import StopFlag
from crownbridge.engines import Engine, Limit, SearchRequest
from crownbridge.games import Game, Outcome, Position, Side, Termination
from crownbridge.players.player import FaultError, Player, TimeLimit
from crownbridge.protocols import LastMove
from crownbridge.records import Decision

_UNTIMED_SECONDS = 1.0
_LONG = 86_400.0  # seconds from which on a limit counts as unlimited


class EnginePlayer(Player):
    """A player that searches in this process."""

    takes_time = True

    def __init__(self, name: str, engine: Engine) -> None:
        self.name = name
        self._engine = engine
        self._stop = StopFlag()

    def start(self, game: Game[Any], side: Side, limit: TimeLimit) -> float:  # noqa: ARG002 (each move has its own limit)
        """Clear the state of the last game."""
        self._stop = StopFlag()
        self._engine.forget()
        return 0.0

    def choose(self, position: Position[Any], last: LastMove | None, limit: TimeLimit) -> Decision:  # noqa: ARG002 (the position suffices)
        """Return the engine's best move; then ponder if the engine supports it."""
        began = time.monotonic()
        thought = self._engine.think(SearchRequest(position, _engine_limit(limit), self._stop))
        if self._stop.is_set:
            raise FaultError(Termination.INTERRUPTED, "was stopped")
        seconds = time.monotonic() - began
        decision = Decision(
            thought.move, seconds, search=str(thought), score=thought.score, win_chance=thought.win_chance
        )
        after = position.play(thought.move)
        if after.outcome() is None:
            self._engine.ponder(after)
        return decision

    def finish(self, outcome: Outcome, last: LastMove | None, seconds: float = 0.1) -> None:  # noqa: ARG002 (part of the interface)
        """Stop pondering."""
        self._engine.rest()

    def interrupt(self) -> None:
        """Stop the search."""
        self._stop.set()

    def close(self) -> None:
        """Stop pondering."""
        self._engine.rest()


def _engine_limit(limit: TimeLimit) -> Limit:
    """Return the engine's limit for a player's limit; an unlimited move takes a second."""
    if limit.clock is not None:
        shorter = limit.seconds < limit.clock
        return Limit(limit.seconds if shorter else None, limit.clock, limit.increment)
    return Limit(limit.seconds if limit.seconds < _LONG else _UNTIMED_SECONDS)
