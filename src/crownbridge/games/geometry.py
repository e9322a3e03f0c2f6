"""Boards as plain shapes, so that they can be drawn without knowing the game.

Lengths are in units of one cell's width; x grows to the right, y downwards. A *tone* names what a shape is (a dark
square, the first side's edge); the palette gives each tone its colour as `#rrggbb`.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Point(NamedTuple):
    """A place on the board."""

    x: float
    y: float


class Cell(NamedTuple):
    """A place where a piece can stand."""

    name: str
    centre: Point
    polygon: tuple[Point, ...]
    tone: str


class Shape(NamedTuple):
    """Part of the board where no piece ever stands."""

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
    """Whether cells are called by names that are to be written on them, rather than by labels around the board."""
