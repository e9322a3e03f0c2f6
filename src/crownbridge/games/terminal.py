"""A position as a drawing of characters, plain or in ANSI colours, from its game's geometry alone."""

from collections.abc import Sequence
from typing import Any

from crownbridge.games.geometry import Geometry, Point
from crownbridge.games.position import Position

_MARKED = "#8a7a1e"
_RESET = "\x1b[0m"


def draw(
    position: Position[Any], *, colour: bool = False, last_move: Any = None, letters: Sequence[str] | None = None
) -> str:
    """Lines of text: a man by its side's letter, a king by the capital, in colour as discs.

    The letters are the first ones of the sides' names, unless others are given.
    """
    letters = letters or [str(side)[0] for side in position.game.sides]
    geometry: Geometry = position.game.geometry
    pieces = position.pieces()
    marked = set() if last_move is None else set(position.cells_of(last_move))
    width = 3 if geometry.names_on_cells else 2
    canvas = _Canvas(geometry, width)
    for index, cell in enumerate(geometry.cells):
        piece = pieces.get(index)
        ink = geometry.palette["label"] if piece is None else geometry.palette[f"side{piece.side:d}"]
        if piece is None:
            text = cell.name if geometry.names_on_cells else "." if not colour else "·"
        elif colour:
            text = "♛" if piece.crowned else "●"
        else:
            text = letters[piece.side].upper() if piece.crowned else letters[piece.side]
        background = _MARKED if index in marked else geometry.palette[cell.tone]
        canvas.put(cell.centre, text, ink, background if geometry.names_on_cells or index in marked else None)
    for shape in geometry.scenery if geometry.names_on_cells else ():
        xs, ys = [p.x for p in shape.polygon], [p.y for p in shape.polygon]
        centre = Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        canvas.put(centre, "", None, geometry.palette[shape.tone])
    for label in geometry.labels:
        canvas.put(label.centre, label.text, geometry.palette[label.tone], None)
    return canvas.text(colour=colour)


class _Canvas:
    """Tokens at board places. Rows are the distinct heights; a unit of width is a token's width in characters."""

    def __init__(self, geometry: Geometry, width: int) -> None:
        self._width = width
        self._tokens: dict[tuple[float, int], str] = {}
        self._plain: dict[tuple[float, int], str] = {}
        self._left = min(cell.centre.x for cell in geometry.cells)
        self._left = min([self._left, *(label.centre.x for label in geometry.labels)])

    def put(self, at: Point, text: str, ink: str | None, background: str | None) -> None:
        place = round(at.y, 3), round((at.x - self._left) * self._width)
        padded = text.center(self._width)
        self._plain[place] = padded
        codes = (_ansi(38, ink) if ink else "") + (_ansi(48, background) if background else "")
        self._tokens[place] = f"{codes}{padded}{_RESET}" if codes else padded

    def text(self, *, colour: bool) -> str:
        tokens = self._tokens if colour else self._plain
        lines = []
        for row in sorted({row for row, _ in tokens}):
            line, column = "", 0
            for start in sorted(at for y, at in tokens if y == row):
                line += " " * (start - column) + tokens[row, start]
                column = start + len(self._plain[row, start])
            lines.append(line.rstrip())
        return "\n".join(lines)


def _ansi(code: int, colour: str) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"\x1b[{code};2;{red};{green};{blue}m"
