"""The network file of the engine, which is also what a training starts from.

cpp/hex/network.cpp reads it: `hexnet 1`, the numbers of channels and blocks, which blocks pool and the number of hidden
neurons as 32-bit integers, and the folded weights in half precision.
"""

import struct
from collections.abc import Iterator
from typing import cast

import numpy as np
import torch
from torch import Tensor, nn
from training.hex.network import HIDDEN, Block, Network, Shape, StandardizedConv, folded

MAGIC = b"hexnet 1"
_HEADER = struct.Struct("<4I")
_LENGTHS = {"stem": 1.7, "tower": 3.2}
"""Length of the trained weights of an output channel; a file has only their direction, and a training restores it."""


def packed(network: Network) -> bytes:
    """Return the content of a network's file for the engine."""
    shape = network.shape
    header = _HEADER.pack(shape.channels, shape.blocks, shape.pooled_every, HIDDEN)
    tensors = (tensor for layer in _layers(folded(network)) for tensor in layer.parameters())
    return (
        MAGIC + header + b"".join(tensor.detach().float().cpu().numpy().astype("<f2").tobytes() for tensor in tensors)
    )


@torch.no_grad()
def unpacked(content: bytes) -> Network:
    """Return the network of such a file in training form; raise ValueError if the content is damaged."""
    if not content.startswith(MAGIC):
        raise ValueError("not a network of the engine")
    try:
        channels, blocks, pooled_every, hidden = _HEADER.unpack_from(content, len(MAGIC))
        numbers = torch.from_numpy(np.frombuffer(content, "<f2", offset=len(MAGIC) + _HEADER.size).astype(np.float32))
    except (struct.error, ValueError) as error:
        raise ValueError("an incomplete network") from error
    if hidden != HIDDEN or not pooled_every or 18 * blocks * channels**2 > len(numbers):
        raise ValueError("a network of another version")
    network = Network(Shape(channels, blocks, pooled_every))
    tensors = list(_stored(network))
    if len(numbers) != sum(tensor.numel() for tensor in tensors):
        raise ValueError("a network of another length")
    for tensor, part in zip(tensors, torch.split(numbers, [tensor.numel() for tensor in tensors]), strict=True):
        tensor.copy_(part.view_as(tensor))
    for name, module in network.named_modules():
        if isinstance(module, StandardizedConv):
            length = module.weight.flatten(1).norm(dim=1).view_as(module.gain)
            module.gain.copy_(length)
            module.weight.mul_(_LENGTHS[name.split(".")[0]] / length.clamp(min=1e-6))
    return network


def _layers(network: Network) -> Iterator[nn.Module]:
    """Yield the layers in the order of the file."""
    yield network.stem
    for block in cast("Iterator[Block]", network.tower):
        yield from (block.first, block.second, *([] if block.pooled is None else [block.pooled]))
    yield from (network.moves, network.hidden, network.value)


def _stored(network: Network) -> Iterator[Tensor]:
    """Yield the parameters in training form that a file contains: all but the gains."""
    for layer in _layers(network):
        for name, parameter in layer.named_parameters():
            if not (isinstance(layer, StandardizedConv) and name == "gain"):
                yield parameter
