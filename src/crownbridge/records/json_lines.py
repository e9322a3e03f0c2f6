"""Game records as JSON, one game per line.

Values that are the default of a field are omitted. Output of programs is text with bytes that are not UTF-8 as lone
surrogates (`surrogateescape`), so that all bytes can be restored.
"""

import io
import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, TypeVar

from crownbridge.errors import InputError, quoted
from crownbridge.games import Game, Outcome, Position, Termination, load
from crownbridge.records.decision import Decision
from crownbridge.records.reading import MOST_BYTES, MOST_MOVES, Entry, Place, Problem, ReadGame, as_text
from crownbridge.records.record import GameRecord
from crownbridge.records.tree import (
    ROOT,
    Node,
    PlainLine,
    Tree,
    check_parents,
    main_line,
    simplified,
    sorted_properties,
    sorted_shapes,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pydantic import TypeAdapter

VERSION = 2
_FIRST_VERSION = 1  # of release 0.2.0
_BYTES = frozenset({"stdout", "stderr", "line"})
_ANNOTATIONS = frozenset(Node._fields) - {"decision"}
_OF_TURN = Decision._field_defaults.items()  # all fields but the move, with their default values
_OF_NODE = {name: value for name, value in Node._field_defaults.items() if name != "decision"}.items()
_Value = TypeVar("_Value")


def dumps(record: GameRecord) -> str:
    """Return a record as one line of JSON; `loads` is the inverse."""
    return json.dumps(document(record), separators=(",", ":"))


def dumps_line(record: GameRecord) -> str:
    """Return a record as one line of JSON with a newline."""
    return dumps(record) + "\n"


def document(record: GameRecord) -> dict[str, Any]:
    """Return a record as JSON values."""
    sides = {side: str(side) for side in record.game.sides}
    return {
        "version": VERSION,
        "game": record.game.name,
        "options": dict(record.game.options),
        "players": record.players,
        "start": str(record.start),
        "tree": _tree(record.tree),
        "leftover": {sides[side]: _turn(decision) for side, decision in record.leftover.items()},
        "winner": None if record.outcome.winner is None else sides[record.outcome.winner],
        "termination": record.outcome.termination.name.lower(),
        "detail": record.outcome.detail,
        "statuses": record.statuses,
        **({"headers": record.headers} if record.headers else {}),
    }


def _tree(tree: Tree) -> list[dict[str, Any]]:
    """Return the nodes; the parent is omitted if it is the node before."""
    if isinstance(tree, PlainLine):
        return [{}, *map(_turn, tree.decisions)]
    return [
        {**({"parent": node.parent} if node.parent != index - 1 else {}), **_turn(node.decision), **_annotations(node)}
        for index, node in enumerate(tree)
    ]


def _turn(decision: Decision) -> dict[str, Any]:
    fields: dict[str, Any] = {} if decision.move is None else {"move": str(decision.move)}
    for (name, default), value in zip(_OF_TURN, decision[1:], strict=True):
        if value != default:
            fields[name] = value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else value
    return fields


def _annotations(node: Node) -> dict[str, Any]:
    fields = {name: getattr(node, name) for name, default in _OF_NODE if getattr(node, name) != default}
    if node.shapes:
        fields["shapes"] = [shape._asdict() for shape in node.shapes]
    if node.properties:
        fields["properties"] = dict(node.properties)
    return fields


def loads(line: str) -> GameRecord:
    """Return the record on a line. Raise InputError."""
    try:
        return _record(json.loads(line))
    except InputError as error:
        raise InputError(f"{quoted(line)} is not a game record: {error}") from None
    except (ValueError, ArithmeticError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f"{quoted(line)} is not a game record: {error}") from error


def _record(document: dict[str, Any]) -> GameRecord:
    version = document["version"]
    if version not in (VERSION, _FIRST_VERSION):
        raise InputError(f"the record is of version {version}; this program reads versions up to {VERSION}")
    game = load(document["game"], **document["options"])
    sides = {str(side): side for side in game.sides}
    start = game.parse(document["start"])
    if version == _FIRST_VERSION:
        document = _upgraded(document)
    winner = document["winner"]
    return GameRecord(
        game,
        _checked(tuple[str, str], _with_tuples(document["players"]), "players"),
        start,
        _parse_tree(game, start, document["tree"]),
        Outcome(
            None if winner is None else sides[winner],
            Termination[document["termination"].upper()],
            _checked(str, document["detail"], "detail"),
        ),
        {sides[side]: _turns([{**entry, "move": None}])[0] for side, entry in document["leftover"].items()},
        _checked(tuple[str, str], _with_tuples(document["statuses"]), "statuses"),
        _checked(dict[str, str], document.get("headers", {}), "headers"),
    )


def _upgraded(document: dict[str, Any]) -> dict[str, Any]:
    """Return a record of the first version in the present one: it had the moves of the main line, and the tree."""
    turns = [_encoded_again(entry) for entry in document["decisions"]]
    tree = [
        {**entry, "shapes": [{"colour": colour, "cells": cells} for colour, *cells in entry.get("shapes", [])]}
        for entry in document.get("tree", [])
    ]
    if tree:
        parents = [entry.get("parent", ROOT) for entry in tree]
        check_parents(parents)
        line = main_line([Node(parent) for parent in parents])
        if [tree[index]["move"] for index in line] != [entry["move"] for entry in turns]:
            raise InputError("the main line of the tree differs from the moves of the game")
        for index, entry in zip(line, turns, strict=True):
            tree[index] |= entry
    leftover = {side: _encoded_again(entry) for side, entry in document["leftover"].items()}
    return {**document, "tree": tree or [{}, *turns], "leftover": leftover}


def _encoded_again(entry: dict[str, Any]) -> dict[str, Any]:
    """Return a turn of the first version, in which each character of output was a byte."""
    texts = {name: entry[name].encode("latin-1") for name in _BYTES if isinstance(entry.get(name), str)}
    return {**entry, **{name: data.decode("utf-8", "surrogateescape") for name, data in texts.items()}}


def _parse_tree(game: Game[Any], start: Position[Any], entries: list[dict[str, Any]]) -> Tree:
    """Return the tree of a JSON list. Raise InputError."""
    notes = [{name: entry.pop(name) for name in _ANNOTATIONS & entry.keys()} for entry in entries]
    parents = [note.get("parent", index - 1) for index, note in enumerate(notes)]
    check_parents(parents)
    positions = [start]
    for parent, entry in zip(parents[1:], entries[1:], strict=True):
        move = positions[parent].parse_move(entry["move"])
        positions.append(positions[parent].play(move))
        entry["move"] = move
    turns = _turns([{**entries[0], "move": None}, *entries[1:]])
    if any(notes):
        nodes = [Node(*pair) for pair in zip(parents, turns, strict=True)]
        tree = simplified([_annotated(*pair, game) for pair in zip(nodes, notes, strict=True)])
    else:
        tree = PlainLine(turns[1:])
    if len(main_line(tree)) > MOST_MOVES:
        raise InputError(f"the game has more than {MOST_MOVES:,} moves, the maximum")
    return tree


def _turns(entries: list[dict[str, Any]]) -> tuple[Decision, ...]:
    """Return turns, whose moves are parsed. Raise InputError if a field is invalid."""
    for entry in entries:
        for name in _BYTES & entry.keys():
            if isinstance(text := entry[name], str):
                entry[name] = text.encode("utf-8", "surrogateescape")
    return _checked(tuple[Decision, ...], tuple(entries), "turns")


def _annotated(node: Node, note: dict[str, Any], game: Game[Any]) -> Node:
    """Return a node with annotations. Raise InputError."""
    if not note:
        return node
    note = _with_tuples(note)
    if "properties" in note:
        properties = _checked(dict[str, tuple[str, ...]], note["properties"], "properties")
        note["properties"] = sorted_properties(properties)
    read = _checked(Node, {**note, "parent": node.parent}, "node")
    cells = len(game.geometry.cells)
    if any(cell >= cells for shape in read.shapes for cell in shape.cells):
        raise InputError(f"a shape is drawn on a cell that the board does not have; it has {cells} cells")
    return read._replace(decision=node.decision, shapes=sorted_shapes(read.shapes))


@cache
def _adapter(kind: Any) -> "TypeAdapter[Any]":
    from pydantic import ConfigDict, TypeAdapter  # noqa: PLC0415 (takes long, and writing does not need it)

    return TypeAdapter(kind, config=ConfigDict(allow_inf_nan=False, strict=True))


def _with_tuples(value: Any) -> Any:
    """Return JSON values with tuples instead of lists."""
    if isinstance(value, dict):
        return {name: _with_tuples(part) for name, part in value.items()}
    return tuple(map(_with_tuples, value)) if isinstance(value, list) else value


def _checked(kind: Callable[..., _Value], value: Any, name: str) -> _Value:
    """Return a value as a type, whose annotations it satisfies. Raise InputError."""
    from pydantic import ValidationError  # noqa: PLC0415 (as above)

    try:
        result: _Value = _adapter(kind).validate_python(value)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_context=False)[0]
        place = ".".join(map(str, (name, *problem["loc"])))
        raise InputError(f"{place} is {quoted(repr(problem['input']))}: {problem['msg']}") from None
    return result


def _bounded(source: io.BufferedIOBase) -> Iterator[bytes]:
    """Yield the lines of a file; lines that are too long are cut, which makes them invalid."""
    while line := source.readline(MOST_BYTES):
        yield line
        while len(line) == MOST_BYTES and not line.endswith(b"\n"):
            line = source.readline(MOST_BYTES)


def read(source: Iterable[bytes | str]) -> Iterator[Entry]:
    """Yield the games of a file or of lines, and a problem for each that cannot be read."""
    lines = _bounded(source) if isinstance(source, io.BufferedIOBase) else source
    for number, line in enumerate(lines, 1):
        text = as_text(line) if isinstance(line, bytes) else line
        if not text.strip():
            continue
        try:
            yield ReadGame(loads(text), number)
        except InputError as error:
            yield Problem(Place(number, 1), str(error))
