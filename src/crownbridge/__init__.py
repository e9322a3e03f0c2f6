"""Write, test, rank, watch and beat board-game AIs for checkers and Hex."""

__version__ = "0.1.0"
