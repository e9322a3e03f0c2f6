"""Muon: steps that turn a matrix of weights equally far in every direction that its gradient has.

It learns faster from each position than AdamW, and is meant for the matrices inside of a network alone. PyTorch's own
takes no convolutions; this one takes all of them at once, at a rate that a captured graph can read.
"""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

MOMENTUM = 0.95
_ITERATIONS = 5
_EPSILON = 1e-14
_QUINTIC = 3.4445, -4.7750, 2.0315
"""Coefficients of Newton and Schulz's iteration that bring singular values near to 1 soonest, if not exactly there."""


class Muon:
    """For convolutions of one shape, each taken as a matrix with a row for every channel that it gives."""

    def __init__(self, weights: Sequence[nn.Parameter]) -> None:
        matrices = [weight.flatten(1) for weight in weights]
        self._momentum = torch.zeros_like(torch.stack(matrices))
        self.moments = {weight: rows.view_as(weight) for weight, rows in zip(weights, self._momentum, strict=True)}
        """What is remembered of each convolution's gradients."""

    @torch.no_grad()
    def step(self, rate: Tensor) -> None:
        """Along the gradients, which are there: that part of a row's length, if it is 1, is changed."""
        gradients = torch.stack([weight.grad.flatten(1) for weight in self.moments if weight.grad is not None])
        self._momentum.lerp_(gradients, 1 - MOMENTUM)
        turned = orthogonal(gradients.lerp(self._momentum, MOMENTUM))
        for weight, change in zip(self.moments, turned, strict=True):
            weight.sub_(rate * change.view_as(weight))


def orthogonal(matrices: Tensor) -> Tensor:
    """Matrices [count, rows, columns], no higher than wide, with the same directions, all of which count alike."""
    precision = torch.bfloat16 if matrices.device.type == "cuda" else matrices.dtype
    x = (matrices * torch.rsqrt(matrices.square().sum((1, 2), keepdim=True) + _EPSILON)).to(precision)
    a, b, c = _QUINTIC
    for _ in range(_ITERATIONS):
        square = x @ x.mT
        x = a * x + (b * square + c * square @ square) @ x
    return x.to(matrices.dtype)
