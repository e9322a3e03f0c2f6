"""Explore the games stored here: the moves played in a position, and imported files."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from crownbridge.errors import ConflictError, FileError, InputError
from crownbridge.explorer import FoundGame, ImportedFile
from crownbridge.records import FORMATS
from crownbridge.web import frames
from crownbridge.web.dependencies import Services, ServicesDep
from crownbridge.web.documents import document_response, positions_of
from crownbridge.web.routes.catalogue import game_from_options
from crownbridge.web.schemas import GameDocument, Message, Move, Text

MOST_BYTES = 110_000_000
"""Maximum size of an uploaded file in bytes."""
UPLOAD_SECONDS = 600.0
"""Maximum time to receive an uploaded file, during which no other one can be imported."""
_LONGEST_NAME = 200

router = APIRouter(prefix="/explorer", tags=["explorer"])

_CONFLICT: dict[int | str, dict[str, Any]] = {409: {"description": "Not possible in the current state; see `detail`"}}
_UNKNOWN: dict[int | str, dict[str, Any]] = {404: {"description": "The file or game does not exist"}}

Endings = tuple[int, int, int, int]
_ENDINGS = "Number of games that side 0 won, that side 1 won, that were drawn, and that are unfinished"


class PlayedMove(Message):
    """A move that was played in a position."""

    move: Move
    endings: Endings = Field(description=_ENDINGS)


class ExplorerGame(Message):
    """A game with a position."""

    kind: Literal["file", "room", "tournament"]
    source: str = Field(description="The imported file, the room or the tournament")
    game: str = Field(description="The game in its source")
    players: tuple[str, str]
    ending: int = Field(description="The side that won, 2 for a draw, 3 if unfinished")
    ply: int = Field(description="The ply at which the game reached the position")
    plies: int
    move: str | None = Field(description="The move that was played there")


class ExplorerAnswer(Message):
    """The moves that were played in a position, and some of the games."""

    endings: Endings = Field(description=_ENDINGS)
    moves: list[PlayedMove] = Field(description="The most frequent first")
    games: list[ExplorerGame] = Field(description="Some of the games")
    indexing: bool = Field(description="Whether games are being added to the index")


class ExplorerFile(Message):
    """An imported file of games."""

    id: str
    name: str
    format: str
    games: int
    positions: int
    size: int = Field(description="Size in bytes")
    skipped: int = Field(description="Number of games that could not be read")
    problems: list[str] = Field(description="The first reasons why games were skipped")
    at: float = Field(description="POSIX time of the import")


@router.get("")
def explore(  # noqa: PLR0913 (the parameters of the query)
    services: ServicesDep,
    *,
    game: Annotated[Text, Query()],
    position: Annotated[Text | None, Query()] = None,
    options: Annotated[Text, Query(description="Options of the game, written as a query: size=7&swap=true")] = "",
    player: Annotated[str, Query(max_length=_LONGEST_NAME, description="Part of a player's name")] = "",
    move: Annotated[Text | None, Query(description="List only games with this move")] = None,
) -> ExplorerAnswer:
    """Return the moves that were played in a position, with their results, and some of the games."""
    at = frames.start_position(game_from_options(game, options), position)
    answer = services.explorer.find(at, player, None if move is None else at.parse_move(move))
    return ExplorerAnswer(
        endings=answer.endings,
        moves=[PlayedMove(move=frames.move_schema(at, one.move), endings=one.endings) for one in answer.moves],
        games=[_game(services, at, one) for one in answer.games],
        indexing=services.explorer.is_indexing,
    )


def _game(services: Services, position: Any, game: FoundGame) -> ExplorerGame:
    kind, source, name = services.explorer.source(game.collection, game.identity)
    return ExplorerGame.model_validate(
        {
            **game._asdict(),
            "kind": kind,
            "source": source,
            "game": name,
            "move": None if game.move is None else position.format_move(game.move),
        }
    )


@router.get("/files")
def files(services: ServicesDep) -> list[ExplorerFile]:
    """Return the imported files, the newest first."""
    return [_file(file) for file in services.explorer.library.files()]


@router.post(
    "/files",
    status_code=HTTPStatus.CREATED,
    responses=_CONFLICT,
    openapi_extra={"requestBody": {"content": {"application/octet-stream": {"schema": {"type": "string"}}}}},
)
async def add(
    services: ServicesDep,
    request: Request,
    name: Annotated[str, Query(min_length=1, max_length=_LONGEST_NAME, description="Name of the file")],
) -> ExplorerFile:
    """Import a file of games in any supported format; the body is the file. One file is imported at a time."""
    ending = Path(name).suffix.lower()
    suffix = ending if ending in {form.ending for form in FORMATS} else ""
    with (
        services.explorer.importing.slot(),
        _upload_errors(name),
        tempfile.NamedTemporaryFile(prefix="crownbridge-", suffix=suffix) as file,
    ):
        async with asyncio.timeout(UPLOAD_SECONDS):
            async for part in request.stream():
                await run_in_threadpool(file.write, part)
        await run_in_threadpool(file.flush)
        return _file(await run_in_threadpool(_import, services, Path(file.name), name))


@contextmanager
def _upload_errors(name: str) -> Iterator[None]:
    """Raise ConflictError if an upload takes too long, and FileError if it cannot be written."""
    try:
        yield
    except TimeoutError as error:
        message = f"the upload of {name} took longer than {UPLOAD_SECONDS:g} seconds; use crownbridge explorer import"
        raise ConflictError(message) from error
    except OSError as error:
        raise FileError(f"{name} cannot be stored: {error.strerror}") from error


def _import(services: Services, path: Path, name: str) -> ImportedFile:
    """Import a file; messages name it as the client does."""
    try:
        return services.explorer.library.add(path, name)
    except InputError as error:
        raise InputError(str(error).replace(str(path), name)) from error


@router.delete("/files/{number}", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN)
def delete(services: ServicesDep, number: str) -> None:
    """Delete an imported file."""
    services.explorer.library.delete(number)


@router.get("/files/{number}/games/{game}", responses=_UNKNOWN, response_model=GameDocument)
async def game(services: ServicesDep, request: Request, number: str, game: int) -> Response:
    """Return a game of an imported file, by its number from 1."""
    record = await run_in_threadpool(services.explorer.library.game, number, game - 1)
    return await services.answer(request, positions_of(record), document_response, record, f"{number}-{game}")


def _file(file: ImportedFile) -> ExplorerFile:
    return ExplorerFile.model_validate(file._asdict())
