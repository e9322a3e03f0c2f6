"""Checkpoints of a training: its state, from which it resumes, and its players at successive times."""

import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from training.hex.learner import Learner
from training.hex.network import Network, Shape, to_device

STATE = "state.pt"
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
    """Return the saved state, else one made from the last player, else None; raise ValueError if the file is damaged.

    A player has only the averaged weights: training resumes from them, and the warm-up of a run rebuilds the moments.
    """
    path = folder / STATE
    if path.exists():
        return _read(path, device)
    if not (saved := players(folder)):
        return None
    state = _read(saved[-1], device)
    return {**state, "network": state["average"], "moments": {}}


def save_player(path: Path, average: Network, counters: dict[str, Any]) -> None:
    """Write the averaged weights in half precision."""
    weights = _halved(average.state_dict())
    _write({"format": _FORMAT, "shape": asdict(average.shape), "counters": counters, "average": weights}, path)


def load_player(path: Path, device: torch.device, precision: torch.dtype = torch.float32) -> Network:
    """Return the network of a saved player in training form; `folded` prepares it for inference."""
    content = torch.load(path, map_location=device, weights_only=True)
    network = to_device(Network(Shape(**content["shape"]), precision), device)
    network.load_state_dict(content["average"])
    return network.eval().requires_grad_(requires_grad=False)


def players(folder: Path) -> list[Path]:
    """Return the saved players, oldest first."""
    return sorted(folder.glob("player-*.pt"))


def _read(path: Path, device: torch.device) -> dict[str, Any]:
    try:
        content: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
        is_supported = content["format"] == _FORMAT
    except Exception as error:  # PyTorch's exceptions have no common base class
        raise ValueError(f"{path} is damaged or not a training state; use another folder") from error
    if not is_supported:
        raise ValueError(f"{path} was saved by another version of the training; use another folder")
    return content


def _halved(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: tensor.half() for name, tensor in weights.items()}


def _write(content: dict[str, Any], path: Path) -> None:
    unfinished = path.with_suffix(".unfinished")
    torch.save(content, unfinished)
    os.replace(unfinished, path)  # noqa: PTH105 - documented to be atomic
