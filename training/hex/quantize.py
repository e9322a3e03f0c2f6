"""Rounds the convolutions of an exported network to 8 bits, which has a CPU compute them nearly three times as fast.

The ranges of activations are taken from positions of the network's own games, and follow their mean rather than the
extremes. Weights have 7 bits, as sums of products with 8 overflow on CPUs without instructions made for them. What
takes little time keeps its precision: the first and the last convolution, and those of what is pooled over the board.
"""

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from torch import Tensor
from training.hex.choices import Instinct
from training.hex.games import Games
from training.hex.network import Network, folded
from training.hex.replay import Replay
from training.hex.selfplay import SelfPlay

SIZES = (5, 7, 9, 11, 13, 16)
GAMES = 16
"""Played at a time on each."""
_TOWER = 3
"""The width of the convolutions that are rounded."""
_AVERAGED = {"CalibMovingAverage": True, "CalibMovingAverageConstant": 0.05}


def quantize(network: Network, exported: Path, path: Path) -> None:
    """Writes the rounded form of what was exported from the network."""
    model = onnx.load(exported)
    widths = {tensor.name: tensor.dims[-1] for tensor in model.graph.initializer if len(tensor.dims) > 1}
    convolutions = [node for node in model.graph.node if node.op_type == "Conv"]
    precise = [node.name for node in convolutions if widths[node.input[1]] != _TOWER]
    with tempfile.TemporaryDirectory() as folder:
        rounded = Path(folder, path.name)
        quantize_static(
            exported,
            rounded,
            _Positions(network),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=["Conv"],
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=precise,
            extra_options=_AVERAGED,
        )
        path.write_bytes(rounded.read_bytes())


class _Positions(CalibrationDataReader):  # type: ignore[misc]  # of a package without types
    """Positions in which the network plays against itself, of all sizes by turns."""

    def __init__(self, network: Network) -> None:
        found = [boards for size in SIZES for boards in _played(network, size)]
        random.Random(0).shuffle(found)
        self._boards = iter(found)

    def get_next(self) -> dict[str, object] | None:
        """The next few, if there are any."""
        boards = next(self._boards, None)
        return None if boards is None else {"boards": boards.numpy()}


def _played(network: Network, size: int) -> Iterator[Tensor]:
    """Positions of one size, a few at a time, from beginnings to ends of games."""
    cpu = torch.device("cpu")
    games = Games(size, GAMES, cpu)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(size)
        selfplay = SelfPlay(folded(network), Instinct(), games, Replay(size, GAMES, cpu))
        for step in range(size * size // 2):
            if step % max(1, size // 3) == 0:
                yield games.seen().clone()
            selfplay.step()
