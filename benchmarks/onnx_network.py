"""The network as an ONNX file, run by onnxruntime: what the native core is compared with."""

from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray


class OnnxNetwork:
    """An evaluator for `HexSearch` that calls onnxruntime with one thread."""

    def __init__(self, path: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        self._session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])

    def __call__(self, boards: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return win chances and logits."""
        chances, logits = self._session.run(None, {"boards": boards})
        return chances, logits
