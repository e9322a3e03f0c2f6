"""What the root of an SGF game tells: the rules, the start and the result."""

import re
from functools import lru_cache

from crownbridge.errors import InputError, InvalidMoveError, quoted
from crownbridge.games import Outcome, Termination
from crownbridge.games.hex import Hex, Position, Side
from crownbridge.games.hex.rules import LARGEST
from crownbridge.records.reading import UNFINISHED, as_text, as_written

PROGRAM = "Crownbridge"
SWAP, BLUE_FIRST = "swap", "blue first"
"""The words that `RU` has for our rules."""
DEFAULT_SIZE = b"[11]"
SIDES = {b"B": Side.RED, b"W": Side.BLUE}

NAMES = {"Event": "EV", "Round": "RO", "Date": "DT", "Site": "PC", "Annotator": "AN"}
"""What SGF calls what PDN has a name for."""
_PDN_NAMES = {name.encode(): header for header, name in NAMES.items()}
OTHER_NAMES = ("GN", "ON", "OT", "TM", "SO", "US", "CP", "BR", "WR", "BT", "WT", "GC")
"""What else SGF has to say of a game."""
_OTHER_NAMES = tuple(name.encode() for name in OTHER_NAMES)
_DATE = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?")

_POINT = re.compile(rb"\[([^\]]*+)\]")
_WHY = {"R": Termination.RESIGNATION, "T": Termination.TIMEOUT}
_TERMINATIONS = {str(termination): termination for termination in Termination}


@lru_cache(64)
def start_of(size: bytes, first: bytes, rules: bytes, black: bytes, white: bytes) -> tuple[Hex, Position]:
    """The game, and where it begins. Raises InputError."""
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
    """The side of the board. Raises InputError."""
    columns, _, rows = text.partition(b":")
    if (rows or columns) != columns or not columns.isdigit() or not 1 <= int(columns[:4]) <= LARGEST:
        raise InputError(f"the size of the board is {quoted(text)}; only squares of 1 to {LARGEST} cells are read")
    return int(columns)


def _rows(size: int, stones: dict[Side, list[bytes]], turn: Side) -> str:
    """The text of a position with stones on it. Raises InputError."""
    cells = [["."] * size for _ in range(size)]
    for side, points in stones.items():
        for point in points:
            match = re.fullmatch(rb"\s*([a-zA-Z])([1-9][0-9]?)\s*", point)
            column, row = (ord(match[1].lower()) - ord("a"), int(match[2]) - 1) if match else (size, size)
            if column >= size or row >= size:
                raise InvalidMoveError(f"{quoted(point)} is no cell of a board of size {size}")
            cells[row][column] = "rb"[side]
    return f"{'/'.join(map(''.join, cells))} {'rb'[turn]}"


def claim_of(root: dict[bytes, bytes]) -> Outcome | None:
    """What the root says of the game's end."""
    result = root.get(b"RE", b"[]")[1:-1].strip()
    if end := _end_of(root):
        return Outcome(SIDES.get(result[:1]), *end)
    return _plain_claim(result)


def _end_of(root: dict[bytes, bytes]) -> tuple[Termination, str] | None:
    """Why a game that we wrote ended, where its comment tells."""
    if PROGRAM.encode() not in root.get(b"AP", b""):
        return None
    word, _, detail = text_of(root.get(b"GC", b"[]")).partition(": ")
    return (_TERMINATIONS[word], detail) if word in _TERMINATIONS else None


def headers_of(root: dict[bytes, bytes]) -> dict[str, str]:
    """What is known of a game beside what other fields of its record tell."""
    found = {header: text_of(root[name]) for name, header in _PDN_NAMES.items() if name in root}
    found |= {name.decode(): text_of(root[name]) for name in _OTHER_NAMES if name in root}
    if _end_of(root):
        del found["GC"]
    if match := _DATE.fullmatch(found.get("Date", "")):
        found["Date"] = ".".join((match[1], match[2] or "??", match[3] or "??"))
    return {name: text for name, text in found.items() if text}


def date_of(header: str) -> str:
    """A date as SGF has it: 2025-01-31, or only the year or the month."""
    return header.removesuffix(".??").removesuffix(".??").replace(".", "-")


@lru_cache(64)
def _plain_claim(result: bytes) -> Outcome:
    winner, why = SIDES.get(result[:1].upper()), as_text(result[2:3]).upper()
    if result[1:2] == b"+" and winner is not None:
        return Outcome(winner, _WHY[why]) if why in _WHY else as_written(winner)
    return as_written(None) if result.lower() in (b"draw", b"0") else UNFINISHED


def text_of(value: bytes) -> str:
    """What a value in its brackets says."""
    text = as_text(value[1:-1])
    return re.sub(r"\\(\r?\n)?(.?)", r"\2", text, flags=re.DOTALL) if "\\" in text else text
