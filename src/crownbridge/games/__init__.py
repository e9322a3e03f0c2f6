"""The rules of the games, without clocks, files or processes.

A `Game` creates positions; a `Position` generates legal moves and plays them; an `Outcome` is the result of a game.
"""

from crownbridge.games.checkers import Checkers
from crownbridge.games.game import DEFAULT_GAME, Batch, Game, RandomGamesResult, RuleCheck, available, load
from crownbridge.games.geometry import Geometry
from crownbridge.games.hex import Hex
from crownbridge.games.options import Option
from crownbridge.games.outcome import Outcome, Side, Termination
from crownbridge.games.position import Move, Piece, Position

__all__ = [
    "DEFAULT_GAME",
    "Batch",
    "Checkers",
    "Game",
    "Geometry",
    "Hex",
    "Move",
    "Option",
    "Outcome",
    "Piece",
    "Position",
    "RandomGamesResult",
    "RuleCheck",
    "Side",
    "Termination",
    "available",
    "load",
]
