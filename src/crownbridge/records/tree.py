"""The moves of a game as a tree: variations, comments, annotation symbols, drawn shapes and clocks.

A tree is a sequence of nodes, so that no code recurses into it. Node 0 is the root, the start of the game; a parent
precedes its children; the first child of a node continues the line, the others are variations in their order.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, get_args, overload

from annotated_types import Ge, Le, Len

from crownbridge.errors import InputError
from crownbridge.games import Position
from crownbridge.records.decision import Decision, Seconds

Colour = Literal["green", "red", "blue", "yellow"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
"""Colours of drawn shapes."""
ARROW = 2
"""Number of cells of an arrow; a circle has one."""
LARGEST_NAG = 255
"""Largest numeric annotation glyph."""
ROOT = -1
"""Parent of the root."""
START = Decision(None)
"""The turn of the root."""


class DrawnShape(NamedTuple):
    """A circle around a cell, or an arrow between two cells of the game's geometry."""

    colour: Colour
    cells: Annotated[tuple[Annotated[int, Ge(0)], ...], Len(1, ARROW)]


class Node(NamedTuple):
    """A turn in a tree with its annotations; for the root, the start with its annotations."""

    parent: int
    """Index of the parent; -1 for the root."""
    decision: Decision = START
    """The turn that leads here; for the root, one without a move."""
    comment: str = ""
    nags: tuple[Annotated[int, Ge(0), Le(LARGEST_NAG)], ...] = ()
    """Numeric annotation glyphs: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, and others as in PGN."""
    shapes: tuple[DrawnShape, ...] = ()
    """Shapes in ascending order, each once, as `sorted_shapes` returns them."""
    clock: Seconds | None = None
    """Seconds left to the mover after the move, to the millisecond."""
    properties: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Other properties of the node in its file, in the order of their names, which are written back unchanged."""

    @property
    def move(self) -> Any:
        """The move that leads here; `None` for the root."""
        return self.decision.move

    @property
    def is_annotated(self) -> bool:
        """True if the node has annotations."""
        return self[2:] != _PLAIN


_PLAIN = Node(ROOT)[2:]

Tree = Sequence[Node]


class PlainLine(Sequence[Node]):
    """The tree of a line of moves without annotations, whose nodes are made when they are read. Immutable."""

    __slots__ = ("decisions",)

    def __init__(self, decisions: Iterable[Decision] = ()) -> None:
        self.decisions = tuple(decisions)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlainLine) and self.decisions == other.decisions

    def __hash__(self) -> int:
        return hash(self.decisions)

    def __repr__(self) -> str:
        return f"PlainLine({self.decisions})"

    def __len__(self) -> int:
        return len(self.decisions) + 1

    @overload
    def __getitem__(self, index: int) -> Node: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Node, ...]: ...

    def __getitem__(self, index: int | slice) -> Node | tuple[Node, ...]:
        if isinstance(index, slice):
            return tuple(map(self.__getitem__, range(len(self))[index]))
        at = range(len(self))[index]
        return Node(at - 1, self.decisions[at - 1]) if at else Node(ROOT)


def sorted_shapes(shapes: Iterable[DrawnShape]) -> tuple[DrawnShape, ...]:
    """Return shapes in ascending order, each once: circles before arrows, then by colour and cells."""
    return tuple(sorted(set(shapes), key=lambda shape: (len(shape.cells), COLOURS.index(shape.colour), shape.cells)))


def sorted_properties(properties: Mapping[str, Iterable[str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return properties in the order of their names."""
    return tuple((name, tuple(properties[name])) for name in sorted(properties))


def children_of(tree: Tree) -> list[list[int]]:
    """Return the indices of the children of each node."""
    children: list[list[int]] = [[] for _ in tree]
    for index, node in enumerate(tree):
        if index:
            children[node.parent].append(index)
    return children


def main_line(tree: Tree) -> Sequence[int]:
    """Return the indices of the nodes of the main line, without the root."""
    if isinstance(tree, PlainLine):
        return range(1, len(tree))
    children = children_of(tree)
    line: list[int] = []
    at = 0
    while children[at]:
        at = children[at][0]
        line.append(at)
    return line


def in_order(tree: Tree) -> Tree:
    """Return a tree with its nodes in the usual order: depth first, a line before its variations."""
    children = children_of(tree)
    order: list[int] = []
    waiting = [0]
    while waiting:
        index = waiting.pop()
        order.append(index)
        waiting += reversed(children[index])
    if order == [*range(len(tree))]:
        return tuple(tree)
    places = {index: place for place, index in enumerate(order)} | {ROOT: ROOT}
    return tuple(tree[index]._replace(parent=places[tree[index].parent]) for index in order)


def is_plain(tree: Tree) -> bool:
    """Return True if a tree is only a line of moves without annotations."""
    return isinstance(tree, PlainLine) or all(
        node.parent == index - 1 and not node.is_annotated for index, node in enumerate(tree)
    )


def simplified(tree: Tree) -> Tree:
    """Return a tree with its nodes in the usual order, as trees of records have them."""
    if isinstance(tree, PlainLine):
        return tree
    return PlainLine(node.decision for node in tree[1:]) if is_plain(tree) else in_order(tree)


def positions_of(start: Position[Any], tree: Tree) -> list[Position[Any]]:
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
