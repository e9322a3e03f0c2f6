"""The network: a residual tower of 3x3 convolutions for boards of any size, without batch statistics.

It sees a board as the side to move that connects top and bottom, framed by a ring of edge stones. It gives a logit for
every cell, that a stone there wins, and one for the position. The weights of every convolution are standardized while
it learns, which does what batch normalization is wanted for but is the same for every size and every batch; afterwards
they are folded into plain convolutions.
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
"""How many rows of edge stones there are on each side of the board."""
HIDDEN = 64
"""Neurons between what is pooled and the value."""
_EPSILON = 1e-6

Evaluate = Callable[[Tensor], tuple[Tensor, Tensor]]
"""What a network does: boards in, the logits of their moves and of their positions out."""


@dataclass(frozen=True)
class Shape:
    """How large a network is."""

    channels: int = 96
    blocks: int = 10
    pooled_every: int = 3
    """Each block of that number pools over the whole board."""

    def pools(self, block: int) -> bool:
        """Whether that block, counted from 0, is one of them."""
        return block % self.pooled_every == self.pooled_every - 1


M = TypeVar("M", bound=nn.Module)


class Standardized(nn.Module):
    """A convolution whose weights, for every channel that it gives, have mean 0 and length `gain`."""

    def __init__(self, inputs: int, outputs: int, width: int, gain: float) -> None:
        super().__init__()
        self.padding = width // 2 if width == 3 else 0  # noqa: PLR2004 - the tower's; the ring is eaten up, not padded
        fan_in = inputs * width * width
        # Any length would compute the same, but the shorter the weights, the further a step turns them.
        self.weight = nn.Parameter(torch.randn(outputs, inputs, width, width) / math.sqrt(fan_in))
        self.gain = nn.Parameter(torch.full((outputs, 1, 1, 1), gain))
        self.bias = nn.Parameter(torch.zeros(outputs))

    def standardized(self) -> Tensor:
        """The weights that it convolves with."""
        variance, mean = torch.var_mean(self.weight, (1, 2, 3), keepdim=True, correction=0)
        fan_in = self.weight[0].numel()
        return (self.weight - mean) * (self.gain * torch.rsqrt(variance * fan_in + _EPSILON))

    def forward(self, x: Tensor) -> Tensor:
        """Computes in the precision of what it is given."""
        return functional.conv2d(x, self.standardized().to(x.dtype), self.bias.to(x.dtype), padding=self.padding)


def pools(x: Tensor) -> Tensor:
    """The mean and the maximum of every channel over the board."""
    flat = x.flatten(2)
    # Not amax, whose gradient looks for the maximum by its value: compiled, rounding may let it find none.
    return torch.cat([flat.mean(2), flat.max(2).values], 1)[:, :, None, None]


class Block(nn.Module):
    """Two convolutions beside a shortcut. It does nothing before it has learnt to."""

    def __init__(self, channels: int, *, pooled: bool) -> None:
        super().__init__()
        self.first = Standardized(channels, channels, 3, math.sqrt(2))
        self.second = Standardized(channels, channels, 3, 0.0)
        self.pooled = nn.Conv2d(2 * channels, channels, 1, bias=False) if pooled else None
        if self.pooled is not None:
            nn.init.zeros_(self.pooled.weight)

    def forward(self, x: Tensor) -> Tensor:
        """What is pooled over the whole board after the first convolution is added to every cell of it."""
        hidden = self.first(x)
        if self.pooled is not None:
            hidden = hidden + functional.conv2d(pools(hidden), self.pooled.weight.to(x.dtype))
        return functional.relu(x + self.second(functional.relu(hidden)))


class Network(nn.Module):
    """Boards in, int8[positions, size, size], 1 for the mover's stones and -1 for the other's; logits out.

    Its weights are float32; `precision` is that of the tower's arithmetic.
    """

    def __init__(self, shape: Shape, precision: torch.dtype = torch.float32) -> None:
        super().__init__()
        self.shape, self.precision = shape, precision
        self.stem = Standardized(2, shape.channels, 2 * RING + 1, math.sqrt(2) * 2)
        self.tower = nn.Sequential(*(Block(shape.channels, pooled=shape.pools(i)) for i in range(shape.blocks)))
        self.moves = nn.Conv2d(shape.channels, 1, 1)
        self.hidden = nn.Linear(2 * shape.channels, HIDDEN)
        self.value = nn.Linear(HIDDEN, 1)
        for layer in (self.moves, self.value):
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.zeros_(cast("Tensor", layer.bias))

    def forward(self, boards: Tensor) -> tuple[Tensor, Tensor]:
        """The logits of all moves, float32[positions, size * size], and of the positions, float32[positions]."""
        x = self.tower(functional.relu(self.stem(self.planes(boards))))
        moves = functional.conv2d(x, self.moves.weight.to(x.dtype), None).flatten(1).float()
        return moves + cast("Tensor", self.moves.bias), self.judged(x)

    @torch.compiler.disable  # type: ignore[untyped-decorator]  # compiled without gradients, it gives wrong values
    def judged(self, x: Tensor) -> Tensor:
        """The logits of the positions, by what comes out of the tower."""
        hidden = functional.relu(self.hidden(pools(x).flatten(1).float()))
        return cast("Tensor", self.value(hidden)).flatten()

    def planes(self, boards: Tensor) -> Tensor:
        """The stones of the mover and of the other, each with its edges; the corners are nobody's."""
        own, theirs = (boards == 1).unsqueeze(1).to(self.precision), (boards == -1).unsqueeze(1).to(self.precision)
        own = functional.pad(functional.pad(own, (0, 0, RING, RING), value=1.0), (RING, RING, 0, 0))
        theirs = functional.pad(functional.pad(theirs, (RING, RING, 0, 0), value=1.0), (0, 0, RING, RING))
        planes = torch.cat([own, theirs], 1)
        return planes.contiguous(memory_format=torch.channels_last) if boards.device.type == "cuda" else planes


def placed(module: M, device: torch.device) -> M:
    """The module there, with its weights laid out as convolutions like them."""
    return module.to(device).to(memory_format=torch.channels_last)  # type: ignore[call-overload,no-any-return]


def folded(network: Network) -> Network:
    """A copy to play with: its convolutions are plain."""
    copied = copy.deepcopy(network)
    for module in copied.modules():
        for name, child in module.named_children():
            if isinstance(child, Standardized):
                outputs, inputs, width, _ = child.weight.shape
                plain = nn.Conv2d(inputs, outputs, width, padding=child.padding, dtype=network.precision)
                setattr(module, name, placed(plain, child.weight.device))
    refold(copied, network)
    return copied.eval().requires_grad_(requires_grad=False)


@torch.no_grad()
def refold(copied: Network, network: Network) -> None:
    """Gives such a copy the weights that the network has now."""
    modules = dict(copied.named_modules())
    for name, module in network.named_modules():
        target = modules[name]
        if isinstance(module, Standardized):
            cast("Tensor", target.weight).copy_(module.standardized())
            cast("Tensor", target.bias).copy_(module.bias)
        elif isinstance(module, nn.Conv2d | nn.Linear):
            for copied_to, parameter in zip(target.parameters(), module.parameters(), strict=True):
                copied_to.copy_(parameter)
