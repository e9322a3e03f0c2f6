"""Ratings of the players of a training, from its log."""

import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")

from training.hex.network import Shape
from training.hex.ratings import elo, evaluation_cost, picture, read


@pytest.fixture
def log(tmp_path: Path) -> Path:
    names = [f"player-{step:07}.pt" for step in (0, 10, 20)]
    entries = [
        {"steps": 10, "positions": 100, "learnt": 200},
        {"steps": 20, "positions": 300, "learnt": 500},
        {"player": names[1], "against": names[0], "score": {"11": 1.0}},
        {"player": names[2], "against": names[1], "score": {"11": 0.75}},
        {"player": names[2], "against": names[1], "searched": {"size": 11, "visits": 200, "games": 8, "won": 4}},
    ]
    path = tmp_path / "log.jsonl"
    path.write_text("\n".join(map(json.dumps, entries)), "utf-8")
    return path


def test_an_evaluation_of_the_network_costs_two_operations_per_weight_and_cell() -> None:
    assert evaluation_cost(Shape(96, 10), 11) == 2 * 121 * (2 * 25 * 96 + 20 * 9 * 96 * 96)


def test_players_are_rated_by_their_matches(log: Path) -> None:
    costs, matches = read(log, searched=False)
    players = sorted(costs)
    assert players == ["player-0000010.pt", "player-0000020.pt"]
    assert costs[players[1]] / costs[players[0]] == pytest.approx((300 + 3 * 500) / (100 + 3 * 200))
    ratings = elo(matches)
    assert list(ratings) == players
    assert list(ratings.values()) == pytest.approx([0, 191], abs=3)
    assert "11x11" in picture(costs, {11: ratings})


def test_matches_with_search_are_counted_apart(log: Path) -> None:
    costs, matches = read(log, searched=True)
    assert [(match.size, match.games, match.won) for match in matches] == [(11, 8, 4)]
    ratings = elo(matches)
    assert list(ratings.values()) == pytest.approx([0, 0], abs=1)
    assert "11x11" in picture(costs, {11: ratings})
