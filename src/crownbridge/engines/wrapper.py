"""Base class of engines that wrap another engine."""

from typing import Any

from crownbridge.engines.engine import Engine, SearchRequest, Thought
from crownbridge.games import Position


class EngineWrapper(Engine):
    """Forwards every call to the wrapped engine; subclasses override what they change."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def think(self, request: SearchRequest) -> Thought:
        """Return the wrapped engine's result."""
        return self._engine.think(request)

    def ponder(self, position: Position[Any]) -> None:
        """Let the wrapped engine ponder."""
        self._engine.ponder(position)

    def rest(self) -> None:
        """Stop the wrapped engine's pondering."""
        self._engine.rest()

    def forget(self) -> None:
        """Clear the wrapped engine's search state."""
        self._engine.forget()
