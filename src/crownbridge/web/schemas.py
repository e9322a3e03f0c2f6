"""What goes over the wire and into journals, as shapes."""

import time
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from crownbridge.games import Termination

MOST_GAMES = 1000
"""That a room plays in one go."""
LONGEST_TEXT = 4000
"""Characters of a position, a move or a player's name."""
LONGEST_TITLE = 200
LONGEST_SECONDS = 1e6

Side = Literal[0, 1]
Options = dict[str, bool | int | str]
Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
Seconds = Annotated[float, Field(gt=0, le=LONGEST_SECONDS)]
Stream = Literal["stdout", "stderr"]
Clock = tuple[float | None, float | None]


class Message(BaseModel):
    """Whatever goes over the wire. What is sent has all its fields, those that have a default, too."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)


class ErrorDetail(Message):
    """What is answered when something is not done."""

    detail: str = Field(description="why, in one sentence")


class Move(Message):
    """A move, with the cells that it visits and those from which it takes pieces."""

    text: str
    cells: list[int] = []
    captured: list[int] = []


class Frame(Message):
    """A position ready for drawing, and what led to it."""

    ply: int
    to_move: Side | None = Field(description="null: the game is over")
    pieces: str = Field(description="a character a cell: '.', '0' and '1' the sides' pieces, '2' and '3' crowned ones")
    position: str
    move: Move | None = None
    side: Side | None = Field(default=None, description="who moved")


class MoveDetails(Message):
    """What is known of how a move came about."""

    seconds: float = 0.0
    cpu_seconds: float = 0.0
    memory: int = 0
    clock: Clock = (None, None)
    search: str = ""
    score: int | None = None
    win_chance: float | None = None
    line: str | None = Field(default=None, description="the program's own line")
    claim: str | None = Field(default=None, description="the position that the program says it has reached")
    says_over: bool = Field(default=False, description="whether the program says that the move ends the game")
    problem: str = Field(default="", description="of a relayed line: what is wrong with it")


class Outcome(Message):
    """How a game ended."""

    winner: Side | None
    termination: Termination
    detail: str = ""


class Output(Message):
    """What a program printed while it made its move number `ply`."""

    ply: int
    stream: Stream
    text: str


class GameChoice(Message):
    """A game with its options."""

    game: str
    options: Options = {}


class GameDocument(Message):
    """A whole game as frames."""

    id: str
    title: str
    board: GameChoice
    players: tuple[str, str] = Field(description="by side")
    first: Side = Field(default=0, description="who moves first")
    frames: list[Frame]
    turns: list[MoveDetails] = Field(description="of all frames but the first")
    outputs: tuple[list[Output], list[Output]] = ([], [])
    outcome: Outcome | None = None
    start_clock: Clock = Field(default=(None, None), description="seconds left before the first move, by side")
    end_clock: Clock | None = Field(default=None, description="when the game had ended")
    statuses: tuple[str, str] = ("", "")
    notices: list[str] = []
    headers: dict[str, str] = Field(default={}, description="what a file says beside: `Event`, `Date`, ...")


class Time(Message):
    """How much time the players have, in seconds; without any of them, as much as they like."""

    model_config = ConfigDict(extra="forbid")

    game_seconds: Seconds | None = None
    increment: float = Field(default=0.0, ge=0, le=LONGEST_SECONDS)
    move_seconds: Seconds | None = None


class Setup(Message):
    """What is played in a room, and by whom."""

    model_config = ConfigDict(extra="forbid")

    game: Text
    options: Options = {}
    players: tuple[Text, Text] = Field(description='"human", "random", "GAME:LEVEL", "PROTOCOL:COMMAND", "@LISTED"')
    title: str = Field(default="", max_length=LONGEST_TITLE)
    time: Time = Time()
    start: Text | None = Field(default=None, description="the position to start from, in any text form")
    games: int = Field(default=1, ge=1, le=MOST_GAMES)
    alternate: bool = Field(default=True, description="whether the players change sides after each game")
    relay: bool = Field(default=False, description="join two KTH programs to each other, and judge nothing")
    run: bool = Field(default=True, description="whether to begin at once")


class _Event(Message):
    seq: int = 0
    at: float = Field(default_factory=lambda: round(time.time(), 3), allow_inf_nan=False)


class Opened(_Event):
    """The room was made."""

    type: Literal["opened"] = "opened"
    setup: Setup


class Began(_Event):
    """A game has begun; so many are to follow by themselves."""

    type: Literal["began"] = "began"
    number: int
    players: tuple[str, str]
    seats: tuple[str, str] = Field(description="by side, as the set-up names them")
    frame: Frame
    left: int = 0


class Thinking(_Event):
    """A side is asked for a move; where a human is, with the legal ones."""

    type: Literal["thinking"] = "thinking"
    side: Side
    seconds: float | None
    clock: Clock
    legal: list[Move] | None = None


class Printed(_Event):
    """A program printed something."""

    type: Literal["output"] = "output"
    side: Side
    ply: int
    stream: Stream
    text: str


class Moved(_Event):
    """A move was made, or made again; so many more can be made again."""

    type: Literal["moved"] = "moved"
    frame: Frame
    turn: MoveDetails
    redo: int = 0


class TookBack(_Event):
    """The game stands at an earlier ply; what came later is forgotten."""

    type: Literal["took_back"] = "took_back"
    frame: Frame
    clock: Clock
    redo: int


class Ended(_Event):
    """A game is over."""

    type: Literal["ended"] = "ended"
    number: int
    outcome: Outcome
    statuses: tuple[str, str] = ("", "")
    redo: int = 0


Event = Opened | Began | Thinking | Printed | Moved | TookBack | Ended
EventLine = Annotated[Event, Field(discriminator="type")]
EVENT: TypeAdapter[Event] = TypeAdapter(EventLine)
"""Reads a line of a journal."""
