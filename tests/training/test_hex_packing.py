"""The network file of the engine as the start of a training."""

import json
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")

from training.hex.checkpoints import load_player, load_state  # noqa: E402
from training.hex.export import export  # noqa: E402
from training.hex.network import Network, Shape, folded  # noqa: E402
from training.hex.packing import MAGIC, packed, unpacked  # noqa: E402

CPU = torch.device("cpu")
torch.set_num_threads(1)


@pytest.fixture
def network() -> Network:
    torch.manual_seed(3)
    network = Network(Shape(channels=8, blocks=3))
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    return network


def test_a_file_restores_the_network(network: Network) -> None:
    boards = torch.randint(-1, 2, (5, 4, 4)).to(torch.int8)
    restored = unpacked(packed(network))
    torch.testing.assert_close(folded(restored)(boards), folded(network)(boards), rtol=1e-2, atol=1e-2)


def test_restored_weights_have_the_length_of_trained_ones(network: Network) -> None:
    weights = dict(unpacked(packed(network)).named_parameters())["tower.0.first.weight"]
    lengths = weights.flatten(1).norm(dim=1)
    torch.testing.assert_close(lengths, torch.full((8,), 3.2))


@pytest.mark.parametrize("content", [b"", b"nonsense", MAGIC, MAGIC + bytes(9), MAGIC + bytes(16)])
def test_a_damaged_file_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="network"):
        unpacked(content)


def test_a_training_starts_from_the_network_of_the_engine(network: Network, tmp_path: Path) -> None:
    shipped = tmp_path / "engine" / "network.bin"
    shipped.parent.mkdir()
    export(network, shipped, {"training": {"steps": 7}})
    run = tmp_path / "run"
    run.mkdir()
    (run / "network.bin").symlink_to(shipped)
    state = load_state(run, CPU)
    assert state is not None
    assert state["counters"] == {"steps": 7}
    assert state["moments"] == {}
    boards = torch.zeros(1, 4, 4, dtype=torch.int8)
    torch.testing.assert_close(load_player(shipped, CPU)(boards), network(boards), rtol=1e-2, atol=1e-2)
    shipped.with_suffix(".json").write_text(json.dumps({}))
    with pytest.raises(ValueError, match="cannot be used"):
        load_state(run, CPU)
