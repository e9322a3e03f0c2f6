"""The weights of the network that the engine ships."""

from functools import cache
from pathlib import Path

from crownbridge._core import CheckersEvaluation
from crownbridge.errors import FileError

WEIGHTS = Path(__file__).with_name("network.bin")
"""Made by the programs in training/checkers."""


@cache
def network() -> CheckersEvaluation:
    """The trained evaluation. Raises FileError."""
    try:
        return CheckersEvaluation.network(WEIGHTS.read_bytes())
    except OSError as error:
        raise FileError(f"{WEIGHTS} cannot be read: {error.strerror}") from error
