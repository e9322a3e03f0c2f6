"""Boards, pieces and moves as JSON values, for pages that draw them without knowledge of the rules."""

from typing import Any

from crownbridge.games.game import Game
from crownbridge.games.position import Position


def board_json(game: Game[Any]) -> dict[str, Any]:
    """Return a game's board; lengths are in units of a cell's width."""
    geometry = game.geometry
    return {
        "game": game.name,
        "options": dict(game.options),
        "width": geometry.width,
        "height": geometry.height,
        "cells": [
            {"name": cell.name, "x": cell.centre.x, "y": cell.centre.y, "points": cell.polygon, "tone": cell.tone}
            for cell in geometry.cells
        ],
        "scenery": [{"points": shape.polygon, "tone": shape.tone} for shape in geometry.scenery],
        "labels": [
            {"text": label.text, "x": label.centre.x, "y": label.centre.y, "tone": label.tone}
            for label in geometry.labels
        ],
        "palette": dict(geometry.palette),
        "names_on_cells": geometry.names_on_cells,
        "orientations": dict(geometry.orientations),
        "sides": [str(side) for side in game.sides],
        "pieces": list(game.piece_names),
        "first": int(game.initial().side_to_move),
    }


def pieces_text(position: Position[Any]) -> str:
    """Return one character per cell: `.` for empty, 0 or 1 for a piece of that side, 2 or 3 for a crowned one."""
    letters = ["."] * len(position.game.geometry.cells)
    for cell, piece in position.pieces().items():
        letters[cell] = "0123"[int(piece.side) + 2 * piece.crowned]
    return "".join(letters)


def move_json(position: Position[Any], move: Any) -> dict[str, Any]:
    """Return a legal move: its text, the cells that it visits, and the cells whose pieces it captures."""
    return {
        "text": position.format_move(move),
        "cells": list(position.cells_of(move)),
        "captured": list(position.captures_of(move)),
    }
