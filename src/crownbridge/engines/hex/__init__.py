"""The Hex engine and its solver."""

from crownbridge._core import HexSearch
from crownbridge.engines.hex.connections import Connection, connections
from crownbridge.engines.hex.engine import HexEngine
from crownbridge.engines.hex.levels import LEVELS
from crownbridge.engines.hex.parameters import Parameters
from crownbridge.engines.hex.solver import Proof, Solver
from crownbridge.engines.levels import Level

__all__ = ["LEVELS", "Connection", "HexEngine", "HexSearch", "Level", "Parameters", "Proof", "Solver", "connections"]
