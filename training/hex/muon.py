"""The Muon optimizer: updates whose matrices are orthogonalized.

It learns faster per position than AdamW, and is meant for the hidden matrices of a network only. PyTorch's version does
not support convolutions; this one updates all of them at once, with a learning rate that a captured graph can read.
"""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

MOMENTUM = 0.95
_ITERATIONS = 5
_EPSILON = 1e-14
_QUINTIC = 3.4445, -4.7750, 2.0315
"""Coefficients of the Newton-Schulz iteration that bring singular values close to 1 fastest."""


class Muon:
    """Optimizer of convolutions of one shape, each treated as a matrix with one row per output channel."""

    def __init__(self, weights: Sequence[nn.Parameter]) -> None:
        matrices = [weight.flatten(1) for weight in weights]
        self._momentum = torch.zeros_like(torch.stack(matrices))
        self.moments = {weight: rows.view_as(weight) for weight, rows in zip(weights, self._momentum, strict=True)}
        """Momentum of each convolution."""

    @torch.no_grad()
    def step(self, rate: Tensor) -> None:
        """Update the weights from their gradients."""
        gradients = torch.stack([weight.grad.flatten(1) for weight in self.moments if weight.grad is not None])
        self._momentum.lerp_(gradients, 1 - MOMENTUM)
        updates = orthogonalize(gradients.lerp(self._momentum, MOMENTUM))
        for weight, update in zip(self.moments, updates, strict=True):
            weight.sub_(rate * update.view_as(weight))


def orthogonalize(matrices: Tensor) -> Tensor:
    """Orthogonalize matrices [count, rows, columns] with at most as many rows as columns."""
    precision = torch.bfloat16 if matrices.device.type == "cuda" else matrices.dtype
    x = (matrices * torch.rsqrt(matrices.square().sum((1, 2), keepdim=True) + _EPSILON)).to(precision)
    a, b, c = _QUINTIC
    for _ in range(_ITERATIONS):
        square = x @ x.mT
        x = a * x + (b * square + c * square @ square) @ x
    return x.to(matrices.dtype)
