"""A position as text for a terminal, plain or in ANSI colours, drawn from the game's geometry."""

import os
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from crownbridge.games.geometry import Geometry, Point
from crownbridge.games.position import Piece, Position

_LAST_MOVE = "#5a4d0c"
_DISCS = "●○"
"""Symbols of the two sides, distinguishable without colours."""
_BOLD, _RESET = "\x1b[1m", "\x1b[0m"


class _Part(NamedTuple):
    """Text of one colour."""

    text: str
    ink: str = ""
    """ANSI escape sequence."""


def shows_colour() -> bool:
    """Return True if the output is a terminal that supports colours and the environment does not disable them."""
    terminal = sys.stdout is not None and sys.stdout.isatty()
    return terminal and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def draw(
    position: Position[Any], *, colour: bool = False, last_move: Any = None, letters: Sequence[str] | None = None
) -> str:
    """Return the board as text: a man as its side's letter, a king as the capital; in colour as discs, a king with a K.

    The letters are the initials of the sides' names unless `letters` gives others. If cells have their names written on
    them, the name stands before the piece or, in colour, above it.
    """
    letters = letters or [str(side)[0] for side in position.game.sides]
    geometry: Geometry = position.game.geometry
    palette, named = geometry.palette, geometry.names_on_cells
    pieces = position.pieces()
    marked = set() if last_move is None else set(position.cells_of(last_move))
    longest = max(len(cell.name) for cell in geometry.cells)
    canvas = _Canvas(geometry, longest + 3 if named else 2, colour=colour)
    for index, cell in enumerate(geometry.cells):
        background = _LAST_MOVE if index in marked else palette[cell.tone]
        name = _Part(f"{cell.name:>{longest}} ", _ink(_mixed(palette["label"], background)))
        if (piece := pieces.get(index)) is not None:
            text = _disc(piece) if colour else _letter(piece, letters)
            mark = _Part(text, _BOLD + _ink(palette[f"side{piece.side:d}"]))
        else:
            mark = _Part(" " if named else "·" if colour else ".", _ink(palette["label"]))
        if not named:
            lines = [[mark]]
        elif colour:
            lines = [[name], [_Part(" " * longest), mark]]
        else:
            lines = [[name, mark]]
        canvas.put(cell.centre, lines, background if named or index in marked else "")
    for shape in geometry.scenery if named else ():
        xs, ys = [p.x for p in shape.polygon], [p.y for p in shape.polygon]
        centre = Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        canvas.put(centre, [[]] * (2 if colour else 1), palette[shape.tone])
    for label in geometry.labels:
        canvas.put(label.centre, [[_Part(label.text, _ink(palette[label.tone]))]])
    return canvas.text()


def _letter(piece: Piece, letters: Sequence[str]) -> str:
    letter = letters[piece.side]
    return letter.upper() if piece.crowned else letter


def _disc(piece: Piece) -> str:
    return _DISCS[piece.side] + ("K" if piece.crowned else "")


class _Canvas:
    """A text canvas in board coordinates: `width` characters per unit of x, one row per distinct y."""

    def __init__(self, geometry: Geometry, width: int, *, colour: bool) -> None:
        self._width = width
        self._colour = colour
        self._lines: dict[tuple[float, int], dict[int, str]] = {}
        """Texts by column, for each height and line of the row."""
        centres = [*(cell.centre for cell in geometry.cells), *(label.centre for label in geometry.labels)]
        self._left = min(centres).x

    def put(self, at: Point, lines: Sequence[Sequence[_Part]], background: str = "") -> None:
        """Draw lines of text at a point."""
        column = round((at.x - self._left) * self._width)
        for number, parts in enumerate(lines):
            padding = " " * (self._width - sum(len(part.text) for part in parts))
            text = "".join(part.ink + part.text if self._colour else part.text for part in parts) + padding
            if self._colour:
                text = f"{_ansi(48, background) if background else ''}{text}{_RESET}"
            self._lines.setdefault((round(at.y, 3), number), {})[column] = text

    def text(self) -> str:
        """Return the drawing."""
        return "\n".join(self._joined(line) for _, line in sorted(self._lines.items()))

    def _joined(self, line: dict[int, str]) -> str:
        text, end = "", 0
        for column in sorted(line):
            text += " " * (column - end) + line[column]
            end = column + self._width
        return text.rstrip()


def _ink(colour: str) -> str:
    return _ansi(38, colour)


def _ansi(code: int, colour: str) -> str:
    red, green, blue = _channels(colour)
    return f"\x1b[{code};2;{red};{green};{blue}m"


def _mixed(*colours: str) -> str:
    """Return the mean of colours, for text that must be less prominent than the pieces."""
    return "#" + "".join(f"{sum(levels) // len(levels):02x}" for levels in zip(*map(_channels, colours), strict=True))


def _channels(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue
