"""Game records as JSON, one game a line."""

import io
import json
import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from crownbridge.errors import InputError, quoted
from crownbridge.games import Outcome, Termination, load
from crownbridge.records.reading import MOST_BYTES, MOST_MOVES, Entry, Place, Problem, ReadGame, as_text
from crownbridge.records.record import Decision, GameRecord

VERSION = 1


def _is_time(value: object) -> bool:
    """Return True if it is a finite number of seconds."""
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
}
"""What a field of a decision may be, and how that is expected in a message."""
_DEFAULTS = tuple(Decision._field_defaults.items())  # all but the move and its time have one


def dumps(record: GameRecord) -> str:
    """A record as one line of JSON; `loads` gives an equal one back."""
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
        },
        separators=(",", ":"),
    )


def dumps_line(record: GameRecord) -> str:
    """The same with the end of the line."""
    return dumps(record) + "\n"


def _decision(decision: Decision) -> dict[str, Any]:
    """Only what is there; bytes as text, one character a byte."""
    found: dict[str, Any] = {"move": None if decision.move is None else str(decision.move), "seconds": decision.seconds}
    for (name, default), value in zip(_DEFAULTS, decision[2:], strict=True):
        if value != default:
            found[name] = value.decode("latin-1") if isinstance(value, bytes) else value
    return found


def loads(line: str) -> GameRecord:
    """The record on a line. Raises InputError."""
    try:
        found = json.loads(line)
        if found["version"] != VERSION:
            raise InputError(f"the record is of version {found['version']}; this program reads version {VERSION}")
        game = load(found["game"], **found["options"])
        sides = {str(side): side for side in game.sides}
        position = start = game.parse(found["start"])
        decisions = []
        if len(found["decisions"]) > MOST_MOVES:
            raise InputError(f"the game has more than {MOST_MOVES:,} moves; no game is as long")
        for entry in found["decisions"]:
            decision = _parse_decision(entry, position.parse_move(entry["move"]))
            position = position.play(decision.move)
            decisions.append(decision)
        return GameRecord(
            game,
            _pair_of_texts(found, "players"),
            start,
            tuple(decisions),
            Outcome(
                None if found["winner"] is None else sides[found["winner"]],
                Termination[found["termination"].upper()],
                str(found["detail"]),
            ),
            {sides[side]: _parse_decision(entry, None) for side, entry in found["leftover"].items()},
            _pair_of_texts(found, "statuses"),
            _headers(found.get("headers", {})),
        )
    except InputError as error:
        raise InputError(f"{quoted(line)} is no game record: {error}") from None
    except (ValueError, ArithmeticError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f"{quoted(line)} is no game record: {error}") from error


def _pair_of_texts(found: dict[str, Any], key: str) -> tuple[str, str]:
    """Return the two texts of a key. Raise InputError if it has something else."""
    match found[key]:
        case [str(first), str(second)]:
            return first, second
    raise InputError(f"{key} is {quoted(repr(found[key]))}; expected two texts")


def _headers(found: Any) -> dict[str, str]:
    """Return headers. Raise InputError if they are something else."""
    if not isinstance(found, dict) or not all(_is_text(text) for text in found.values()):
        raise InputError(f"headers is {quoted(repr(found))}; expected texts by name")
    return found


def _parse_decision(entry: dict[str, Any], move: Any) -> Decision:
    """Return a turn with that move. Raise InputError if a field has an impossible value."""
    values = {name: entry[name] for name in _CHECKS if name in entry}
    for name, value in values.items():
        check, expected = _CHECKS[name]
        if not check(value):
            raise InputError(f"{name} is {quoted(repr(value))}; expected {expected}")
        if name in _BYTES and value is not None:
            values[name] = value.encode("latin-1")
    return Decision(move=move, **values)


def _bounded(source: io.BufferedIOBase) -> Iterator[bytes]:
    """Yield the lines of a file; one that no game needs is cut, and then no JSON."""
    while line := source.readline(MOST_BYTES):
        yield line
        while len(line) == MOST_BYTES and not line.endswith(b"\n"):
            line = source.readline(MOST_BYTES)


def read(source: Iterable[bytes | str]) -> Iterator[Entry]:
    """The games of a file or of lines, and what is wrong with those that cannot be read."""
    lines = _bounded(source) if isinstance(source, io.BufferedIOBase) else source
    for number, line in enumerate(lines, 1):
        text = as_text(line) if isinstance(line, bytes) else line
        if not text.strip():
            continue
        try:
            yield ReadGame(loads(text), number)
        except InputError as error:
            yield Problem(Place(number, 1), str(error))
