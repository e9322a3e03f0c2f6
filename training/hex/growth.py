"""Growth of a trained network: a larger network that computes the same function.

New channels start with random weights, but no layer reads them yet; new blocks are the identity.
"""

from dataclasses import asdict
from typing import Any

import torch
from torch import Tensor
from training.hex.network import Network, Shape, StandardizedConv


def grow(state: dict[str, Any], shape: Shape) -> dict[str, Any]:
    """Return a training state with a network of a larger shape.

    The moments are dropped: AdamW would take huge steps for new weights, which have no moments.
    """
    before = Shape(**state["shape"])
    if shape == before:
        return state
    larger = Network(shape)
    convolutions = {f"{name}.weight" for name, module in larger.named_modules() if isinstance(module, StandardizedConv)}

    def enlarged(weights: dict[str, Tensor]) -> dict[str, Tensor]:
        weights_by_name = {}
        for name, fresh in larger.state_dict().items():
            weights_by_name[name] = fresh
            if name in weights:
                old = weights[name].float()
                weights_by_name[name] = _embed(
                    fresh, _standardized(old) if name in convolutions else old, before.channels
                )
        return weights_by_name

    return {
        **state,
        "shape": asdict(shape),
        "network": enlarged(state["network"]),
        "average": enlarged(state["average"]),
        "moments": {},
    }


def _standardized(weight: Tensor) -> Tensor:
    """Return the same convolution with standardized weights, so that zeros can be appended to its rows."""
    centred = weight - weight.mean((1, 2, 3), keepdim=True)
    return centred * torch.rsqrt(centred.square().sum((1, 2, 3), keepdim=True))


def _embed(fresh: Tensor, old: Tensor, channels: int) -> Tensor:
    """Return the old weights as part of a larger tensor; rows that are new keep their fresh weights.

    For pooled inputs, which are means and maxima of all channels, each half is extended separately.
    """
    result = fresh.to(old, copy=True)
    result[: len(old)] = 0
    if old.ndim == 1 or old.shape[1] == result.shape[1]:
        result[: len(old)] = old
    elif old.shape[1] == channels:
        result[: len(old), :channels] = old
    else:
        result[: len(old), :channels] = old[:, :channels]
        half = result.shape[1] // 2
        result[: len(old), half : half + channels] = old[:, channels:]
    return result
