"""Schemas of requests, responses and journal events."""

import time
from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import Response
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from crownbridge.games import Termination
from crownbridge.records.tree import LARGEST_NAG

MOST_GAMES = 1000
"""Maximum number of games that a room plays in a row."""
LONGEST_TEXT = 4000
"""Maximum number of characters of a position, a move or a player."""
LONGEST_TITLE = 200
LONGEST_NAME = 60
LONGEST_SECONDS = 1e6
LONGEST_COMMENT = 20_000
MOST_NODES = 5000
"""Maximum number of nodes of a tree that is written."""
MOST_ANNOTATIONS = 200
"""Maximum number of annotations of one kind of a node."""

Side = Literal[0, 1]
Options = dict[str, bool | int | str]
Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
Title = Annotated[str, Field(max_length=LONGEST_TITLE)]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]
Seconds = Annotated[float, Field(gt=0, le=LONGEST_SECONDS)]
Stream = Literal["stdout", "stderr"]
Clock = tuple[float | None, float | None]


class Message(BaseModel):
    """Base class of all schemas. A response always contains all fields, including those with a default."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)


def json_response(message: Message, status: int = HTTPStatus.OK) -> Response:
    """Return a message as a response."""
    return Response(message.model_dump_json(by_alias=True), status, media_type="application/json")


class ErrorDetail(Message):
    """The response to a request that failed."""

    detail: str = Field(description="The reason, in one sentence")


class Move(Message):
    """A move, the cells that it visits, and the cells of the pieces that it captures."""

    text: str
    cells: list[int] = []
    captured: list[int] = []


class Frame(Message):
    """A position to draw, and the move that led to it."""

    ply: int
    to_move: Side | None = Field(description="The side to move; null if the game is over")
    pieces: str = Field(
        description="One character per cell: '.' empty, '0' and '1' pieces of the sides, '2' and '3' crowned pieces"
    )
    position: str
    move: Move | None = None
    side: Side | None = Field(default=None, description="The side that moved")
    winning: list[int] = Field(
        default=[],
        exclude_if=lambda cells: not cells,  # most frames have none
        description="The cells that won the game, in order, such as a chain; omitted if there are none",
    )


class MoveDetails(Message):
    """Time, resources and evaluation of a move."""

    seconds: float = 0.0
    cpu_seconds: float = 0.0
    memory: int = 0
    clock: Clock = (None, None)
    search: str = ""
    score: int | None = None
    win_chance: float | None = None
    line: str | None = Field(default=None, description="The line that the program printed")
    claim: str | None = Field(default=None, description="The position after the move, as the program reported it")
    says_over: bool = Field(default=False, description="Whether the program reported the end of the game")
    problem: str = Field(default="", description="The error in a relayed line; empty if there is none")


class Outcome(Message):
    """The result of a game."""

    winner: Side | None
    termination: Termination
    detail: str = ""


class Output(Message):
    """Output of a program while it chose the move `ply`."""

    ply: int
    stream: Stream
    text: str


class GameChoice(Message):
    """A game and its options."""

    game: str
    options: Options = {}


class DrawnShape(Message):
    """A circle around a cell, or an arrow between two cells."""

    model_config = ConfigDict(extra="forbid")

    colour: Literal["green", "red", "blue", "yellow"]
    cells: list[Annotated[int, Field(ge=0, lt=1000)]] = Field(min_length=1, max_length=2)


class NodeAnnotations(Message):
    """The annotations of a node of a tree."""

    comment: str = Field(default="", max_length=LONGEST_COMMENT)
    nags: list[Annotated[int, Field(ge=0, le=LARGEST_NAG)]] = Field(
        default=[],
        max_length=MOST_ANNOTATIONS,
        description="Numeric annotation glyphs: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, and others as in PGN",
    )
    shapes: list[DrawnShape] = Field(default=[], max_length=MOST_ANNOTATIONS)
    clock: float | None = Field(
        default=None, ge=0, le=LONGEST_SECONDS, description="Seconds left to the mover after the move"
    )
    properties: dict[str, list[str]] = Field(
        default={},
        max_length=MOST_ANNOTATIONS,
        description="Other properties of the node in its file, to be sent back unchanged when the tree is written",
    )


class TreeNode(NodeAnnotations):
    """A node of a tree to draw: the position after a move. A parent precedes its children.

    The first child of a node continues the line; the others are variations.
    """

    parent: int | None = Field(description="Index of the parent; null for the root, which is the first node")
    frame: Frame


class TreeMove(NodeAnnotations):
    """A node of a tree to write. A parent precedes its children."""

    model_config = ConfigDict(extra="forbid")

    parent: int | None = Field(
        default=None, ge=0, description="Index of the parent; null for the root, which is the first node"
    )
    move: Text | None = Field(default=None, description="The move that leads to the node; null for the root")


class GameDocument(Message):
    """A game as a list of frames."""

    id: str
    title: str
    board: GameChoice
    players: tuple[str, str] = Field(description="The players, by side")
    first: Side = Field(default=0, description="The side that moves first")
    frames: list[Frame]
    turns: list[MoveDetails] = Field(description="The details of each move; one fewer than there are frames")
    outputs: tuple[list[Output], list[Output]] = ([], [])
    outcome: Outcome | None = None
    start_clock: Clock = Field(default=(None, None), description="Seconds left before the first move, by side")
    end_clock: Clock | None = Field(default=None, description="Seconds left at the end of the game, by side")
    statuses: tuple[str, str] = ("", "")
    notices: list[str] = []
    headers: dict[str, str] = Field(default={}, description="Other headers of the record: `Event`, `Date`, ...")
    tree: list[TreeNode] = Field(
        default=[],
        description="The moves with variations and annotations; empty if the game has only the moves of its frames",
    )


class Time(Message):
    """The time control, in seconds. Without limits, the players have unlimited time."""

    model_config = ConfigDict(extra="forbid")

    game_seconds: Seconds | None = None
    increment: float = Field(default=0.0, ge=0, le=LONGEST_SECONDS)
    move_seconds: Seconds | None = None


class Setup(Message):
    """The game, the players and the time control of a room."""

    model_config = ConfigDict(extra="forbid")

    game: Text
    options: Options = {}
    players: tuple[Text, Text] = Field(
        description='By side: "human", "random", "GAME:LEVEL", "PROTOCOL:COMMAND" or "@LISTED"'
    )
    names: tuple[Name, Name] = Field(
        default=("", ""), description="Names of the players, in the same order; empty for their descriptions above"
    )
    title: Title = ""
    time: Time = Time()
    start: Text | None = Field(default=None, description="The starting position, in any text form")
    games: int = Field(default=1, ge=1, le=MOST_GAMES)
    alternate: bool = Field(default=True, description="Whether the players swap sides after each game")
    relay: bool = Field(default=False, description="Connect two KTH programs directly, without a referee")
    run: bool = Field(default=True, description="Whether to start immediately")


class _Event(Message):
    seq: int = 0
    at: float = Field(default_factory=lambda: round(time.time(), 3), allow_inf_nan=False)


class Opened(_Event):
    """The room was created."""

    type: Literal["opened"] = "opened"
    setup: Setup


class Began(_Event):
    """A game started; `left` more games follow automatically."""

    type: Literal["began"] = "began"
    number: int
    players: tuple[str, str] = Field(description="The names of the players, by side")
    seats: tuple[str, str] = Field(description="The players, by side, as written in the setup")
    frame: Frame
    left: int = 0


class Thinking(_Event):
    """A side is to move. The legal moves are listed if it is a human."""

    type: Literal["thinking"] = "thinking"
    side: Side
    seconds: float | None
    clock: Clock
    legal: list[Move] | None = None


class Printed(_Event):
    """A program printed a text."""

    type: Literal["output"] = "output"
    side: Side
    ply: int
    stream: Stream
    text: str


class Moved(_Event):
    """A move was played or redone; `redo` more moves can be redone."""

    type: Literal["moved"] = "moved"
    frame: Frame
    turn: MoveDetails
    redo: int = 0


class TookBack(_Event):
    """Moves were taken back; the game continues from the earlier `frame`."""

    type: Literal["took_back"] = "took_back"
    frame: Frame
    clock: Clock
    redo: int


class Ended(_Event):
    """A game ended."""

    type: Literal["ended"] = "ended"
    number: int
    outcome: Outcome
    statuses: tuple[str, str] = ("", "")
    redo: int = 0
    is_void: bool = Field(default=False, description="The game does not count, because the machine failed")


class Renamed(_Event):
    """The room got another title."""

    type: Literal["renamed"] = "renamed"
    title: Title


Event = Opened | Began | Thinking | Printed | Moved | TookBack | Ended | Renamed
EventLine = Annotated[Event, Field(discriminator="type")]
EVENT: TypeAdapter[Event] = TypeAdapter(EventLine)
"""Parser of journal lines."""
