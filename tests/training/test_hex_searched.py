"""Matches of players with the engine's search: batching evaluators and games."""

import json
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")

from training.hex.checkpoints import load_player, save_player  # noqa: E402
from training.hex.network import Network, Shape  # noqa: E402
from training.hex.searched import BatchingEvaluator, Conditions, match_saved, pairs  # noqa: E402

CPU = torch.device("cpu")
torch.set_num_threads(1)


@pytest.fixture
def player(tmp_path: Path) -> Path:
    torch.manual_seed(0)
    path = tmp_path / "player-0000000.pt"
    save_player(path, Network(Shape(channels=8, blocks=3)), {})
    return path


def test_a_judge_says_what_its_network_does(player: Path) -> None:
    boards = np.random.default_rng(0).integers(-1, 2, (3, 4, 4), np.int8)
    evaluator = BatchingEvaluator(player, CPU, 8)
    chances, logits = evaluator(boards)
    evaluator.close()
    moves, values = load_player(player, CPU)(torch.from_numpy(boards))
    assert np.allclose(chances, values.sigmoid().numpy(), atol=1e-4)
    assert np.allclose(logits, moves.numpy(), atol=1e-4)


def test_a_judge_that_fails_tells_who_asked(player: Path) -> None:
    evaluator = BatchingEvaluator(player, CPU, 8)
    with pytest.raises((RuntimeError, IndexError)):
        evaluator(np.zeros((1, 0, 0), np.int8))
    evaluator.close()


def test_every_opening_is_played_twice(player: Path) -> None:
    won = pairs(0, (player, player), size=4, count=3, visits=4)
    assert len(won) == 3
    assert set(won) <= {0, 1, 2}


def test_a_match_of_a_training_is_added_to_its_log(player: Path) -> None:
    folder = player.parent
    (folder / "log.jsonl").write_text('{"steps": 1}\n')
    newer = folder / "player-0000010.pt"
    newer.write_bytes(player.read_bytes())
    match_saved(folder, newer, player, Conditions(size=3, games=2, visits=2, processes=1, seed=0))
    _, entry = map(json.loads, (folder / "log.jsonl").read_text().splitlines())
    assert (entry["player"], entry["against"]) == (newer.name, player.name)
    assert entry["searched"]["games"] == 2
    assert 0 <= entry["searched"]["won"] <= 2
