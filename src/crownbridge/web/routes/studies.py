"""Store games with variations and annotations, so that they have an address."""

from dataclasses import replace
from http import HTTPStatus
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import ConfigDict, Field

from crownbridge.games import Game, Position
from crownbridge.web import frames
from crownbridge.web.dependencies import Services, ServicesDep
from crownbridge.web.documents import document
from crownbridge.web.routes.rooms import Created
from crownbridge.web.schemas import (
    LONGEST_TITLE,
    MOST_NODES,
    GameDocument,
    Message,
    Options,
    Outcome,
    Text,
    TreeMove,
    json_response,
)
from crownbridge.web.studies.registry import StudySummary, WrittenStudy, stored_study, written_study
from crownbridge.web.trees import full_tree, record_of_tree
from crownbridge.web.worker_route import DataFolder, InServer, WorkerRoute

MOST_BYTES = 8_000_000
"""Maximum size of a request body."""
PATH = "/api/studies"

router = APIRouter(prefix="/studies", tags=["studies"])
writing = APIRouter(prefix="/studies", tags=["studies"], route_class=WorkerRoute)

_Responses = dict[int | str, dict[str, Any]]
_UNKNOWN: _Responses = {404: {"description": "The study does not exist"}}
_CHANGED: _Responses = {409: {"description": "The study was changed elsewhere since the given revision"}}
_FULL: _Responses = {409: {"description": "There are too many studies"}}


class StudyContent(Message):
    """The content of a study that can be changed."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(default="", max_length=LONGEST_TITLE)
    players: tuple[Text, Text] = ("", "")
    headers: dict[str, str] = Field(default={}, max_length=200, description="Headers as in a game document")
    outcome: Outcome | None = Field(default=None, description="The result; by default, that of the main line")
    tree: list[TreeMove] = Field(default=[], max_length=MOST_NODES)


class NewStudy(StudyContent):
    """A study to store."""

    game: Text
    options: Options = Field(default={})
    start: Text | None = Field(default=None, description="The starting position, in any text form")


class ChangedStudy(StudyContent):
    """The new content of a study."""

    revision: int = Field(description="The revision that was changed; the request fails if it is not the latest")


class Revision(Message):
    """The latest revision of a study."""

    revision: int


class Study(Message):
    """A study to show."""

    id: str
    name: str
    revision: int
    changed_at: float
    document: GameDocument = Field(description="The game; its tree always has all moves")


@router.get("")
def studies(services: ServicesDep) -> list[StudySummary]:
    """Return the studies that were changed last, the newest first."""
    return services.studies.newest()


@writing.post("", status_code=HTTPStatus.CREATED, response_model=Created, responses=_FULL)
def create(body: NewStudy) -> Response:
    """Store a study."""
    game = frames.load_game(body.game, body.options)
    return InServer(_create, _written(game, frames.start_position(game, body.start), body))


def _create(services: Services, written: WrittenStudy) -> Response:
    return json_response(Created(id=services.studies.create(written).id), HTTPStatus.CREATED)


@router.get("/{name}", responses=_UNKNOWN, response_model=Study)
async def study(services: ServicesDep, request: Request, name: str) -> Response:
    """Return a study."""
    summary = await run_in_threadpool(services.studies.summary, name)
    return await services.answer(request, summary.moves + summary.nodes, _study, services.data, name)


def _study(data: Path, name: str) -> Response:
    summary, record = stored_study(data, name)
    game = document(record, summary.id, summary.name)
    if not game.tree:
        game.tree = full_tree(record)
    return json_response(
        Study(id=summary.id, name=summary.name, revision=summary.revision, changed_at=summary.changed_at, document=game)
    )


@writing.put("/{name}", response_model=Revision, responses=_UNKNOWN | _CHANGED)
def change(data: DataFolder, name: str, body: ChangedStudy) -> Response:
    """Store the next revision of a study."""
    start = stored_study(data, name).record.start
    return InServer(_change, name, body.revision, _written(start.game, start, body))


def _change(services: Services, name: str, revision: int, written: WrittenStudy) -> Response:
    return json_response(Revision(revision=services.studies.change(name, revision, written).revision))


@router.delete("/{name}", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN)
def delete(services: ServicesDep, name: str) -> None:
    """Delete a study."""
    services.studies.delete(name)


def _written(game: Game[Any], start: Position[Any], body: StudyContent) -> WrittenStudy:
    """Return a study to store. Raise InputError."""
    record = record_of_tree(game, start, body.tree, body.players)
    outcome = record.outcome if body.outcome is None else frames.game_outcome(game, body.outcome)
    return written_study(body.name, replace(record, outcome=outcome, headers=body.headers))
