"""The network: a residual tower of 3x3 convolutions for boards of any size, without batch statistics.

The input is a board from the perspective of the side to move, which connects top and bottom, with a border of edge
stones. The outputs are a policy logit per cell, for the probability that a stone there wins, and a value logit. The
weights of all convolutions are standardized during training, which replaces batch normalization but does not depend on
size and batch; afterwards they are folded into plain convolutions.
"""

import copy
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, cast

import torch
from torch import Tensor, nn
from torch.nn import functional

RING = 2
"""Width of the border of edge stones on each side of the board."""
HIDDEN = 64
"""Number of hidden neurons of the value head."""
_EPSILON = 1e-6

Evaluate = Callable[[Tensor], tuple[Tensor, Tensor]]
"""Function from boards to policy and value logits."""


@dataclass(frozen=True)
class Shape:
    """Size of a network."""

    channels: int = 96
    blocks: int = 10
    pooled_every: int = 3
    """One of this many blocks pools over the whole board."""

    def pools(self, block: int) -> bool:
        """Return True if the block with this index has global pooling."""
        return block % self.pooled_every == self.pooled_every - 1


M = TypeVar("M", bound=nn.Module)


class StandardizedConv(nn.Module):
    """A convolution whose weights have mean 0 and length `gain` for every output channel."""

    def __init__(self, inputs: int, outputs: int, width: int, gain: float) -> None:
        super().__init__()
        self.padding = width // 2 if width == 3 else 0  # noqa: PLR2004 - the stem consumes the border
        fan_in = inputs * width * width
        # The length does not change the output, but shorter weights rotate further in each step.
        self.weight = nn.Parameter(torch.randn(outputs, inputs, width, width) / math.sqrt(fan_in))
        self.gain = nn.Parameter(torch.full((outputs, 1, 1, 1), gain))
        self.bias = nn.Parameter(torch.zeros(outputs))

    def standardized(self) -> Tensor:
        """Return the standardized weights."""
        variance, mean = torch.var_mean(self.weight, (1, 2, 3), keepdim=True, correction=0)
        fan_in = self.weight[0].numel()
        return (self.weight - mean) * (self.gain * torch.rsqrt(variance * fan_in + _EPSILON))

    def forward(self, x: Tensor) -> Tensor:
        """Compute in the precision of the input."""
        return functional.conv2d(x, self.standardized().to(x.dtype), self.bias.to(x.dtype), padding=self.padding)


def global_pool(x: Tensor) -> Tensor:
    """Return the mean and the maximum of every channel over the board."""
    flat = x.flatten(2)
    # Not amax: its gradient compares values with the maximum, and rounding in compiled code may leave no match.
    return torch.cat([flat.mean(2), flat.max(2).values], 1)[:, :, None, None]


class Block(nn.Module):
    """A residual block of two convolutions, initially the identity."""

    def __init__(self, channels: int, *, pooled: bool) -> None:
        super().__init__()
        self.first = StandardizedConv(channels, channels, 3, math.sqrt(2))
        self.second = StandardizedConv(channels, channels, 3, 0.0)
        self.pooled = nn.Conv2d(2 * channels, channels, 1, bias=False) if pooled else None
        if self.pooled is not None:
            nn.init.zeros_(self.pooled.weight)

    def forward(self, x: Tensor) -> Tensor:
        """Return the output of the block; pooled channels are added to every cell after the first convolution."""
        hidden = self.first(x)
        if self.pooled is not None:
            hidden = hidden + functional.conv2d(global_pool(hidden), self.pooled.weight.to(x.dtype))
        return functional.relu(x + self.second(functional.relu(hidden)))


class Network(nn.Module):
    """A policy and value network for boards int8[positions, size, size], 1 for own and -1 for opposing stones.

    Its weights are float32; `precision` is that of the tower's arithmetic.
    """

    def __init__(self, shape: Shape, precision: torch.dtype = torch.float32) -> None:
        super().__init__()
        self.shape, self.precision = shape, precision
        self.stem = StandardizedConv(2, shape.channels, 2 * RING + 1, math.sqrt(2) * 2)
        self.tower = nn.Sequential(*(Block(shape.channels, pooled=shape.pools(i)) for i in range(shape.blocks)))
        self.moves = nn.Conv2d(shape.channels, 1, 1)
        self.hidden = nn.Linear(2 * shape.channels, HIDDEN)
        self.value = nn.Linear(HIDDEN, 1)
        for layer in (self.moves, self.value):
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.zeros_(cast("Tensor", layer.bias))

    def forward(self, boards: Tensor) -> tuple[Tensor, Tensor]:
        """Return the policy logits, float32[positions, size * size], and the value logits, float32[positions]."""
        x = self.tower(functional.relu(self.stem(self.planes(boards))))
        moves = functional.conv2d(x, self.moves.weight.to(x.dtype), None).flatten(1).float()
        return moves + cast("Tensor", self.moves.bias), self.value_logits(x)

    @torch.compiler.disable  # type: ignore[untyped-decorator]  # wrong values if compiled without gradients
    def value_logits(self, x: Tensor) -> Tensor:
        """Return the value logits from the output of the tower."""
        hidden = functional.relu(self.hidden(global_pool(x).flatten(1).float()))
        return cast("Tensor", self.value(hidden)).flatten()

    def planes(self, boards: Tensor) -> Tensor:
        """Return the input planes: own and opposing stones, each with its edges; the corners are empty."""
        own, theirs = (boards == 1).unsqueeze(1).to(self.precision), (boards == -1).unsqueeze(1).to(self.precision)
        own = functional.pad(functional.pad(own, (0, 0, RING, RING), value=1.0), (RING, RING, 0, 0))
        theirs = functional.pad(functional.pad(theirs, (RING, RING, 0, 0), value=1.0), (0, 0, RING, RING))
        planes = torch.cat([own, theirs], 1)
        return planes.contiguous(memory_format=torch.channels_last) if boards.device.type == "cuda" else planes


def to_device(module: M, device: torch.device) -> M:
    """Move a module to a device, with its weights in channels-last layout."""
    return module.to(device).to(memory_format=torch.channels_last)  # type: ignore[call-overload,no-any-return]


def folded(network: Network) -> Network:
    """Return a copy for inference, with plain convolutions."""
    copied = copy.deepcopy(network)
    for module in copied.modules():
        for name, child in module.named_children():
            if isinstance(child, StandardizedConv):
                outputs, inputs, width, _ = child.weight.shape
                plain = nn.Conv2d(inputs, outputs, width, padding=child.padding, dtype=network.precision)
                setattr(module, name, to_device(plain, child.weight.device))
    refold(copied, network)
    return copied.eval().requires_grad_(requires_grad=False)


@torch.no_grad()
def refold(copied: Network, network: Network) -> None:
    """Copy the current weights of the network to its folded copy."""
    modules = dict(copied.named_modules())
    for name, module in network.named_modules():
        target = modules[name]
        if isinstance(module, StandardizedConv):
            cast("Tensor", target.weight).copy_(module.standardized())
            cast("Tensor", target.bias).copy_(module.bias)
        elif isinstance(module, nn.Conv2d | nn.Linear):
            for copied_to, parameter in zip(target.parameters(), module.parameters(), strict=True):
                copied_to.copy_(parameter)
