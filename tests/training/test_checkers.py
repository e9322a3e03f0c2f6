"""The training of the checkers network: the engine computes the fitted function."""

import importlib
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from crownbridge._core import CheckersEvaluation
from crownbridge.engines.checkers.network import KTH_WEIGHTS, WEIGHTS
from crownbridge.games import Checkers
from crownbridge.games.checkers import Position, Side

torch = pytest.importorskip("torch")
fit: Any = importlib.import_module("training.checkers.fit")


def positions(count: int) -> list[Position]:
    """Return positions of random games."""
    choose = random.Random(1)
    reached: list[Position] = []
    while len(reached) < count:
        position = Checkers().initial()
        while position.outcome() is None:
            position = position.play(choose.choice(position.legal_moves()))
            reached.append(position)
    return choose.sample(reached, count)


def sample(position: Position) -> tuple[int, int, int, int, int, int]:
    """Return the position as selfplay writes it."""
    red = position.side_to_move == Side.RED
    squares = position.squares if red else position.squares[::-1]
    bits = {letter: sum(1 << number for number, one in enumerate(squares) if one == letter) for letter in "rRwW"}
    sides = bits["r"] | bits["R"], bits["w"] | bits["W"]
    return (*(sides if red else sides[::-1]), bits["R"] | bits["W"], 0, 0, 0)


def scores(network: Any, of: list[Position]) -> Any:
    """Return the network's scores in hundredths of a man."""
    samples = fit.Samples(np.array([sample(position) for position in of], fit.SAMPLE), torch.device("cpu"), 0.5)
    with torch.no_grad():
        return network(*samples.batch(torch.arange(len(of)))[:2]).numpy() * fit.CENTIMEN


def test_the_engine_computes_what_was_fitted(tmp_path: Path) -> None:
    torch.manual_seed(1)
    network = fit.Network()
    torch.nn.init.normal_(network.table, std=0.05)
    fit.write_weights(network, tmp_path / "network.bin")
    evaluation = CheckersEvaluation.network((tmp_path / "network.bin").read_bytes())
    some = positions(300)
    computed = np.array([evaluation(position) for position in some])
    assert computed.std() > 10
    assert np.abs(scores(network, some) - computed).max() < 4


@pytest.mark.parametrize("shipped", [WEIGHTS, KTH_WEIGHTS])
def test_weights_are_read_as_they_were_written(tmp_path: Path, shipped: Path) -> None:
    network = fit.Network()
    fit.read_weights(network, shipped)
    fit.write_weights(network, tmp_path / "network.bin")
    assert (tmp_path / "network.bin").read_bytes() == shipped.read_bytes()


def test_a_fit_lowers_the_loss() -> None:
    torch.manual_seed(1)
    data = np.array([sample(position) for position in positions(400)], fit.SAMPLE)
    data["result"] = np.sign(np.bitwise_count(data["own"]).astype(int) - np.bitwise_count(data["theirs"]))
    samples = fit.Samples(data, torch.device("cpu"), 1.0)
    network = fit.Network()
    before = fit.validate(network, samples)
    fit.fit(network, samples, 10, 64, 0.01)
    assert fit.validate(network, samples) < before / 2
