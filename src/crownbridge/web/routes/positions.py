"""Positions: set up, played out, drawn."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from pydantic import ConfigDict, Field

from crownbridge.errors import PositionError
from crownbridge.games import Game, Piece, Position
from crownbridge.games.svg import svg
from crownbridge.web import frames
from crownbridge.web.routes.catalogue import game_from_options
from crownbridge.web.schemas import Frame, Message, Move, Options, Outcome, Side, Text

router = APIRouter(prefix="/positions", tags=["positions"])


class PositionRequest(Message):
    """A position by a text, by its pieces, or by the moves that lead to it."""

    model_config = ConfigDict(extra="forbid")

    game: Text
    options: Options = Field(default={})
    text: Text | None = None
    pieces: Text | None = Field(default=None, description="as in a frame; with to_move")
    to_move: Side = 0
    start: Text | None = None
    moves: list[Text] = Field(default=[], max_length=2000)


class PositionDetail(Message):
    """What the rules say of a position."""

    frame: Frame
    legal: list[Move]
    outcome: Outcome | None
    forms: dict[str, str]


@router.post("")
def examine(asked: PositionRequest) -> PositionDetail:
    """What stands there, what may be played, and whether it is over."""
    game = frames.load_game(asked.game, asked.options)
    if asked.pieces is not None:
        position = _set_up(game, asked.pieces, asked.to_move)
    else:
        position = frames.start_position(game, asked.text if asked.text is not None else asked.start)
    frame = frames.first_frame(position)
    for ply, text in enumerate(asked.moves, 1):
        before, move = position, position.parse_move(text)
        position = position.play(move)
        frame = frames.next_frame(ply, before, move, position)
    outcome = position.outcome()
    return PositionDetail(
        frame=frame,
        legal=frames.legal_moves(position),
        outcome=None if outcome is None else frames.outcome_schema(outcome),
        forms=dict(position.text_forms()),
    )


def _set_up(game: Game[Any], pieces: str, to_move: int) -> Position[Any]:
    """Return the position in which these pieces stand. Raise PositionError."""
    cells = len(game.geometry.cells)
    kinds = "0123"[: 2 * len(game.piece_names)]
    if len(pieces) != cells or set(pieces) - {".", *kinds}:
        raise PositionError(f"the pieces are {len(pieces)} characters; expected {cells} of . {' '.join(kinds)}")
    placed = {
        cell: Piece(game.sides[int(kind) % 2], crowned=int(kind) > 1) for cell, kind in enumerate(pieces) if kind != "."
    }
    found: Position[Any] = game.placed(placed, game.sides[to_move])
    return found


@router.get("/svg", response_class=Response)
def picture(
    game: Annotated[Text, Query()],
    position: Annotated[Text | None, Query()] = None,
    options: Annotated[Text, Query(description="as in a query: size=7&swap=true")] = "",
    last: Annotated[str, Query(pattern=r"^([0-9]{1,3}(,[0-9]{1,3})*)?$", description="cells to mark: 13,17")] = "",
) -> Response:
    """A position as a picture."""
    chosen = game_from_options(game, options)
    drawn = svg(frames.start_position(chosen, position), marked=map(int, filter(None, last.split(","))))
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "no-cache"})
