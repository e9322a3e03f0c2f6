"""The training of the Hex network: games, targets and learning."""

import copy
import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from crownbridge.games import Hex
from crownbridge.games.hex import Move, Position

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")

from training.hex.__main__ import main  # noqa: E402
from training.hex.checkpoints import load_player, load_state, players  # noqa: E402
from training.hex.games import Games  # noqa: E402
from training.hex.growth import grow  # noqa: E402
from training.hex.learner import Learner  # noqa: E402
from training.hex.matches import match  # noqa: E402
from training.hex.muon import orthogonalize  # noqa: E402
from training.hex.network import Evaluate, Network, Shape, folded  # noqa: E402
from training.hex.plan import DEFAULT_PLAN, single_size  # noqa: E402
from training.hex.replay import Replay, empty_rows, returns  # noqa: E402
from training.hex.selection import PolicySelector  # noqa: E402
from training.hex.selfplay import SelfPlay  # noqa: E402
from training.hex.training import Settings, Training  # noqa: E402

CPU = torch.device("cpu")
torch.set_num_threads(1)
SMALL = Shape(channels=8, blocks=3)


def seen(position: Position) -> list[list[int]]:
    """Return the board relative to the side to move: transposed if that is blue."""
    size = position.game.size
    board = np.zeros((size, size), np.int8)
    for cell, piece in position.pieces().items():
        board[divmod(cell, size)] = 1 if piece.side == position.side_to_move else -1
    return (board if position.side_index == 0 else board.T).tolist()


def absolute(cell: int, size: int, side: int) -> Move:
    row, column = divmod(cell, size)
    return Move(row, column) if side == 0 else Move(column, row)


@pytest.mark.parametrize("size", [2, 3, 5, 8])
def test_games_in_lockstep_keep_to_the_rules(size: int) -> None:
    generator = torch.Generator().manual_seed(size)
    games = Games(size, 40, CPU)
    positions = [Hex(size).initial() for _ in range(40)]
    for _ in range(2 * size * size):
        cells = torch.rand(40, size * size, generator=generator).masked_fill(games.boards != 0, -1.0).argmax(1)
        won = games.play(cells)
        positions = [
            position.play(absolute(int(cell), size, position.side_index))
            for position, cell in zip(positions, cells, strict=True)
        ]
        assert won.tolist() == [position.outcome() is not None for position in positions]
        assert games.network_input().tolist() == [seen(position) for position in positions]
        games.restart(won)
        positions = [Hex(size).initial() if over else position for position, over in zip(positions, won, strict=True)]


def test_samples_are_positions_of_the_games_with_their_results(monkeypatch: pytest.MonkeyPatch) -> None:
    size = 4
    torch.manual_seed(1)
    replay = Replay(size, 50, CPU)
    network = folded(Network(SMALL))
    selfplay = SelfPlay(network, PolicySelector(), Games(size, 16, CPU), replay)
    while int(replay.count) < 50:
        selfplay.step()
    monkeypatch.setattr("training.hex.replay.LAMBDA", 1.0)
    replay.rows.exploratory.zero_()
    known = set()
    for moves, length in zip(replay.rows.moves[:-1].tolist(), replay.lengths[:-1].tolist(), strict=True):
        position = Hex(size).initial()
        for ply, cell in enumerate(moves[:length]):
            board = np.array(seen(position))
            result = float((length - ply) % 2)
            known |= {(board.tobytes(), cell, result), (board[::-1, ::-1].tobytes(), size * size - 1 - cell, result)}
            position = position.play(absolute(cell, size, position.side_index))
        assert position.outcome() is not None
    sample = replay.sample(500)
    assert sample.moves.shape == sample.targets.shape == sample.values.shape == (500, 1)
    for board, (cell,), (target,) in zip(
        sample.boards.numpy(), sample.moves.tolist(), sample.targets.tolist(), strict=True
    ):
        assert (board.astype(np.int64).tobytes(), cell, target) in known


def test_a_bad_move_shields_what_went_before_from_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.hex.replay.LAMBDA", 1.0)
    replay = Replay(3, 1, CPU)
    rows = empty_rows(1, 9, 0, CPU)
    rows.values[0, 2] = 0.25  # the first side thinks so before its second, bad move
    rows.exploratory[0, 2] = True
    rows.moves[0] = torch.tensor([4, 0, 1, 2, 3, 5, 6, 7, 8])
    replay.add(torch.tensor([True]), rows, torch.tensor([6]))
    torch.manual_seed(0)
    sample = replay.sample(400)
    stones = (sample.boards != 0).sum((1, 2))
    for ply, target in enumerate([0.25, 0.75, 0.0, 1.0, 0.0, 1.0]):
        assert set(sample.targets[stones == ply, 0].tolist()) == {target}
        assert set(sample.value_weights[stones == ply, 0].tolist()) == {float(ply != 2)}


@pytest.mark.parametrize(("played_out", "lengths"), [(0.0, [1] * 8), (1.0, [])])
def test_a_game_ends_when_a_win_is_nearly_certain(
    monkeypatch: pytest.MonkeyPatch, played_out: float, lengths: list[int]
) -> None:
    def certain(boards: Any) -> Any:
        logits = torch.zeros(len(boards), 9)
        logits[:, 7] = 1.0
        return logits, torch.full((len(boards),), 7.0)

    monkeypatch.setattr("training.hex.selfplay.PLAYED_OUT_SHARE", played_out)
    monkeypatch.setattr("training.hex.selfplay.MAX_OPENING_MOVES", 0)
    replay = Replay(3, 20, CPU)
    SelfPlay(certain, PolicySelector(), Games(3, 8, CPU), replay).step()
    assert replay.lengths[: int(replay.count)].tolist() == lengths
    assert set(replay.rows.moves[: int(replay.count), 0].tolist()) <= {7}
    if lengths:
        assert set(replay.sample(50).targets.flatten().tolist()) == {1.0}


def test_positions_near_to_even_are_learnt_more_often() -> None:
    replay = Replay(3, 1, CPU)
    rows = empty_rows(1, 9, 0, CPU)
    rows.values[0, :2] = torch.tensor([0.4, 0.99])
    rows.moves[0, :2] = torch.tensor([4, 0])
    replay.add(torch.tensor([True]), rows, torch.tensor([2]))
    torch.manual_seed(0)
    empty = (replay.sample(4000).boards == 0).all(2).all(1)
    assert 0.6 < float(empty.float().mean()) < 0.65


@pytest.mark.parametrize(
    ("ply", "length", "bad", "came_to"),
    [
        (0, 4, None, 0.5 * 0.8 + 0.25 * 0.6 + 0.125 * 0.4),  # and 0.125 of a game that was lost
        (1, 4, None, 0.5 * 0.6 + 0.25 * 0.4 + 0.25 * 1.0),
        (2, 5, None, 0.5 * 0.4 + 0.25 * 0.2 + 0.25 * 1.0),
        (3, 4, None, 1.0),
        (0, 5, 2, 0.5 * 0.8 + 0.5 * 0.6),
        (2, 5, 2, 0.5 * 0.4 + 0.25 * 0.2 + 0.25 * 1.0),
        (1, 3, 4, 0.5 * 0.6),  # what is left in the row of an older, longer game
    ],
)
def test_values_on_the_way_count_for_a_part_of_what_is_left(
    monkeypatch: pytest.MonkeyPatch, ply: int, length: int, bad: int | None, came_to: float
) -> None:
    monkeypatch.setattr("training.hex.replay.LAMBDA", 0.5)
    values = torch.tensor([[0.9, 0.8, 0.6, 0.4, 0.2]])
    exploratory = torch.arange(5)[None] == (-1 if bad is None else bad)
    assert returns(values, exploratory, torch.tensor([ply]), torch.tensor([length])).tolist() == pytest.approx(
        [came_to]
    )


def test_muon_turns_every_direction_of_a_gradient_alike() -> None:
    torch.manual_seed(0)
    matrices = torch.randn(3, 6, 20) * torch.logspace(0, -2, 6)[:, None]
    left, _, right = torch.linalg.svd(matrices, full_matrices=False)
    within = (
        left.mT @ orthogonalize(matrices) @ right.mT
    )  # nothing but what each direction counts, if they are the same
    counts = within.diagonal(dim1=1, dim2=2)
    assert ((counts > 0.6) & (counts < 1.3)).all()
    torch.testing.assert_close(within, torch.diag_embed(counts), rtol=0, atol=1e-4)


@pytest.mark.parametrize("size", [2, 11, 26])
def test_a_folded_network_computes_the_same(size: int) -> None:
    network = Network(SMALL)
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    boards = torch.randint(-1, 2, (3, size, size)).to(torch.int8)
    moves, values = network(boards)
    plain_moves, plain_values = folded(network)(boards)
    torch.testing.assert_close(plain_moves, moves, rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(plain_values, values, rtol=1e-4, atol=1e-4)
    assert moves.shape == (3, size * size)


def test_every_size_of_the_plan_gets_its_turn() -> None:
    sizes = {plan.size for step in range(40) for plan in DEFAULT_PLAN if plan.is_active(step, 0.5)}
    assert sizes == {plan.size for plan in DEFAULT_PLAN}
    assert {plan.size for plan in DEFAULT_PLAN if plan.is_active(0, 0.0)} <= set(range(5, 10))


def test_a_short_training_beats_its_own_start_and_can_be_gone_on_with(tmp_path: Path) -> None:
    torch.manual_seed(1)
    lines: list[str] = []

    def train(steps: int) -> Training:
        plan = single_size(5, 128)
        settings = Settings(tmp_path, 120.0, plan, 0, 1e6, channels=16, blocks=2, rate=4e-3, pairs=64, max_steps=steps)
        training = Training(settings, CPU, lines.append)
        training.run()
        return training

    done = train(800)
    first, last = (folded(load_player(path, CPU)) for path in players(tmp_path))
    assert match(last, first, 5, 200, CPU) > 0.75
    assert json.loads(lines[-1])["score"]["5"] > 0.75
    state = load_state(tmp_path, CPU)
    assert state is not None
    assert state["counters"] == done.counters
    longer = train(20)
    assert longer.counters["steps"] == done.counters["steps"] + 20
    assert len(players(tmp_path)) == 3


def test_a_training_goes_on_from_its_last_player_alone(tmp_path: Path) -> None:
    settings = Settings(tmp_path, 60.0, single_size(4, 16), channels=8, blocks=3, pairs=4, max_steps=60)
    Training(settings, CPU, lambda _: None).run()
    whole = load_state(tmp_path, CPU)
    (tmp_path / "state.pt").unlink()
    alone = load_state(tmp_path, CPU)
    assert whole is not None
    assert alone is not None
    assert alone["counters"] == whole["counters"]
    assert alone["moments"] == {}
    for name, weights in whole["average"].items():
        assert torch.equal(alone["network"][name], weights)
        assert torch.equal(alone["average"][name], weights)
    training = Training(settings, CPU, lambda _: None)
    training.run()
    assert training.counters["steps"] == whole["counters"]["steps"] + 60
    assert training.learner.network.shape == Shape(8, 3)
    players(tmp_path)[-1].write_text("nonsense")
    (tmp_path / "state.pt").unlink()
    with pytest.raises(ValueError, match="is damaged"):
        load_state(tmp_path, CPU)


def test_more_may_be_learnt_than_played(tmp_path: Path) -> None:
    settings = Settings(
        tmp_path, 60.0, single_size(3, 16), channels=4, blocks=1, pairs=4, max_steps=100, updates_per_step=3
    )
    training = Training(settings, CPU, lambda _: None)
    training.run()
    counters = training.counters
    assert counters["positions"] == 16 * 100
    assert counters["learnt"] == 16 * counters["updates"] > counters["positions"]


@pytest.mark.parametrize("shape", [Shape(8, 5), Shape(12, 3), Shape(16, 4)])
def test_a_network_grows_without_forgetting(shape: Shape) -> None:
    small, large = Network(Shape(8, 3)), Network(shape)
    for parameter in small.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    state = {"shape": asdict(small.shape), "network": small.state_dict(), "average": small.state_dict()}
    large.load_state_dict(grow(state, shape)["network"])
    boards = torch.randint(-1, 2, (5, 4, 4)).to(torch.int8)
    torch.testing.assert_close(large(boards), small(boards), rtol=1e-4, atol=1e-5)


def test_a_training_goes_on_with_a_larger_network(tmp_path: Path) -> None:
    for channels, blocks, shape in ((8, 3, Shape(8, 3)), (0, 2, Shape(8, 3)), (12, 4, Shape(12, 4))):
        settings = Settings(
            tmp_path, 60.0, single_size(4, 16), channels=channels, blocks=blocks, pairs=4, rate=1.0, max_steps=60
        )
        training = Training(settings, CPU, lambda _: None)
        assert training.learner.network.shape == shape
        training.counters["updates"] += 5
        assert training._rate() == pytest.approx(0.01)  # noqa: SLF001 (every run warms up)
        settings = replace(settings, rate=1e-3)
        Training(settings, CPU, lambda _: None).run()
        assert load_player(players(tmp_path)[-1], CPU).shape == shape


def test_a_learner_that_was_restored_learns_the_same() -> None:
    torch.manual_seed(0)
    learners = [Learner(Network(SMALL), CPU) for _ in range(2)]
    first, second = learners

    def step(learner: Learner, boards: Any) -> None:
        moves, values = learner.network(boards)
        (moves.square().sum() + values.sum()).backward()
        learner.update(1e-2)

    for learner in learners:
        learner.capture()
    some, others = torch.randint(-1, 2, (2, 5, 4, 4)).to(torch.int8)
    step(first, some)
    state = copy.deepcopy(first.state())
    state["moments"]["tower.0.first.weight"]["exp_avg_sq"] = torch.ones(())  # older states have that of all weights
    second.restore(state)
    for learner in learners:
        step(learner, others)
    for own, other in zip(first.network.parameters(), second.network.parameters(), strict=True):
        torch.testing.assert_close(own, other)


def test_a_network_that_is_compiled_to_something_else_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(network: Network, **_: object) -> Evaluate:
        return lambda boards: (network(boards)[0], network(boards)[1] + 1)

    monkeypatch.setattr(torch, "compile", wrong)
    lines: list[str] = []
    compiled = frozenset({3})
    settings = Settings(
        tmp_path, 60.0, single_size(3, 16), channels=4, blocks=1, pairs=4, max_steps=40, compiled=compiled
    )
    training = Training(settings, CPU, lines.append)
    training.run()
    assert lines[0] == "3x3 is not compiled: the outputs of the compiled network differ from those of the original"
    assert training.counters["learnt"] > 0


def test_the_learning_rate_falls_from_when_it_is_to(tmp_path: Path) -> None:
    rates = []
    for since, seconds in ((0.0, 50.0), (50.0, 50.0), (50.0, 75.0), (50.0, 100.0)):
        settings = Settings(
            tmp_path / f"{since} {seconds}", 60.0, single_size(3, 16), since, 100.0, channels=8, blocks=3, rate=1.0
        )
        training = Training(settings, CPU, lambda _: None)
        training.counters.update(seconds=seconds, updates=10_000)
        while not float(training.learner.rate):
            training._step()  # noqa: SLF001 (at a time that is set)
        rates.append(round(float(training.learner.rate), 3))
    assert rates == [0.515, 1.0, 0.515, 0.03]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--size", "27"], "argument --size: invalid choice"),
        (["--games", "32"], "--games: requires --size"),
        (["--minutes", "0"], "--minutes: must be greater than 0"),
        (["--lessons", "9"], "argument --updates-per-step/--lessons: invalid choice"),
        (["--size", "2", "--search", "8"], "the board has only 4 cells"),
        (["--since", "5", "--total", "4"], "--since: must be less than --total"),
        ([], "state.pt is damaged or not a training state; use another folder"),
    ],
)
def test_mistakes_are_told_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    (tmp_path / "state.pt").write_text("nonsense")
    with pytest.raises(SystemExit) as ended:
        main(["--resume", str(tmp_path), *arguments])
    assert message in f"{capsys.readouterr().err} {ended.value}"


def test_what_is_no_number_is_not_saved(tmp_path: Path) -> None:
    settings = Settings(tmp_path, 60.0, single_size(3, 16), channels=4, blocks=1, pairs=4, log_every=0.1)
    training = Training(settings, CPU, lambda _: None)
    parameters = list(training.learner.network.parameters())
    with torch.no_grad():
        parameters[-1].fill_(float("nan"))
    with pytest.raises(FloatingPointError, match="keeps its last saved state"):
        training.run()
    state = load_state(tmp_path, CPU)
    assert state is not None
    assert state["counters"]["steps"] == 0
