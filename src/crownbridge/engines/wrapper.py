"""Engines around another engine."""

from typing import Any

from crownbridge.engines.engine import Engine, SearchRequest, Thought
from crownbridge.games import Position


class EngineWrapper(Engine):
    """Forwards every call to an engine. Subclasses override what they change."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def think(self, request: SearchRequest) -> Thought:
        """Return the engine's thought."""
        return self._engine.think(request)

    def ponder(self, position: Position[Any]) -> None:
        """Let the engine ponder."""
        self._engine.ponder(position)

    def rest(self) -> None:
        """End the engine's background search."""
        self._engine.rest()

    def forget(self) -> None:
        """Clear what the engine has learned."""
        self._engine.forget()
