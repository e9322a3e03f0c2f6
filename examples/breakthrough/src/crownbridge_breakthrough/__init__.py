"""Breakthrough, a game for Crownbridge."""

from crownbridge_breakthrough.game import Breakthrough
from crownbridge_breakthrough.position import Move, Position, Side

__all__ = ["Breakthrough", "Move", "Position", "Side"]
