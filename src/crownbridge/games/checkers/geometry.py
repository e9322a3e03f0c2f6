"""The checkers board as shapes."""

from functools import cache

from crownbridge.games.geometry import Cell, Geometry, Point, Shape

_ROWS = 8
_PALETTE = {"dark": "#41604a", "light": "#efe9d8", "side0": "#e2493f", "side1": "#fbf7ec", "label": "#dfe8d8"}


def _square(row: int, column: int) -> tuple[Point, ...]:
    return tuple(Point(column + dx, row + dy) for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1)))


@cache
def board() -> Geometry:
    """Return the board as White sees it, with square 1 at the top."""
    places = [(row, column) for row in range(_ROWS) for column in range(_ROWS)]
    dark = [place for place in places if sum(place) % 2]
    cells = (
        Cell(str(number), Point(column + 0.5, row + 0.5), _square(row, column), "dark")
        for number, (row, column) in enumerate(dark, 1)
    )
    light = (Shape(_square(row, column), "light") for row, column in places if not (row + column) % 2)
    return Geometry(_ROWS, _ROWS, tuple(cells), tuple(light), (), _PALETTE, names_on_cells=True)
