"""Trees of records as JSON: a list of nodes, whose default values are omitted."""

import math
from collections.abc import Sequence
from typing import Any

from crownbridge.errors import InputError, quoted
from crownbridge.games import Position
from crownbridge.records.tree import (
    ARROW,
    COLOURS,
    LARGEST_NAG,
    ROOT,
    DrawnShape,
    Node,
    Tree,
    check_parents,
    main_line,
    simplified,
    sorted_properties,
    sorted_shapes,
)


def dump(tree: Tree) -> list[dict[str, Any]]:
    """Return a tree as JSON."""
    return [_dump_node(node) for node in tree]


def _dump_node(node: Node) -> dict[str, Any]:
    fields: dict[str, Any] = {} if node.move is None else {"parent": node.parent, "move": str(node.move)}
    for name in ("comment", "nags", "clock"):
        if (value := getattr(node, name)) not in ("", (), None):
            fields[name] = value
    if node.shapes:
        fields["shapes"] = [[shape.colour, *shape.cells] for shape in node.shapes]
    if node.properties:
        fields["properties"] = dict(node.properties)
    return fields


def load(entries: Any, start: Position[Any], moves: Sequence[Any]) -> Tree:
    """Return the tree of a JSON list, whose main line must be `moves`. Raise InputError."""
    if not isinstance(entries, list):
        raise InputError(f"tree is {quoted(repr(entries))}; expected a list of nodes")
    if not entries:
        return ()
    check_parents([entry.get("parent", ROOT) for entry in entries])
    positions: list[Position[Any]] = []
    nodes: list[Node] = []
    cells = len(start.game.geometry.cells)
    for index, entry in enumerate(entries):
        parent = entry["parent"] if index else ROOT
        before = positions[parent] if index else start
        move = before.parse_move(entry["move"]) if index else None
        positions.append(before.play(move) if index else start)
        nodes.append(_node(parent, move, entry, cells))
    if [nodes[index].move for index in main_line(nodes)] != [*moves]:
        raise InputError("the main line of the tree differs from the moves of the game")
    return simplified(nodes)


def _node(parent: int, move: Any, entry: dict[str, Any], cells: int) -> Node:
    match entry.get("comment", ""), entry.get("clock"), entry.get("nags", []), entry.get("properties", {}):
        case str(comment), None | float() | int() as clock, list(nags), dict(properties):
            pass
        case _:
            raise InputError(f"{quoted(repr(entry))} is not a node of a tree")
    if not all(type(nag) is int and 0 <= nag <= LARGEST_NAG for nag in nags):
        raise InputError(f"nags is {quoted(repr(nags))}; expected whole numbers up to {LARGEST_NAG}")
    if clock is not None and (isinstance(clock, bool) or not 0 <= clock < math.inf):
        raise InputError(f"clock is {quoted(repr(clock))}; expected a finite number, 0 or more")
    values = sorted_properties({name: texts for name, texts in properties.items() if isinstance(texts, list)})
    if len(values) < len(properties) or not all(isinstance(text, str) for _, texts in values for text in texts):
        raise InputError(f"properties is {quoted(repr(properties))}; expected lists of texts by name")
    shapes = sorted_shapes(_shape(value, cells) for value in entry.get("shapes", []))
    return Node(parent, move, comment, tuple(nags), shapes, clock, values)


def _shape(value: Any, cells: int) -> DrawnShape:
    match value:
        case [str(colour), *at] if colour in COLOURS and 1 <= len(at) <= ARROW:
            if all(type(cell) is int and 0 <= cell < cells for cell in at):
                return DrawnShape(colour, tuple(at))
    raise InputError(f"{quoted(repr(value))} is not a shape; expected for example ['green', 3, 7]")
