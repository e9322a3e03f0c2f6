"""Openings in a file: games in any form, or a line each."""

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
    r'^[^\S\n]*+(?:\[\w++\s++"|\(\s*+;|\{"|(?:https?://)?hexworld\.org/)', re.MULTILINE
)  # a tag of PDN, a tree of SGF, JSON, a link to HexWorld


MOST_BYTES = 1 << 26
"""Of a file of openings."""
_HEAD = 1 << 16  # characters by which the form of a file is known


class _Written(NamedTuple):
    """An opening as it stands in a file."""

    line: int
    start: str
    """Empty for the initial position."""
    moves: tuple[str, ...]


def read(path: Path, game: Game[Any]) -> list[Position[Any]]:
    """The openings in a file: the final positions of games, in PDN, SGF or any other form, or one a line.

    A line is a position in any text form of the game, or moves with spaces between; empty ones and those that begin
    with # do not count. Raises FileError, or ConfigurationError which lists every bad line.
    """
    text = read_limited(path, MOST_BYTES)
    form = format_of_name(path) or (format_of(text[:_HEAD].encode()) if _GAMES.search(text) else None)
    positions, problems = [], []
    for written in _lines(text) if form is None else _games(form, text, game):
        if isinstance(written, Problem):
            problems.append(str(written))
            continue
        try:
            position = _reached(game, written)
            if outcome := position.outcome():
                raise InputError(f"the game is over: {outcome}")
            positions.append(position)
        except InputError as error:
            problems.append(f"line {written.line}: {error}")
    if not positions and not problems:
        problems.append("line 1: there is no opening in it")
    if problems:
        raise ConfigurationError(str(path), problems)
    return positions


def _reached(game: Game[Any], written: _Written) -> Position[Any]:
    position: Position[Any] = game.parse(written.start) if written.start else game.initial()
    for move in written.moves:
        position = position.play(move)
    return position


def _lines(text: str) -> Iterator[_Written]:
    """Words of which the first looks like a move are moves; all else is a position."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if re.match(r"\s*(\d+[-x:]\d+|[a-z]\d+\s)", line):
            yield _Written(number, "", tuple(line.split()))
        else:
            yield _Written(number, line, ())


def _games(form: Format, text: str, game: Game[Any]) -> Iterator[_Written | Problem]:
    """The games of a file, to be played again by the rules of the tournament."""
    for entry in form.read(io.BytesIO(text.encode())):
        if isinstance(entry, Problem):
            yield entry
            continue
        record = entry.record
        moves = tuple(str(decision.move) for decision in record.decisions)
        if str(record.start) != str(record.game.initial()):
            yield _Written(entry.line, game.start_text(record.start), moves)
        elif record.game.name == game.name and record.start.side_to_move != game.initial().side_to_move:
            yield Problem(Place(entry.line, 1), f"{record.start.side_to_move} begins, but not in this tournament")
        else:
            yield _Written(entry.line, "", moves)
