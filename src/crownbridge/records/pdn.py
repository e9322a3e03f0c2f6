"""Checkers games as PDN, the format of draughts programs and databases. Red is PDN's black, which moves first."""

import re
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any, BinaryIO

from crownbridge.errors import InputError
from crownbridge.games import Outcome, Termination
from crownbridge.games.checkers import Checkers, Side, fen
from crownbridge.records import pdn_reader
from crownbridge.records.pdn_movetext import movetext
from crownbridge.records.pdn_tags import GAME_TYPE, OWN_TAGS, UNKNOWN
from crownbridge.records.reading import UNFINISHED, Entry, as_written, stream
from crownbridge.records.record import GameRecord

_RESULTS = {Side.WHITE: "1-0", Side.RED: "0-1"}  # of white, then black, as in chess
_NAME = re.compile(r"[A-Za-z0-9_]+")


def read(source: BinaryIO) -> Iterator[Entry]:
    """Yield the games of a file, and a problem for each that cannot be read.

    Without a `Rules` tag, games are drawn only by agreement.
    """
    return stream(source, pdn_reader.step)


def read_moves(source: BinaryIO) -> Iterator[Entry]:
    """Yield the games as `read` does, but without variations and annotations, which is faster."""
    return stream(source, partial(pdn_reader.step, trees=False))


def dumps(record: GameRecord) -> str:
    """Return a game as tags, moves with variations and comments, and an empty line. Raise InputError if not checkers.

    PDN stores neither times of moves nor the output of programs.
    """
    if record.game.name != Checkers.name:
        raise InputError(f"PDN supports only checkers, not {record.game.name}; use JSON lines")
    start: Any = record.start
    red, white = record.players
    outcome = record.outcome
    headers = record.headers
    tags = {name: headers.get(name, unknown) for name, unknown in UNKNOWN.items()} | {"White": white, "Black": red}
    result = tags["Result"] = _result(outcome)
    tags["GameType"] = GAME_TYPE
    if rules := _rules(tuple(record.game.options.items())):
        tags["Rules"] = rules
    if str(start) != str(record.game.initial()):
        used = start.rules.counter - start.counter
        tags |= {"SetUp": "1", "FEN": fen(start) + (f":H{used}" if used else "")}
    if termination := _termination(record):
        tags["Termination"] = termination
    tags |= {name: text for name, text in headers.items() if _NAME.fullmatch(name) and name not in {*tags, *OWN_TAGS}}
    lines = [f'[{name} "{_quoted(text)}"]' for name, text in tags.items()]
    return "\n".join([*lines, "", movetext(record, _detail(record), result), "", ""])


def _termination(record: GameRecord) -> str:
    """Return the value of the `Termination` tag: that of the file, if the outcome adds nothing to it."""
    outcome = record.outcome
    if outcome == as_written(outcome.winner):
        return record.headers.get("Termination", "")
    if outcome == UNFINISHED and "Termination" in record.headers:
        return record.headers["Termination"]
    return str(outcome.termination)


def _detail(record: GameRecord) -> str | None:
    """Return the detail of the outcome for a comment; `None` if readers take no comment as the detail."""
    if _termination(record) != str(record.outcome.termination):
        return None
    return " ".join(record.outcome.detail.split()).replace("}", ")")


def _result(outcome: Outcome) -> str:
    if outcome.winner is not None:
        return _RESULTS[Side(outcome.winner)]
    return "*" if outcome.termination is Termination.INTERRUPTED else "1/2-1/2"


@lru_cache(64)
def _rules(options: tuple[tuple[str, Any], ...]) -> str:
    """Return the draw rules for the `Rules` tag: a preset, or the enabled rules; empty if none is."""
    for name, preset in Checkers.presets.items():
        if preset == dict(options):
            return name
    return " ".join(f"{name}={int(value)}" for name, value in options if value)


def _quoted(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
