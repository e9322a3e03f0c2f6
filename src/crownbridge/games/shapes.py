"""Boards, pieces and moves as plain JSON values, for pages that draw them without knowing a rule."""

from typing import Any

from crownbridge.games.game import Game
from crownbridge.games.position import Position


def board_shape(game: Game[Any]) -> dict[str, Any]:
    """A game's board, in units of a cell's width."""
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
        "sides": [str(side) for side in game.sides],
        "pieces": list(game.piece_names),
        "first": int(game.initial().side_to_move),
    }


def pieces_text(position: Position[Any]) -> str:
    """What stands on each cell, a character each: `.` nothing, 0 and 1 a piece of that side, 2 and 3 a crowned one."""
    shown = ["."] * len(position.game.geometry.cells)
    for cell, piece in position.pieces().items():
        shown[cell] = "0123"[int(piece.side) + 2 * piece.crowned]
    return "".join(shown)


def move_shape(position: Position[Any], move: Any) -> dict[str, Any]:
    """A legal move: as it is written, the cells that it visits, and those from which it takes pieces."""
    return {
        "text": position.format_move(move),
        "cells": list(position.cells_of(move)),
        "captured": list(position.captures_of(move)),
    }
