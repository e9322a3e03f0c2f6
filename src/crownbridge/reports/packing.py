"""Compact form of games in a report: compressed changes from move to move, which the page expands on demand."""

import base64
import json
import zlib
from itertools import pairwise
from typing import Any

from crownbridge.games import Position
from crownbridge.games.json_values import move_json, pieces_text
from crownbridge.records import Decision, GameRecord, printed
from crownbridge.reports.game import ReportedGame

_LEVEL = 6
_MOST_SHOWN = 8
"""Maximum number of moves of a variation; later ones are unreliable."""


def packed(value: Any) -> str:
    """Return a value as JSON, deflated, in base64."""
    text = json.dumps(value, separators=(",", ":"))
    deflate = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return base64.b64encode(deflate.compress(text.encode()) + deflate.flush()).decode("ascii")


def moves_shape(game: ReportedGame) -> dict[str, Any]:
    """Return a game without the programs' output: the initial pieces, and the changes by each move."""
    record = game.record
    positions = record.positions()
    pieces = list(map(pieces_text, positions))
    shape = {
        "start": pieces[0],
        "first": int(record.start.side_to_move),
        "texts": [positions[at].format_move(turn.move) for at, turn in enumerate(record.decisions)],
        "cells": [positions[at].cells_of(turn.move) for at, turn in enumerate(record.decisions)],
        "captured": [positions[at].captures_of(turn.move) for at, turn in enumerate(record.decisions)],
        "changes": [_changes(before, after) for before, after in pairwise(pieces)],
        "winning": record.game.winning_cells(positions[-1]),
        "notices": game.notices,
        "claims": game.false_claims,
        "statuses": record.statuses,
        **_columns(record),
    }
    if game.annotations:
        shape["analysis"] = _analysis(game, positions)
    return shape


def printed_shape(record: GameRecord) -> list[list[Any]] | None:
    """Return the output of the programs by side, or None if there is none."""
    sides = printed(record)
    return [list(side) for side in sides] if any(sides) else None


def _changes(before: str, after: str) -> list[int | str]:
    """Return the changed cells, each followed by its new content."""
    return [
        part for cell, (was, now) in enumerate(zip(before, after, strict=True)) if was != now for part in (cell, now)
    ]


def _columns(record: GameRecord) -> dict[str, list[Any]]:
    """Return the data of all turns by column, without empty columns."""
    columns: dict[str, list[Any]] = {
        "seconds": [round(turn.seconds, 4) for turn in record.decisions],
        "cpu_seconds": [round(turn.cpu_seconds, 4) for turn in record.decisions],
        "memory": [turn.memory for turn in record.decisions],
        "search": [turn.search for turn in record.decisions],
        "score": [turn.score for turn in record.decisions],
        "win_chance": [_rounded(turn.win_chance) for turn in record.decisions],
        "line": [_line(turn) for turn in record.decisions],
    }
    return {name: column for name, column in columns.items() if any(value not in (None, 0, "") for value in column)}


def _line(turn: Decision) -> str:
    return "" if turn.line is None else turn.line.decode("utf-8", "backslashreplace")


def _analysis(game: ReportedGame, positions: list[Position[Any]]) -> list[dict[str, Any]]:
    """Return the annotations in the form of the web pages; win chances are those of the first side."""
    moves = []
    for annotation in game.annotations:
        position = positions[annotation.number - 1]
        chances = annotation.win_chance_before, annotation.win_chance_after
        moves.append(
            {
                "ply": annotation.number,
                "win_chance_before": _rounded(chances[0] if int(annotation.side) == 0 else 1 - chances[0]),
                "win_chance_after": _rounded(chances[1] if int(annotation.side) == 0 else 1 - chances[1]),
                "best": move_json(position, annotation.best),
                "line": _line_texts(position, annotation.line),
                "reply": _line_texts(positions[annotation.number], annotation.reply),
                "verdict": str(annotation.verdict),
                "exact": annotation.exact,
            }
        )
    return moves


def _line_texts(position: Position[Any], moves: tuple[Any, ...]) -> list[str]:
    texts = []
    for move in moves[:_MOST_SHOWN]:
        texts.append(position.format_move(move))
        position = position.play(move)
    return texts


def _rounded(chance: float | None) -> float | None:
    return None if chance is None else round(chance, 4)
