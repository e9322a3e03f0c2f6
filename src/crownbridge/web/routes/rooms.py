"""Rooms: making them, playing in them, following them, taking games out of them."""

from http import HTTPStatus
from typing import Any, Literal

from fastapi import APIRouter, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import ConfigDict, Field

from crownbridge.errors import RoomError
from crownbridge.players import TimeLimit
from crownbridge.records import format_named
from crownbridge.web import frames
from crownbridge.web.documents import record_of_document
from crownbridge.web.feed import EventStream, streamed
from crownbridge.web.messages import EventLine, GameDocument, Message, Move, Setup, Side, Text
from crownbridge.web.rooms.lobby import DamagedRoom
from crownbridge.web.rooms.room import Room
from crownbridge.web.rooms.state import HUMAN
from crownbridge.web.routes.services import LastSeen, Served

HINT_SECONDS = 1.0

router = APIRouter(prefix="/rooms", tags=["rooms"])


class Created(Message):
    """The name of what was made."""

    id: str


class RoomSummary(Message):
    """A room in a line."""

    id: str
    title: str
    game: str
    players: tuple[str, str]
    state: Literal["ready", "playing", "over", "damaged"]
    games: int
    moves: int
    at: float
    size: int = Field(description="in bytes")
    detail: str = Field(default="", description="what is wrong with a damaged room")


class RoomDetail(RoomSummary):
    """A room with its set-up."""

    setup: Setup


class Storage(Message):
    """What all rooms take together, and how long they are kept."""

    rooms: int
    size: int = Field(description="in bytes")
    most_megabytes: float | None = Field(description="beyond which the oldest are deleted; null: no limit")
    most_days: float | None = Field(description="after the last move, when a room is deleted; null: never")


class Deleted(Message):
    """How many rooms were deleted."""

    deleted: int


class Wish(Message):
    """A body for what needs no words."""

    model_config = ConfigDict(extra="forbid")


class Command(Message):
    """Which game is meant."""

    model_config = ConfigDict(extra="forbid")

    game: int | None = Field(default=None, description="its number; refused where another one is played by now")


class Resignation(Command):
    """Who gives up."""

    side: Side


class Played(Command):
    """A human's move, and the ply of the position in which it is made."""

    ply: int
    move: Text


class Hint(Message):
    """What the engine would play."""

    move: Move
    search: str


_Responses = dict[int | str, dict[str, Any]]
_CONFLICT: _Responses = {409: {"description": "not now; the reason is told"}}
_UNKNOWN: _Responses = {404: {"description": "there is no such room or game"}}


@router.post("", status_code=HTTPStatus.CREATED, responses={403: {"description": "not allowed here"}, **_CONFLICT})
def create(served: Served, setup: Setup) -> Created:
    """Make a room."""
    return Created(id=served.lobby.create(setup).name)


@router.get("")
def rooms(served: Served) -> list[RoomSummary]:
    """The newest rooms."""
    return [_summary(room) for room in served.lobby.newest()]


@router.get("/storage")
def storage(served: Served) -> Storage:
    """How much all rooms take, and how much they may."""
    stored, retention = served.lobby.stored(), served.lobby.retention
    return Storage(
        rooms=len(stored),
        size=sum(room.size for room in stored),
        most_megabytes=retention.megabytes or None,
        most_days=retention.days or None,
    )


@router.delete("")
def delete_finished(served: Served) -> Deleted:
    """Delete all rooms whose games are over."""
    return Deleted(deleted=served.lobby.delete_finished())


@router.get("/{name}", responses=_UNKNOWN)
def room(served: Served, name: str) -> RoomDetail:
    """One room."""
    found = served.lobby.opened(name)
    return RoomDetail(**_summary(found).model_dump(), setup=found.state.setup)


def _summary(room: Room | DamagedRoom) -> RoomSummary:
    if isinstance(room, DamagedRoom):
        return RoomSummary(
            id=room.name,
            title=room.name,
            game="",
            players=("", ""),
            state="damaged",
            games=0,
            moves=0,
            at=room.at,
            size=room.size,
            detail=room.reason,
        )
    state = room.state
    return RoomSummary(
        id=room.name,
        title=state.setup.title or " - ".join(state.setup.players),
        game=state.setup.game,
        players=state.setup.players,
        state=state.phase,
        games=state.number,
        moves=len(state.game.turns) if state.number else 0,
        at=state.at,
        size=room.size,
    )


@router.delete("/{name}", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN)
def delete(served: Served, name: str) -> None:
    """End a room and forget it."""
    served.lobby.delete(name)


@router.get("/{name}/events", responses=_UNKNOWN | _CONFLICT | streamed(list[EventLine]), response_class=EventStream)
async def events(served: Served, name: str, after: LastSeen) -> EventStream:
    """The log, from the event after that number on: messages `log`, each a JSON list of events."""
    found = await run_in_threadpool(served.lobby.room, name)
    return found.feed.response(after)


@router.post("/{name}/run", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def run(served: Served, name: str, _: Wish) -> None:
    """Begin, or play again."""
    served.lobby.run(served.lobby.room(name))


@router.post("/{name}/stop", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def stop(served: Served, name: str, command: Command) -> None:
    """Break the game off."""
    served.lobby.room(name).stop(command.game)


@router.post("/{name}/resign", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def resign(served: Served, name: str, resignation: Resignation) -> None:
    """Give up."""
    served.lobby.room(name).resign(resignation.side, resignation.game)


@router.post("/{name}/undo", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def undo(served: Served, name: str, command: Command) -> None:
    """Go back to the last turn of a human."""
    served.lobby.run(served.lobby.room(name), lambda room: room.undo(command.game))


@router.post("/{name}/redo", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def redo(served: Served, name: str, command: Command) -> None:
    """Make again what was taken back."""
    served.lobby.run(served.lobby.room(name), lambda room: room.redo(command.game))


@router.post("/{name}/moves", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def move(served: Served, name: str, played: Played) -> None:
    """Make a human's move."""
    served.lobby.room(name).move(played.ply, played.move, played.game)


@router.post("/{name}/hint", responses=_UNKNOWN | _CONFLICT)
def hint(served: Served, name: str, command: Command) -> Hint:
    """What the engine would play for the human whose turn it is."""
    found = served.lobby.room(name)
    position = found.position(command.game)
    if found.state.phase != "playing" or found.state.seats[position.side_to_move] != HUMAN:
        raise RoomError("hints are for a human whose turn it is")
    with served.engines.player(position.game.name) as player:
        decision = player.choose(position, None, TimeLimit(HINT_SECONDS))
    return Hint(move=frames.shown_move(position, decision.move), search=decision.search)


@router.get("/{name}/games/{number}", responses=_UNKNOWN)
def game(served: Served, name: str, number: int) -> GameDocument:
    """A game as frames."""
    return served.lobby.opened(name).document(number)


@router.get("/{name}/games/{number}/export/{form}", responses=_UNKNOWN | _CONFLICT, response_class=Response)
def export(served: Served, name: str, number: int, form: str) -> Response:
    """A game as a file."""
    text = format_named(form).dumps(record_of_document(game(served, name, number)))
    return attachment(text if text.endswith("\n") else f"{text}\n", f"{name}-{number}.{form}")


def attachment(text: str, file_name: str) -> Response:
    """A file to be saved."""
    headers = {"Content-Disposition": f'attachment; filename="{file_name}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)
