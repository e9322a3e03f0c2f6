"""The weights of the networks that the engine ships."""

from functools import cache
from pathlib import Path

from crownbridge._core import CheckersEvaluation
from crownbridge.errors import FileError

WEIGHTS = Path(__file__).with_name("network.bin")
"""Made by the programs in training/checkers,"""
KTH_WEIGHTS = Path(__file__).with_name("network-kth.bin")
"""and those for rules under which moves of men do not reset the draw counter."""


@cache
def network() -> CheckersEvaluation:
    """The trained evaluation. Raises FileError."""
    return _read(WEIGHTS)


@cache
def kth_network() -> CheckersEvaluation:
    """The same for rules under which moves of men do not reset the draw counter. Raises FileError."""
    return _read(KTH_WEIGHTS)


def _read(weights: Path) -> CheckersEvaluation:
    try:
        return CheckersEvaluation.network(weights.read_bytes())
    except OSError as error:
        raise FileError(f"{weights} cannot be read: {error.strerror}") from error
