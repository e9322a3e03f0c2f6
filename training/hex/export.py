"""Export a player as the file that the engine ships, with its metadata in a JSON file.

    python -m training.hex.export build/hex/player-0157585.pt src/crownbridge/engines/hex/network.bin --version 8
    python -m training.hex.export src/crownbridge/engines/hex/network.bin build/network.onnx --version 8

The first form is that of `packing.py`. The second is for other programs: an ONNX file with convolutions of 8 bits. The
input of both is boards, int8[positions, size, size], from the perspective of the side to move as if it connected top
and bottom. The outputs are that side's win probabilities, float32[positions], and the policy logits,
float32[positions, size * size].
"""

import argparse
import hashlib
import json
import tempfile
import warnings
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from training.hex.checkpoints import load_player, read
from training.hex.network import Network, folded
from training.hex.packing import packed

from crownbridge.files import write_atomically


class ExportedNetwork(nn.Module):
    """The network with the outputs that the search expects."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, boards: Tensor) -> tuple[Tensor, Tensor]:
        """Return the win probabilities and the policy logits."""
        moves, values = self.network(boards)
        return values.sigmoid(), moves


def export(network: Network, path: Path, metadata: dict[str, Any]) -> None:
    """Write the network in the form of the suffix, .bin or .onnx, and its metadata with the checksum of the file."""
    unfinished = path.with_name(f"unfinished-{path.name}")
    if path.suffix == ".onnx":
        export_onnx(network, unfinished)
    else:
        unfinished.write_bytes(packed(network))
    checksum = hashlib.sha256(unfinished.read_bytes()).hexdigest()
    unfinished.replace(path)
    write_atomically(path.with_suffix(".json"), json.dumps({**metadata, "sha256": checksum}, indent=2) + "\n")


def export_onnx(network: Network, path: Path) -> None:
    """Write the network as an ONNX file with quantized convolutions."""
    from training.hex.quantize import quantize  # noqa: PLC0415 - needs onnxruntime, which the engine does not

    boards = torch.zeros(2, 11, 11, dtype=torch.int8)
    dynamic = torch.export.Dim.DYNAMIC
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings about the exporter itself
        program = torch.onnx.export(
            ExportedNetwork(folded(network)).eval(),
            (boards,),
            dynamo=True,
            input_names=["boards"],
            output_names=["chances", "logits"],
            dynamic_shapes={"boards": {0: dynamic, 1: dynamic, 2: dynamic}},
            verbose=False,
        )
    if program is None:
        raise RuntimeError("PyTorch exported nothing")
    for node in program.model.graph:
        node.metadata_props.clear()  # source locations
    with tempfile.TemporaryDirectory() as folder:
        precise = Path(folder, "precise.onnx")
        program.save(precise, external_data=False)
        quantize(network, precise, path)


def export_player(player: Path, path: Path, version: int) -> dict[str, Any]:
    """Export a saved player and return the counters of its training."""
    cpu = torch.device("cpu")
    counters: dict[str, Any] = read(player, cpu)["counters"]
    export(load_player(player, cpu), path, {"version": version, "training": counters})
    return counters


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m training.hex.export", description="Export a player as a file for the engine or as ONNX."
    )
    parser.add_argument("player", type=Path)
    parser.add_argument("path", type=Path)
    parser.add_argument("--version", type=int, required=True, help="version number of the network")
    args = parser.parse_args()
    export_player(args.player, args.path, args.version)


if __name__ == "__main__":
    main()
