"""Players: engines, programs, humans, and players of random moves."""

from crownbridge.players.engine import EnginePlayer
from crownbridge.players.human import HumanPlayer
from crownbridge.players.naming import game_of, player_named
from crownbridge.players.player import ILLEGAL_MOVE, FaultError, Player, RandomPlayer, TimeLimit
from crownbridge.players.program import ProgramPlayer

__all__ = [
    "ILLEGAL_MOVE",
    "EnginePlayer",
    "FaultError",
    "HumanPlayer",
    "Player",
    "ProgramPlayer",
    "RandomPlayer",
    "TimeLimit",
    "game_of",
    "player_named",
]
