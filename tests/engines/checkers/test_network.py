"""The shipped networks."""

from pathlib import Path

import pytest

from crownbridge._core import CheckersSearch
from crownbridge.engines.checkers import Hyperparameters, network
from crownbridge.errors import FileError
from crownbridge.games import Checkers, load


def test_agents_use_the_network_unless_they_choose_otherwise() -> None:
    man_up = Checkers().parse("B:W32,31,30:B1,2,3,4")
    assert Hyperparameters().evaluation == "network"
    assert Hyperparameters().native_evaluation()(man_up) > 30
    assert Hyperparameters().native_evaluation()(man_up) != Hyperparameters(
        evaluation="hand-written"
    ).native_evaluation()(man_up)


@pytest.mark.parametrize(("rules", "evaluation"), [("kth", "kth"), ("tournament", "usual")])
def test_the_rules_choose_the_weights(rules: str, evaluation: str) -> None:
    both = {"usual": network.network(), "kth": network.kth_network()}
    position = load("checkers", rules).initial()
    chosen = CheckersSearch(both["usual"], kth=both["kth"]).run(position, nodes=3_000)
    alone = {name: CheckersSearch(one).run(position, nodes=3_000) for name, one in both.items()}
    assert (chosen.score, chosen.line) == (alone[evaluation].score, alone[evaluation].line)
    assert alone["kth"].score != alone["usual"].score


def test_weights_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(network, "WEIGHTS", tmp_path / "none.bin")
    network.network.cache_clear()
    with pytest.raises(FileError, match=r"none\.bin cannot be read"):
        Hyperparameters().engine()
    network.network.cache_clear()
