"""Checkpoints of a training: its state, from which it resumes, and its players at successive times."""

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from training.hex.learner import Learner
from training.hex.network import Network, Shape, to_device
from training.hex.packing import unpacked

STATE = "state.pt"
NETWORK = "network.bin"
"""The engine's network, or a link to it."""
_FORMAT = 1


def save_state(folder: Path, learner: Learner, counters: dict[str, Any]) -> None:
    """Write counters, and weights and moments in half precision, whose rounding is below the noise of training."""
    state = learner.state()
    content = {
        "format": _FORMAT,
        "shape": asdict(learner.network.shape),
        "counters": counters,
        "network": _halved(state["network"]),
        "average": _halved(state["average"]),
        "moments": {
            name: {key: tensor if key == "step" else tensor.bfloat16() for key, tensor in moment.items()}
            for name, moment in state["moments"].items()
        },
    }
    _write(content, folder / STATE)


def load_state(folder: Path, device: torch.device) -> dict[str, Any] | None:
    """Return the saved state, else one made from the last player or else from the engine's network, else None.

    A player has only the averaged weights: training resumes from them, and the warm-up of a run rebuilds the moments.
    Raise ValueError if the file is damaged.
    """
    path = folder / STATE
    if path.exists():
        return read(path, device)
    saved = [*folder.glob(NETWORK), *players(folder)]
    if not saved:
        return None
    state = read(saved[-1], device)
    return {**state, "network": state["average"], "moments": {}}


def save_player(path: Path, average: Network, counters: dict[str, Any]) -> None:
    """Write the averaged weights in half precision."""
    weights = _halved(average.state_dict())
    _write({"format": _FORMAT, "shape": asdict(average.shape), "counters": counters, "average": weights}, path)


def load_player(path: Path, device: torch.device, precision: torch.dtype = torch.float32) -> Network:
    """Return the network of a player or of the engine in training form; `folded` prepares it for inference."""
    content = read(path, device)
    network = to_device(Network(Shape(**content["shape"]), precision), device)
    network.load_state_dict(content["average"])
    return network.eval().requires_grad_(requires_grad=False)


def players(folder: Path) -> list[Path]:
    """Return the saved players, oldest first."""
    return sorted(folder.glob("player-*.pt"))


def read(path: Path, device: torch.device) -> dict[str, Any]:
    """Return the content of a state, of a player or of the engine's network; raise ValueError if it is damaged."""
    if path.suffix == ".bin":
        return _read_network(path)
    try:
        content: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
        is_supported = content["format"] == _FORMAT
    except Exception as error:  # PyTorch's exceptions have no common base class
        raise ValueError(f"{path} is damaged or not a training state; use another folder") from error
    if not is_supported:
        raise ValueError(f"{path} was saved by another version of the training; use another folder")
    return content


def _read_network(path: Path) -> dict[str, Any]:
    try:
        network = unpacked(path.read_bytes())
        counters = json.loads(path.resolve().with_suffix(".json").read_text(encoding="utf-8"))["training"]
    except (OSError, KeyError, ValueError) as error:
        raise ValueError(f"{path} cannot be used as a network: {error}") from error
    return {"shape": asdict(network.shape), "counters": counters, "average": network.state_dict()}


def _halved(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: tensor.half() for name, tensor in weights.items()}


def _write(content: dict[str, Any], path: Path) -> None:
    unfinished = path.with_suffix(".unfinished")
    with unfinished.open("wb") as file:
        torch.save(content, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(unfinished, path)  # noqa: PTH105 - documented to be atomic
