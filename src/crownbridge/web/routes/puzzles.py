"""Solve puzzles, and make new ones from the games stored here."""

from http import HTTPStatus
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import ConfigDict, Field

from crownbridge.analysis import Puzzle
from crownbridge.games import Position
from crownbridge.web import frames
from crownbridge.web.dependencies import ServicesDep
from crownbridge.web.live_analysis.schemas import line_schema
from crownbridge.web.schemas import Frame, GameChoice, Message, Move, Name, Text

MOST_MADE = 200

router = APIRouter(prefix="/puzzles", tags=["puzzles"])

_UNKNOWN: dict[int | str, dict[str, Any]] = {404: {"description": "The puzzle does not exist"}}
_CONFLICT: dict[int | str, dict[str, Any]] = {409: {"description": "Not possible in the current state; see `detail`"}}

Rating = Annotated[float, Field(ge=0, le=4000)]


class PuzzleStatus(Message):
    """The number of puzzles, and whether new ones are being made."""

    counts: dict[str, int] = Field(description="Number of puzzles, by game")
    making: str = Field(description="The game whose puzzles are being made; else empty")
    examined: int = Field(description="Number of games examined by the last run")
    made: int = Field(description="Number of puzzles made by the last run")


class PuzzleTask(Message):
    """A puzzle without its solution."""

    id: str
    board: GameChoice
    frame: Frame
    legal: list[Move]
    goal: Literal["win", "save"]
    rating: float
    source: str


class PuzzleHint(Message):
    """The cell where the solution begins."""

    cells: list[int]


class PuzzleAnswer(Message):
    """A move, and the player's rating for a rated attempt."""

    model_config = ConfigDict(extra="forbid")

    move: Text | None = Field(default=None, description="The move; null to see the solution")
    rating: Rating | None = Field(default=None, description="The player's rating; null if the attempt is not rated")


class PuzzleResult(Message):
    """Whether a move solves a puzzle; the solution if it does or if the player asked for it."""

    solved: bool
    line: list[Move] = Field(description="The solution and the expected continuation; empty if it is not shown")
    proof: Literal["proven", "searched"] = Field(description="How the solution is known")
    rating: float | None = Field(description="The player's new rating, if the attempt was rated")
    puzzle_rating: float


class MakeRequest(Message):
    """The game whose puzzles are to be made, and how many."""

    model_config = ConfigDict(extra="forbid")

    game: Text
    count: int = Field(default=10, ge=1, le=MOST_MADE)


@router.get("")
def status(services: ServicesDep) -> PuzzleStatus:
    """Return the number of puzzles of each game, and whether new ones are being made."""
    puzzles, counts = services.puzzles, dict[str, int]()
    for puzzle in puzzles.book.all():
        counts[puzzle.game] = counts.get(puzzle.game, 0) + 1
    return PuzzleStatus(counts=counts, making=puzzles.making, examined=puzzles.examined, made=puzzles.made)


@router.post("", status_code=HTTPStatus.ACCEPTED, responses=_CONFLICT)
def make(services: ServicesDep, body: MakeRequest) -> PuzzleStatus:
    """Start to make puzzles from the games stored here, in the background."""
    services.puzzles.make(body.game, body.count)
    return status(services)


@router.delete("", status_code=HTTPStatus.NO_CONTENT)
def stop(services: ServicesDep) -> None:
    """Stop making puzzles; those made are kept."""
    services.puzzles.stop()


@router.get("/next", responses=_UNKNOWN)
def choose(
    services: ServicesDep,
    game: Annotated[Text, Query()],
    rating: Annotated[float, Query(ge=0, le=4000)] = 1200,
    seen: Annotated[list[Name], Query(description="Puzzles to exclude")] = [],  # noqa: B006 (FastAPI copies it)
) -> PuzzleTask:
    """Return a puzzle near a rating."""
    return _task(services.puzzles.book.next(game, rating, set(seen), services.puzzles.rng))


@router.get("/{name}", responses=_UNKNOWN)
def puzzle(services: ServicesDep, name: str) -> PuzzleTask:
    """Return a puzzle."""
    return _task(services.puzzles.book.get(name))


@router.get("/{name}/hint", responses=_UNKNOWN)
def hint(services: ServicesDep, name: str) -> PuzzleHint:
    """Return the cell where the solution begins."""
    task = services.puzzles.book.get(name)
    position = _position(task)
    return PuzzleHint(cells=list(position.cells_of(position.parse_move(task.solution))[:1]))


@router.post("/{name}/answers", responses=_UNKNOWN)
def answer(services: ServicesDep, name: str, body: PuzzleAnswer) -> PuzzleResult:
    """Check a move, and rate the attempt if the player's rating is given."""
    book = services.puzzles.book
    task = book.get(name)
    position = _position(task)
    solution = position.parse_move(task.solution)
    solved = body.move is not None and position.parse_move(body.move) == solution
    rating, puzzle_rating = None, task.rating
    if body.rating is not None:
        rating, puzzle_rating = book.rate(name, body.rating, solved=solved)
    moves, at = [], position
    for text in task.line if solved or body.move is None else ():
        moves.append(at.parse_move(text))
        at = at.play(moves[-1])
    return PuzzleResult(
        solved=solved,
        line=line_schema(position, moves),
        proof="proven" if task.proven else "searched",
        rating=rating,
        puzzle_rating=puzzle_rating,
    )


def _position(puzzle: Puzzle) -> Position[Any]:
    return frames.start_position(frames.load_game(puzzle.game, puzzle.options), puzzle.position)


def _task(puzzle: Puzzle) -> PuzzleTask:
    position = _position(puzzle)
    return PuzzleTask(
        id=puzzle.id,
        board=GameChoice(game=puzzle.game, options=puzzle.options),
        frame=frames.first_frame(position),
        legal=frames.legal_moves(position),
        goal=puzzle.goal,
        rating=puzzle.rating,
        source=puzzle.source,
    )
