"""The forms in which games are written, by the ending of a file's name or by how it begins."""

import io
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from crownbridge.errors import FileError, InputError, quoted
from crownbridge.games import Game, Outcome, Position, Termination
from crownbridge.records import arbi_log, hexworld, json_lines, kth_log, pdn, sgf
from crownbridge.records.reading import Entry
from crownbridge.records.record import GameRecord

HEAD = 1 << 16
"""How much of a file is looked at to know its form."""


class Format(NamedTuple):
    """A form of files that hold games."""

    name: str
    ending: str
    """Of the names of such files."""
    read: Callable[[BinaryIO], Iterator[Entry]]
    """The games of a file, and what is wrong with those that cannot be read; few are in memory at a time."""
    dumps: Callable[[GameRecord], str]
    """A game as a part of such a file. Raises InputError where it is not of the kind that the form is for."""
    looks_like: Callable[[bytes], bool]
    """Whether a file that begins so is one."""


def _begins(pattern: bytes) -> Callable[[bytes], bool]:
    compiled = re.compile(pattern, re.MULTILINE)
    return lambda head: compiled.search(head) is not None


FORMATS = (
    Format("JSON lines", ".jsonl", json_lines.read, json_lines.dumps_line, _begins(rb'\A\s*\{\s*"')),
    Format("HexWorld links", ".hexworld", hexworld.read, hexworld.dumps, hexworld.looks_like),
    Format("SGF", ".sgf", sgf.read, sgf.dumps, _begins(rb"\A[^\[]*?\(\s*;")),
    Format("KTH log", ".kth", kth_log.read, kth_log.dumps, kth_log.looks_like),
    Format("arbi log", ".arbi", arbi_log.read, arbi_log.dumps, arbi_log.looks_like),
    Format(
        "PDN", ".pdn", pdn.read, pdn.dumps, _begins(rb'^[ \t]*+\[\s*+\w++\s++"|^[ \t]*+(?:\d++\.++\s*+)?\d++[-x:]\d')
    ),
)
"""In the order in which a beginning is compared with them."""

ENDINGS = ", ".join(form.ending for form in FORMATS)


def format_of_name(path: Path) -> Format | None:
    """The form that the ending of a name tells, if it does."""
    return next((form for form in FORMATS if form.ending == path.suffix.lower()), None)


def format_to_write(path: Path) -> Format:
    """The form of a file that is to be written. Raises InputError where its name does not tell."""
    if (found := format_of_name(path)) is None:
        raise InputError(f"{path} does not tell how games are to be written; expected a name in {ENDINGS}")
    return found


def format_named(name: str) -> Format:
    """Return the form of a name, which is its ending without the dot. Raise InputError."""
    if (found := next((form for form in FORMATS if form.ending == f".{name}"), None)) is None:
        raise InputError(f"games cannot be written as {quoted(name)}; expected one of {ENDINGS.replace('.', '')}")
    return found


def check_writable(form: Format, game: Game[Any], start: Position[Any] | None = None) -> None:
    """Raise InputError if games that begin so cannot be written in a form."""
    unfinished = Outcome(None, Termination.INTERRUPTED)
    form.dumps(GameRecord(game, ("", ""), start or game.initial(), (), unfinished))


def writable_formats(game: Game[Any], start: Position[Any] | None = None) -> list[Format]:
    """Return the forms in which games that begin so can be written."""
    found = []
    for form in FORMATS:
        with suppress(InputError):
            check_writable(form, game, start)
            found.append(form)
    return found


def format_of(head: bytes) -> Format | None:
    """The form that the beginning of a file tells, if it does."""
    return next((form for form in FORMATS if form.looks_like(head)), None)


def read_text(text: str) -> Iterator[Entry]:
    """The games of a text in any form. Raises InputError where it is in none."""
    data = text.encode("utf-8", "surrogateescape")
    if (found := format_of(data[:HEAD])) is None:
        raise InputError(f"this is in no form of games that is known: {', '.join(form.name for form in FORMATS)}")
    return found.read(io.BytesIO(data))


def read_games(source: str, told: Callable[[int], None] | None = None) -> Iterator[Entry]:
    """The games of a file that is named, as `read_file` gives them, or the game of a link to HexWorld."""
    return hexworld.read_link(source) if hexworld.is_link(source) else read_file(Path(source), told)


def read_file(path: Path, told: Callable[[int], None] | None = None) -> Iterator[Entry]:
    """The games of a file, in the form that its name or else its beginning tells; few are in memory at a time.

    `told` hears how many bytes have been read. Raises FileError, or InputError where it is in no form that is known.
    """
    try:
        with io.BufferedReader(io.FileIO(path), HEAD) as file:
            head = file.peek(HEAD)
            if not head:
                raise FileError(f"{path} is empty; expected games")
            if b"\0" in head:
                raise FileError(f"{path} is no text; expected games in one of the forms {ENDINGS}")
            if (found := format_of_name(path) or format_of(head)) is None:
                raise InputError(f"{path} is in no form of games that is known; expected one of {ENDINGS}")
            for entry in found.read(file):
                if told is not None and file.seekable():
                    told(file.tell())
                yield entry
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}") from error
