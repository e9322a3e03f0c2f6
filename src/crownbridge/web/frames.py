"""Convert positions, moves and boards to schemas that can be drawn without knowledge of the rules."""

from typing import Any

from pydantic import Field

from crownbridge.games import Game, Position, load
from crownbridge.games import Outcome as GameOutcome
from crownbridge.games.json_values import board_json, move_json, pieces_text
from crownbridge.web.schemas import Frame, Message, Move, Options, Outcome, Side


class Cell(Message):
    """A cell of the board."""

    name: str
    x: float
    y: float
    points: list[tuple[float, float]]
    tone: str


class Shape(Message):
    """A decoration of the board."""

    points: list[tuple[float, float]]
    tone: str


class Label(Message):
    """A coordinate label beside the board."""

    text: str
    x: float
    y: float
    tone: str


class Board(Message):
    """The shapes of a game's board, in units of a cell's width."""

    game: str
    options: Options
    width: float
    height: float
    cells: list[Cell]
    scenery: list[Shape]
    labels: list[Label]
    palette: dict[str, str] = Field(
        description="The colour of each tone, as #rrggbb; side0 and side1 are the colours of the pieces"
    )
    names_on_cells: bool
    orientations: dict[str, float] = Field(
        description="Rotations in which the board can be drawn: names, and degrees clockwise; the first is the default"
    )
    sides: tuple[str, str]
    pieces: list[str] = Field(description="The name of a piece and, if the game has them, of a crowned piece")
    first: Side


def board(game: Game[Any]) -> Board:
    """Return the board of a game."""
    return Board.model_validate(board_json(game))


def side_number(number: int) -> Side:
    """Return a side as a plain number."""
    return 1 if number == 1 else 0


def move_schema(position: Position[Any], move: Any) -> Move:
    """Return the schema of a legal move."""
    return Move(**move_json(position, move))


def legal_moves(position: Position[Any]) -> list[Move]:
    """Return the schemas of all legal moves."""
    return [move_schema(position, move) for move in position.legal_moves()]


def first_frame(position: Position[Any], ply: int = 0) -> Frame:
    """Return the frame of a position without a previous move."""
    over = position.outcome() is not None
    return Frame(
        ply=ply,
        to_move=None if over else side_number(position.side_to_move),
        pieces=pieces_text(position),
        position=str(position),
        winning=list(position.game.winning_cells(position)) if over else [],
    )


def next_frame(ply: int, before: Position[Any], move: Any, after: Position[Any]) -> Frame:
    """Return the frame of the position after a move."""
    mover = side_number(before.side_to_move)
    return first_frame(after, ply).model_copy(update={"move": move_schema(before, move), "side": mover})


def outcome_schema(outcome: GameOutcome) -> Outcome:
    """Return the schema of an outcome."""
    winner = None if outcome.winner is None else side_number(outcome.winner)
    return Outcome(winner=winner, termination=outcome.termination, detail=outcome.detail)


def game_outcome(game: Game[Any], outcome: Outcome) -> GameOutcome:
    """Return the outcome that a schema describes."""
    winner = None if outcome.winner is None else game.sides[outcome.winner]
    return GameOutcome(winner, outcome.termination, outcome.detail)


def start_position(game: Game[Any], text: str | None) -> Position[Any]:
    """Return the position that a text describes, or the initial one by default. Raise PositionError."""
    position: Position[Any] = game.initial() if text is None else game.parse(text)
    return position


def load_game(name: str, options: Options) -> Game[Any]:
    """Return a game with options. Raise UnknownGameError or OptionError."""
    return load(name, None, **options)
