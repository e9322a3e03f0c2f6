"""Hex games as SGF (FF[4] GM[11], https://www.red-bean.com/sgf/hex.html), which HexGui and other programs read.

Red is SGF's black: it connects top and bottom.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any, BinaryIO

from crownbridge.errors import InputError
from crownbridge.games import Position, Side, Termination
from crownbridge.games.hex import Hex
from crownbridge.games.hex import Side as HexSide
from crownbridge.records import sgf_annotations, sgf_reader, sgf_root
from crownbridge.records.reading import Entry, as_written, stream
from crownbridge.records.record import GameRecord
from crownbridge.records.tree import Node, children_of, is_plain

_COLOURS: dict[Side, str] = {HexSide.RED: "B", HexSide.BLUE: "W"}
_ROOT_NAMES = frozenset(name.decode() for name in sgf_root.NAMES_OF_RECORD)
_WIDTH = 80
_MANNERS = {
    Termination.NORMAL: "",
    Termination.ADJUDICATION: "",
    Termination.RESIGNATION: "R",
    Termination.TIMEOUT: "T",
}  # all others are forfeits


def read(source: BinaryIO) -> Iterator[Entry]:
    """Yield the games of a file, and a problem for each that cannot be read; the first variations are the game."""
    return stream(source, sgf_reader.step)


def read_moves(source: BinaryIO) -> Iterator[Entry]:
    """Yield the games as `read` does, but without variations and annotations, which is faster."""
    return stream(source, partial(sgf_reader.step, trees=False))


def dumps(record: GameRecord) -> str:
    """Return a game as one tree, without times of moves. Raise InputError if it is not Hex."""
    if record.game.name != Hex.name:
        raise InputError(f"SGF supports only Hex, not {record.game.name}; use JSON lines")
    red, blue = record.players
    root = {"FF": "4", "GM": "11", "CA": "UTF-8", "AP": sgf_root.PROGRAM, "SZ": str(record.game.options["size"])}
    headers = record.headers
    root |= {"PB": red, "PW": blue} | {name: headers.get(header, "") for header, name in sgf_root.NAMES.items()}
    root |= {"DT": sgf_root.date_of(root["DT"]), "RU": _rules(record), "RE": _result(record), "GC": _end(record)}
    root |= {name: headers[name] for name in sgf_root.OTHER_NAMES if name in headers}
    start = "".join(f"{name}[{_escaped(name, text)}]" for name, text in root.items() if text) + _set_up(record.start)
    if not is_plain(record.tree):
        return f"(;{start}{_tree(record)})\n"
    nodes = []
    side = record.start.side_to_move
    for decision in record.decisions:
        nodes.append(f";{_COLOURS[side]}[{decision.move}]")
        side = side.other
    lines = [start, *("".join(nodes[at : at + 10]) for at in range(0, len(nodes), 10))]
    return f"(;{chr(10).join(lines)})\n"


def _tree(record: GameRecord) -> str:
    """Return the annotations of the root, and all nodes after it."""
    size = record.game.options["size"]
    children = children_of(record.tree)
    sides = [record.start.side_to_move.other] * len(record.tree)  # of the last move
    lines = [_root_annotations(record.tree[0], size)]
    waiting: list[str | int] = [*reversed(_children_in_parentheses(children[0]))]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            text = item
        else:
            node = record.tree[item]
            colour = _COLOURS[sides[node.parent].other]
            sides[item] = sides[node.parent].other
            text = f";{colour}[{node.move}]{sgf_annotations.dumps(node, size, f'{colour}L')}"
            waiting += reversed(_children_in_parentheses(children[item]))
        if text == "(" or (lines[-1] and len(lines[-1]) + len(text) > _WIDTH and lines[-1] != "("):
            lines.append(text)
        else:
            lines[-1] += text
    return "\n".join(lines)


def _children_in_parentheses(children: list[int]) -> list[str | int]:
    """Return the children of a node; variations are in parentheses."""
    return [*children] if len(children) == 1 else [item for child in children for item in ("(", child, ")")]


def _root_annotations(root: Node, size: int) -> str:
    """Return the annotations of the root, without properties that other fields of the record determine."""
    properties = tuple(own for own in root.properties if own[0] not in _ROOT_NAMES)
    return sgf_annotations.dumps(root._replace(properties=properties), size, "")


def _rules(record: GameRecord) -> str:
    """Return the rules that the moves do not imply: the swap rule, and that blue moves first if stones are set up."""
    options = record.game.options
    blue_first = options["first"] == str(HexSide.BLUE) and record.start.pieces()
    return ", ".join([sgf_root.SWAP] * options["swap"] + [sgf_root.BLUE_FIRST] * bool(blue_first))


def _end(record: GameRecord) -> str:
    """Return why the game ended, if `RE` cannot express it."""
    outcome = record.outcome
    if outcome.termination is Termination.NORMAL or outcome == as_written(outcome.winner):
        return ""
    return f"{outcome.termination}: {outcome.detail}" if outcome.detail else str(outcome.termination)


def _result(record: GameRecord) -> str:
    outcome = record.outcome
    if outcome.winner is None:
        return "Void" if outcome.termination is Termination.INTERRUPTED else "Draw"
    return f"{_COLOURS[outcome.winner]}+{_MANNERS.get(outcome.termination, 'F')}"


def _set_up(start: Position[Any]) -> str:
    """Return the stones of the start, and the side to move unless readers assume it."""
    properties = ""
    size = start.game.options["size"]
    counts = []
    for side, colour in _COLOURS.items():
        cells = [cell for cell, piece in start.pieces().items() if piece.side == side]
        counts.append(len(cells))
        if cells:
            properties += f"A{colour}" + "".join(f"[{chr(ord('a') + cell % size)}{cell // size + 1}]" for cell in cells)
    is_red = start.side_to_move == HexSide.RED
    if is_red and counts[0] <= counts[1]:
        return properties
    return f"{properties}PL[{_COLOURS[start.side_to_move]}]"


def _escaped(name: str, text: str) -> str:
    """Return the value of a property of the root: one line, except for the comment on the game."""
    return sgf_annotations.escaped(text.strip() if name == "GC" else " ".join(text.split()))
