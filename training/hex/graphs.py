"""Steps that are captured once and replayed, so that no time goes to starting many small kernels one by one."""

from collections.abc import Callable

import torch

_WARM_UPS = 3


def replayed(step: Callable[[], None], device: torch.device) -> Callable[[], None]:
    """The same step, as a graph where the device has such; it is run a few times for that.

    It must take everything from, and leave everything in, tensors that stay where they are.
    """
    if device.type != "cuda":
        return step
    beside = torch.cuda.Stream()  # type: ignore[no-untyped-call]
    beside.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(beside):
        for _ in range(_WARM_UPS):
            step()
    torch.cuda.current_stream().wait_stream(beside)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    return graph.replay
