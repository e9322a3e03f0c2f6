"""What goes over the wire of a tournament, as shapes."""

import time
from typing import Annotated, Any, Literal, Self

from pydantic import Field, TypeAdapter

from crownbridge.games import Termination
from crownbridge.store import StoredGame
from crownbridge.web.schemas import Frame, Message

Condition = Literal["playing", "stopping", "stopped", "over", "failed"]


class GameRow(Message):
    """A finished game in a line."""

    identity: str
    players: tuple[str, str] = Field(description="the one who moved first, and the other")
    winner: str | None
    termination: Termination
    detail: str
    moves: int
    seconds: float
    counts: bool = Field(description="false: broken off, and left out of the standings")
    fault: bool = Field(description="lost by a program rather than by its play")

    @classmethod
    def of(cls, game: StoredGame) -> Self:
        """The row of a stored game."""
        return cls(
            identity=game.identity,
            players=game.agents,
            winner=game.winner,
            termination=game.ending,
            detail=game.detail,
            moves=game.moves,
            seconds=game.seconds,
            counts=game.counts,
            fault=game.is_fault,
        )


class _Event(Message):
    seq: int = 0
    at: float = Field(default_factory=lambda: round(time.time(), 3), allow_inf_nan=False)


class TournamentOpened(_Event):
    """The tournament as it was asked for; without a folder it was begun elsewhere."""

    type: Literal["opened"] = "opened"
    config: dict[str, Any]
    folder: str | None


class StateChanged(_Event):
    """It goes on, or does so no more."""

    type: Literal["state"] = "state"
    state: Condition
    detail: str = ""


class GameOver(_Event):
    """A game was played and stored; there are so many now."""

    type: Literal["game"] = "game"
    game: GameRow
    played: int


class HumanSeated(_Event):
    """A human is asked to play a game in that room."""

    type: Literal["table"] = "table"
    game: str
    room: str


Event = TournamentOpened | StateChanged | GameOver | HumanSeated
EventLine = Annotated[Event, Field(discriminator="type")]
EVENT: TypeAdapter[Event] = TypeAdapter(EventLine)
"""Reads a line of a journal."""


class LiveBoard(Message):
    """A game that is being played."""

    identity: str
    players: tuple[str, str] = Field(description="by side")
    frame: Frame


class StandingRow(Message):
    """An agent's line in the table."""

    rank: int
    agent: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    byes: float = Field(description="those of the points that were given without a game")
    faults: int
    elo: float | None = Field(description="null: not known, as before the first game")
    error_low: float | None = Field(description="where the 95 % interval begins")
    error_high: float | None = Field(description="where it ends")
    group: int = Field(description="ratings of different groups, which never met, cannot be compared")
    running_elo: float


class CrosstableScore(Message):
    """Games of one agent against another."""

    wins: int
    draws: int
    losses: int


class CrosstableRow(Message):
    """An agent's scores against all, in the order of the rows."""

    agent: str
    scores: list[CrosstableScore | None]


class Failure(Message):
    """A game that a program lost by its own fault."""

    game: str
    agent: str
    termination: Termination
    reason: str


class SprtStatus(Message):
    """How far a sequential test is."""

    llr: float
    lower: float
    upper: float
    verdict: str


class RatingHistory(Message):
    """The running ratings after so many games: a row an agent."""

    agents: list[str]
    games: list[int]
    ratings: list[list[float]]


class Problem(Message):
    """What is wrong with a configuration, and where."""

    place: str
    message: str


class HumanGame(Message):
    """Where a human is asked to play."""

    game: str
    room: str
