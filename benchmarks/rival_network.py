"""An evaluator with a network for 11x11 from another training, in a PyTorch file, as an opponent.

Its layers: a convolution `i` with batch normalization `n`; residual blocks `t.K` of two convolutions `a` and `b` with
normalizations `an` and `bn`; a policy head `q`; a value head `v1`, `v2` after pooling. Boards are padded with edges.
"""

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional


class RivalNetwork:
    """Evaluates positions for `HexSearch`."""

    def __init__(self, path: Path) -> None:
        torch.set_num_threads(1)
        saved = torch.load(path, map_location="cpu", weights_only=True)["net"]
        self._weights = {name: tensor.float() for name, tensor in saved.items()}
        self._blocks = 1 + max(int(name.split(".")[1]) for name in saved if name.startswith("t."))

    def __call__(self, boards: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the win chances of the side to move and the policy logits."""
        with torch.inference_mode():
            x = functional.relu(self._normalized("i", "n", self._planes(torch.from_numpy(boards))))
            for block in range(self._blocks):
                hidden = functional.relu(self._normalized(f"t.{block}.a", f"t.{block}.an", x))
                x = functional.relu(x + self._normalized(f"t.{block}.b", f"t.{block}.bn", hidden))
            weights = self._weights
            moves = functional.conv2d(x, weights["q.weight"], weights["q.bias"])[:, 0, 1:-1, 1:-1].flatten(1)
            pooled = torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)
            hidden = functional.relu(functional.linear(pooled, weights["v1.weight"], weights["v1.bias"]))
            value = functional.linear(hidden, weights["v2.weight"], weights["v2.bias"])[:, 0]
            return value.sigmoid().numpy(), moves.numpy()

    def _normalized(self, convolution: str, norm: str, x: Tensor) -> Tensor:
        weights = self._weights
        x = functional.conv2d(x, weights[f"{convolution}.weight"], padding=1)
        of_norm = [weights[f"{norm}.{name}"] for name in ("running_mean", "running_var", "weight", "bias")]
        return functional.batch_norm(x, of_norm[0], of_norm[1], of_norm[2], of_norm[3])

    @staticmethod
    def _planes(boards: Tensor) -> Tensor:
        count, size, _ = boards.shape
        planes = torch.zeros(count, 2, size + 2, size + 2)
        planes[:, 0, 1:-1, 1:-1], planes[:, 1, 1:-1, 1:-1] = boards == 1, boards == -1
        planes[:, 0, 0, 1:-1] = planes[:, 0, -1, 1:-1] = 1
        planes[:, 1, 1:-1, 0] = planes[:, 1, 1:-1, -1] = 1
        return planes
