"""The networks shipped with the engine."""

from functools import cache
from pathlib import Path

from crownbridge._core import CheckersEvaluation
from crownbridge.errors import FileError

WEIGHTS = Path(__file__).with_name("network.bin")
"""Weights of the network, trained by training/checkers."""
KTH_WEIGHTS = Path(__file__).with_name("network-kth.bin")
"""Weights for rules under which moves of men do not reset the draw counter."""


@cache
def network() -> CheckersEvaluation:
    """Return the evaluation by the network; raise FileError if it cannot be read."""
    return _read(WEIGHTS)


@cache
def kth_network() -> CheckersEvaluation:
    """Return the network for rules under which moves of men do not reset the draw counter; raise FileError."""
    return _read(KTH_WEIGHTS)


def _read(weights: Path) -> CheckersEvaluation:
    try:
        return CheckersEvaluation.network(weights.read_bytes())
    except OSError as error:
        raise FileError(f"{weights} cannot be read: {error.strerror}") from error
