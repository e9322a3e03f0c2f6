"""The policy and value network for Hex boards of any size, run by onnxruntime on the CPU."""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crownbridge.errors import FileError, OptionError

if TYPE_CHECKING:  # NumPy and onnxruntime are loaded on demand
    import numpy as np
    from numpy.typing import NDArray

    from crownbridge.games.hex import Position

WEIGHTS = Path(__file__).with_name("network.onnx")
"""Network trained by training/hex; the JSON file beside it has its version, checksum and origin."""
BATCH = 4
"""Leaves that the search evaluates in a batch: larger batches are hardly faster, and weaken the search."""
CACHE_SIZE = 50_000
"""Capacity of the evaluation cache; transpositions reach the same position often."""

_CHECK_SIZE = 5  # of the board that `_check` evaluates


class Network:
    """Evaluates positions for `HexSearch`. Thread-safe; each call uses one thread. Raise FileError or OptionError."""

    def __init__(self, path: Path = WEIGHTS) -> None:
        self.metadata = read_metadata(path.with_suffix(".json"))
        weights = read_weights(path, self.metadata)
        try:
            import onnxruntime  # noqa: PLC0415 - takes a quarter of a second
        except ImportError as error:
            raise OptionError("the network needs onnxruntime; try: pip install onnxruntime") from error
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            self._session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime's exceptions have no common base class
            raise FileError(f"{path} is not a network that onnxruntime can load: {_first_line(error)}") from error
        self._path = path
        self._check()
        self._cache: dict[bytes, tuple[np.float32, NDArray[np.float32]]] = {}

    @property
    def version(self) -> int:
        """The version number."""
        return int(self.metadata["version"])

    def evaluate(self, boards: "NDArray[np.int8]") -> "tuple[NDArray[np.float32], NDArray[np.float32]]":
        """Return the win probabilities of the side to move and the policy logits, uncached; raise FileError."""
        try:
            chances, logits = self._session.run(None, {"boards": boards})
        except Exception as error:  # onnxruntime's exceptions have no common base class
            raise self._damaged(_first_line(error)) from error
        return chances, logits

    def _check(self) -> None:
        """Evaluate an empty board; raise FileError if the outputs have wrong shapes or values."""
        import numpy as np  # noqa: PLC0415 - already loaded by onnxruntime

        chances, logits = self.evaluate(np.zeros((1, _CHECK_SIZE, _CHECK_SIZE), np.int8))
        for name, output, shape in (("chances", chances, (1,)), ("logits", logits, (1, _CHECK_SIZE**2))):
            if getattr(output, "shape", None) != shape or output.dtype != np.float32 or not np.isfinite(output).all():
                raise self._damaged(f"its {name} are not {' x '.join(map(str, shape))} finite numbers")

    def _damaged(self, why: str) -> FileError:
        return FileError(f"the network {self._path} is damaged: {why}; install crownbridge again")

    def chance(self, position: "Position") -> float:
        """Return the win probability of the side to move by the value head, without search."""
        return float(self.evaluate(encoded(position))[0][0])

    def __call__(self, boards: "NDArray[np.int8]") -> "tuple[NDArray[np.float32], NDArray[np.float32]]":
        """Return the same as `evaluate`, from the cache where possible."""
        import numpy as np  # noqa: PLC0415 - already loaded by onnxruntime

        keys = [board.tobytes() for board in boards]
        evaluations = {key: evaluation for key in keys if (evaluation := self._cache.get(key)) is not None}
        if not evaluations and len(set(keys)) == len(keys):
            chances, logits = self.evaluate(boards)
            self._store(dict(zip(keys, zip(chances, logits, strict=True), strict=True)))
            return chances, logits
        new = [key for key in dict.fromkeys(keys) if key not in evaluations]
        if new:
            new_boards = np.frombuffer(b"".join(new), np.int8).reshape(-1, *boards.shape[1:])
            computed = dict(zip(new, zip(*self.evaluate(new_boards), strict=True), strict=True))
            self._store(computed)
            evaluations |= computed
        return np.array([evaluations[key][0] for key in keys]), np.stack([evaluations[key][1] for key in keys])

    def _store(self, evaluations: "Mapping[bytes, tuple[np.float32, NDArray[np.float32]]]") -> None:
        if len(self._cache) > CACHE_SIZE:
            self._cache.clear()
        self._cache.update(evaluations)


def encoded(position: "Position") -> "NDArray[np.int8]":
    """Return the network's input for a position, int8[1, size, size]."""
    import numpy as np  # noqa: PLC0415 - already loaded by onnxruntime

    size = position.game.size
    board = np.zeros((size, size), np.int8)
    for cell, piece in position.pieces().items():
        board[divmod(cell, size)] = 1 if piece.side == position.side_to_move else -1
    return np.ascontiguousarray(board if position.side_index == 0 else board.T)[None]


@cache
def network() -> Network:
    """Return the network that the package ships; raise FileError or OptionError."""
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


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0][:200]
