"""Scan a file of games for the keys of their positions: plain games natively, others with the parser of the format."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, BinaryIO, NamedTuple

from crownbridge._core import CheckersScanner, HexScanner, LineIndex
from crownbridge.errors import InputError
from crownbridge.games import Game
from crownbridge.records import pdn_reader, pdn_tags, sgf_reader, sgf_root
from crownbridge.records.formats import Format
from crownbridge.records.reading import CHUNK, MARK, MOST_BYTES, Entry, NeedMoreData, Problem, Step, Text

SIZE = 4 * CHUNK
"""Number of bytes that are read at a time."""

Seed = Callable[[Game[Any]], int]
"""Function that returns the number that changes the keys of a game's positions."""


class Scanned(NamedTuple):
    """A step of a scan: the index is full, or a game was read by the parser."""

    begin: int
    """Offset in the file."""
    end: int
    entry: Entry | None
    """The game that the parser read; `None` if the index has been filled or the file has ended."""


def can_scan(form: Format) -> bool:
    """Return True if a format can be scanned."""
    return form.ending in _SCANNERS


def scan(source: BinaryIO, form: Format, index: LineIndex, most: int, seed: Seed) -> Iterator[Scanned]:
    """Add the plain games of a file to an index, and yield the other games, which the caller must add.

    Yield after each part of the file, and whenever the index has `most` positions; the caller must then empty it.
    """
    make, step = _SCANNERS[form.ending]
    scanner = make(seed)
    data = source.read(SIZE)
    origin = len(MARK) if data.startswith(MARK) else 0
    text, at = Text(data[origin:], 1, 1, whole=False), 0
    while True:
        begin = at
        at = scanner.scan(index, text.data, at, origin, most)
        if index.is_full(most):
            yield Scanned(origin + begin, origin + at, None)
            continue
        try:
            entry, end = step(text, at)
        except NeedMoreData:
            if len(text.data) - at > MOST_BYTES:
                yield Scanned(origin + at, origin + len(text.data), Problem(text.place(at), "the game has no end"))
                return
            rest = source.read(SIZE)
            origin += at
            text, at = Text(text.data[at:] + rest, *text.place(at), whole=not rest), 0
            yield Scanned(origin, origin, None)
            continue
        if entry is None:
            yield Scanned(origin + at, origin + len(text.data), None)
            return
        yield Scanned(origin + at, origin + end, entry)
        at = end


def _pdn(seed: Seed) -> Any:
    def start_of(kind: bytes | None, rules: bytes | None, fen: bytes | None) -> tuple[Any, int] | None:
        try:
            game, start = pdn_tags.start_of(kind, rules, fen)
        except InputError:
            return None
        return start, seed(game)

    return CheckersScanner(start_of)


def _sgf(seed: Seed) -> Any:
    def start_of(*parts: bytes | None) -> tuple[Any, int] | None:
        kind, size, rules, black, white, turn, first_move = parts
        first = (turn or b"[]")[1:-1].strip()[:1].upper() or first_move or b""
        if (kind or b"[11]")[1:-1].strip() != b"11":
            return None
        try:
            game, start = sgf_root.start_of(
                size or sgf_root.DEFAULT_SIZE, first, rules or b"", black or b"", white or b""
            )
        except InputError:
            return None
        return start, seed(game)

    return HexScanner(start_of)


_SCANNERS: dict[str, tuple[Callable[[Seed], Any], Step]] = {
    ".pdn": (_pdn, partial(pdn_reader.step, trees=False)),
    ".sgf": (_sgf, partial(sgf_reader.step, trees=False)),
}
