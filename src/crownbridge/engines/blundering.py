"""Weaker play."""

import random
from collections.abc import Callable
from typing import Any

from crownbridge._core import StopFlag
from crownbridge.engines.engine import Engine, Limit, Thought
from crownbridge.games import Position


class Blundering(Engine):
    """An engine that now and then plays any move at all; with no engine, always."""

    def __init__(self, engine: Engine | None, rate: float, seed: int) -> None:
        self._engine = engine
        self._rate = rate
        self._chance = random.Random(seed)

    def think(
        self,
        position: Position[Any],
        limit: Limit,
        stop: StopFlag | None = None,
        progress: Callable[[Thought], None] | None = None,
    ) -> Thought:
        """Any legal move, or the engine's."""
        if self._engine is None or self._chance.random() < self._rate:
            move = self._chance.choice(position.legal_moves())
            return Thought(move, (move,))
        return self._engine.think(position, limit, stop, progress)

    def forget(self) -> None:
        """Has the engine forget; chance goes on."""
        if self._engine is not None:
            self._engine.forget()
