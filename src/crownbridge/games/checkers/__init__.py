"""English draughts on 8x8: red (or black) starts at the top and moves first."""

from crownbridge._core import CheckersMove as Move
from crownbridge.games.checkers.notation import fen
from crownbridge.games.checkers.position import Position
from crownbridge.games.checkers.rules import Checkers, Side

__all__ = ["Checkers", "Move", "Position", "Side", "fen"]
