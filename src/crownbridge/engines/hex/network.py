"""The policy and value network for Hex boards of any size, run by the native core on the CPU."""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crownbridge._core import HexNetwork
from crownbridge.errors import FileError

if TYPE_CHECKING:  # NumPy is loaded on demand
    import numpy as np
    from numpy.typing import NDArray

    from crownbridge.games.hex import Position

WEIGHTS = Path(__file__).with_name("network.bin")
"""Network trained by training/hex; the JSON file beside it has its version, checksum and origin."""
BATCH = 4
"""Leaves that the search evaluates in a batch: larger batches are hardly faster, and weaken the search."""


class Network(HexNetwork):
    """Evaluates positions for `HexSearch`. Thread-safe; each call uses one thread. Raise FileError."""

    def __init__(self, path: Path = WEIGHTS) -> None:
        self.metadata = read_metadata(path.with_suffix(".json"))
        weights = read_weights(path, self.metadata)
        try:
            super().__init__(weights)
        except ValueError as error:
            raise FileError(f"the network {path} is damaged: {error}; install crownbridge again") from error

    @property
    def version(self) -> int:
        """The version number."""
        return int(self.metadata["version"])

    def chance(self, position: "Position") -> float:
        """Return the win probability of the side to move by the value head, without search."""
        return float(self.evaluate(encoded(position))[0][0])


def encoded(position: "Position") -> "NDArray[np.int8]":
    """Return the network's input for a position, int8[1, size, size]."""
    import numpy as np  # noqa: PLC0415 - loaded on demand

    size = position.game.size
    board = np.zeros((size, size), np.int8)
    for cell, piece in position.pieces().items():
        board[divmod(cell, size)] = 1 if piece.side == position.side_to_move else -1
    return np.ascontiguousarray(board if position.side_index == 0 else board.T)[None]


@cache
def network() -> Network:
    """Return the network that the package ships; raise FileError."""
    return Network()


def read_metadata(path: Path) -> dict[str, Any]:
    """Return the metadata of a network; raise FileError if it cannot be read."""
    try:
        metadata = json.loads(path.read_text(encoding="utf-8"))
        int(metadata["version"]), str(metadata["sha256"])
    except OSError as error:
        raise FileError(
            f"{path} cannot be read: {error.strerror}; it describes the network; install crownbridge again"
        ) from error
    except (ValueError, TypeError, KeyError) as error:
        raise FileError(
            f"{path} does not contain the version and the checksum of a network; install crownbridge again"
        ) from error
    return dict(metadata)


def read_weights(path: Path, metadata: Mapping[str, Any]) -> bytes:
    """Return the content of a network file; raise FileError if its checksum differs from the metadata."""
    try:
        weights = path.read_bytes()
    except OSError as error:
        raise FileError(f"the network {path} cannot be read: {error.strerror}; install crownbridge again") from error
    if hashlib.sha256(weights).hexdigest() != metadata["sha256"]:
        raise FileError(f"the network {path} is damaged: its checksum does not match; install crownbridge again")
    return weights
