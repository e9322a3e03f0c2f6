"""Export a player as the ONNX file that the engine ships, with its metadata in a JSON file.

    python -m training.hex.export training/hex/run/player-0157585.pt network.onnx --version 8

The input is boards, int8[positions, size, size], from the perspective of the side to move as if it connected top and
bottom. The outputs are that side's win probabilities, float32[positions], and the policy logits, float32[positions,
size * size]. The convolutions are quantized to 8 bits.
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
from training.hex.checkpoints import load_player
from training.hex.network import Network, folded
from training.hex.quantize import quantize


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
    """Write the network and its metadata with the checksum of the file."""
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
    checksum = hashlib.sha256(path.read_bytes()).hexdigest()
    path.with_suffix(".json").write_text(
        json.dumps({**metadata, "sha256": checksum}, indent=2) + "\n", encoding="utf-8"
    )


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m training.hex.export", description="Export a player as an ONNX file."
    )
    parser.add_argument("player", type=Path)
    parser.add_argument("path", type=Path)
    parser.add_argument("--version", type=int, required=True, help="version number of the network")
    args = parser.parse_args()
    counters = torch.load(args.player, map_location="cpu", weights_only=True)["counters"]
    metadata = {"version": args.version, "player": args.player.name, "training": counters}
    export(load_player(args.player, torch.device("cpu")), args.path, metadata)


if __name__ == "__main__":
    main()
