"""Weaker play: engines that play random moves, always or at a given rate."""

import random

from crownbridge.engines.engine import Engine, SearchRequest, Thought
from crownbridge.engines.wrapper import EngineWrapper


class RandomEngine(Engine):
    """An engine that plays random legal moves; `forget` does not reset the random sequence."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def think(self, request: SearchRequest) -> Thought:
        """Return a random legal move."""
        return _random_thought(request, self._random)


class Blundering(EngineWrapper):
    """An engine that plays a random legal move at a given rate; `forget` does not reset the random sequence."""

    def __init__(self, engine: Engine, rate: float, seed: int) -> None:
        super().__init__(engine)
        self._rate = rate
        self._random = random.Random(seed)

    def think(self, request: SearchRequest) -> Thought:
        """Return a random legal move or the wrapped engine's result."""
        if self._random.random() < self._rate:
            return _random_thought(request, self._random)
        return super().think(request)


def _random_thought(request: SearchRequest, source: random.Random) -> Thought:
    """Return a random legal move of the requested position."""
    move = source.choice(request.position.legal_moves())
    return Thought(move, (move,))
