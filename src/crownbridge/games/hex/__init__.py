"""Hex on boards of 1x1 to 26x26: red connects top and bottom, blue left and right."""

from crownbridge._core import HexMove as Move
from crownbridge.games.hex.notation import columns, format_moves, parse_moves
from crownbridge.games.hex.position import Position
from crownbridge.games.hex.rules import Hex, Side

__all__ = ["Hex", "Move", "Position", "Side", "columns", "format_moves", "parse_moves"]
