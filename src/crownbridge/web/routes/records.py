"""Read and write game records."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import ConfigDict, Field

from crownbridge.analysis import MoveVerdict, Verdict, with_verdicts
from crownbridge.errors import InputError
from crownbridge.records import GameRecord, Problem, format_named, read_text, writable_formats
from crownbridge.web import frames
from crownbridge.web.documents import document, positions_of, record_of
from crownbridge.web.routes.catalogue import game_from_options
from crownbridge.web.routes.rooms import attachment
from crownbridge.web.schemas import MOST_NODES, GameDocument, Message, Options, Outcome, Text, TreeMove
from crownbridge.web.trees import record_of_tree
from crownbridge.web.worker_route import WorkerRoute

LONGEST = 5_000_000
"""Maximum number of characters of a text."""
MOST_BYTES = 4 * LONGEST
"""Maximum size of a request body; a character takes up to four bytes."""
MOST_GAMES = 200
"""Maximum number of games of a text."""
MOST_FRAMES = 20_000
"""Maximum number of frames of a text, of all games together."""
PAGE_FRAMES = 1000
"""Number of frames from which on the next game is left to the next page."""

router = APIRouter(tags=["records"], route_class=WorkerRoute)


class RecordText(Message):
    """Game records in any supported format."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(max_length=LONGEST)]
    after: int = Field(default=0, ge=0, description="`next` of the previous page; by default, the first page")


class ReadRecords(Message):
    """A page of the games of a text, and the problems found there."""

    games: list[GameDocument]
    display_plies: list[int] = Field(
        description="Of each game, the number of moves before the position to display first"
    )
    problems: list[str]
    next: int | None = Field(description="`after` of the next page; null if this is the last one")


class WrittenVerdict(Message):
    """The engine's analysis of a move, as in a `MoveAnnotation`, with moves as texts."""

    model_config = ConfigDict(extra="forbid")

    ply: int = Field(ge=1, le=2000)
    win_chance_before: float = Field(ge=0, le=1, description="Win chance of side 0 with the best move")
    win_chance_after: float = Field(ge=0, le=1, description="Win chance of side 0 with the move played")
    line: list[Text] = Field(min_length=1, max_length=200, description="The principal variation")
    verdict: Verdict


class ExportRequest(Message):
    """A game as a list of moves, and the file format to write."""

    model_config = ConfigDict(extra="forbid")

    game: Text
    options: Options = Field(default={})
    start: Text | None = None
    moves: list[Text] = Field(default=[], max_length=2000)
    players: tuple[Text, Text] = ("", "")
    outcome: Outcome | None = Field(default=None, description="The result; by default, that of the final position")
    statuses: tuple[str, str] = ("", "")
    headers: dict[str, str] = Field(default={}, description="Headers of the record, as in a game document")
    tree: Annotated[list[TreeMove], Field(max_length=MOST_NODES)] | None = Field(
        default=None, description="The moves with variations and annotations; if present, `moves` may be omitted"
    )
    verdicts: list[WrittenVerdict] = Field(
        default=[],
        max_length=2000,
        description="The engine's analysis of the main line, to be written as annotation symbols, comments and lines",
    )
    format: Text = Field(description="A file format that GET /export lists")


@router.post("/records")
def read(body: RecordText) -> ReadRecords:
    """Return the games of a text in any supported format, a page at a time."""
    page = ReadRecords(games=[], display_plies=[], problems=[], next=None)
    read_frames = page_frames = 0
    for number, entry in enumerate(islice(read_text(body.text), MOST_GAMES + 1), 1):
        game_frames = 0 if isinstance(entry, Problem) else positions_of(entry.record)
        read_frames += game_frames
        is_beyond = number > MOST_GAMES or read_frames > MOST_FRAMES
        if number <= body.after:
            continue
        if page_frames and page_frames + game_frames > PAGE_FRAMES and not is_beyond:
            page.next = number - 1
            break
        page_frames += game_frames
        if is_beyond:
            limit = f"{MOST_GAMES} games with {MOST_FRAMES:,} moves in all"
            page.problems.append(f"only the first {number - 1} games are shown; the limit is {limit}")
            break
        if isinstance(entry, Problem):
            page.problems.append(str(entry))
            continue
        page.games.append(document(entry.record, str(number), notices=tuple(map(str, entry.notices))))
        page.display_plies.append(entry.display_ply)
    if not (page.games or page.problems or body.after):
        raise InputError("the text contains no games")
    return page


@router.get("/export")
def forms(
    game: Annotated[Text, Query()],
    position: Annotated[Text | None, Query()] = None,
    options: Annotated[Text, Query(description="Options of the game, written as a query: size=7&swap=true")] = "",
) -> list[str]:
    """Return the file formats that can hold a game from a starting position."""
    rules = game_from_options(game, options)
    return [form.ending[1:] for form in writable_formats(rules, frames.start_position(rules, position))]


@router.post("/export", response_class=Response)
def write(body: ExportRequest) -> Response:
    """Return a game as a file."""
    game = frames.load_game(body.game, body.options)
    start = frames.start_position(game, body.start)
    if body.tree is None:
        record = record_of(game, start, body.moves, body.players)
    else:
        record = record_of_tree(game, start, body.tree, body.players)
    outcome = record.outcome if body.outcome is None else frames.game_outcome(game, body.outcome)
    record = replace(record, outcome=outcome, statuses=body.statuses, headers=body.headers)
    if body.verdicts:
        record = with_verdicts(record, _verdicts(record, body.verdicts))
    text = format_named(body.format).dumps(record)
    return attachment(text if text.endswith("\n") else f"{text}\n", f"game.{body.format}")


def _verdicts(record: GameRecord, verdicts: list[WrittenVerdict]) -> Iterator[MoveVerdict]:
    """Yield the verdicts on the moves of a record. Raise MoveError, or InputError if there is no such move."""
    positions = record.positions()
    for written in verdicts:
        if written.ply > len(record.decisions):
            raise InputError(f"there is a verdict on move {written.ply}; the game has {len(record.decisions)} moves")
        before = position = positions[written.ply - 1]
        line = []
        for text in written.line:
            line.append(position.parse_move(text))
            position = position.play(line[-1])
        before_move, after_move = written.win_chance_before, written.win_chance_after
        if int(before.side_to_move) == 1:
            before_move, after_move = 1 - before_move, 1 - after_move
        yield MoveVerdict(written.ply, written.verdict, before_move, after_move, tuple(line))
