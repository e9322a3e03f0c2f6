"""Checkers games as PDN, which draughts programs and databases read. Red is PDN's black, which begins."""

import re
import textwrap
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, BinaryIO

from crownbridge.errors import InputError
from crownbridge.games import Outcome, Termination
from crownbridge.games.checkers import Checkers, Side, fen
from crownbridge.records import pdn_reader
from crownbridge.records.pdn_tags import GAME_TYPE, OWN_TAGS, UNKNOWN
from crownbridge.records.reading import Entry, as_written, stream
from crownbridge.records.record import GameRecord

_RESULTS = {Side.WHITE: "1-0", Side.RED: "0-1"}  # of white, then black, as in chess
_WIDTH = 80
_NAME = re.compile(r"[A-Za-z0-9_]+")


def read(source: BinaryIO) -> Iterator[Entry]:
    """The games of a file, and what is wrong with those that cannot be read.

    Comments, judgements and variations are passed over. Where no `Rules` tag says otherwise, there are no draws but
    those that the players agreed on.
    """
    return stream(source, pdn_reader.step)


def dumps(record: GameRecord) -> str:
    """A game with its tags and moves, and an empty line after it. Raises InputError where it is not checkers.

    PDN has no place for times, nor for what programs printed.
    """
    if record.game.name != Checkers.name:
        raise InputError(f"PDN is for checkers, not for {record.game.name}; write JSON lines")
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
    if outcome != as_written(outcome.winner):
        tags["Termination"] = str(outcome.termination)
    elif "Termination" in headers:
        tags["Termination"] = headers["Termination"]
    tags |= {name: text for name, text in headers.items() if _NAME.fullmatch(name) and name not in {*tags, *OWN_TAGS}}
    lines = [f'[{name} "{_quoted(text)}"]' for name, text in tags.items()]
    detail = "" if outcome == as_written(outcome.winner) else outcome.detail
    comment = ["{" + " ".join(detail.split()).replace("}", ")") + "}"] if detail else []
    moves = textwrap.fill(
        " ".join([*_moves(record), *comment, result]), _WIDTH, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join([*lines, "", moves, "", ""])


def _result(outcome: Outcome) -> str:
    if outcome.winner is not None:
        return _RESULTS[Side(outcome.winner)]
    return "*" if outcome.termination is Termination.INTERRUPTED else "1/2-1/2"


@lru_cache(64)
def _rules(options: tuple[tuple[str, Any], ...]) -> str:
    """How the draw rules are written: a preset, or those that are on; nothing where all are off."""
    for name, preset in Checkers.presets.items():
        if preset == dict(options):
            return name
    return " ".join(f"{name}={int(value)}" for name, value in options if value)


def _quoted(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')


def _moves(record: GameRecord) -> list[str]:
    """Numbered; a game that white begins has dots in black's place."""
    found: list[str] = []
    late = int(record.start.side_to_move == Side.WHITE)
    for number, (position, decision) in enumerate(zip(record.positions(), record.decisions, strict=False), late):
        if number % 2 == 0:
            found.append(f"{number // 2 + 1}.")
        elif not found:
            found.append("1...")
        found.append(position.format_move(decision.move))
    return found
