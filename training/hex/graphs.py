"""What makes an accelerator faster: compiled networks, and steps that are captured once and replayed."""

from collections.abc import Callable

import torch
from training.hex.network import Evaluate, Network

_WARM_UPS = 3
_ROUNDING = 0.25
"""The most that logits may differ by, in the mean, because they were computed in another order."""


class _Graph:
    """A captured step. It holds the step itself, too, whose tensors the graph goes on reading and writing."""

    def __init__(self, step: Callable[[], None]) -> None:
        self.step = step
        self.graph = torch.cuda.CUDAGraph()
        beside = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        beside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(beside):
            for _ in range(_WARM_UPS):
                step()
        torch.cuda.current_stream().wait_stream(beside)
        with torch.cuda.graph(self.graph):
            step()

    def __call__(self) -> None:
        self.graph.replay()


def replayed(step: Callable[[], None], device: torch.device) -> Callable[[], None]:
    """The same step, as a graph where the device has such; it is run a few times for that.

    It must take everything from, and leave everything in, tensors that stay where they are.
    """
    return _Graph(step) if device.type == "cuda" else step


def compiled(network: Network, positions: int, size: int) -> Evaluate:
    """The network, compiled for so many positions of a size.

    Raises ValueError if that gives something else: nothing but worse play, much later, would tell of it otherwise.
    """
    made: Evaluate = torch.compile(network, dynamic=False)
    weight = next(network.parameters())
    boards = torch.randint(-1, 2, (positions, size, size), dtype=torch.int8, device=weight.device)
    with torch.set_grad_enabled(weight.requires_grad):
        for given, wanted in zip(made(boards), network(boards), strict=True):
            if not float((given - wanted).abs().mean()) < _ROUNDING:
                raise ValueError("what the compiler made of the network computes something else")
    return made
