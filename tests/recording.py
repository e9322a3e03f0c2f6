"""Stand-ins that note what they are given."""

from typing import Any

from crownbridge.engines import Engine, Limit, SearchRequest, Thought
from crownbridge.games import Position


class RecordingEngine(Engine):
    """Plays the first legal move."""

    def __init__(self) -> None:
        self.limits: list[Limit] = []
        self.pondered: list[Position[Any]] = []
        self.rests = 0
        self.forgotten = 0

    def think(self, request: SearchRequest) -> Thought:
        self.limits.append(request.limit)
        move = request.position.legal_moves()[0]
        return Thought(move, (move,))

    def ponder(self, position: Position[Any]) -> None:
        self.pondered.append(position)

    def rest(self) -> None:
        self.rests += 1

    def forget(self) -> None:
        self.forgotten += 1
