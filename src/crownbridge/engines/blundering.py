"""Weaker play."""

import random

from crownbridge.engines.engine import Engine, SearchRequest, Thought


class Blundering(Engine):
    """An engine that now and then plays any move at all; with no engine, always."""

    def __init__(self, engine: Engine | None, rate: float, seed: int) -> None:
        self._engine = engine
        self._rate = rate
        self._chance = random.Random(seed)

    def think(self, request: SearchRequest) -> Thought:
        """Return a random legal move, or the engine's thought."""
        if self._engine is None or self._chance.random() < self._rate:
            move = self._chance.choice(request.position.legal_moves())
            return Thought(move, (move,))
        return self._engine.think(request)

    def forget(self) -> None:
        """Has the engine forget; chance goes on."""
        if self._engine is not None:
            self._engine.forget()
