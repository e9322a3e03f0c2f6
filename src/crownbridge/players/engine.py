"""One of our own engines as a player."""

import time
from typing import Any

from crownbridge._core import StopFlag
from crownbridge.engines import Engine, Limit, SearchRequest
from crownbridge.games import Game, Outcome, Position, Side, Termination
from crownbridge.players.player import FaultError, Player, TimeLimit
from crownbridge.protocols import Turn
from crownbridge.records import Decision

_UNTIMED_SECONDS = 1.0
_LONG = 86_400.0  # nobody waits that long for a move


class EnginePlayer(Player):
    """Thinks in this very process."""

    def __init__(self, name: str, engine: Engine) -> None:
        self.name = name
        self._engine = engine
        self._stop = StopFlag()

    def start(self, game: Game[Any], side: Side, limit: TimeLimit) -> float:  # noqa: ARG002 (each move tells its own)
        """Forgets the last game."""
        self._stop = StopFlag()
        self._engine.forget()
        return 0.0

    def choose(self, position: Position[Any], last: Turn | None, limit: TimeLimit) -> Decision:  # noqa: ARG002 (the position tells all)
        """The move that the engine takes for the best; it goes on in the background if it was made to."""
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

    def finish(self, outcome: Outcome, last: Turn | None, seconds: float = 0.1) -> None:  # noqa: ARG002 (it only rests)
        """Ends what goes on in the background."""
        self._engine.rest()

    def interrupt(self) -> None:
        """Ends the search."""
        self._stop.set()

    def close(self) -> None:
        """Ends what goes on in the background."""
        self._engine.rest()


def _engine_limit(limit: TimeLimit) -> Limit:
    """The limit in the engine's words; a move that may take for ever takes a second."""
    if limit.clock is not None:
        shorter = limit.seconds < limit.clock
        return Limit(limit.seconds if shorter else None, limit.clock, limit.increment)
    return Limit(limit.seconds if limit.seconds < _LONG else _UNTIMED_SECONDS)
