"""Boards as plain shapes, which can be drawn without knowledge of the game.

Lengths are in units of one cell's width; x grows to the right, y downwards. A *tone* names the kind of a shape (a dark
square, the first side's edge); the palette maps each tone to its colour as `#rrggbb`.
"""

from collections.abc import Callable, Mapping
from math import cos, radians, sin
from types import MappingProxyType
from typing import NamedTuple

_LABEL = 0.35  # half the size of a label


class Point(NamedTuple):
    """A point on the board."""

    x: float
    y: float


class Cell(NamedTuple):
    """A cell, on which a piece can stand."""

    name: str
    centre: Point
    polygon: tuple[Point, ...]
    tone: str


class Shape(NamedTuple):
    """A part of the board on which no piece can stand."""

    polygon: tuple[Point, ...]
    tone: str


class Label(NamedTuple):
    """A coordinate beside the board."""

    text: str
    centre: Point
    tone: str


class Geometry(NamedTuple):
    """A whole board. Cells are in the order of the numbers that `Position.pieces` uses."""

    width: float
    height: float
    cells: tuple[Cell, ...]
    scenery: tuple[Shape, ...]
    labels: tuple[Label, ...]
    palette: Mapping[str, str]
    names_on_cells: bool
    """True if cells have their names written on them; False if coordinates stand around the board."""
    orientations: Mapping[str, float] = MappingProxyType({})
    """Rotations in which the board can be drawn: their names, and degrees clockwise. The first one is the default."""


def rotated(geometry: Geometry, degrees: float) -> Geometry:
    """Return the board rotated clockwise and moved to the origin; labels stay upright."""
    if not degrees % 360:
        return geometry
    turn = _rotation(degrees)
    cells = [cell._replace(centre=turn(cell.centre), polygon=tuple(map(turn, cell.polygon))) for cell in geometry.cells]
    scenery = [shape._replace(polygon=tuple(map(turn, shape.polygon))) for shape in geometry.scenery]
    labels = [label._replace(centre=turn(label.centre)) for label in geometry.labels]
    polygons = [*(cell.polygon for cell in cells), *(shape.polygon for shape in scenery)]
    points = [point for polygon in polygons for point in polygon]
    points += [Point(label.centre.x + d, label.centre.y + d) for label in labels for d in (-_LABEL, _LABEL)]
    left, top = min(point.x for point in points), min(point.y for point in points)

    def moved(point: Point) -> Point:
        return Point(point.x - left, point.y - top)

    return geometry._replace(
        width=max(point.x for point in points) - left,
        height=max(point.y for point in points) - top,
        cells=tuple(
            cell._replace(centre=moved(cell.centre), polygon=tuple(map(moved, cell.polygon))) for cell in cells
        ),
        scenery=tuple(shape._replace(polygon=tuple(map(moved, shape.polygon))) for shape in scenery),
        labels=tuple(label._replace(centre=moved(label.centre)) for label in labels),
    )


def _rotation(degrees: float) -> Callable[[Point], Point]:
    """Return the rotation about the origin; y grows downwards, so that positive angles are clockwise."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return lambda point: Point(point.x * c - point.y * s, point.x * s + point.y * c)
