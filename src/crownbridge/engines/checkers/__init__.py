"""The checkers engine, and the files that describe agents."""

from crownbridge.engines.checkers.agent_file import AgentWarning, load, parse, save
from crownbridge.engines.checkers.hyperparameters import Hyperparameters
from crownbridge.engines.checkers.levels import LEVELS
from crownbridge.engines.levels import Level

__all__ = ["LEVELS", "AgentWarning", "Hyperparameters", "Level", "load", "parse", "save"]
