"""Convert trees of records to schemas, and back."""

from collections.abc import Sequence
from typing import Any

from crownbridge.errors import InputError
from crownbridge.games import Game, Outcome, Position, Termination
from crownbridge.records import Decision, DrawnShape, GameRecord, Node
from crownbridge.records.tree import (
    ROOT,
    check_parents,
    is_plain,
    main_line,
    positions_of,
    simplified,
    sorted_properties,
    sorted_shapes,
)
from crownbridge.web import frames
from crownbridge.web.schemas import DrawnShape as ShapeSchema
from crownbridge.web.schemas import TreeMove, TreeNode

_MILLISECONDS = 3
"""Decimals of a clock."""


def tree_nodes(record: GameRecord) -> list[TreeNode]:
    """Return the tree of a record to draw; empty if the record has only its moves."""
    return [] if is_plain(record.tree) else full_tree(record)


def full_tree(record: GameRecord) -> list[TreeNode]:
    """Return all moves of a record as a tree to draw."""
    tree = record.tree
    positions = positions_of(record.start, tree)
    plies = [0] * len(tree)
    nodes = []
    for index, node in enumerate(tree):
        if index:
            plies[index] = plies[node.parent] + 1
            frame = frames.next_frame(plies[index], positions[node.parent], node.move, positions[index])
        else:
            frame = frames.first_frame(record.start)
        nodes.append(
            TreeNode(
                parent=None if node.parent == ROOT else node.parent,
                frame=frame,
                comment=node.comment,
                nags=list(node.nags),
                shapes=[ShapeSchema(colour=shape.colour, cells=list(shape.cells)) for shape in node.shapes],
                clock=node.clock,
                properties={name: list(values) for name, values in node.properties},
            )
        )
    return nodes


def record_of_tree(
    game: Game[Any], start: Position[Any], moves: Sequence[TreeMove], players: tuple[str, str]
) -> GameRecord:
    """Return the record of a tree, interrupted unless the rules end its main line. Raise InputError."""
    check_parents([ROOT if move.parent is None else move.parent for move in moves])
    cells = len(game.geometry.cells)
    positions: list[Position[Any]] = []
    nodes: list[Node] = []
    for index, written in enumerate(moves or [TreeMove()]):
        if (written.move is None) == bool(index):
            raise InputError(f"node {index} of the tree must have {'a move' if index else 'no move: it is the root'}")
        before = start if written.parent is None else positions[written.parent]
        move = None if written.move is None else before.parse_move(written.move)
        positions.append(before if move is None else before.play(move))
        nodes.append(_node(written, move, cells))
    line = main_line(nodes)
    end = positions[line[-1]] if line else start
    outcome = end.outcome() or Outcome(None, Termination.INTERRUPTED)
    return GameRecord(game, players, start, simplified(nodes), outcome)


def _node(written: TreeMove, move: Any, cells: int) -> Node:
    if any(cell >= cells for shape in written.shapes for cell in shape.cells):
        raise InputError(f"a shape is drawn on a cell that the board does not have; it has {cells} cells")
    return Node(
        ROOT if written.parent is None else written.parent,
        Decision(move),
        _normal(written.comment),
        tuple(written.nags),
        sorted_shapes(DrawnShape(shape.colour, tuple(shape.cells)) for shape in written.shapes),
        None if written.clock is None else round(written.clock, _MILLISECONDS),
        sorted_properties(written.properties),
    )


def _normal(comment: str) -> str:
    """Return a comment as files store it: with newlines of one character, without surrounding white space."""
    return comment.replace("\r\n", "\n").replace("\r", "\n").strip()
