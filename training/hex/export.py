"""Writes a player as the ONNX file that the engine ships, with a note of what it is beside it.

    python -m training.hex.export training/hex/run/player-0141890.pt network.onnx --version 7

The file takes boards, int8[positions, size, size], each seen by the side to move as if it connected top and bottom, and
gives that side's chances to win, float32[positions], and for every move the logit of the chance that it wins,
float32[positions, size * size]. Its convolutions compute with 8 bits.
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


class Playing(nn.Module):
    """The network in the form in which the search asks it."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, boards: Tensor) -> tuple[Tensor, Tensor]:
        """Chances of the positions and logits of the moves."""
        moves, values = self.network(boards)
        return values.sigmoid(), moves


def export(network: Network, path: Path, note: dict[str, Any]) -> None:
    """Writes the network, and beside it, as JSON, the note with the file's checksum."""
    boards = torch.zeros(2, 11, 11, dtype=torch.int8)
    some = torch.export.Dim.DYNAMIC
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the exporter, about itself
        program = torch.onnx.export(
            Playing(folded(network)).eval(),
            (boards,),
            dynamo=True,
            input_names=["boards"],
            output_names=["chances", "logits"],
            dynamic_shapes={"boards": {0: some, 1: some, 2: some}},
            verbose=False,
        )
    if program is None:
        raise RuntimeError("PyTorch exported nothing")
    for node in program.model.graph:
        node.metadata_props.clear()  # where in which source file it was made
    with tempfile.TemporaryDirectory() as folder:
        precise = Path(folder, "precise.onnx")
        program.save(precise, external_data=False)
        quantize(network, precise, path)
    checksum = hashlib.sha256(path.read_bytes()).hexdigest()
    path.with_suffix(".json").write_text(json.dumps({**note, "sha256": checksum}, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m training.hex.export", description="Writes a player as ONNX.")
    parser.add_argument("player", type=Path)
    parser.add_argument("path", type=Path)
    parser.add_argument("--version", type=int, required=True, help="of the network, as the engine tells it")
    asked = parser.parse_args()
    counters = torch.load(asked.player, map_location="cpu", weights_only=True)["counters"]
    note = {"version": asked.version, "player": asked.player.name, "training": counters}
    export(load_player(asked.player, torch.device("cpu")), asked.path, note)


if __name__ == "__main__":
    main()
