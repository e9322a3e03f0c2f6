"""Store games with variations and annotations, so that they have an address."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import ConfigDict, Field

from crownbridge.games import Game, Position
from crownbridge.records import GameRecord
from crownbridge.web import frames
from crownbridge.web.dependencies import ServicesDep
from crownbridge.web.documents import document, positions_of
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
from crownbridge.web.studies.registry import StoredStudy, StudySummary
from crownbridge.web.trees import full_tree, record_of_tree

MOST_BYTES = 8_000_000
"""Maximum size of a request body."""
PATH = "/api/studies"

router = APIRouter(prefix="/studies", tags=["studies"])

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


@router.post("", status_code=HTTPStatus.CREATED, responses=_FULL)
def create(services: ServicesDep, body: NewStudy) -> Created:
    """Store a study."""
    game = frames.load_game(body.game, body.options)
    record = _record(game, frames.start_position(game, body.start), body)
    return Created(id=services.studies.create(body.name, record).id)


@router.get("/{name}", responses=_UNKNOWN, response_model=Study)
async def study(services: ServicesDep, request: Request, name: str) -> Response:
    """Return a study."""
    stored = await run_in_threadpool(services.studies.study, name)
    return await services.answer(request, positions_of(stored.record), _study, stored)


def _study(stored: StoredStudy) -> Response:
    summary, record = stored
    game = document(record, summary.id, summary.name)
    if not game.tree:
        game.tree = full_tree(record)
    return json_response(
        Study(id=summary.id, name=summary.name, revision=summary.revision, changed_at=summary.changed_at, document=game)
    )


@router.put("/{name}", responses=_UNKNOWN | _CHANGED)
def change(services: ServicesDep, name: str, body: ChangedStudy) -> Revision:
    """Store the next revision of a study."""
    start = services.studies.study(name).record.start
    record = _record(start.game, start, body)
    return Revision(revision=services.studies.change(name, body.revision, body.name, record).revision)


@router.delete("/{name}", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN)
def delete(services: ServicesDep, name: str) -> None:
    """Delete a study."""
    services.studies.delete(name)


def _record(game: Game[Any], start: Position[Any], body: StudyContent) -> GameRecord:
    """Return the record of a study's content. Raise InputError."""
    record = record_of_tree(game, start, body.tree, body.players)
    outcome = record.outcome if body.outcome is None else frames.game_outcome(game, body.outcome)
    return replace(record, outcome=outcome, headers=body.headers)
