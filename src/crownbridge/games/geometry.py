"""Boards as plain shapes, which can be drawn without knowledge of the game.

Lengths are in units of one cell's width; x grows to the right, y downwards. A *tone* names the kind of a shape (a dark
square, the first side's edge); the palette maps each tone to its colour as `#rrggbb`.
"""

from collections.abc import Mapping
from typing import NamedTuple


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
