"""Judge a move that a player would rather have played."""

from typing import Any

from fastapi import APIRouter
from pydantic import ConfigDict, Field

from crownbridge.web import frames
from crownbridge.web.dependencies import ServicesDep
from crownbridge.web.live_analysis.schemas import line_schema
from crownbridge.web.schemas import Message, Move, Options, Text

router = APIRouter(prefix="/answers", tags=["analysis"])

_BUSY: dict[int | str, dict[str, Any]] = {409: {"description": "Too many concurrent requests"}}


class AnswerRequest(Message):
    """A move in a position of a game, and the best move there."""

    model_config = ConfigDict(extra="forbid")

    game: Text
    options: Options = Field(default={})
    start: Text | None = None
    moves: list[Text] = Field(default=[], max_length=2000, description="The moves from the start to the position")
    move: Text = Field(description="The move to judge")
    best: Text = Field(description="The best move, by the analysis of the game")


class JudgedAnswer(Message):
    """Whether a move is as good as the best. Win chances are those of the side that moves."""

    accepted: bool = Field(description="Whether the move is not a mistake, compared with the best")
    win_chance: float
    best_win_chance: float
    line: list[Move] = Field(description="The principal variation, starting with the move")
    exact: bool = Field(description="Whether both win chances are proven")


@router.post("", responses=_BUSY)
def judge(services: ServicesDep, body: AnswerRequest) -> JudgedAnswer:
    """Judge a move in place of a mistake, with the effort of the game's analysis."""
    game = frames.load_game(body.game, body.options)
    position = frames.start_position(game, body.start)
    for text in body.moves:
        position = position.play(position.parse_move(text))
    answer = services.answers.answer(position, position.parse_move(body.move), position.parse_move(body.best))
    return JudgedAnswer(
        accepted=answer.accepted,
        win_chance=answer.win_chance,
        best_win_chance=answer.best_win_chance,
        line=line_schema(position, answer.line),
        exact=answer.exact,
    )
