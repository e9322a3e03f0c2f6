"""Stand-ins that note what they are given."""

from collections.abc import Callable
from typing import Any

from crownbridge._core import StopFlag
from crownbridge.engines import Engine, Limit, Thought
from crownbridge.games import Position


class RecordingEngine(Engine):
    """Plays the first legal move."""

    def __init__(self) -> None:
        self.limits: list[Limit] = []
        self.pondered: list[Position[Any]] = []
        self.rests = 0
        self.forgotten = 0

    def think(
        self,
        position: Position[Any],
        limit: Limit,
        stop: StopFlag | None = None,  # noqa: ARG002 (it is done at once)
        progress: Callable[[Thought], None] | None = None,  # noqa: ARG002 (the same)
    ) -> Thought:
        self.limits.append(limit)
        move = position.legal_moves()[0]
        return Thought(move, (move,))

    def ponder(self, position: Position[Any]) -> None:
        self.pondered.append(position)

    def rest(self) -> None:
        self.rests += 1

    def forget(self) -> None:
        self.forgotten += 1
