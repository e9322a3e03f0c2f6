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
from crownbridge.web.rooms.registry import DamagedRoom
from crownbridge.web.rooms.room import Room
from crownbridge.web.rooms.state import HUMAN
from crownbridge.web.routes.services import LastSeen, ServicesDep
from crownbridge.web.schemas import EventLine, GameDocument, Message, Move, Setup, Side, Text

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


class EmptyBody(Message):
    """A body for what needs no words."""

    model_config = ConfigDict(extra="forbid")


class GameCommand(Message):
    """Which game is meant."""

    model_config = ConfigDict(extra="forbid")

    game: int | None = Field(default=None, description="its number; refused where another one is played by now")


class ResignRequest(GameCommand):
    """Who gives up."""

    side: Side


class MoveRequest(GameCommand):
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
def create(services: ServicesDep, setup: Setup) -> Created:
    """Make a room."""
    return Created(id=services.rooms.create(setup).name)


@router.get("")
def rooms(services: ServicesDep) -> list[RoomSummary]:
    """The newest rooms."""
    return [_summary(room) for room in services.rooms.newest()]


@router.get("/storage")
def storage(services: ServicesDep) -> Storage:
    """How much all rooms take, and how much they may."""
    stored, retention = services.rooms.stored(), services.rooms.retention
    return Storage(
        rooms=len(stored),
        size=sum(room.size for room in stored),
        most_megabytes=retention.megabytes or None,
        most_days=retention.days or None,
    )


@router.delete("")
def delete_finished(services: ServicesDep) -> Deleted:
    """Delete all rooms whose games are over."""
    return Deleted(deleted=services.rooms.delete_finished())


@router.get("/{name}", responses=_UNKNOWN)
def room(services: ServicesDep, name: str) -> RoomDetail:
    """One room."""
    found = services.rooms.opened(name)
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
def delete(services: ServicesDep, name: str) -> None:
    """End a room and forget it."""
    services.rooms.delete(name)


@router.get("/{name}/events", responses=_UNKNOWN | _CONFLICT | streamed(list[EventLine]), response_class=EventStream)
async def events(services: ServicesDep, name: str, after: LastSeen) -> EventStream:
    """The log, from the event after that number on: messages `log`, each a JSON list of events."""
    found = await run_in_threadpool(services.rooms.room, name)
    return found.feed.response(after)


@router.post("/{name}/run", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def run(services: ServicesDep, name: str, _: EmptyBody) -> None:
    """Begin, or play again."""
    services.rooms.run(services.rooms.room(name))


@router.post("/{name}/stop", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def stop(services: ServicesDep, name: str, command: GameCommand) -> None:
    """Break the game off."""
    services.rooms.room(name).stop(command.game)


@router.post("/{name}/resign", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def resign(services: ServicesDep, name: str, resignation: ResignRequest) -> None:
    """Give up."""
    services.rooms.room(name).resign(resignation.side, resignation.game)


@router.post("/{name}/undo", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def undo(services: ServicesDep, name: str, command: GameCommand) -> None:
    """Go back to the last turn of a human."""
    services.rooms.run(services.rooms.room(name), lambda room: room.undo(command.game))


@router.post("/{name}/redo", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def redo(services: ServicesDep, name: str, command: GameCommand) -> None:
    """Make again what was taken back."""
    services.rooms.run(services.rooms.room(name), lambda room: room.redo(command.game))


@router.post("/{name}/moves", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def move(services: ServicesDep, name: str, played: MoveRequest) -> None:
    """Make a human's move."""
    services.rooms.room(name).move(played.ply, played.move, played.game)


@router.post("/{name}/hint", responses=_UNKNOWN | _CONFLICT)
def hint(services: ServicesDep, name: str, command: GameCommand) -> Hint:
    """What the engine would play for the human whose turn it is."""
    found = services.rooms.room(name)
    position = found.position(command.game)
    if found.state.phase != "playing" or found.state.seats[position.side_to_move] != HUMAN:
        raise RoomError("hints are for a human whose turn it is")
    with services.engines.player(position.game.name) as player:
        decision = player.choose(position, None, TimeLimit(HINT_SECONDS))
    return Hint(move=frames.move_schema(position, decision.move), search=decision.search)


@router.get("/{name}/games/{number}", responses=_UNKNOWN)
def game(services: ServicesDep, name: str, number: int) -> GameDocument:
    """A game as frames."""
    return services.rooms.opened(name).document(number)


@router.get("/{name}/games/{number}/export/{form}", responses=_UNKNOWN | _CONFLICT, response_class=Response)
def export(services: ServicesDep, name: str, number: int, form: str) -> Response:
    """A game as a file."""
    text = format_named(form).dumps(record_of_document(game(services, name, number)))
    return attachment(text if text.endswith("\n") else f"{text}\n", f"{name}-{number}.{form}")


def attachment(text: str, file_name: str) -> Response:
    """A file to be saved."""
    headers = {"Content-Disposition": f'attachment; filename="{file_name}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)
