"""Checkers games as PDN, which draughts programs and databases read. Red is PDN's black, which begins."""

import textwrap
from typing import Any

from crownbridge.errors import InputError
from crownbridge.games import Termination
from crownbridge.games.checkers import Checkers, Side, fen
from crownbridge.records.record import GameRecord

_RESULTS = {Side.WHITE: "1-0", Side.RED: "0-1"}  # of white, then black, as in chess
_WIDTH = 80


def dumps(record: GameRecord, event: str = "?", date: str = "????.??.??", round_: str = "?") -> str:
    """A game with its tags and moves, and an empty line after it. Raises InputError where it is not checkers.

    PDN has no place for the draw counter, for times, nor for what programs printed.
    """
    if record.game.name != "checkers":
        raise InputError(f"PDN is for checkers, not for {record.game.name}; write SGF or JSON lines")
    start: Any = record.start
    red, white = record.players
    outcome = record.outcome
    result = "*" if outcome.termination is Termination.INTERRUPTED else "1/2-1/2"
    if outcome.winner is not None:
        result = _RESULTS[Side(outcome.winner)]
    tags = {"Event": event, "Site": "?", "Date": date, "Round": round_, "White": white, "Black": red, "Result": result}
    tags["GameType"] = "21"
    if fen(start) != fen(Checkers().initial()):
        tags |= {"SetUp": "1", "FEN": fen(start)}
    tags["Termination"] = str(outcome.termination)
    lines = [f'[{name} "{_quoted(text)}"]' for name, text in tags.items()]
    comment = ["{" + " ".join(outcome.detail.split()).replace("}", ")") + "}"] if outcome.detail else []
    moves = textwrap.fill(
        " ".join([*_moves(record), *comment, result]), _WIDTH, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join([*lines, "", moves, "", ""])


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
