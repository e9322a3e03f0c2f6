"""Create rooms, play in them, follow them, and export their games."""

from http import HTTPStatus
from typing import Any, Literal

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import ConfigDict, Field

from crownbridge.errors import ConflictError
from crownbridge.players import TimeLimit
from crownbridge.records import format_named
from crownbridge.web import frames
from crownbridge.web.dependencies import LastSeen, Services, ServicesDep
from crownbridge.web.documents import record_of_document
from crownbridge.web.feed import EventStream, streamed
from crownbridge.web.rooms.registry import DamagedRoom
from crownbridge.web.rooms.room import LoggedGame, Room, score_of
from crownbridge.web.rooms.state import HUMAN
from crownbridge.web.schemas import EventLine, GameDocument, Message, Move, Setup, Side, Text, Title, json_response

HINT_SECONDS = 1.0
"""Time of a search for a hint."""

router = APIRouter(prefix="/rooms", tags=["rooms"])


class Created(Message):
    """The name of a new room, tournament or analysis."""

    id: str


class RoomSummary(Message):
    """A room, as listed."""

    id: str
    title: str
    game: str
    players: tuple[str, str]
    names: tuple[str, str] = Field(description="Names of the players, in the same order; empty if they have none")
    score: tuple[float, float] = Field(description="Points of the players over the finished games")
    finished: int = Field(description="Number of finished games; an unfinished one counts if it was stopped")
    state: Literal["ready", "playing", "over", "damaged"]
    games: int
    moves: int
    at: float
    size: int = Field(description="Size in bytes")
    detail: str = Field(
        default="", description="The error of a damaged room, or why its game waits, such as a full disk"
    )


class RoomDetail(RoomSummary):
    """A room with its setup."""

    setup: Setup


class Storage(Message):
    """Disk usage of all rooms, and its limits."""

    rooms: int
    size: int = Field(description="Size in bytes")
    most_megabytes: float | None = Field(
        description="Size beyond which the oldest rooms are deleted; null if unlimited"
    )
    most_days: float | None = Field(description="Days after the last move until a room is deleted; null if never")


class Deleted(Message):
    """The number of deleted rooms."""

    deleted: int


class EmptyBody(Message):
    """The body of a request without parameters: `{}`."""

    model_config = ConfigDict(extra="forbid")


class RoomTitle(Message):
    """The title of a room."""

    model_config = ConfigDict(extra="forbid")

    title: Title


class GameCommand(Message):
    """A command to the current game of a room."""

    model_config = ConfigDict(extra="forbid")

    game: int | None = Field(
        default=None, description="Number of the game; the command fails if it is not the current game"
    )


class ResignRequest(GameCommand):
    """The side that resigns."""

    side: Side


class MoveRequest(GameCommand):
    """A human's move, and the ply of the position before it."""

    ply: int
    move: Text


class Hint(Message):
    """The move that the engine suggests."""

    move: Move
    search: str


_Responses = dict[int | str, dict[str, Any]]
_CONFLICT: _Responses = {409: {"description": "Not possible in the current state; see `detail`"}}
_UNKNOWN: _Responses = {404: {"description": "The room or game does not exist"}}


@router.post(
    "", status_code=HTTPStatus.CREATED, responses={403: {"description": "Not allowed on this server"}, **_CONFLICT}
)
def create(services: ServicesDep, setup: Setup) -> Created:
    """Create a room."""
    return Created(id=services.rooms.create(setup).name)


@router.get("")
def rooms(services: ServicesDep) -> list[RoomSummary]:
    """Return the newest rooms."""
    return [_summary(room) for room in services.rooms.newest()]


@router.get("/storage")
def storage(services: ServicesDep) -> Storage:
    """Return the disk usage of all rooms, and its limits."""
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
    """Return a room with its setup."""
    opened = services.rooms.opened(name)
    return RoomDetail(**_summary(opened).model_dump(), setup=opened.state.setup)


def _summary(room: Room | DamagedRoom) -> RoomSummary:
    if isinstance(room, DamagedRoom):
        return RoomSummary(
            id=room.name,
            title=room.name,
            game="",
            players=("", ""),
            names=("", ""),
            score=(0, 0),
            finished=0,
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
        names=state.setup.names,
        score=score_of(state),
        finished=len(state.results),
        state=state.phase,
        games=state.number,
        moves=len(state.game.turns) if state.number else 0,
        at=state.at,
        size=room.size,
        detail=room.problem,
    )


@router.delete("/{name}", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN)
def delete(services: ServicesDep, name: str) -> None:
    """Stop the game of a room, and delete the room."""
    services.rooms.delete(name)


@router.put("/{name}/title", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def rename(services: ServicesDep, name: str, body: RoomTitle) -> None:
    """Set the title of a room; an empty one stands for its players."""
    services.rooms.opened(name).rename(body.title.strip())


@router.get("/{name}/events", responses=_UNKNOWN | _CONFLICT | streamed(list[EventLine]), response_class=EventStream)
async def events(services: ServicesDep, name: str, after: LastSeen) -> EventStream:
    """Stream the log from the event after a number: messages `log`, each a JSON list of events."""
    return (await run_in_threadpool(services.rooms.room, name)).feed.response(after)


@router.post("/{name}/run", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def run(services: ServicesDep, name: str, _: EmptyBody) -> None:
    """Start the first game, or another one."""
    services.rooms.run(services.rooms.room(name))


@router.post("/{name}/stop", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def stop(services: ServicesDep, name: str, command: GameCommand) -> None:
    """Stop the game."""
    services.rooms.room(name).stop(command.game)


@router.post("/{name}/resign", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def resign(services: ServicesDep, name: str, resignation: ResignRequest) -> None:
    """Resign the game on behalf of a human."""
    services.rooms.room(name).resign(resignation.side, resignation.game)


@router.post("/{name}/undo", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def undo(services: ServicesDep, name: str, command: GameCommand) -> None:
    """Take back moves to the last position in which a human was to move."""
    services.rooms.run(services.rooms.room(name), lambda room: room.undo(command.game))


@router.post("/{name}/redo", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def redo(services: ServicesDep, name: str, command: GameCommand) -> None:
    """Replay the moves that were taken back."""
    services.rooms.run(services.rooms.room(name), lambda room: room.redo(command.game))


@router.post("/{name}/moves", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def move(services: ServicesDep, name: str, body: MoveRequest) -> None:
    """Play a human's move."""
    services.rooms.room(name).move(body.ply, body.move, body.game)


@router.post("/{name}/hint", responses=_UNKNOWN | _CONFLICT)
def hint(services: ServicesDep, name: str, command: GameCommand) -> Hint:
    """Return the move that the engine suggests to the human to move."""
    room = services.rooms.room(name)
    position = room.position(command.game)
    if room.state.phase != "playing" or room.state.seats[position.side_to_move] != HUMAN:
        raise ConflictError("hints are only available when a human is to move")
    with services.engines.player(position.game.name) as player:
        decision = player.choose(position, None, TimeLimit(HINT_SECONDS))
    return Hint(move=frames.move_schema(position, decision.move), search=decision.search)


@router.get("/{name}/games/{number}", responses=_UNKNOWN, response_model=GameDocument)
async def game(services: ServicesDep, request: Request, name: str, number: int) -> Response:
    """Return a game as a list of frames."""
    logged = await run_in_threadpool(_logged, services, name, number)
    return await services.answer(request, logged.events, _document, logged)


@router.get("/{name}/games/{number}/export/{form}", responses=_UNKNOWN | _CONFLICT, response_class=Response)
async def export(services: ServicesDep, request: Request, name: str, number: int, form: str) -> Response:
    """Return a game as a file."""
    logged = await run_in_threadpool(_logged, services, name, number)
    return await services.answer(request, logged.events, _file, logged, form)


def _logged(services: Services, name: str, number: int) -> LoggedGame:
    return services.rooms.opened(name).logged(number)


def _document(logged: LoggedGame) -> Response:
    return json_response(logged.document())


def _file(logged: LoggedGame, form: str) -> Response:
    text = format_named(form).dumps(record_of_document(logged.document()))
    return attachment(text if text.endswith("\n") else f"{text}\n", f"{logged.name}.{form}")


def attachment(text: str, file_name: str) -> Response:
    """Return a text as a file to download."""
    headers = {"Content-Disposition": f'attachment; filename="{file_name}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)
