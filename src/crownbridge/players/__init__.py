"""Who plays: a program, a player of random moves."""

from crownbridge.players.player import FaultError, Limit, Player, RandomPlayer
from crownbridge.players.program import ProgramPlayer

__all__ = ["FaultError", "Limit", "Player", "ProgramPlayer", "RandomPlayer"]
