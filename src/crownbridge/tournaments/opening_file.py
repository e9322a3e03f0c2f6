"""Openings in a file: PDN or SGF games, or a line each."""

import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from crownbridge.errors import ConfigurationError, FileError, InputError
from crownbridge.games import Game, Hex, Position

_TOKEN = re.compile(
    r"""
      \{[^}]*\} | ;[^\n]* | ^%[^\n]*              # comments
    | \[\s*(?P<tag>\w+)\s+"(?P<value>[^"]*)"\s*\]
    | (?P<open>\()  | (?P<close>\))               # a variation
    | \$\d+ | [!?]+ | \d+\.+                      # judgements and move numbers
    | (?P<result>1-0|0-1|2-0|0-2|1-1|0-0|1/2-1/2|\*)(?=[\s\[]|$)
    | (?P<move>\d+(?:[-x:]\d+)+)
    | (?P<other>\S)
    """,
    re.VERBOSE | re.MULTILINE,
)


_SGF = re.compile(
    r"""
      (?P<open>\() | (?P<close>\))                # a game, or a variation
    | (?P<name>[A-Z]+)\s*(?P<values>(?:\[(?:\\.|[^\]\\])*\]\s*)+)
    """,
    re.VERBOSE | re.DOTALL,
)


class _Written(NamedTuple):
    """An opening as it stands in a file."""

    line: int
    start: str
    """Empty for the initial position."""
    moves: tuple[str, ...]
    problem: str = ""


def read(path: Path, game: Game[Any]) -> list[Position[Any]]:
    """The openings in a file: the final positions of PDN games, at Hex of SGF games, or one a line.

    A line is a position in any text form of the game, or moves with spaces between; empty ones and those that begin
    with # do not count. Raises FileError, or ConfigurationError which lists every bad line.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FileError(f"{path} is no text: {error.reason} at byte {error.start}") from error
    except ValueError as error:
        raise FileError(f"{str(path)!r} is no path: {error}") from error
    is_pdn = path.suffix.lower() == ".pdn" or re.search(r'^\s*\[\w+\s+"', text, re.MULTILINE)
    if path.suffix.lower() == ".sgf" and game.name == Hex.name:
        openings = _sgf_games(text, "BW"[game.initial().side_to_move])
    else:
        openings = _pdn_games(text) if is_pdn else _lines(text)
    positions, problems = [], []
    for written in openings:
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
    if written.problem:
        raise InputError(written.problem)
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


def _pdn_games(text: str) -> Iterator[_Written]:
    """The main lines; what ends one is a result, or a tag after moves."""
    start, line, begun, depth = "", 1, False, 0
    moves: list[str] = []
    for token in _TOKEN.finditer(text):
        depth += bool(token["open"]) - bool(token["close"] and depth)
        ends = token["result"] or (token["tag"] and moves)
        if ends and begun:
            yield _Written(line, start, tuple(moves))
            start, moves, begun = "", [], False
        if depth or token["result"] or not (token["tag"] or token["move"] or token["other"]):
            continue
        if not begun:
            line, begun = text.count("\n", 0, token.start()) + 1, True
        if token["tag"] == "FEN":
            start = token["value"]
        elif not token["tag"]:
            moves.append(token["move"] or token["other"])
    if begun:
        yield _Written(line, start, tuple(moves))


def _sgf_games(text: str, first: str) -> Iterator[_Written]:
    """The main lines; black and white, the one named first beginning, must take turns, in what is set up as well."""
    depth, line, ended = 0, 1, False
    stones: list[tuple[str, str]] = []
    placed: dict[str, list[str]] = {"AB": [], "AW": []}
    for token in _SGF.finditer(text):
        depth += bool(token["open"]) - bool(token["close"])
        if token["open"] and depth == 1:
            line, ended, stones, placed = text.count("\n", 0, token.start()) + 1, False, [], {"AB": [], "AW": []}
        elif token["close"]:
            ended = True  # what follows are variations
            if depth == 0:
                yield _taking_turns(line, first, placed, stones)
        elif not ended and token["name"] in placed:
            placed[token["name"]] += re.findall(r"\[\s*(.*?)\s*\]", token["values"])
        elif not ended and token["name"] in ("B", "W"):
            stones.append((token["name"], token["values"].strip("[] \t\r\n")))


def _taking_turns(line: int, first: str, placed: dict[str, list[str]], stones: list[tuple[str, str]]) -> _Written:
    by_turn = [[(colour, cell) for cell in placed[f"A{colour}"]] for colour in sorted("BW", key=lambda c: c != first)]
    played = [stone for pair in zip_longest(*by_turn) for stone in pair if stone is not None] + stones
    second = "BW".replace(first, "")
    in_turn = all(colour == (second if number % 2 else first) for number, (colour, _) in enumerate(played))
    problem = "" if in_turn else "black and white do not take turns"
    return _Written(line, "", tuple(cell for _, cell in played), problem)
