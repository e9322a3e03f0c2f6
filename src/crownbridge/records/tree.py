"""The moves of a game as a tree: variations, comments, annotation symbols, drawn shapes and clocks.

A tree is a tuple of nodes, so that no code recurses into it. Node 0 is the root, the start of the game; a parent
precedes its children; the first child of a node continues the line, the others are variations in their order.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from crownbridge.errors import InputError
from crownbridge.games import Position

COLOURS = ("green", "red", "blue", "yellow")
"""Colours of drawn shapes."""
ARROW = 2
"""Number of cells of an arrow; a circle has one."""
LARGEST_NAG = 255
"""Largest numeric annotation glyph."""
ROOT = -1
"""Parent of the root."""


class DrawnShape(NamedTuple):
    """A circle around a cell, or an arrow between two cells of the game's geometry."""

    colour: str
    cells: tuple[int, ...]


class Node(NamedTuple):
    """A move of a tree with its annotations; for the root, the start with its annotations."""

    parent: int
    """Index of the parent; -1 for the root."""
    move: Any = None
    """The move that leads here; `None` for the root."""
    comment: str = ""
    nags: tuple[int, ...] = ()
    """Numeric annotation glyphs: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, and others as in PGN."""
    shapes: tuple[DrawnShape, ...] = ()
    """Shapes in ascending order, each once, as `sorted_shapes` returns them."""
    clock: float | None = None
    """Seconds left to the mover after the move, to the millisecond."""
    properties: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Other properties of the node in its file, in the order of their names, which are written back unchanged."""

    @property
    def is_annotated(self) -> bool:
        """True if the node has more than a move."""
        return self[2:] != _PLAIN


_PLAIN = Node(ROOT)[2:]

Tree = tuple[Node, ...]


def sorted_shapes(shapes: Iterable[DrawnShape]) -> tuple[DrawnShape, ...]:
    """Return shapes in ascending order, each once: circles before arrows, then by colour and cells."""
    return tuple(sorted(set(shapes), key=lambda shape: (len(shape.cells), COLOURS.index(shape.colour), shape.cells)))


def sorted_properties(properties: Mapping[str, Iterable[str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return properties in the order of their names."""
    return tuple((name, tuple(properties[name])) for name in sorted(properties))


def children_of(tree: Sequence[Node]) -> list[list[int]]:
    """Return the indices of the children of each node."""
    children: list[list[int]] = [[] for _ in tree]
    for index, node in enumerate(tree):
        if index:
            children[node.parent].append(index)
    return children


def main_line(tree: Sequence[Node]) -> list[int]:
    """Return the indices of the nodes of the main line, without the root."""
    children = children_of(tree)
    line: list[int] = []
    at = 0
    while tree and children[at]:
        at = children[at][0]
        line.append(at)
    return line


def in_order(tree: Sequence[Node]) -> Tree:
    """Return a tree with its nodes in the usual order: depth first, a line before its variations."""
    children = children_of(tree)
    order: list[int] = []
    waiting = [0] if tree else []
    while waiting:
        index = waiting.pop()
        order.append(index)
        waiting += reversed(children[index])
    if order == [*range(len(tree))]:
        return tuple(tree)
    places = {index: place for place, index in enumerate(order)} | {ROOT: ROOT}
    return tuple(tree[index]._replace(parent=places[tree[index].parent]) for index in order)


def is_plain(tree: Sequence[Node]) -> bool:
    """Return True if a tree is only a line of moves without annotations."""
    return all(node.parent == index - 1 and not node.is_annotated for index, node in enumerate(tree))


def simplified(tree: Sequence[Node]) -> Tree:
    """Return a tree with its nodes in the usual order; an empty one if it is only a line of moves."""
    return () if is_plain(tree) else in_order(tree)


def tree_of(moves: Iterable[Any]) -> Tree:
    """Return the tree of a line of moves."""
    return (Node(ROOT), *(Node(parent, move) for parent, move in enumerate(moves)))


def positions_of(start: Position[Any], tree: Sequence[Node]) -> list[Position[Any]]:
    """Return the position of each node. Raise MoveError."""
    positions = [start]
    for node in tree[1:]:
        positions.append(positions[node.parent].play(node.move))
    return positions


def check_parents(parents: Sequence[int]) -> None:
    """Raise InputError unless the first node is a root and each other one follows after its parent."""
    if parents and parents[0] != ROOT:
        raise InputError(f"the first node of the tree has the parent {parents[0]}; expected the root, without a parent")
    for index, parent in enumerate(parents):
        if index and not 0 <= parent < index:
            raise InputError(f"node {index} of the tree has the parent {parent}; expected an earlier node")
