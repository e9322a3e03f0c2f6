"""Schemas of tournaments: events of the log and parts of responses."""

import time
from typing import Annotated, Any, Literal, Self

from pydantic import Field, TypeAdapter

from crownbridge.games import Termination
from crownbridge.store import StoredGame
from crownbridge.web.schemas import Frame, Message

TournamentState = Literal["playing", "stopping", "stopped", "over", "failed"]


class GameRow(Message):
    """A finished game, as listed."""

    identity: str
    players: tuple[str, str] = Field(description="The agents; the first one moved first")
    winner: str | None
    termination: Termination
    detail: str
    moves: int
    seconds: float
    counts: bool = Field(description="False if the game was aborted and is excluded from the standings")
    fault: bool = Field(description="Whether the game was lost by a fault of the program, such as a crash")

    @classmethod
    def of(cls, game: StoredGame) -> Self:
        """Return the row of a stored game."""
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
    """The configuration of the tournament. Without a folder, it was started elsewhere."""

    type: Literal["opened"] = "opened"
    config: dict[str, Any]
    folder: str | None


class StateChanged(_Event):
    """The tournament changed its state."""

    type: Literal["state"] = "state"
    state: TournamentState
    detail: str = ""


class GameOver(_Event):
    """A game was stored; `played` is the number of stored games."""

    type: Literal["game"] = "game"
    game: GameRow
    played: int


class HumanSeated(_Event):
    """A game with a human player waits in a room."""

    type: Literal["table"] = "table"
    game: str
    room: str


Event = TournamentOpened | StateChanged | GameOver | HumanSeated
EventLine = Annotated[Event, Field(discriminator="type")]
EVENT: TypeAdapter[Event] = TypeAdapter(EventLine)
"""Parser of journal lines."""


class LiveBoard(Message):
    """The board of a game in progress."""

    identity: str
    players: tuple[str, str] = Field(description="The agents, by side")
    frame: Frame


class StandingRow(Message):
    """An agent's row in the standings."""

    rank: int
    agent: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    byes: float = Field(description="Points from byes, included in `points`")
    faults: int
    elo: float | None = Field(description="Rating; null if unknown, as before the first game")
    error_low: float | None = Field(description="Lower end of the 95 % confidence interval of `elo`")
    error_high: float | None = Field(description="Upper end of the 95 % confidence interval of `elo`")
    group: int = Field(
        description="Number of the group of agents connected by games; ratings are comparable within a group"
    )
    running_elo: float


class CrosstableScore(Message):
    """The score of one agent against another."""

    wins: int
    draws: int
    losses: int


class CrosstableRow(Message):
    """An agent's scores against all agents, in the order of the rows."""

    agent: str
    scores: list[CrosstableScore | None]


class Failure(Message):
    """A game lost by a fault of the program, such as a crash or an illegal move."""

    game: str
    agent: str
    termination: Termination
    reason: str


class SprtStatus(Message):
    """The state of a sequential probability ratio test."""

    llr: float
    lower: float
    upper: float
    verdict: str


class RatingHistory(Message):
    """Running ratings: one row per agent, one column for each number of games in `games`."""

    agents: list[str]
    games: list[int]
    ratings: list[list[float]]


class Problem(Message):
    """A problem of a configuration and its place."""

    place: str
    message: str


class HumanGame(Message):
    """A game with a human player, and its room."""

    game: str
    room: str
