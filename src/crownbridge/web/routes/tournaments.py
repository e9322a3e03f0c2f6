"""Tournaments: starting them, following them, taking games and tables out of them."""

import json
import tempfile
import zipfile
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse
from pydantic import ConfigDict, Field
from starlette.background import BackgroundTask

from crownbridge.errors import InputError, UnknownRoomError, quoted
from crownbridge.records import format_of_name
from crownbridge.reports import tournament_report
from crownbridge.spelling import UNKNOWN_KEY
from crownbridge.tournaments import schema, template
from crownbridge.web.documents import document
from crownbridge.web.feed import EventStream, streamed
from crownbridge.web.routes.rooms import Created, EmptyBody
from crownbridge.web.routes.services import LastSeen, ServicesDep
from crownbridge.web.schemas import GameChoice, GameDocument, Message, Text
from crownbridge.web.tournaments.configuration import problems_of
from crownbridge.web.tournaments.run import TournamentRun
from crownbridge.web.tournaments.schemas import (
    Condition,
    CrosstableRow,
    EventLine,
    Failure,
    GameRow,
    HumanGame,
    LiveBoard,
    Problem,
    RatingHistory,
    SprtStatus,
    StandingRow,
)

MOST_GAMES = 1000
"""In one answer."""
MOST_REPORTED = 5000
"""Games in a report that is made while somebody waits."""
LONGEST_CONFIG = 1_000_000
MOST_BYTES = 2 * LONGEST_CONFIG
"""Of a request's body."""

router = APIRouter(prefix="/tournaments", tags=["tournaments"])

_Responses = dict[int | str, dict[str, Any]]
_UNKNOWN: _Responses = {404: {"description": "there is no such tournament or game"}}
_CONFLICT: _Responses = {409: {"description": "not now; the reason is told"}}
_FORBIDDEN: _Responses = {403: {"description": "not allowed here"}}


class TournamentRequest(Message):
    """A tournament's configuration: its keys, or the text of its file, JSON or TOML."""

    model_config = ConfigDict(extra="forbid")

    config: dict[str, Any] | Annotated[str, Field(max_length=LONGEST_CONFIG)]
    folder: Text | None = Field(default=None, description="where its paths are seen from; the server's by default")


class ConfigurationCheck(Message):
    """What is wrong with a configuration: nothing, or every problem with its place; and what has no effect."""

    problems: list[Problem]
    warnings: list[Problem] = Field(default=[])
    id: str | None = None


class Templates(Message):
    """What a new tournament starts from, and all that it may have."""

    toml: str
    json_: dict[str, Any] = Field(serialization_alias="json")
    schema_: dict[str, Any] = Field(serialization_alias="schema")


class TournamentSummary(Message):
    """A tournament in a line."""

    id: str
    begun: float
    games: int
    state: Condition | Literal["damaged"] = Field(description="damaged: its log cannot be read")


class TournamentDetail(Message):
    """Where a tournament stands."""

    id: str
    board: GameChoice
    config: dict[str, Any]
    begun: float
    state: Condition
    detail: str
    resumable: bool
    total: int | None
    played: int
    standings: list[StandingRow]
    cross: list[CrosstableRow]
    failures: list[Failure]
    evidence: SprtStatus | None
    tables: list[HumanGame]


class Games(Message):
    """Some of the games, in the order in which they were played."""

    games: list[GameRow]
    total: int


@router.post("", status_code=HTTPStatus.CREATED, responses=_FORBIDDEN | _CONFLICT)
def create(services: ServicesDep, asked: TournamentRequest) -> Created:
    """Begin a tournament, or go on with one that is configured the same."""
    return Created(id=services.tournaments.create(asked.config, asked.folder).name)


@router.post("/check", responses=_FORBIDDEN)
def check(services: ServicesDep, asked: TournamentRequest) -> ConfigurationCheck:
    """Tell everything that is wrong with a configuration."""
    try:
        found = services.tournaments.checked(asked.config, asked.folder)
    except InputError as error:
        return ConfigurationCheck(problems=problems_of(error))
    warnings = [Problem(place=key, message=UNKNOWN_KEY) for key in found.unknown_keys]
    return ConfigurationCheck(problems=[], warnings=warnings, id=found.id)


@router.get("/template")
def templates() -> Templates:
    """A tournament to start from, and the schema of all its keys."""
    return Templates(toml=template("toml"), json_=json.loads(template("json")), schema_=schema())


@router.get("")
def tournaments(services: ServicesDep) -> list[TournamentSummary]:
    """All tournaments, the newest first."""
    return [
        TournamentSummary(id=known.id, begun=known.begun.timestamp(), games=known.games, state=state)
        for known, state in services.tournaments.newest()
    ]


@router.get("/{name}", responses=_UNKNOWN)
def tournament(services: ServicesDep, name: str) -> TournamentDetail:
    """Standings with their error bars, the cross table, and what failed."""
    run = services.tournaments.get(name)
    stats = run.stats
    return TournamentDetail(
        id=run.name,
        board=run.board,
        config=run.opened.config,
        begun=run.opened.at,
        state=run.state,
        detail=run.detail,
        resumable=run.is_resumable,
        total=run.total,
        played=stats.played,
        standings=stats.standings(),
        cross=stats.cross(),
        failures=stats.failures,
        evidence=stats.evidence,
        tables=run.human_games,
    )


@router.post("/{name}/stop", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def stop(services: ServicesDep, name: str, _: EmptyBody) -> None:
    """Begin no more games; asked a second time, forget those under way."""
    services.tournaments.get(name).stop()


@router.post("/{name}/resume", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def resume(services: ServicesDep, name: str, _: EmptyBody) -> None:
    """Go on with it; what was played is not played again."""
    services.tournaments.resume(name)


@router.get("/{name}/events", responses=_UNKNOWN | _CONFLICT | streamed(list[EventLine]), response_class=EventStream)
async def events(services: ServicesDep, name: str, after: LastSeen) -> EventStream:
    """The log, from the event after that number on: messages `log`, each a JSON list of events."""
    found = await run_in_threadpool(services.tournaments.get, name)
    return found.feed.response(after)


@router.get("/{name}/wall", responses=_UNKNOWN | streamed(list[LiveBoard]), response_class=EventStream)
async def live_boards(services: ServicesDep, name: str) -> EventStream:
    """The boards now being played: messages `boards`, each a JSON list of all of them, whenever one has changed."""
    return (await run_in_threadpool(services.tournaments.get, name)).live_boards.response()


@router.get("/{name}/games", responses=_UNKNOWN)
def games(
    services: ServicesDep,
    name: str,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_GAMES)] = 100,
) -> Games:
    """The games that were played, without the first so many."""
    run = services.tournaments.get(name)
    found = services.tournaments.store.games(name, after, limit)
    return Games(games=[GameRow.of(game) for game in found], total=run.stats.played)


@router.get("/{name}/games/{identity:path}", responses=_UNKNOWN)
def game(services: ServicesDep, name: str, identity: str) -> GameDocument:
    """A game as frames."""
    services.tournaments.get(name)
    try:
        record = services.tournaments.store.record(name, identity)
    except InputError as error:
        raise UnknownRoomError(str(error)) from error
    first = record.start.side_to_move
    return document(record, identity, f"{record.players[first]} - {record.players[first.other]}")


@router.get("/{name}/ratings", responses=_UNKNOWN)
def ratings(services: ServicesDep, name: str) -> RatingHistory:
    """The running ratings over time."""
    return services.tournaments.get(name).stats.ratings()


@router.get("/{name}/download/{file}", responses=_UNKNOWN, response_class=Response)
def download(services: ServicesDep, name: str, file: str) -> Response:
    """All games (`games.jsonl` and other forms), `report.html`, `statistics.zip` or `configuration.json`."""
    run = services.tournaments.get(name)
    folder = tempfile.TemporaryDirectory(prefix="crownbridge-")  # until it was sent
    try:
        path = Path(folder.name) / file
        _write(services, run, path)
    except BaseException:
        folder.cleanup()
        raise
    return FileResponse(path, filename=f"{name} {file}", background=BackgroundTask(folder.cleanup))


def _write(services: ServicesDep, run: TournamentRun, path: Path) -> None:
    if path.name == "configuration.json":
        path.write_text(json.dumps(run.opened.config, indent=2) + "\n", encoding="utf-8")
    elif path.name == "report.html":
        if (played := run.stats.played) > MOST_REPORTED:
            raise InputError(f"{played:,} games are too many for a page; try: crownbridge report {run.name} report.md")
        tournament_report(services.tournaments.store, run.name).write(path)
    elif path.name == "statistics.zip":
        written = services.tournaments.store.export_statistics(run.name, path.parent)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for one in sorted(written.glob("*.json")) if written.exists() else []:
                archive.write(one, one.name)
    elif path.stem == "games" and format_of_name(path) is not None:
        services.tournaments.store.export_games(run.name, path)
    else:
        raise UnknownRoomError(f"there is no file {quoted(path.name)} of a tournament")
