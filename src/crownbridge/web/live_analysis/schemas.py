"""Schemas of analyses. Scores and win chances are from the point of view of the side to move."""

from collections.abc import Iterable
from typing import Any, Literal

from pydantic import Field

from crownbridge.engines.insight import Connection as EngineConnection
from crownbridge.engines.insight import Insight as EngineInsight
from crownbridge.engines.insight import Verdict
from crownbridge.engines.live import Analysis
from crownbridge.games import Position
from crownbridge.web import frames
from crownbridge.web.schemas import Message, Move, Side


class Line(Message):
    """A principal variation and its evaluation."""

    moves: list[Move]
    score: int | None = Field(description="Score in hundredths of a man; null if the engine has no such score")
    win_chance: float
    visits: int | None = None


class Thought(Message):
    """The best lines so far."""

    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    lines: list[Line] = Field(default=[])
    verdict: Verdict | None = Field(default=None, description="The proven result for the side to move; null if unknown")
    heat: list[float] | None = Field(default=None, description="How often each cell was searched, from 0 to 1")
    policy: list[float] | None = Field(
        default=None, description="The probability that the network gives to the move at each cell"
    )
    values: list[float | None] | None = Field(
        default=None, description="The win chance of the side to move after the move at each cell; null if unknown"
    )
    done: bool = False

    @classmethod
    def of(cls, position: Position[Any], analysis: Analysis) -> "Thought":
        """Return the schema of an analysis."""
        lines = [
            Line(
                moves=line_schema(position, line.moves),
                score=line.score,
                win_chance=line.win_chance,
                visits=line.visits,
            )
            for line in analysis.lines
        ]
        return cls(
            depth=analysis.depth,
            nodes=analysis.nodes,
            seconds=analysis.seconds,
            lines=lines,
            verdict=analysis.verdict,
            heat=None if analysis.heat is None else list(analysis.heat),
            policy=None if analysis.policy is None else list(analysis.policy),
            values=None if analysis.values is None else list(analysis.values),
        )


class Connection(Message):
    """Two ends that a side can connect even if the opponent moves first; with a `key`, only if it plays there first."""

    side: Side
    from_: list[int] = Field(serialization_alias="from", description="A cell of the chain; empty for an edge")
    to: list[int]
    edges: list[str]
    carrier: list[int] = Field(description="The empty cells that the connection needs")
    kind: Literal["bridge", "connection", "semi"]
    key: int | None

    @classmethod
    def of(cls, connection: EngineConnection) -> "Connection":
        """Return the schema of a connection."""
        return cls(
            side=frames.side_number(connection.side),
            from_=connection.start,
            to=connection.end,
            edges=connection.edges,
            carrier=connection.carrier,
            kind=connection.kind,
            key=connection.key,
        )


class Insight(Message):
    """Proven facts about a position."""

    verdict: Verdict | None = Field(default=None, description="The proven result for the side to move; null if unknown")
    detail: str = ""
    source: str = Field(default="", description="The source of the verdict, such as endgame tables")
    carrier: list[int] = Field(default=[], description="The empty cells that the winner needs")
    connections: list[Connection] = Field(default=[])
    must_play: list[int] | None = Field(
        default=None, description="The cells where the side to move must play to avoid a loss; null if unknown"
    )
    dead: list[int] = Field(default=[], description="Cells that cannot affect the result")
    captured: tuple[list[int], list[int]] = Field(
        default=([], []), description="Captured cells, which count as filled, by side"
    )

    @classmethod
    def of(cls, insight: EngineInsight) -> "Insight":
        """Return the schema of an insight."""
        return cls(
            verdict=insight.verdict,
            detail=insight.detail,
            source=insight.source,
            carrier=insight.carrier,
            connections=list(map(Connection.of, insight.connections)),
            must_play=insight.must_play,
            dead=insight.dead,
            captured=insight.captured,
        )


class MoveAnnotation(Message):
    """The analysis of a move of a game. Both win chances are those of side 0."""

    ply: int
    side: Side
    win_chance_before: float = Field(description="Win chance with the best move")
    win_chance_after: float = Field(description="Win chance with the move played")
    best: Move
    line: list[Move] = Field(description="The principal variation, starting with the best move")
    reply: list[Move] = Field(description="The expected continuation after the move played")
    verdict: Literal["best", "good", "inaccuracy", "mistake", "blunder", "lost a proven win"]
    exact: bool


class AnalysisSummary(Message):
    """Accuracy and number of verdicts of each side."""

    accuracy: tuple[float | None, float | None] = Field(
        description="Accuracy by side, from 0 to 1; null if the side has not moved"
    )
    verdicts: tuple[dict[str, int], dict[str, int]]
    complete: bool = Field(description="False if the analysis ended early")


def line_schema(position: Position[Any], moves: Iterable[Any]) -> list[Move]:
    """Return the schemas of successive moves."""
    schemas = []
    for move in moves:
        schemas.append(frames.move_schema(position, move))
        position = position.play(move)
    return schemas
