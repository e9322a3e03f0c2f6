"""The network of the Hex engine: outputs, cache, and play without it."""

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from crownbridge.engines import Limit, SearchRequest
from crownbridge.engines.hex import LEVELS, HexEngine, HexSearch, Network, NetworkWarning, Parameters, Solver
from crownbridge.engines.hex import network as network_module
from crownbridge.engines.hex.network import WEIGHTS, network
from crownbridge.engines.hex.parameters import PLAYOUTS_PER_VISIT
from crownbridge.errors import FileError, OptionError
from crownbridge.games import Hex


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package's network in another place, where it can be damaged, and where all look for it."""
    for path in (WEIGHTS, WEIGHTS.with_suffix(".json")):
        shutil.copy(path, tmp_path)
    path = tmp_path / WEIGHTS.name
    monkeypatch.setattr(network_module.Network.__init__, "__defaults__", (path,))
    network.cache_clear()
    return path


@pytest.fixture(autouse=True)
def _forget() -> None:
    network.cache_clear()


def test_the_weights_tell_nothing_of_where_they_were_made() -> None:
    assert b".py" not in WEIGHTS.read_bytes()


@pytest.mark.parametrize("size", [1, 2, 3, 11, 26])
def test_it_judges_every_size(size: int) -> None:
    boards = np.random.default_rng(size).integers(-1, 2, (3, size, size), np.int8)
    chances, logits = Network()(boards)
    assert chances.shape == (3,)
    assert logits.shape == (3, size * size)
    assert chances.dtype == logits.dtype == np.float32
    assert ((chances >= 0) & (chances <= 1)).all()
    assert np.isfinite(logits).all()


def test_it_sees_who_is_ahead() -> None:
    won = np.zeros((1, 11, 11), np.int8)
    won[0, 1:10, 5] = 1
    lost = -won.transpose(0, 2, 1)
    chances, _ = Network()(np.concatenate([won, lost]))
    assert chances[0] > 0.9
    assert chances[1] < 0.1


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("r../.../b.. r", [[1, 0, 0], [0, 0, 0], [-1, 0, 0]]),
        ("r../.../b.. b", [[-1, 0, 1], [0, 0, 0], [0, 0, 0]]),
    ],
)
def test_the_chance_of_a_position_is_that_of_the_side_to_move(text: str, seen: list[list[int]]) -> None:
    chances, _ = Network().evaluate(np.array([seen], np.int8))
    assert Network().chance(Hex(3).parse(text)) == chances[0]


def test_it_sees_which_move_wins() -> None:
    board = np.zeros((1, 7, 7), np.int8)
    board[0, :, 3], board[0, :, 2] = 1, -1
    board[0, 3, 3] = 0  # connects top and bottom; elsewhere the opponent takes it
    _, logits = Network()(board)
    logits = np.where(board.reshape(1, -1) == 0, logits, -np.inf)
    assert logits.argmax() == 3 * 7 + 3


def test_what_it_has_judged_is_remembered() -> None:
    judge = Network()
    batches: list[int] = []
    evaluate = judge.evaluate

    def counted(boards: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        batches.append(len(boards))
        return evaluate(boards)

    judge.evaluate = counted  # type: ignore[method-assign]
    boards = np.random.default_rng(0).integers(-1, 2, (4, 5, 5), np.int8)
    first = judge(boards)
    mixed = judge(boards[[3, 1, 1]])
    np.testing.assert_array_equal(mixed[0], first[0][[3, 1, 1]])
    np.testing.assert_array_equal(mixed[1], first[1][[3, 1, 1]])
    judge(np.concatenate([boards[:1], -boards[:1], -boards[:1]]))
    assert batches == [4, 1]


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_module, "CACHE_SIZE", 10)
    judge = Network()
    for seed in range(8):
        judge(np.random.default_rng(seed).integers(-1, 2, (4, 3, 3), np.int8))
    assert len(judge._cache) <= 14  # noqa: SLF001


def test_full_strength_uses_it_and_repeats_itself() -> None:
    position = Hex(9).parse("d5e5")
    thoughts = [Parameters(nodes=40, seed=1).engine().think(SearchRequest(position, Limit())) for _ in range(2)]
    assert thoughts[0]._replace(seconds=0) == thoughts[1]._replace(seconds=0)
    alone = HexEngine(HexSearch(Network(), batch=1)).think(SearchRequest(position, Limit(nodes=40)))
    assert thoughts[0].win_chance == pytest.approx(alone.win_chance, abs=0.2)


def test_many_threads_ask_it() -> None:
    thought = Parameters(threads=3).engine().think(SearchRequest(Hex(7).initial(), Limit(0.3)))
    assert thought.nodes > 0


def test_the_winner_of_small_boards_is_named() -> None:
    solver = Solver(16)
    for move in Hex(4).initial().legal_moves():
        position = Hex(4).initial().play(move)
        chance = HexSearch(network(), batch=4, prune_after=None).run(position, iterations=400).win_chance
        assert (chance > 0.5) == (solver.prove(position).winner == position.side_to_move), move


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        (lambda path: path.unlink(), "cannot be read: No such file"),
        (lambda path: path.write_bytes(path.read_bytes()[:1000]), "is damaged: its checksum"),
        (lambda path: path.with_suffix(".json").unlink(), "it describes the network"),
        (lambda path: path.with_suffix(".json").write_text("[]"), "does not contain the version"),
    ],
)
def test_a_file_that_cannot_be_used_is_told_and_replaced_by_playouts(
    copied: Path, harm: Callable[[Path], object], message: str
) -> None:
    harm(copied)
    with pytest.raises(FileError, match=message):
        Parameters(evaluation="network").engine()
    with pytest.warns(NetworkWarning, match=f"{message}.*playing Hex with playouts"):
        engine = Parameters(seed=1).engine()
    playouts = Parameters(evaluation="playouts", seed=1).engine()
    limit = Limit(nodes=300)
    start = Hex(12).initial()
    assert engine.think(SearchRequest(start, limit))._replace(seconds=0) == playouts.think(
        SearchRequest(start, limit)
    )._replace(seconds=0)


def test_a_foreign_file_is_told(copied: Path) -> None:
    copied.write_bytes(b"something else")
    with pytest.raises(FileError, match="is damaged"):
        Network(copied)
    metadata = {"version": 1, "sha256": hashlib.sha256(b"something else").hexdigest()}
    copied.with_suffix(".json").write_text(json.dumps(metadata))
    with pytest.raises(FileError, match="is not a network that onnxruntime can load"):
        Network(copied)


def test_without_onnxruntime_playouts_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(OptionError, match="pip install onnxruntime"):
        Parameters(evaluation="network").engine()
    with pytest.warns(NetworkWarning, match="needs onnxruntime"):
        assert Parameters().engine().think(SearchRequest(Hex(12).initial(), Limit(nodes=10))).nodes == 10


def test_asked_for_by_name_its_absence_ends_the_program(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['onnxruntime'] = None; sys.argv = ['crownbridge', *sys.argv[1:]]; "
        "from crownbridge.cli import main; main()"
    )
    command = [sys.executable, "-c", program, "htp", "--evaluation"]
    result = subprocess.run([*command, "network"], input="", capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert "the network needs onnxruntime" in result.stderr
    assert subprocess.run([*command, "playouts"], input="", text=True, cwd=tmp_path, check=False).returncode == 0


def test_programs_that_count_iterations_do_not_load_it() -> None:
    program = (
        "import sys; from crownbridge.cli.hex.hexai import main; "
        "sys.stdin = None; sys.argv = ['crownbridge']; "
        "main(['X', '11', '1']); assert not {'onnxruntime', 'numpy'} & set(sys.modules), sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, stdin=subprocess.DEVNULL)


def test_unknown_evaluations_are_refused() -> None:
    with pytest.raises(OptionError, match="evaluation is 'oracle'; expected network or playouts"):
        Parameters(evaluation="oracle")


def test_a_level_makes_many_playouts_in_place_of_every_visit() -> None:
    master = LEVELS[-2]
    assert master.nodes is not None
    for evaluation, nodes in ((None, master.nodes), ("playouts", master.nodes * PLAYOUTS_PER_VISIT)):
        engine = Parameters(level=len(LEVELS) - 1, evaluation=evaluation, seed=1).engine()
        assert engine.think(SearchRequest(Hex(9).initial(), Limit())).nodes == nodes


def fit_checksum(path: Path) -> None:
    """Write the checksum of a damaged network into its metadata."""
    metadata_path = path.with_suffix(".json")
    metadata = {**json.loads(metadata_path.read_text()), "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    metadata_path.write_text(json.dumps(metadata))


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_network_with_a_fitted_checksum_raises_only_our_errors(copied: Path, seed: int) -> None:
    """Names of tensors, sizes and operators are changed, wherever they are."""
    random = np.random.default_rng(seed)
    data = bytearray(copied.read_bytes())
    letters = [at for at in range(len(data) - 4) if data[at : at + 4].isalpha()]
    for at in random.choice(letters, 1 + seed):
        data[at] ^= 1
    copied.write_bytes(data)
    fit_checksum(copied)
    with suppress(FileError):
        Network(copied)(np.zeros((2, 11, 11), np.int8))


def test_a_network_with_another_input_is_damaged_in_our_words(copied: Path) -> None:
    """Onnxruntime loads it, and complains only when it is to be used."""
    copied.write_bytes(copied.read_bytes().replace(b"boards", b"bOards"))
    fit_checksum(copied)
    with pytest.raises(FileError, match=r"is damaged: .*bOards.*; install crownbridge again"):
        Network(copied)


def test_a_network_of_other_sizes_is_damaged_in_our_words(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outputs = np.zeros(1, np.float32), np.zeros((1, 3), np.float32)
    monkeypatch.setattr(Network, "evaluate", lambda *_: outputs)
    with pytest.raises(FileError, match="is damaged: its logits are not 1 x 25 finite numbers"):
        Network(copied)
