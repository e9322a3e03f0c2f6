"""Acceleration: compiled networks, and steps captured as CUDA graphs."""

from collections.abc import Callable

import torch
from training.hex.network import Evaluate, Network

_WARM_UPS = 3
_TOLERANCE = 0.25
"""Maximum mean difference of logits due to another order of summation."""


class _Graph:
    """A captured step. It keeps a reference to the step, whose tensors the graph reads and writes."""

    def __init__(self, step: Callable[[], None]) -> None:
        self.step = step
        self.graph = torch.cuda.CUDAGraph()
        stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(_WARM_UPS):
                step()
        torch.cuda.current_stream().wait_stream(stream)
        with torch.cuda.graph(self.graph):
            step()

    def __call__(self) -> None:
        self.graph.replay()


def captured(step: Callable[[], None], device: torch.device) -> Callable[[], None]:
    """Return the step as a CUDA graph if the device supports it, after a few warm-up runs.

    The step must read and write only tensors that stay in place.
    """
    return _Graph(step) if device.type == "cuda" else step


def compile_network(network: Network, positions: int, size: int) -> Evaluate:
    """Return the network compiled for a number of positions of one size.

    Raise ValueError if the outputs differ, which would otherwise only show as weaker play much later.
    """
    compiled_network: Evaluate = torch.compile(network, dynamic=False)
    weight = next(network.parameters())
    boards = torch.randint(-1, 2, (positions, size, size), dtype=torch.int8, device=weight.device)
    with torch.set_grad_enabled(weight.requires_grad):
        for actual, expected in zip(compiled_network(boards), network(boards), strict=True):
            if not float((actual - expected).abs().mean()) < _TOLERANCE:
                raise ValueError("the outputs of the compiled network differ from those of the original")
    return compiled_network
