"""Start tournaments, follow them, and export their games and statistics."""

import json
import tempfile
import zipfile
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse
from pydantic import ConfigDict, Field
from starlette.background import BackgroundTask

from crownbridge.errors import InputError, NotFoundError, quoted
from crownbridge.records import GameRecord, format_of_name
from crownbridge.reports import tournament_report
from crownbridge.spelling import UNKNOWN_KEY
from crownbridge.store import Store
from crownbridge.tournaments import schema, template
from crownbridge.web.dependencies import LastSeen, Services, ServicesDep
from crownbridge.web.documents import document_response, positions_of
from crownbridge.web.feed import EventStream, streamed
from crownbridge.web.routes.rooms import Created, EmptyBody
from crownbridge.web.schemas import GameChoice, GameDocument, Message, Text
from crownbridge.web.tournaments.configuration import problems_of
from crownbridge.web.tournaments.schemas import (
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
    TournamentState,
)

MOST_GAMES = 1000
"""Maximum number of games in a response."""
MOST_REPORTED = 5000
"""Maximum number of games in a report, which is generated during the request."""
LONGEST_CONFIG = 1_000_000
"""Maximum number of characters of a configuration."""
MOST_BYTES = 2 * LONGEST_CONFIG
"""Maximum size of a request body."""

router = APIRouter(prefix="/tournaments", tags=["tournaments"])

_Responses = dict[int | str, dict[str, Any]]
_UNKNOWN: _Responses = {404: {"description": "The tournament or game does not exist"}}
_CONFLICT: _Responses = {409: {"description": "Not possible in the current state; see `detail`"}}
_FORBIDDEN: _Responses = {403: {"description": "Not allowed on this server"}}


class TournamentRequest(Message):
    """The configuration of a tournament: its keys, or the text of a JSON or TOML file."""

    model_config = ConfigDict(extra="forbid")

    config: dict[str, Any] | Annotated[str, Field(max_length=LONGEST_CONFIG)]
    folder: Text | None = Field(default=None, description="Base folder of relative paths; by default, the server's")


class ConfigurationCheck(Message):
    """The problems of a configuration, none if it is valid, and keys without effect."""

    problems: list[Problem]
    warnings: list[Problem] = Field(default=[])
    id: str | None = None


class Templates(Message):
    """Template configurations of a tournament, and the JSON Schema of all keys."""

    toml: str
    json_: dict[str, Any] = Field(serialization_alias="json")
    schema_: dict[str, Any] = Field(serialization_alias="schema")


class TournamentSummary(Message):
    """A tournament, as listed."""

    id: str
    begun: float
    games: int
    state: TournamentState | Literal["damaged"] = Field(description="`damaged` if the log cannot be read")


class TournamentDetail(Message):
    """The state and the results of a tournament."""

    id: str
    board: GameChoice
    config: dict[str, Any]
    begun: float
    state: TournamentState
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
    """A page of the list of games, in the order in which they were played."""

    games: list[GameRow]
    total: int


@router.post("", status_code=HTTPStatus.CREATED, responses=_FORBIDDEN | _CONFLICT)
def create(services: ServicesDep, body: TournamentRequest) -> Created:
    """Start a tournament, or resume the one with the same configuration."""
    return Created(id=services.tournaments.create(body.config, body.folder).name)


@router.post("/check", responses=_FORBIDDEN)
def check(services: ServicesDep, body: TournamentRequest) -> ConfigurationCheck:
    """Return all problems of a configuration."""
    try:
        config = services.tournaments.checked(body.config, body.folder)
    except InputError as error:
        return ConfigurationCheck(problems=problems_of(error))
    warnings = [Problem(place=key, message=UNKNOWN_KEY) for key in config.unknown_keys]
    return ConfigurationCheck(problems=[], warnings=warnings, id=config.id)


@router.get("/template")
def templates() -> Templates:
    """Return template configurations, and the JSON Schema of all keys."""
    return Templates(toml=template("toml"), json_=json.loads(template("json")), schema_=schema())


@router.get("")
def tournaments(services: ServicesDep) -> list[TournamentSummary]:
    """Return all tournaments, newest first."""
    return [
        TournamentSummary(id=stored.id, begun=stored.begun.timestamp(), games=stored.games, state=state)
        for stored, state in services.tournaments.newest()
    ]


@router.get("/{name}", responses=_UNKNOWN)
def tournament(services: ServicesDep, name: str) -> TournamentDetail:
    """Return the standings with error bars, the crosstable and the failures of a tournament."""
    run = services.tournaments.get(name)
    stats = run.stats
    return TournamentDetail(
        id=run.name,
        board=run.board,
        config=run.opened.config,
        begun=run.opened.at,
        state=run.state,
        detail=run.problem or run.detail,
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
    """Start no more games and finish those in progress; if sent again, discard them."""
    services.tournaments.get(name).stop()


@router.post("/{name}/resume", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN | _CONFLICT)
def resume(services: ServicesDep, name: str, _: EmptyBody) -> None:
    """Resume a tournament; finished games are kept."""
    services.tournaments.resume(name)


@router.get("/{name}/events", responses=_UNKNOWN | _CONFLICT | streamed(list[EventLine]), response_class=EventStream)
async def events(services: ServicesDep, name: str, after: LastSeen) -> EventStream:
    """Stream the log from the event after a number: messages `log`, each a JSON list of events."""
    return (await run_in_threadpool(services.tournaments.get, name)).feed.response(after)


@router.get("/{name}/wall", responses=_UNKNOWN | streamed(list[LiveBoard]), response_class=EventStream)
async def live_boards(services: ServicesDep, name: str) -> EventStream:
    """Stream the boards of games in progress: messages `boards`, each a JSON list of all boards."""
    return (await run_in_threadpool(services.tournaments.get, name)).live_boards.response()


@router.get("/{name}/games", responses=_UNKNOWN)
def games(
    services: ServicesDep,
    name: str,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_GAMES)] = 100,
) -> Games:
    """Return up to `limit` finished games, skipping the first `after`."""
    run = services.tournaments.get(name)
    rows = [GameRow.of(game) for game in services.tournaments.store.games(name, after, limit)]
    return Games(games=rows, total=run.stats.played)


@router.get("/{name}/games/{identity:path}", responses=_UNKNOWN, response_model=GameDocument)
async def game(services: ServicesDep, request: Request, name: str, identity: str) -> Response:
    """Return a game as a list of frames."""
    record = await run_in_threadpool(_record, services, name, identity)
    first = record.start.side_to_move
    title = f"{record.players[first]} - {record.players[first.other]}"
    return await services.answer(request, positions_of(record), document_response, record, identity, title)


def _record(services: Services, name: str, identity: str) -> GameRecord:
    services.tournaments.get(name)
    try:
        return services.tournaments.store.record(name, identity)
    except InputError as error:
        raise NotFoundError(str(error)) from error


@router.get("/{name}/ratings", responses=_UNKNOWN)
def ratings(services: ServicesDep, name: str) -> RatingHistory:
    """Return the history of running ratings."""
    return services.tournaments.get(name).stats.ratings()


@router.get("/{name}/download/{file}", responses=_UNKNOWN, response_class=Response)
async def download(services: ServicesDep, request: Request, name: str, file: str) -> Response:
    """Return a file: `games.jsonl` or another format, `report.html`, `statistics.zip` or `configuration.json`."""
    run = await run_in_threadpool(services.tournaments.get, name)
    if file == "report.html" and (played := run.stats.played) > MOST_REPORTED:
        raise InputError(f"{played:,} games are too many for this report; run: crownbridge report {run.name} report.md")
    folder = tempfile.TemporaryDirectory(prefix="crownbridge-")  # deleted after the response
    try:
        path = Path(folder.name) / file
        await services.compute(request, _write, services.tournaments.place, name, run.opened.config, path)
    except BaseException:
        folder.cleanup()
        raise
    return FileResponse(path, filename=f"{name} {file}", background=BackgroundTask(folder.cleanup))


def _write(place: str | Path, name: str, config: dict[str, Any], path: Path) -> None:
    if path.name == "configuration.json":
        path.write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
        return
    with Store.open(place) as store:
        if path.name == "report.html":
            tournament_report(store, name).write(path)
        elif path.name == "statistics.zip":
            folder = store.export_statistics(name, path.parent)
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
                for file in sorted(folder.glob("*.json")) if folder.exists() else []:
                    archive.write(file, file.name)
        elif path.stem == "games" and format_of_name(path) is not None:
            store.export_games(name, path)
        else:
            expected = "games.jsonl, report.html, statistics.zip or configuration.json"
            raise NotFoundError(f"there is no file {quoted(path.name)} of a tournament; expected {expected}")
