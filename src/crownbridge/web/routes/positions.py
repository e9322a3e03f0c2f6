"""Set up, examine and draw positions."""

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
    """A position: by its text, by its pieces, or by a start and moves."""

    model_config = ConfigDict(extra="forbid")

    game: Text
    options: Options = Field(default={})
    text: Text | None = None
    pieces: Text | None = Field(
        default=None, description="One character per cell, as in a frame; together with `to_move`"
    )
    to_move: Side = 0
    start: Text | None = None
    moves: list[Text] = Field(default=[], max_length=2000)


class PositionDetail(Message):
    """A position with its legal moves, outcome and text forms."""

    frame: Frame
    legal: list[Move]
    outcome: Outcome | None
    forms: dict[str, str]


@router.post("")
def examine(body: PositionRequest) -> PositionDetail:
    """Return the frame, the legal moves and the outcome of a position."""
    game = frames.load_game(body.game, body.options)
    if body.pieces is not None:
        position = _set_up(game, body.pieces, body.to_move)
    else:
        position = frames.start_position(game, body.text if body.text is not None else body.start)
    frame = frames.first_frame(position)
    for ply, text in enumerate(body.moves, 1):
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
    """Return the position with the given pieces. Raise PositionError."""
    cells = len(game.geometry.cells)
    kinds = "0123"[: 2 * len(game.piece_names)]
    if len(pieces) != cells or set(pieces) - {".", *kinds}:
        raise PositionError(f"`pieces` has {len(pieces)} characters; expected {cells} of . {' '.join(kinds)}")
    board = {
        cell: Piece(game.sides[int(kind) % 2], crowned=int(kind) > 1) for cell, kind in enumerate(pieces) if kind != "."
    }
    position: Position[Any] = game.placed(board, game.sides[to_move])
    return position


@router.get("/svg", response_class=Response)
def picture(
    game: Annotated[Text, Query()],
    position: Annotated[Text | None, Query()] = None,
    options: Annotated[Text, Query(description="Options of the game, written as a query: size=7&swap=true")] = "",
    last: Annotated[str, Query(pattern=r"^([0-9]{1,3}(,[0-9]{1,3})*)?$", description="Cells to mark: 13,17")] = "",
    orientation: Annotated[Text | None, Query(description="An orientation of the board, such as diamond")] = None,
) -> Response:
    """Return a picture of a position."""
    root = frames.start_position(game_from_options(game, options), position)
    image = svg(root, marked=map(int, filter(None, last.split(","))), orientation=orientation)
    return Response(image, media_type="image/svg+xml", headers={"Cache-Control": "no-cache"})
