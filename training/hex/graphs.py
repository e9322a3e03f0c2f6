"""Steps that are captured once and replayed, so that no time goes to starting many small kernels one by one."""

from collections.abc import Callable

import torch

_WARM_UPS = 3


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
