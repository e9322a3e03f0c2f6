"""The Hex board as shapes."""

from functools import cache
from math import sqrt

from crownbridge.games.geometry import Cell, Geometry, Label, Point, Shape

_PALETTE = {
    "cell": "#f4efe2",
    "side0": "#d8443f",
    "side1": "#3f86d0",
    "side0-edge": "#d8443f",
    "side1-edge": "#3f86d0",
    "label": "#8a8577",
}
_ORIENTATIONS = {"flat": 0.0, "diamond": -30.0, "pointed": 60.0}
"""Flat has level rows, diamond a level long diagonal; pointed stands on its acute corner."""
_ROW_HEIGHT = sqrt(3) / 2
_CORNER = 1 / sqrt(3)  # from the centre of a cell to its upper and lower corner
_MARGIN = 1.1


def _centre(row: int, column: int) -> Point:
    return Point(_MARGIN + 0.5 + column + row / 2, _MARGIN + _CORNER + row * _ROW_HEIGHT)


def _corners(centre: Point, radius: float = _CORNER) -> tuple[Point, ...]:
    """Return the corners of a cell, clockwise from the top."""
    half = radius * _ROW_HEIGHT
    offsets = (
        (0, -radius),
        (half, -radius / 2),
        (half, radius / 2),
        (0, radius),
        (-half, radius / 2),
        (-half, -radius / 2),
    )
    return tuple(Point(centre.x + dx, centre.y + dy) for dx, dy in offsets)


def _edge(cells: list[Point], first_corner: int, tone: str) -> list[Shape]:
    """Return the border along a row of cells: two sides of each, thickened outwards."""
    shapes = []
    for centre in cells:
        inner, outer = _corners(centre), _corners(centre, _CORNER * 1.35)
        places = [(first_corner + i) % 6 for i in range(3)]
        polygon = [inner[i] for i in places] + [outer[i] for i in reversed(places)]
        shapes.append(Shape(tuple(polygon), tone))
    return shapes


def _row_label(row: int) -> Label:
    """Return the label of a row, beside its first cell; a label of two digits is further out."""
    text, beside = str(row + 1), _centre(row, -1)
    return Label(text, Point(beside.x - 0.3 * (len(text) - 1), beside.y), "side1-edge")


@cache
def board(size: int) -> Geometry:
    """Return the board with a1 at the top left; each row is shifted to the right by half a cell."""
    places = [(row, column) for row in range(size) for column in range(size)]
    cells = tuple(
        Cell(f"{chr(97 + column)}{row + 1}", _centre(row, column), _corners(_centre(row, column)), "cell")
        for row, column in places
    )
    last, along = size - 1, range(size)
    scenery = (
        _edge([_centre(0, i) for i in along], 5, "side0-edge")
        + _edge([_centre(last, i) for i in along], 2, "side0-edge")
        + _edge([_centre(i, 0) for i in along], 3, "side1-edge")
        + _edge([_centre(i, last) for i in along], 0, "side1-edge")
    )
    labels = [Label(chr(97 + i), _centre(-1, i), "side0-edge") for i in along]
    labels += [_row_label(i) for i in along]
    corner = cells[-1].centre
    return Geometry(
        corner.x + 0.5 + _MARGIN,
        corner.y + _CORNER + _MARGIN,
        cells,
        tuple(scenery),
        tuple(labels),
        _PALETTE,
        names_on_cells=False,
        orientations=_ORIENTATIONS,
    )
