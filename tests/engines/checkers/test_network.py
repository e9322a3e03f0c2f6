"""The weights that are shipped."""

from pathlib import Path

import pytest

from crownbridge.engines.checkers import Hyperparameters, network
from crownbridge.errors import FileError
from crownbridge.games import Checkers


def test_agents_use_the_network_unless_they_choose_otherwise() -> None:
    man_up = Checkers().parse("B:W32,31,30:B1,2,3,4")
    assert Hyperparameters().evaluation == "network"
    assert Hyperparameters().native_evaluation()(man_up) > 30
    assert Hyperparameters().native_evaluation()(man_up) != Hyperparameters(
        evaluation="hand-written"
    ).native_evaluation()(man_up)


def test_weights_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(network, "WEIGHTS", tmp_path / "none.bin")
    network.network.cache_clear()
    with pytest.raises(FileError, match=r"none\.bin cannot be read"):
        Hyperparameters().engine()
    network.network.cache_clear()
