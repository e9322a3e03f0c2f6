"""How a network that has learnt grows without forgetting: a larger one that computes the same, and can learn more.

Its new channels begin as noise to which nobody listens yet, and its new blocks do nothing yet.
"""

from dataclasses import asdict
from typing import Any

import torch
from torch import Tensor
from training.hex.network import Network, Shape, Standardized


def grown(state: dict[str, Any], shape: Shape) -> dict[str, Any]:
    """The state of a training, as it was saved, but with a network of that shape, which must not be smaller.

    Nothing is remembered of gradients: AdamW would take huge steps with weights of which it remembers none.
    """
    before = Shape(**state["shape"])
    if shape == before:
        return state
    larger = Network(shape)
    convolutions = {f"{name}.weight" for name, module in larger.named_modules() if isinstance(module, Standardized)}

    def enlarged(weights: dict[str, Tensor]) -> dict[str, Tensor]:
        made = {}
        for name, fresh in larger.state_dict().items():
            made[name] = fresh
            if name in weights:
                known = weights[name].float()
                made[name] = _within(fresh, _standardized(known) if name in convolutions else known, before.channels)
        return made

    return {
        **state,
        "shape": asdict(shape),
        "network": enlarged(state["network"]),
        "average": enlarged(state["average"]),
        "moments": {},
    }


def _standardized(weight: Tensor) -> Tensor:
    """The same convolution, with nothing left to take off, so that zeros can be added to its rows."""
    centred = weight - weight.mean((1, 2, 3), keepdim=True)
    return centred * torch.rsqrt(centred.square().sum((1, 2, 3), keepdim=True))


def _within(fresh: Tensor, known: Tensor, channels: int) -> Tensor:
    """What was known, as part of something larger, and what is fresh in those rows that were not there.

    Where means and maxima of all channels come in, each of the two is followed by what is new to it.
    """
    made = fresh.to(known, copy=True)
    made[: len(known)] = 0
    if known.ndim == 1 or known.shape[1] == made.shape[1]:
        made[: len(known)] = known
    elif known.shape[1] == channels:
        made[: len(known), :channels] = known
    else:
        made[: len(known), :channels] = known[:, :channels]
        half = made.shape[1] // 2
        made[: len(known), half : half + channels] = known[:, channels:]
    return made
