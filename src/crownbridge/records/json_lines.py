"""Game records as JSON, one game per line."""

import io
import json
import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from crownbridge.errors import InputError, quoted
from crownbridge.games import Outcome, Termination, load
from crownbridge.records import json_tree
from crownbridge.records.reading import MOST_BYTES, MOST_MOVES, Entry, Place, Problem, ReadGame, as_text
from crownbridge.records.record import Decision, GameRecord

VERSION = 1


def _is_time(value: object) -> bool:
    """Return True if the value is a finite number of seconds."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST


def _is_text(value: object) -> bool:
    return isinstance(value, str)


_LARGEST = 2**63 - 1
_BYTES = ("stdout", "stderr", "line")
_CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "seconds": (_is_time, "a finite number, 0 or more"),
    "cpu_seconds": (_is_time, "a finite number, 0 or more"),
    "memory": (_is_count, "a whole number, 0 or more"),
    "dropped": (_is_count, "a whole number, 0 or more"),
    "says_over": (lambda value: isinstance(value, bool), "true or false"),
    "stdout": (_is_text, "a text"),
    "stderr": (_is_text, "a text"),
    "line": (lambda value: value is None or _is_text(value), "a text"),
    "claim": (lambda value: value is None or _is_text(value), "a text"),
    "search": (_is_text, "a text"),
    "score": (lambda value: value is None or (_is_count(value) or _is_count(-value)), "a whole number"),
    "win_chance": (lambda value: value is None or (_is_time(value) and value <= 1), "a number from 0 to 1"),
    "waited": (_is_time, "a finite number, 0 or more"),
}
"""Checks of the fields of a decision, each with the expected value for messages."""
_DEFAULTS = tuple(Decision._field_defaults.items())  # all fields except the move and its time have one


def dumps(record: GameRecord) -> str:
    """Return a record as one line of JSON; `loads` is the inverse."""
    sides = {side: str(side) for side in record.game.sides}
    return json.dumps(
        {
            "version": VERSION,
            "game": record.game.name,
            "options": dict(record.game.options),
            "players": record.players,
            "start": str(record.start),
            "decisions": [_decision(decision) for decision in record.decisions],
            "leftover": {sides[side]: _decision(decision) for side, decision in record.leftover.items()},
            "winner": None if record.outcome.winner is None else sides[record.outcome.winner],
            "termination": record.outcome.termination.name.lower(),
            "detail": record.outcome.detail,
            "statuses": record.statuses,
            **({"headers": record.headers} if record.headers else {}),
            **({"tree": json_tree.dump(record.tree)} if record.tree else {}),
        },
        separators=(",", ":"),
    )


def dumps_line(record: GameRecord) -> str:
    """Return a record as one line of JSON with a newline."""
    return dumps(record) + "\n"


def _decision(decision: Decision) -> dict[str, Any]:
    """Return the fields that differ from their defaults; bytes as text, one character per byte."""
    fields: dict[str, Any] = {
        "move": None if decision.move is None else str(decision.move),
        "seconds": decision.seconds,
    }
    for (name, default), value in zip(_DEFAULTS, decision[2:], strict=True):
        if value != default:
            fields[name] = value.decode("latin-1") if isinstance(value, bytes) else value
    return fields


def loads(line: str) -> GameRecord:
    """Return the record on a line. Raise InputError."""
    try:
        document = json.loads(line)
        if document["version"] != VERSION:
            raise InputError(f"the record is of version {document['version']}; this program reads version {VERSION}")
        game = load(document["game"], **document["options"])
        sides = {str(side): side for side in game.sides}
        position = start = game.parse(document["start"])
        decisions = []
        if len(document["decisions"]) > MOST_MOVES:
            raise InputError(f"the game has more than {MOST_MOVES:,} moves, the maximum")
        for entry in document["decisions"]:
            decision = _parse_decision(entry, position.parse_move(entry["move"]))
            position = position.play(decision.move)
            decisions.append(decision)
        return GameRecord(
            game,
            _pair_of_texts(document, "players"),
            start,
            tuple(decisions),
            Outcome(
                None if document["winner"] is None else sides[document["winner"]],
                Termination[document["termination"].upper()],
                str(document["detail"]),
            ),
            {sides[side]: _parse_decision(entry, None) for side, entry in document["leftover"].items()},
            _pair_of_texts(document, "statuses"),
            _headers(document.get("headers", {})),
            json_tree.load(document.get("tree", []), start, [decision.move for decision in decisions]),
        )
    except InputError as error:
        raise InputError(f"{quoted(line)} is not a game record: {error}") from None
    except (ValueError, ArithmeticError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f"{quoted(line)} is not a game record: {error}") from error


def _pair_of_texts(document: dict[str, Any], key: str) -> tuple[str, str]:
    """Return the two texts of a key. Raise InputError if its value is not a list of two texts."""
    match document[key]:
        case [str(first), str(second)]:
            return first, second
    raise InputError(f"{key} is {quoted(repr(document[key]))}; expected two texts")


def _headers(value: Any) -> dict[str, str]:
    """Return the headers. Raise InputError if the value is not an object of texts."""
    if not isinstance(value, dict) or not all(_is_text(text) for text in value.values()):
        raise InputError(f"headers is {quoted(repr(value))}; expected texts by name")
    return value


def _parse_decision(entry: dict[str, Any], move: Any) -> Decision:
    """Return a decision with that move. Raise InputError if a field is invalid."""
    values = {name: entry[name] for name in _CHECKS if name in entry}
    for name, value in values.items():
        check, expected = _CHECKS[name]
        if not check(value):
            raise InputError(f"{name} is {quoted(repr(value))}; expected {expected}")
        if name in _BYTES and value is not None:
            values[name] = value.encode("latin-1")
    return Decision(move=move, **values)


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
