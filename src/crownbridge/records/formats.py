"""The file formats of games, recognized by the extension of a file's name or by its first bytes."""

import io
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from crownbridge.errors import FileError, InputError, quoted
from crownbridge.files import path_exists
from crownbridge.games import Game, Outcome, Position, Termination
from crownbridge.records import arbi_log, hexworld, json_lines, kth_log, pdn, sgf
from crownbridge.records.contents import ANNOTATIONS, Content, contents_of
from crownbridge.records.reading import Entry
from crownbridge.records.record import GameRecord
from crownbridge.records.tree import PlainLine

HEAD = 1 << 16
"""Number of bytes at the start of a file that determine its format."""


class Format(NamedTuple):
    """A file format of games."""

    name: str
    ending: str
    """Extension of the names of such files, with the dot."""
    read: Callable[[BinaryIO], Iterator[Entry]]
    """Function that yields the games of a file, and a problem for each that cannot be read; it reads in chunks."""
    dumps: Callable[[GameRecord], str]
    """Function that returns a game in the format. Raises InputError if the format does not support the game."""
    looks_like: Callable[[bytes], bool]
    """Function that returns True if the start of a file looks like the format."""
    read_moves: Callable[[BinaryIO], Iterator[Entry]]
    """Function that reads as `read` does, but without trees, which is faster."""
    holds: frozenset[Content] = frozenset()
    """Data besides the moves that the format supports."""
    other_endings: tuple[str, ...] = ()
    """Further extensions of such files."""
    site: str = ""
    """Website whose links the format consists of, if it does."""
    link: Callable[[GameRecord, int | None], str] | None = None
    """Function that returns a link which displays a game after that number of moves. Raises InputError."""

    def dropped(self, record: GameRecord) -> list[str]:
        """Return the names of the data of a record that the format does not support."""
        return [str(content) for content in sorted(contents_of(record) - self.holds, key=[*Content].index)]


def _begins(pattern: bytes) -> Callable[[bytes], bool]:
    compiled = re.compile(pattern, re.MULTILINE)
    return lambda head: compiled.search(head) is not None


FORMATS = (
    Format(
        *("JSON lines", ".jsonl", json_lines.read, json_lines.dumps_line, _begins(rb'\A\s*\{\s*"')),
        *(json_lines.read, frozenset(Content)),
    ),
    Format(
        *("HexWorld links", ".hexworld", hexworld.read, hexworld.dumps, hexworld.looks_like, hexworld.read),
        site="HexWorld",
        link=hexworld.link,
    ),
    Format(
        *("SGF", ".sgf", sgf.read, sgf.dumps, _begins(rb"\A[^\[]*?\(\s*;"), sgf.read_moves, ANNOTATIONS),
        (".hsgf",),
    ),
    Format("KTH log", ".kth", kth_log.read, kth_log.dumps, kth_log.looks_like, kth_log.read),
    Format(
        *("arbi log", ".arbi", arbi_log.read, arbi_log.dumps, arbi_log.looks_like, arbi_log.read),
        frozenset({Content.TIMES}),
    ),
    Format(
        *("PDN", ".pdn", pdn.read, pdn.dumps),
        _begins(rb'^[ \t]*+\[\s*+\w++\s++"|^[ \t]*+(?:\d++\.++\s*+)?\d++[-x:]\d'),
        *(pdn.read_moves, ANNOTATIONS | {Content.PDN_HEADERS}),
    ),
)
"""All formats, in the order in which they are tried."""

ENDINGS = ", ".join(form.ending for form in FORMATS)


def format_of_name(path: Path) -> Format | None:
    """Return the format of a file by its extension, or None."""
    ending = path.suffix.lower()
    return next((form for form in FORMATS if ending in (form.ending, *form.other_endings)), None)


def format_to_write(path: Path) -> Format:
    """Return the format of a file to write by its extension. Raise InputError if the extension is unknown."""
    if (form := format_of_name(path)) is None:
        raise InputError(f"{path} has an unknown extension; expected one of {ENDINGS}")
    return form


def format_named(name: str) -> Format:
    """Return the format of a name, its extension without the dot. Raise InputError if it is unknown."""
    if (form := next((form for form in FORMATS if form.ending == f".{name}"), None)) is None:
        raise InputError(f"{quoted(name)} is not a file format of games; expected one of {ENDINGS.replace('.', '')}")
    return form


def check_writable(form: Format, game: Game[Any], start: Position[Any] | None = None) -> None:
    """Raise InputError if a format does not support a game with that start."""
    unfinished = Outcome(None, Termination.INTERRUPTED)
    form.dumps(GameRecord(game, ("", ""), start or game.initial(), PlainLine(), unfinished))


def writable_formats(game: Game[Any], start: Position[Any] | None = None) -> list[Format]:
    """Return the formats that support a game with that start."""
    forms = []
    for form in FORMATS:
        with suppress(InputError):
            check_writable(form, game, start)
            forms.append(form)
    return forms


def format_of(head: bytes) -> Format | None:
    """Return the format of a file by its first bytes, or None."""
    return next((form for form in FORMATS if form.looks_like(head)), None)


def read_text(text: str) -> Iterator[Entry]:
    """Yield the games of a text in any format. Raise InputError if the format is unknown."""
    data = text.encode("utf-8", "surrogateescape")
    if (form := format_of(data[:HEAD])) is None:
        raise InputError(
            f"the text is in an unknown format; expected one of {', '.join(form.name for form in FORMATS)}"
        )
    return form.read(io.BytesIO(data))


def read_games(source: str, progress: Callable[[int], None] | None = None, *, trees: bool = True) -> Iterator[Entry]:
    """Yield the games of a file, as `read_file` does, or the game of a HexWorld link."""
    is_link = hexworld.is_link(source) and not path_exists(source)
    return hexworld.read_link(source) if is_link else read_file(Path(source), progress, trees=trees)


def file_format(path: Path) -> Format:
    """Return the format of a file by its extension or its first bytes. Raise FileError, or InputError if unknown."""
    try:
        with path.open("rb") as file:
            return _format_of(path, file.read(HEAD))
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}") from error


def _format_of(path: Path, head: bytes) -> Format:
    if not head:
        raise FileError(f"{path} is empty; expected games")
    if b"\0" in head:
        raise FileError(f"{path} is not a text file; expected games in one of the formats {ENDINGS}")
    if (form := format_of_name(path) or format_of(head)) is None:
        raise InputError(f"{path} is in an unknown format; expected one of {ENDINGS}")
    return form


def read_file(path: Path, progress: Callable[[int], None] | None = None, *, trees: bool = True) -> Iterator[Entry]:
    """Yield the games of a file, whose format is given by its extension or its first bytes, without reading it whole.

    Call `progress` with the number of bytes read so far. Without `trees`, variations and annotations are skipped, which
    is faster. Raise FileError, or InputError if the format is unknown.
    """
    try:
        with io.BufferedReader(io.FileIO(path), HEAD) as file:
            form = _format_of(path, file.peek(HEAD))
            for entry in (form.read if trees else form.read_moves)(file):
                if progress is not None and file.seekable():
                    progress(file.tell())
                yield entry
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}") from error
