"""What is thought of a position, as shapes. Scores and chances are those of the side to move."""

from collections.abc import Iterable
from typing import Any, Literal

from pydantic import Field

from crownbridge.engines.insight import Connection as FoundConnection
from crownbridge.engines.insight import Insight as FoundInsight
from crownbridge.engines.insight import Verdict
from crownbridge.engines.live import Analysis
from crownbridge.games import Position
from crownbridge.web import frames
from crownbridge.web.schemas import Message, Move, Side


class Line(Message):
    """A move with what is expected to follow, and what it is worth."""

    moves: list[Move]
    score: int | None = Field(description="hundredths of a man")
    win_chance: float
    visits: int | None = None


class Thought(Message):
    """The best moves that were found so far."""

    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    lines: list[Line] = Field(default=[])
    verdict: Verdict | None = Field(default=None, description="for the side to move; exact")
    heat: list[float] | None = Field(default=None, description="how often each cell was tried, 0 to 1")
    done: bool = False

    @classmethod
    def of(cls, position: Position[Any], found: Analysis) -> "Thought":
        """Return an analysis as it is sent."""
        lines = [
            Line(moves=line_schema(position, one.moves), score=one.score, win_chance=one.win_chance, visits=one.visits)
            for one in found.lines
        ]
        heat = None if found.heat is None else list(found.heat)
        return cls(
            depth=found.depth, nodes=found.nodes, seconds=found.seconds, lines=lines, verdict=found.verdict, heat=heat
        )


class Connection(Message):
    """Two ends that a side can join, whoever moves first; with a key, if the side itself does, and plays there."""

    side: Side
    from_: list[int] = Field(serialization_alias="from", description="a cell of the chain; none for an edge")
    to: list[int]
    edges: list[str]
    carrier: list[int] = Field(description="the empty cells that this needs")
    kind: Literal["bridge", "connection", "semi"]
    key: int | None

    @classmethod
    def of(cls, found: FoundConnection) -> "Connection":
        """Return a connection as it is sent."""
        return cls(
            side=frames.side_number(found.side),
            from_=found.start,
            to=found.end,
            edges=found.edges,
            carrier=found.carrier,
            kind=found.kind,
            key=found.key,
        )


class Insight(Message):
    """What is certain of a position."""

    verdict: Verdict | None = Field(default=None, description="for the side to move; exact")
    detail: str = ""
    source: str = Field(default="", description="what gave the verdict")
    carrier: list[int] = Field(default=[], description="the empty cells that the winner needs")
    connections: list[Connection] = Field(default=[])
    must_play: list[int] | None = Field(default=None, description="where the side to move must play not to lose")
    dead: list[int] = Field(default=[])
    captured: tuple[list[int], list[int]] = Field(default=([], []), description="by side")

    @classmethod
    def of(cls, found: FoundInsight) -> "Insight":
        """Return an insight as it is sent."""
        return cls(
            verdict=found.verdict,
            detail=found.detail,
            source=found.source,
            carrier=found.carrier,
            connections=[Connection.of(one) for one in found.connections],
            must_play=found.must_play,
            dead=found.dead,
            captured=found.captured,
        )


class MoveAnnotation(Message):
    """What is said of a move of a game. Both chances are those of the game's first side."""

    ply: int
    side: Side
    win_chance_before: float = Field(description="with the best move")
    win_chance_after: float = Field(description="with the move that was played")
    best: Move
    line: list[Move] = Field(description="what was to be expected after the best move, itself first")
    reply: list[Move] = Field(description="what is to be expected after the move that was played")
    verdict: Literal["best", "good", "inaccuracy", "mistake", "blunder", "lost a proven win"]
    exact: bool


class AnalysisSummary(Message):
    """What the moves of each side came to."""

    accuracy: tuple[float | None, float | None] = Field(description="0 to 1; null where a side has not moved")
    verdicts: tuple[dict[str, int], dict[str, int]]
    complete: bool = Field(description="false: the analysis was ended early")


def line_schema(position: Position[Any], moves: Iterable[Any]) -> list[Move]:
    """Moves one after another."""
    found = []
    for move in moves:
        found.append(frames.move_schema(position, move))
        position = position.play(move)
    return found
