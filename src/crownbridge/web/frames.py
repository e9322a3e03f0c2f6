"""Positions, moves and boards as they are drawn: no rule is needed to look at them."""

from typing import Any

from pydantic import BaseModel

from crownbridge.games import Game, Position, Termination, load
from crownbridge.games import Outcome as GameOutcome
from crownbridge.web.messages import Frame, Move, Options, Outcome, Side


class Cell(BaseModel):
    """A place where a piece can stand."""

    name: str
    x: float
    y: float
    points: list[tuple[float, float]]
    tone: str


class Shape(BaseModel):
    """Part of the board where no piece ever stands."""

    points: list[tuple[float, float]]
    tone: str


class Label(BaseModel):
    """A coordinate beside the board."""

    text: str
    x: float
    y: float
    tone: str


class Board(BaseModel):
    """A game's board as shapes, in units of a cell's width."""

    game: str
    options: Options
    width: float
    height: float
    cells: list[Cell]
    scenery: list[Shape]
    labels: list[Label]
    names_on_cells: bool
    sides: tuple[str, str]
    first: Side


def board(game: Game[Any]) -> Board:
    """The board of a game."""
    geometry = game.geometry
    return Board(
        game=game.name,
        options=dict(game.options),
        width=geometry.width,
        height=geometry.height,
        cells=[
            Cell(name=cell.name, x=cell.centre.x, y=cell.centre.y, points=list(cell.polygon), tone=cell.tone)
            for cell in geometry.cells
        ],
        scenery=[Shape(points=list(shape.polygon), tone=shape.tone) for shape in geometry.scenery],
        labels=[
            Label(text=label.text, x=label.centre.x, y=label.centre.y, tone=label.tone) for label in geometry.labels
        ],
        names_on_cells=geometry.names_on_cells,
        sides=(str(game.sides[0]), str(game.sides[1])),
        first=side(game.initial().side_to_move),
    )


def side(number: int) -> Side:
    """A game's side as a plain number."""
    return 1 if number == 1 else 0


def pieces(position: Position[Any]) -> str:
    """What stands on each cell, a character each."""
    shown = ["."] * len(position.game.geometry.cells)
    for cell, piece in position.pieces().items():
        shown[cell] = "0123"[int(piece.side) + 2 * piece.crowned]
    return "".join(shown)


def shown_move(position: Position[Any], move: Any) -> Move:
    """A legal move of a position."""
    return Move(
        text=position.format_move(move),
        cells=list(position.cells_of(move)),
        captured=list(position.captures_of(move)),
    )


def legal(position: Position[Any]) -> list[Move]:
    """All legal moves."""
    return [shown_move(position, move) for move in position.legal_moves()]


def first_frame(position: Position[Any], ply: int = 0) -> Frame:
    """A position to which no move is known to have led."""
    to_move = None if position.outcome() else side(position.side_to_move)
    return Frame(ply=ply, to_move=to_move, pieces=pieces(position), position=str(position))


def next_frame(ply: int, before: Position[Any], move: Any, after: Position[Any]) -> Frame:
    """The position after a move."""
    mover = side(before.side_to_move)
    return first_frame(after, ply).model_copy(update={"move": shown_move(before, move), "side": mover})


def shown_outcome(outcome: GameOutcome) -> Outcome:
    """How a game ended."""
    winner = None if outcome.winner is None else side(outcome.winner)
    return Outcome(winner=winner, termination=outcome.termination, detail=outcome.detail)


def game_outcome(game: Game[Any], shown: Outcome) -> GameOutcome:
    """The same as the rules have it."""
    winner = None if shown.winner is None else game.sides[shown.winner]
    return GameOutcome(winner, Termination(shown.termination), shown.detail)


def start_of(game: Game[Any], text: str | None) -> Position[Any]:
    """The position that a text names, or that a game starts from. Raises PositionError."""
    found: Position[Any] = game.initial() if text is None else game.parse(text)
    return found


def chosen(name: str, options: Options) -> Game[Any]:
    """A game with its options. Raises UnknownGameError or OptionError."""
    return load(name, None, **options)
