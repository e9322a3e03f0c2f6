"""The Hex engine and its solver."""

from crownbridge.engines.hex.connections import Connection, connections
from crownbridge.engines.hex.levels import LEVELS, Level
from crownbridge.engines.hex.parameters import Parameters
from crownbridge.engines.hex.solver import Proof, Solver

__all__ = ["LEVELS", "Connection", "Level", "Parameters", "Proof", "Solver", "connections"]
