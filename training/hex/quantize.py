"""Quantize the convolutions of an exported network to 8 bits, which makes it nearly three times as fast on a CPU.

The ranges of activations are calibrated on positions of self-play; they are moving averages rather than extremes.
Weights have 7 bits, because sums of products with 8 bits overflow on CPUs without VNNI instructions. Cheap layers keep
their precision: the first and the last convolution, and those of pooled channels.
"""

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from torch import Tensor
from training.hex.games import Games
from training.hex.network import Network, folded
from training.hex.replay import Replay
from training.hex.selection import PolicySelector
from training.hex.selfplay import SelfPlay

SIZES = (5, 7, 9, 11, 13, 16)
GAMES = 16
"""Number of games played in parallel on each size."""
_TOWER_KERNEL = 3
"""Kernel size of the convolutions that are quantized."""
_AVERAGED = {"CalibMovingAverage": True, "CalibMovingAverageConstant": 0.05}


def quantize(network: Network, exported: Path, path: Path) -> None:
    """Write the quantized form of an exported network."""
    model = onnx.load(exported)
    widths = {tensor.name: tensor.dims[-1] for tensor in model.graph.initializer if len(tensor.dims) > 1}
    convolutions = [node for node in model.graph.node if node.op_type == "Conv"]
    precise = [node.name for node in convolutions if widths[node.input[1]] != _TOWER_KERNEL]
    with tempfile.TemporaryDirectory() as folder:
        rounded = Path(folder, path.name)
        quantize_static(
            exported,
            rounded,
            _CalibrationPositions(network),
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


class _CalibrationPositions(CalibrationDataReader):  # type: ignore[misc]  # of a package without types
    """Calibration positions from self-play on all sizes, shuffled."""

    def __init__(self, network: Network) -> None:
        batches = [boards for size in SIZES for boards in _selfplay_positions(network, size)]
        random.Random(0).shuffle(batches)
        self._boards = iter(batches)

    def get_next(self) -> dict[str, object] | None:
        """Return the next batch, or None."""
        boards = next(self._boards, None)
        return None if boards is None else {"boards": boards.numpy()}


def _selfplay_positions(network: Network, size: int) -> Iterator[Tensor]:
    """Yield batches of positions of one size, from the start to the end of games."""
    cpu = torch.device("cpu")
    games = Games(size, GAMES, cpu)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(size)
        selfplay = SelfPlay(folded(network), PolicySelector(), games, Replay(size, GAMES, cpu))
        for step in range(size * size // 2):
            if step % max(1, size // 3) == 0:
                yield games.network_input().clone()
            selfplay.step()
