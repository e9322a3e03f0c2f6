"""The Hex engine and its solver."""

from crownbridge._core import HexSearch
from crownbridge.engines.hex.connections import Connection, connections
from crownbridge.engines.hex.engine import HexEngine
from crownbridge.engines.hex.levels import LEVELS
from crownbridge.engines.hex.network import Network
from crownbridge.engines.hex.parameters import NetworkWarning, Parameters
from crownbridge.engines.hex.solver import Proof, Solver
from crownbridge.engines.levels import Level

__all__ = [
    "LEVELS",
    "Connection",
    "HexEngine",
    "HexSearch",
    "Level",
    "Network",
    "NetworkWarning",
    "Parameters",
    "Proof",
    "Solver",
    "connections",
]
