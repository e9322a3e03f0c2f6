"""Records: games read from a text, and written as one."""

from dataclasses import replace
from itertools import islice
from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import ConfigDict, Field

from crownbridge.errors import InputError
from crownbridge.records import Problem, format_named, read_text, writable_formats
from crownbridge.web import frames
from crownbridge.web.documents import document, record_of
from crownbridge.web.routes.catalogue import game_from_options
from crownbridge.web.routes.rooms import attachment
from crownbridge.web.schemas import GameDocument, Message, Options, Outcome, Text

LONGEST = 5_000_000
"""Characters of a text."""
MOST_BYTES = 4 * LONGEST
"""Of a request's body; a character may take several."""
MOST_GAMES = 200
MOST_FRAMES = 20_000
"""In one answer, of all games."""

router = APIRouter(tags=["records"])


class RecordText(Message):
    """Games in any form."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(max_length=LONGEST)]


class ReadRecords(Message):
    """The games of a text, and what could not be read."""

    games: list[GameDocument]
    problems: list[str]


class ExportRequest(Message):
    """A game by its moves, and the form in which it is wanted."""

    model_config = ConfigDict(extra="forbid")

    game: Text
    options: Options = Field(default={})
    start: Text | None = None
    moves: list[Text] = Field(default=[], max_length=2000)
    players: tuple[Text, Text] = ("", "")
    outcome: Outcome | None = Field(default=None, description="how it ended; by default, what the board says")
    statuses: tuple[str, str] = ("", "")
    headers: dict[str, str] = Field(default={}, description="as in a game that was read")
    format: Text = Field(description="a form that GET /export lists")


@router.post("/records")
def read(pasted: RecordText) -> ReadRecords:
    """Games of a text in any of the forms."""
    found = ReadRecords(games=[], problems=[])
    shown = 0
    for number, entry in enumerate(islice(read_text(pasted.text), MOST_GAMES + 1), 1):
        moves = 0 if isinstance(entry, Problem) else len(entry.record.decisions)
        if number > MOST_GAMES or shown + moves > MOST_FRAMES:
            most = f"{MOST_GAMES} games with {MOST_FRAMES:,} moves in all"
            found.problems.append(f"only the first {number - 1} games are shown, of at most {most}")
            break
        if isinstance(entry, Problem):
            found.problems.append(str(entry))
            continue
        game = document(entry.record, str(number), notices=tuple(map(str, entry.notices)))
        shown += len(game.frames)
        found.games.append(game)
    if not found.games and not found.problems:
        raise InputError("there are no games in this text")
    return found


@router.get("/export")
def forms(
    game: Annotated[Text, Query()],
    position: Annotated[Text | None, Query()] = None,
    options: Annotated[Text, Query(description="as in a query: size=7&swap=true")] = "",
) -> list[str]:
    """The forms in which a game that begins so can be written."""
    chosen = game_from_options(game, options)
    return [form.ending[1:] for form in writable_formats(chosen, frames.start_position(chosen, position))]


@router.post("/export", response_class=Response)
def write(exported: ExportRequest) -> Response:
    """A game as a file."""
    game = frames.load_game(exported.game, exported.options)
    record = record_of(game, frames.start_position(game, exported.start), exported.moves, exported.players)
    outcome = record.outcome if exported.outcome is None else frames.game_outcome(game, exported.outcome)
    record = replace(record, outcome=outcome, statuses=exported.statuses, headers=exported.headers)
    text = format_named(exported.format).dumps(record)
    return attachment(text if text.endswith("\n") else f"{text}\n", f"game.{exported.format}")
