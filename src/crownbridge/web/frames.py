"""Positions, moves and boards as they are drawn: no rule is needed to look at them."""

from typing import Any

from pydantic import Field

from crownbridge.games import Game, Position, load
from crownbridge.games import Outcome as GameOutcome
from crownbridge.games.shapes import board_shape, move_shape, pieces_text
from crownbridge.web.schemas import Frame, Message, Move, Options, Outcome, Side


class Cell(Message):
    """A place where a piece can stand."""

    name: str
    x: float
    y: float
    points: list[tuple[float, float]]
    tone: str


class Shape(Message):
    """Part of the board where no piece ever stands."""

    points: list[tuple[float, float]]
    tone: str


class Label(Message):
    """A coordinate beside the board."""

    text: str
    x: float
    y: float
    tone: str


class Board(Message):
    """A game's board as shapes, in units of a cell's width."""

    game: str
    options: Options
    width: float
    height: float
    cells: list[Cell]
    scenery: list[Shape]
    labels: list[Label]
    palette: dict[str, str] = Field(description="the colour of each tone, as #rrggbb; side0 and side1 are the pieces'")
    names_on_cells: bool
    sides: tuple[str, str]
    pieces: list[str] = Field(description="what a piece is called and, in games with crowned ones, a crowned one")
    first: Side


def board(game: Game[Any]) -> Board:
    """The board of a game."""
    return Board.model_validate(board_shape(game))


def side_number(number: int) -> Side:
    """A game's side as a plain number."""
    return 1 if number == 1 else 0


def move_schema(position: Position[Any], move: Any) -> Move:
    """A legal move of a position."""
    return Move(**move_shape(position, move))


def legal_moves(position: Position[Any]) -> list[Move]:
    """All legal moves."""
    return [move_schema(position, move) for move in position.legal_moves()]


def first_frame(position: Position[Any], ply: int = 0) -> Frame:
    """A position to which no move is known to have led."""
    to_move = None if position.outcome() else side_number(position.side_to_move)
    return Frame(ply=ply, to_move=to_move, pieces=pieces_text(position), position=str(position))


def next_frame(ply: int, before: Position[Any], move: Any, after: Position[Any]) -> Frame:
    """The position after a move."""
    mover = side_number(before.side_to_move)
    return first_frame(after, ply).model_copy(update={"move": move_schema(before, move), "side": mover})


def outcome_schema(outcome: GameOutcome) -> Outcome:
    """How a game ended."""
    winner = None if outcome.winner is None else side_number(outcome.winner)
    return Outcome(winner=winner, termination=outcome.termination, detail=outcome.detail)


def game_outcome(game: Game[Any], shown: Outcome) -> GameOutcome:
    """The same as the rules have it."""
    winner = None if shown.winner is None else game.sides[shown.winner]
    return GameOutcome(winner, shown.termination, shown.detail)


def start_position(game: Game[Any], text: str | None) -> Position[Any]:
    """The position that a text names, or that a game starts from. Raises PositionError."""
    found: Position[Any] = game.initial() if text is None else game.parse(text)
    return found


def load_game(name: str, options: Options) -> Game[Any]:
    """A game with its options. Raises UnknownGameError or OptionError."""
    return load(name, None, **options)
