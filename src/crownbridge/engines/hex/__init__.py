"""The Hex engine."""

from crownbridge.engines.hex.levels import LEVELS, Level
from crownbridge.engines.hex.parameters import Parameters

__all__ = ["LEVELS", "Level", "Parameters"]
