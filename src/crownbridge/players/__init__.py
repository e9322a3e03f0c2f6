"""Who plays: a program, a human, a player of random moves."""

from crownbridge.players.human import HumanPlayer
from crownbridge.players.naming import player_named
from crownbridge.players.player import FaultError, Limit, Player, RandomPlayer
from crownbridge.players.program import ProgramPlayer

__all__ = ["FaultError", "HumanPlayer", "Limit", "Player", "ProgramPlayer", "RandomPlayer", "player_named"]
