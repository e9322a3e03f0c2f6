"""Files of openings: games in any format, or one opening per line."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from crownbridge.errors import ConfigurationError, InputError
from crownbridge.files import read_limited
from crownbridge.games import Game, Position
from crownbridge.records import Format, Place, Problem, format_of, format_of_name

_GAMES = re.compile(
    r'^[^\S\n]*+(?:\[\w++\s++"|\(\s*+;|\{"|(?:https?://)?(?:www\.)?hexworld\.org/)', re.MULTILINE
)  # a PDN tag, an SGF tree, JSON, a HexWorld link


MOST_BYTES = 1 << 26
"""Maximum size of a file of openings."""
_HEAD = 1 << 16  # characters used to detect the format of a file


class _Opening(NamedTuple):
    """An opening as text."""

    line: int
    start: str
    """Text of the start position; empty for the initial position."""
    moves: tuple[str, ...]


def read(path: Path, game: Game[Any]) -> list[Position[Any]]:
    """Return the openings in a file: the final positions of games in PDN, SGF or another format, or one per line.

    A line is a position in any text form of the game, or moves separated by spaces; empty lines and lines that begin
    with # are skipped. Raise FileError, or ConfigurationError with every invalid line.
    """
    text = read_limited(path, MOST_BYTES)
    form = format_of_name(path) or (format_of(text[:_HEAD].encode()) if _GAMES.search(text) else None)
    positions, problems = [], []
    for opening in _lines(text) if form is None else _games(form, text, game):
        if isinstance(opening, Problem):
            problems.append(str(opening))
            continue
        try:
            position = _reached(game, opening)
            if outcome := position.outcome():
                raise InputError(f"the game is over: {outcome}")
            positions.append(position)
        except InputError as error:
            problems.append(f"line {opening.line}: {error}")
    if not positions and not problems:
        problems.append("line 1: the file has no openings")
    if problems:
        raise ConfigurationError(str(path), problems)
    return positions


def _reached(game: Game[Any], opening: _Opening) -> Position[Any]:
    position: Position[Any] = game.parse(opening.start) if opening.start else game.initial()
    for move in opening.moves:
        position = position.play(move)
    return position


def _lines(text: str) -> Iterator[_Opening]:
    """Yield the openings of a file with one per line; a line whose first word looks like a move consists of moves."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if re.match(r"\s*(\d+[-x:]\d+|[a-z]\d+\s)", line):
            yield _Opening(number, "", tuple(line.split()))
        else:
            yield _Opening(number, line, ())


def _games(form: Format, text: str, game: Game[Any]) -> Iterator[_Opening | Problem]:
    """Yield the games of a file, to be replayed by the rules of the tournament."""
    for entry in form.read(io.BytesIO(text.encode())):
        if isinstance(entry, Problem):
            yield entry
            continue
        record = entry.record
        moves = tuple(str(decision.move) for decision in record.decisions)
        if str(record.start) != str(record.game.initial()):
            yield _Opening(entry.line, game.start_text(record.start), moves)
        elif record.game.name == game.name and record.start.side_to_move != game.initial().side_to_move:
            yield Problem(Place(entry.line, 1), f"{record.start.side_to_move} moves first, but not in this tournament")
        else:
            yield _Opening(entry.line, "", moves)
