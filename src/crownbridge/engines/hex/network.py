"""The network that judges positions of Hex of any size, through onnxruntime on the CPU."""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crownbridge.errors import FileError, OptionError

if TYPE_CHECKING:  # NumPy and onnxruntime are not loaded before a network is
    import numpy as np
    from numpy.typing import NDArray

    from crownbridge.games.hex import Position

WEIGHTS = Path(__file__).with_name("network.onnx")
"""Made by training/hex; beside it, as JSON, its version, its checksum and the training that it comes from."""
BATCH = 4
"""Leaves that the search has judged at a time: more are hardly faster, and make it look at worse moves."""
REMEMBERED = 50_000
"""Positions whose judgement is kept: the same one is often reached by other orders of moves."""

_TRIED = 5  # cells in a row of the board that is judged first


class Network:
    """Judges positions for `HexSearch`, one thread a call; many may call at a time. Raises FileError or OptionError."""

    def __init__(self, path: Path = WEIGHTS) -> None:
        self.note = read_note(path.with_suffix(".json"))
        weights = read_weights(path, self.note)
        try:
            import onnxruntime  # noqa: PLC0415 - a quarter of a second that only those pay who play with it
        except ImportError as error:
            raise OptionError("the network needs onnxruntime; try: pip install onnxruntime") from error
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            self._session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime's own have no common base
            raise FileError(f"{path} is no network that onnxruntime can load: {_first_line(error)}") from error
        self._path = path
        self._check()
        self._known: dict[bytes, tuple[np.float32, NDArray[np.float32]]] = {}

    @property
    def version(self) -> int:
        """The higher, the later."""
        return int(self.note["version"])

    def evaluate(self, boards: "NDArray[np.int8]") -> "tuple[NDArray[np.float32], NDArray[np.float32]]":
        """The chances to win of the side to move, and the logits of its moves, computed anew. Raises FileError."""
        try:
            chances, logits = self._session.run(None, {"boards": boards})
        except Exception as error:  # onnxruntime's own have no common base
            raise self._damaged(_first_line(error)) from error
        return chances, logits

    def _check(self) -> None:
        """Judge an empty board. Raise FileError if that gives no chance and no logit for every cell."""
        import numpy as np  # noqa: PLC0415 - onnxruntime has loaded it

        chances, logits = self.evaluate(np.zeros((1, _TRIED, _TRIED), np.int8))
        for what, found, shape in (("chances", chances, (1,)), ("logits", logits, (1, _TRIED**2))):
            if getattr(found, "shape", None) != shape or found.dtype != np.float32 or not np.isfinite(found).all():
                raise self._damaged(f"its {what} are not {' x '.join(map(str, shape))} finite numbers")

    def _damaged(self, why: str) -> FileError:
        return FileError(f"the network {self._path} is damaged: {why}; install crownbridge again")

    def chance(self, position: "Position") -> float:
        """How likely the side to move wins, at first sight."""
        return float(self.evaluate(seen(position))[0][0])

    def __call__(self, boards: "NDArray[np.int8]") -> "tuple[NDArray[np.float32], NDArray[np.float32]]":
        """The same, from memory where a position was judged before."""
        import numpy as np  # noqa: PLC0415 - onnxruntime has loaded it

        keys = [board.tobytes() for board in boards]
        found = {key: known for key in keys if (known := self._known.get(key)) is not None}
        if not found and len(set(keys)) == len(keys):
            chances, logits = self.evaluate(boards)
            self._remember(dict(zip(keys, zip(chances, logits, strict=True), strict=True)))
            return chances, logits
        new = [key for key in dict.fromkeys(keys) if key not in found]
        if new:
            asked = np.frombuffer(b"".join(new), np.int8).reshape(-1, *boards.shape[1:])
            judged = dict(zip(new, zip(*self.evaluate(asked), strict=True), strict=True))
            self._remember(judged)
            found |= judged
        return np.array([found[key][0] for key in keys]), np.stack([found[key][1] for key in keys])

    def _remember(self, judged: "Mapping[bytes, tuple[np.float32, NDArray[np.float32]]]") -> None:
        if len(self._known) > REMEMBERED:
            self._known.clear()
        self._known.update(judged)


def seen(position: "Position") -> "NDArray[np.int8]":
    """The board as an evaluator is given it, int8[1, size, size]."""
    import numpy as np  # noqa: PLC0415 - onnxruntime has loaded it

    size = position.game.size
    board = np.zeros((size, size), np.int8)
    for cell, piece in position.pieces().items():
        board[divmod(cell, size)] = 1 if piece.side == position.side_to_move else -1
    return np.ascontiguousarray(board if position.side_index == 0 else board.T)[None]


@cache
def network() -> Network:
    """The network that the package brings. Raises FileError or OptionError."""
    return Network()


def read_note(path: Path) -> dict[str, Any]:
    """What stands beside a network's weights. Raises FileError."""
    try:
        note = json.loads(path.read_text(encoding="utf-8"))
        int(note["version"]), str(note["sha256"])
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}; it belongs to the network's weights") from error
    except (ValueError, TypeError, KeyError) as error:
        raise FileError(f"{path} tells no version and checksum of a network") from error
    return dict(note)


def read_weights(path: Path, note: Mapping[str, Any]) -> bytes:
    """A network's file, which must be the one that the note is about. Raises FileError."""
    try:
        weights = path.read_bytes()
    except OSError as error:
        raise FileError(f"the network {path} cannot be read: {error.strerror}; install crownbridge again") from error
    if hashlib.sha256(weights).hexdigest() != note["sha256"]:
        raise FileError(f"the network {path} is damaged: its checksum is not the noted one; install crownbridge again")
    return weights


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0][:200]
