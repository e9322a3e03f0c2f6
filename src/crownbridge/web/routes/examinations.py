"""Look for programming errors in how a program plays, in the background."""

from http import HTTPStatus
from typing import Any

from fastapi import APIRouter
from pydantic import ConfigDict, Field

from crownbridge.players.short_name import short_name
from crownbridge.reports.examination import examination_json
from crownbridge.web import frames
from crownbridge.web.dependencies import ServicesDep
from crownbridge.web.examinations.schemas import ExaminationReport, ExaminationStatus
from crownbridge.web.examinations.service import MOST_MINUTES, MOST_SECONDS, RunningExamination
from crownbridge.web.routes.rooms import Created, EmptyBody
from crownbridge.web.schemas import GameChoice, Message, Options, Text

router = APIRouter(prefix="/examinations", tags=["examinations"])

_Responses = dict[int | str, dict[str, Any]]
_CONFLICT: _Responses = {409: {"description": "Another examination is running"}}
_UNKNOWN: _Responses = {404: {"description": "The examination does not exist"}}
_FORBIDDEN: _Responses = {403: {"description": "Not allowed on this server"}}


class NewExamination(Message):
    """The program to examine, and the time for it."""

    model_config = ConfigDict(extra="forbid")

    game: Text
    options: Options = Field(default={})
    bot: Text = Field(description='"PROTOCOL:COMMAND", "@LISTED", "GAME:LEVEL" or "random"')
    seconds: float = Field(default=1.0, ge=0.01, le=MOST_SECONDS, description="Seconds per move")
    minutes: float = Field(default=2.0, ge=0.01, le=MOST_MINUTES)
    seed: int = Field(default=0, ge=0, lt=2**63)


@router.post("", status_code=HTTPStatus.CREATED, responses=_FORBIDDEN | _CONFLICT)
def create(services: ServicesDep, body: NewExamination) -> Created:
    """Start to examine a program."""
    game = frames.load_game(body.game, body.options)
    examination = services.examinations.start(
        body.bot, game, seconds=body.seconds, minutes=body.minutes, seed=body.seed
    )
    return Created(id=examination.id)


@router.get("")
def examinations(services: ServicesDep) -> list[ExaminationStatus]:
    """Return the latest examinations, the newest first, without their reports."""
    return [_status(examination) for examination in services.examinations.all()]


@router.get("/{name}", responses=_UNKNOWN)
def examination(services: ServicesDep, name: str) -> ExaminationStatus:
    """Return an examination: its progress, or its report."""
    running = services.examinations.get(name)
    status = _status(running)
    if running.result is None:
        return status
    return status.model_copy(update={"report": ExaminationReport.model_validate(examination_json(running.result))})


@router.post("/{name}/stop", status_code=HTTPStatus.NO_CONTENT, responses=_UNKNOWN)
def stop(services: ServicesDep, name: str, _: EmptyBody) -> None:
    """Stop an examination early; its report has the findings so far."""
    services.examinations.get(name).stop()


def _status(examination: RunningExamination) -> ExaminationStatus:
    progress, game = examination.progress, examination.game
    return ExaminationStatus(
        id=examination.id,
        bot=examination.bot,
        name=short_name(examination.bot),
        board=GameChoice(game=game.name, options=dict(game.options)),
        state=examination.state,
        probe=progress.probe,
        fraction=progress.fraction,
        questions=progress.answers,
        findings=progress.findings,
        problems=list(examination.problems),
        report=None,
    )
