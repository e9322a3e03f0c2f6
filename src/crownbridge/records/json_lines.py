"""Game records as JSON, one game a line."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from crownbridge.errors import InputError, quoted
from crownbridge.games import Outcome, Termination, load
from crownbridge.records.reading import Entry, Place, Problem, ReadGame, as_text
from crownbridge.records.record import Decision, GameRecord

VERSION = 1

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
        for entry in found["decisions"]:
            decision = _parse_decision(entry, position.parse_move(entry["move"]))
            position = position.play(decision.move)
            decisions.append(decision)
        return GameRecord(
            game,
            (found["players"][0], found["players"][1]),
            start,
            tuple(decisions),
            Outcome(sides.get(found["winner"]), Termination[found["termination"].upper()], found["detail"]),
            {sides[side]: _parse_decision(entry, None) for side, entry in found["leftover"].items()},
            (found["statuses"][0], found["statuses"][1]),
        )
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise InputError(f"{quoted(line)} is no game record: {error}") from error


def _parse_decision(entry: dict[str, Any], move: Any) -> Decision:
    values = {
        name: entry[name].encode("latin-1") if name in ("stdout", "stderr", "line") else entry[name]
        for name in Decision._fields
        if name in entry and name != "move"
    }
    return Decision(move=move, **values)


def read(lines: Iterable[bytes | str]) -> Iterator[Entry]:
    """The games of a file or of lines, and what is wrong with those that cannot be read."""
    for number, line in enumerate(lines, 1):
        text = as_text(line) if isinstance(line, bytes) else line
        if not text.strip():
            continue
        try:
            yield ReadGame(loads(text), number)
        except InputError as error:
            yield Problem(Place(number, 1), str(error))
