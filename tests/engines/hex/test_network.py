"""The network of the Hex engine: outputs, cache, and play without it."""

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from crownbridge._core import HexNetwork
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
    boards = np.random.default_rng(0).integers(-1, 2, (4, 5, 5), np.int8)
    first = judge(boards)
    assert judge.cached == 4
    mixed = judge(boards[[3, 1, 1]])
    np.testing.assert_array_equal(mixed[0], first[0][[3, 1, 1]])
    np.testing.assert_array_equal(mixed[1], first[1][[3, 1, 1]])
    chances, _ = judge(np.concatenate([boards[:1], -boards[:1], -boards[:1]]))
    assert judge.cached == 5
    assert chances[1] == chances[2] == judge.evaluate(-boards[:1])[0][0]


@pytest.mark.parametrize("size", [1, 4, 5, 9, 11, 13])
def test_results_do_not_depend_on_the_processor_and_the_batch(size: int) -> None:
    boards = np.random.default_rng(size).integers(-1, 2, (7, size, size), np.int8)
    chances, logits = Network().evaluate(boards)
    for instructions in HexNetwork.instruction_sets():
        other = HexNetwork(WEIGHTS.read_bytes(), instructions)
        np.testing.assert_array_equal(other.evaluate(boards)[0], chances)
        np.testing.assert_array_equal(other.evaluate(boards)[1], logits)
        np.testing.assert_array_equal(np.concatenate([other.evaluate(boards[i : i + 1])[1] for i in range(7)]), logits)


def test_instructions_that_the_processor_lacks_are_refused() -> None:
    with pytest.raises(ValueError, match="does not have these instructions"):
        HexNetwork(WEIGHTS.read_bytes(), "abacus")


@pytest.mark.parametrize(("channels", "size"), [(8, 1), (8, 6), (40, 7), (40, 9), (64, 13)])
def test_it_computes_what_its_weights_say(channels: int, size: int) -> None:
    random = np.random.default_rng(channels)
    blocks, pooled_every, hidden = 4, 2, 20
    weights: dict[str, NDArray[np.float64]] = {}

    def made(name: str, *shape: int) -> bytes:
        """Return random weights as they are in a file."""
        weights[name] = (random.normal(size=shape) / np.sqrt(np.prod(shape[1:]))).astype(np.float16).astype(float)
        return weights[name].astype("<f2").tobytes()

    content = b"hexnet 1" + np.array([channels, blocks, pooled_every, hidden], "<u4").tobytes()
    content += made("stem", channels, 2, 5, 5) + made("stem bias", channels)
    for block in range(blocks):
        for layer in ("first", "second"):
            content += made(f"{layer} {block}", channels, channels, 3, 3) + made(f"{layer} bias {block}", channels)
        if block % pooled_every == pooled_every - 1:
            content += made(f"pooled {block}", channels, 2 * channels)
    content += made("moves", channels) + made("moves bias", 1)
    content += (
        made("hidden", hidden, 2 * channels)
        + made("hidden bias", hidden)
        + made("value", hidden)
        + made("value bias", 1)
    )

    board = random.integers(-1, 2, (1, size, size), np.int8)
    planes = np.zeros((2, size + 4, size + 4))
    planes[0, :, 2:-2], planes[1, 2:-2] = 1, 1
    planes[:, 2:-2, 2:-2] = board[0] == 1, board[0] == -1
    x = np.maximum(0, convolved(planes, weights["stem"], weights["stem bias"]))
    for block in range(blocks):
        first = convolved(padded(x), weights[f"first {block}"], weights[f"first bias {block}"])
        if f"pooled {block}" in weights:
            first += (weights[f"pooled {block}"] @ pooled(first))[:, None, None]
        second = convolved(padded(np.maximum(0, first)), weights[f"second {block}"], weights[f"second bias {block}"])
        x = np.maximum(0, x + second)
    logits = np.tensordot(weights["moves"], x, 1).ravel() + weights["moves bias"]
    neurons = np.maximum(0, weights["hidden"] @ pooled(x) + weights["hidden bias"])
    chance = 1 / (1 + np.exp(-(weights["value"] @ neurons + weights["value bias"])))
    judge = HexNetwork(content)
    np.testing.assert_allclose(judge.evaluate(board)[1][0], logits, atol=0.005 * (1 + np.abs(logits).max()))
    np.testing.assert_allclose(judge.evaluate(board)[0], chance, atol=0.02)
    for harmed in (content[:-1], content + b"x", content.replace(b"hexnet", b"hexnut"), content[:8] + bytes(16)):
        with pytest.raises(ValueError, match=r"it is too|it does not begin|its number"):
            HexNetwork(harmed)


def convolved(x: NDArray[Any], weights: NDArray[Any], bias: NDArray[Any]) -> NDArray[Any]:
    """Return the convolution without padding."""
    windows = np.lib.stride_tricks.sliding_window_view(x, weights.shape[2:], (1, 2))
    sums: NDArray[Any] = np.einsum("oiab,iyxab->oyx", weights, windows, optimize=True)
    sums += bias[:, None, None]
    return sums


def padded(x: NDArray[Any]) -> NDArray[Any]:
    """Return activations with a border of zeros."""
    return np.pad(x, ((0, 0), (1, 1), (1, 1)))


def pooled(x: NDArray[Any]) -> NDArray[Any]:
    """Return the mean and the maximum of every channel."""
    return np.concatenate([x.mean((1, 2)), x.max((1, 2))])


def test_a_network_whose_sums_could_overflow_is_refused() -> None:
    header = b"hexnet 1" + np.array([480, 1, 1, 1], "<u4").tobytes()
    with pytest.raises(ValueError, match="its number of channels is wrong"):
        HexNetwork(header)


def test_numbers_that_overflow_become_neutral() -> None:
    """A network that is finite on an empty board and multiplies each stone by 65,504 eight times."""

    def numbers(*values: float) -> bytes:
        return np.array(values, "<f2").tobytes()

    def centre(weight: float, *shape: int) -> bytes:
        filters = np.zeros(shape)
        filters[0, 0, shape[2] // 2, shape[3] // 2] = weight
        return numbers(*filters.ravel())

    blocks = 4
    content = b"hexnet 1" + np.array([1, blocks, blocks + 1, 2], "<u4").tobytes()
    content += centre(100, 1, 2, 5, 5) + numbers(0)
    content += 2 * blocks * (centre(65504, 1, 1, 3, 3) + numbers(0))
    content += numbers(1, 0) + numbers(1, 1, 1, 1) + numbers(0, 0) + numbers(1, -1) + numbers(0)
    judge = HexNetwork(content)
    boards = np.zeros((2, 7, 7), np.int8)
    boards[1, 3, 3] = 1
    chances, logits = judge.evaluate(boards)
    assert chances.tolist() == [0.5, 0.5]
    assert logits[1, 3 * 7 + 3] == 0
    assert np.isfinite(logits).all()
    report = HexSearch(judge, prune_after=None).run(Hex(7).parse("d4"), iterations=200)
    assert 0 <= report.win_chance <= 1


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
    with pytest.raises(FileError, match="is damaged: it does not begin as a network does"):
        Network(copied)


def test_asked_for_by_name_its_absence_ends_the_program(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from crownbridge.engines.hex import network; "
        "network.Network.__init__.__defaults__ = (Path('nowhere.bin'),); sys.argv = ['crownbridge', *sys.argv[1:]]; "
        "from crownbridge.cli import main; main()"
    )
    command = [sys.executable, "-c", program, "htp", "--evaluation"]
    result = subprocess.run([*command, "network"], input="", capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert "nowhere.json cannot be read" in result.stderr
    assert subprocess.run([*command, "playouts"], input="", text=True, cwd=tmp_path, check=False).returncode == 0


def test_programs_do_not_load_numpy() -> None:
    program = (
        "import sys; from crownbridge.cli.hex.hexai import main; "
        "sys.stdin = None; sys.argv = ['crownbridge']; "
        "main(['X', '11', '1']); assert 'numpy' not in sys.modules"
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
    random = np.random.default_rng(seed)
    data = bytearray(copied.read_bytes())
    for at in random.integers(0, 24 if seed % 2 else len(data), 1 + seed):
        data[at] ^= 1 << int(random.integers(8))
    copied.write_bytes(data)
    fit_checksum(copied)
    with suppress(FileError):
        Network(copied)(np.zeros((2, 11, 11), np.int8))


def test_numbers_that_are_not_finite_are_damage(copied: Path) -> None:
    copied.write_bytes(copied.read_bytes()[:-2] + np.array([np.inf], "<f2").tobytes())
    fit_checksum(copied)
    with pytest.raises(FileError, match=r"is damaged: .* not finite; install crownbridge again"):
        Network(copied)


@pytest.mark.parametrize("shape", [(1, 4, 5), (1, 0, 0), (1, 27, 27)])
def test_boards_of_other_shapes_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="boards must be"):
        Network()(np.zeros(shape, np.int8))
