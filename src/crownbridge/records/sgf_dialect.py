"""Dialects of SGF for Hex: the standard, and the files of Little Golem (`.hsgf`).

Little Golem names cells by two letters, column and row. Its first player connects top and bottom and is `PB`, but its
moves are written as `W`; the swap rule always applies.
"""

import re
from typing import NamedTuple

from crownbridge.games import Side
from crownbridge.records.reading import as_text
from crownbridge.records.sgf_syntax import FIRST_MOVE

_LETTERS = re.compile(r"[a-z]{2}")


class Dialect(NamedTuple):
    """How a file writes cells and colours."""

    letters: bool = False
    """True if cells are two letters."""
    exchanged: bool = False
    """True if the moves of SGF's black, which connects top and bottom, are written as white's."""

    def word(self, value: bytes) -> str:
        """Return a move in the usual notation."""
        word = as_text(value).strip().lower()
        if self.letters and _LETTERS.fullmatch(word):
            return f"{word[0]}{ord(word[1]) - ord('a') + 1}"
        return word

    def side(self, side: Side) -> Side:
        """Return the side whose moves are written as those of a colour."""
        return side.other if self.exchanged else side


STANDARD = Dialect()


def dialect_of(data: bytes, at: int) -> Dialect:
    """Return the dialect of a game by its first move, at an offset or after it."""
    first = FIRST_MOVE.match(data, at)
    return STANDARD if first is None or first[2] is None else Dialect(letters=True, exchanged=first[1] == b"W")
