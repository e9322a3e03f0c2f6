"""The checkers engine and its agent files."""

from crownbridge.engines.checkers.agent_file import AgentWarning, load, parse, save
from crownbridge.engines.checkers.hyperparameters import Hyperparameters
from crownbridge.engines.checkers.levels import LEVELS
from crownbridge.engines.levels import Level

__all__ = ["LEVELS", "AgentWarning", "Hyperparameters", "Level", "load", "parse", "save"]
