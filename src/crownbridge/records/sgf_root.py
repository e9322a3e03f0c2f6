"""The root node of an SGF game: the rules, the start and the result."""

import re
from functools import lru_cache

from crownbridge.errors import InputError, InvalidMoveError, quoted
from crownbridge.games import Outcome, Termination
from crownbridge.games.hex import Hex, Position, Side
from crownbridge.games.hex.rules import LARGEST
from crownbridge.records.reading import UNFINISHED, as_text, as_written

PROGRAM = "Crownbridge"
SWAP, BLUE_FIRST = "swap", "blue first"
"""Words of the property `RU` for rules of Crownbridge."""
DEFAULT_SIZE = b"[11]"
SIDES = {b"B": Side.RED, b"W": Side.BLUE}

NAMES = {"Event": "EV", "Round": "RO", "Date": "DT", "Site": "PC", "Annotator": "AN"}
"""SGF properties by the PDN tag with the same meaning."""
_PDN_NAMES = {name.encode(): header for header, name in NAMES.items()}
OTHER_NAMES = ("GN", "ON", "OT", "TM", "SO", "US", "CP", "BR", "WR", "BT", "WT", "GC")
"""Other SGF properties with information about a game."""
_OTHER_NAMES = tuple(name.encode() for name in OTHER_NAMES)
_SET_UP = ("FF", "GM", "CA", "AP", "SZ", "PB", "PW", "RU", "RE", "AB", "AW", "PL", "B", "W")
NAMES_OF_RECORD = frozenset(name.encode() for name in (*NAMES.values(), *OTHER_NAMES, *_SET_UP))
"""Properties of the root that fields of a record other than its tree store."""
_DATE = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?")

_POINT = re.compile(rb"\[([^\]]*+)\]")
_WHY = {"R": Termination.RESIGNATION, "T": Termination.TIMEOUT}
_TERMINATIONS = {str(termination): termination for termination in Termination}


@lru_cache(64)
def start_of(size: bytes, first: bytes, rules: bytes, black: bytes, white: bytes) -> tuple[Hex, Position]:
    """Return the game and its start. Raise InputError."""
    words = as_text(rules).lower()
    stones = {Side.RED: _POINT.findall(black), Side.BLUE: _POINT.findall(white)}
    fewer = Side.BLUE if len(stones[Side.RED]) > len(stones[Side.BLUE]) else Side.RED
    turn = SIDES.get(first, fewer)
    if not any(stones.values()):
        game = Hex(_size(size[1:-1].strip()), turn, SWAP in words)
        return game, game.initial()
    game = Hex(_size(size[1:-1].strip()), Side.BLUE if BLUE_FIRST in words else Side.RED, SWAP in words)
    return game, game.parse(_rows(game.size, stones, turn))


def _size(text: bytes) -> int:
    """Parse the size of the board. Raise InputError."""
    columns, _, rows = text.partition(b":")
    if (rows or columns) != columns or not columns.isdigit() or not 1 <= int(columns[:4]) <= LARGEST:
        raise InputError(f"the size of the board is {quoted(text)}; expected a square board of size 1 to {LARGEST}")
    return int(columns)


def _rows(size: int, stones: dict[Side, list[bytes]], turn: Side) -> str:
    """Return the text of a position with these stones. Raise InputError."""
    cells = [["."] * size for _ in range(size)]
    for side, points in stones.items():
        for point in points:
            match = re.fullmatch(rb"\s*([a-zA-Z])([1-9][0-9]?)\s*", point)
            column, row = (ord(match[1].lower()) - ord("a"), int(match[2]) - 1) if match else (size, size)
            if column >= size or row >= size:
                raise InvalidMoveError(f"{quoted(point)} is not a cell of a board of size {size}")
            cells[row][column] = "rb"[side]
    return f"{'/'.join(map(''.join, cells))} {'rb'[turn]}"


def claim_of(root: dict[bytes, bytes]) -> Outcome | None:
    """Return the outcome that the root claims."""
    result = root.get(b"RE", b"[]")[1:-1].strip()
    if end := _end_of(root):
        return Outcome(SIDES.get(result[:1]), *end)
    return _plain_claim(result)


def _end_of(root: dict[bytes, bytes]) -> tuple[Termination, str] | None:
    """Return why a game written by Crownbridge ended, if its comment contains it."""
    if PROGRAM.encode() not in root.get(b"AP", b""):
        return None
    word, _, detail = text_of(root.get(b"GC", b"[]")).partition(": ")
    return (_TERMINATIONS[word], detail) if word in _TERMINATIONS else None


def headers_of(root: dict[bytes, bytes]) -> dict[str, str]:
    """Return the headers: the properties that no other field of the record stores."""
    headers = {header: text_of(root[name]) for name, header in _PDN_NAMES.items() if name in root}
    headers |= {name.decode(): text_of(root[name]) for name in _OTHER_NAMES if name in root}
    if _end_of(root):
        del headers["GC"]
    if match := _DATE.fullmatch(headers.get("Date", "")):
        headers["Date"] = ".".join((match[1], match[2] or "??", match[3] or "??"))
    return {name: stripped for name, text in headers.items() if (stripped := text.replace("\r\n", "\n").strip())}


def date_of(header: str) -> str:
    """Return a date in SGF's format: 2025-01-31, or only the year or the month."""
    return header.removesuffix(".??").removesuffix(".??").replace(".", "-")


@lru_cache(64)
def _plain_claim(result: bytes) -> Outcome:
    winner, why = SIDES.get(result[:1].upper()), as_text(result[2:3]).upper()
    if winner is not None and result[1:2] in (b"+", b""):
        return Outcome(winner, _WHY[why]) if why in _WHY else as_written(winner)
    return as_written(None) if result.lower() in (b"draw", b"0") else UNFINISHED


def text_of(value: bytes) -> str:
    """Return a value in brackets as text."""
    return unescaped(as_text(value[1:-1]))


def unescaped(text: str) -> str:
    """Return a text without escapes and line breaks that a backslash removes."""
    return re.sub(r"\\(?:\r?\n|(.?))", r"\1", text, flags=re.DOTALL) if "\\" in text else text
