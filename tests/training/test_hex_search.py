"""The small search in self-play: candidates, their values, and resuming a training with it."""

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")

from torch import Tensor  # noqa: E402
from training.hex.checkpoints import load_player, load_state, players  # noqa: E402
from training.hex.games import Games  # noqa: E402
from training.hex.matches import match  # noqa: E402
from training.hex.network import Evaluate, Network, Shape, folded  # noqa: E402
from training.hex.plan import single_size  # noqa: E402
from training.hex.replay import UNKNOWN, Replay, empty_rows  # noqa: E402
from training.hex.search import Search  # noqa: E402
from training.hex.selection import Selection, SelectionInput  # noqa: E402
from training.hex.selfplay import SelfPlay  # noqa: E402
from training.hex.training import Settings, Training  # noqa: E402

CPU = torch.device("cpu")
torch.set_num_threads(1)


def liking(cell: int, value: float = 0.0) -> Evaluate:
    """Return a network that prefers one cell, relative to the side to move, with a constant value logit."""

    def evaluate(boards: Tensor) -> tuple[Tensor, Tensor]:
        logits = torch.zeros(len(boards), boards[0].numel())
        logits[:, cell] = 1.0
        return logits, torch.full((len(boards),), value)

    return evaluate


def after(size: int, count: int, *cells: int) -> Games:
    """Return a number of equal games after these moves, each relative to the side that plays it."""
    games = Games(size, count, CPU)
    for cell in cells:
        games.play(torch.full((count,), cell))
    return games


def searched(games: Games, network: Evaluate, candidates: int, drawn: Tensor, *, early: bool = False) -> Selection:
    """Return the result of a search at a low temperature with a uniform policy."""
    count = len(games.boards)
    logits = games.mask_taken(torch.zeros(games.boards.shape))
    inputs = SelectionInput(
        games, logits, torch.zeros(count), drawn, torch.full((count,), early), torch.full((count,), 0.04)
    )
    return Search(network, games, candidates).select(inputs)


def values_by_cell_of(choice: Selection) -> list[dict[int, float]]:
    """Return the candidates' values by cell, for every game."""
    rows = zip(choice.candidates.tolist(), choice.candidate_values.tolist(), strict=True)
    return [dict(zip(cells, values, strict=True)) for cells, values in rows]


def test_candidates_are_different_free_cells_and_the_drawn_move_is_one() -> None:
    torch.manual_seed(0)
    games = after(5, 64, 12, 0, 1)
    drawn = torch.rand(games.boards.shape).masked_fill(games.boards != 0, -1.0).argmax(1)
    before = games.boards.clone(), games.labels.clone(), games.plies.clone()
    choice = searched(games, liking(24), 8, drawn)
    assert all(map(torch.equal, before, (games.boards, games.labels, games.plies)))
    assert (games.boards.gather(1, choice.candidates) == 0).all()
    assert (choice.candidates.sort(1).values.diff(dim=1) > 0).all()
    assert (choice.candidates == drawn[:, None]).any(1).all()
    assert (choice.candidates == choice.moves[:, None]).any(1).all()
    assert len(set(choice.candidates.flatten().tolist())) == 22


@pytest.mark.parametrize("early", [False, True])
def test_a_move_that_wins_at_once_is_a_win_and_played_unless_chance_has_its_way(*, early: bool) -> None:
    games = after(2, 32, 0, 3)  # the upper left cell and the lower right one: the lower left one wins
    choice = searched(games, liking(0), 2, torch.full((32,), 1), early=early)
    assert set(choice.moves.tolist()) == {1 if early else 2}
    assert choice.candidates.tolist() == [[2, 1]] * 32
    assert choice.candidate_values.tolist() == [[1.0, 0.5]] * 32
    assert set(choice.values.tolist()) == {1.0}
    assert set(choice.regret.tolist()) == {0.5 if early else 0.0}


def test_a_move_whose_answer_wins_is_worth_less_than_the_one_that_prevents_it() -> None:
    torch.manual_seed(0)
    games = after(2, 64, 0)  # threatens to win at cell 2, which the side to move sees as cell 1
    choice = searched(games, liking(2), 4, torch.full((64,), 3), early=True)
    followed = set()
    for values_by_cell, best, value in zip(
        values_by_cell_of(choice), choice.candidates[:, 0].tolist(), choice.values.tolist(), strict=True
    ):
        assert values_by_cell[0] == UNKNOWN  # a taken cell, as there are but three others
        assert values_by_cell[3] == 0.25  # half a win at first, none after the answer
        assert values_by_cell[1] == 0.5
        assert values_by_cell[2] in (0.25, 0.5)  # not followed where cell 1 is
        assert value == values_by_cell[best] == (0.5 if values_by_cell[2] == 0.5 else 0.25)
        assert best == 1 or values_by_cell[2] == 0.25
        followed.add(values_by_cell[2])
    assert followed == {0.25, 0.5}


def test_what_the_network_thinks_counts_for_the_side_that_moves_at_the_root() -> None:
    torch.manual_seed(0)
    choice = searched(after(5, 16), liking(7, value=2.0), 4, torch.full((16,), 3))
    good, bad = 1 / (1 + torch.e**-2), 1 / (1 + torch.e**2)
    expected = [(bad + good) / 2] * 2 + [bad] * 2  # two were followed until it was that side's turn again
    torch.testing.assert_close(choice.candidate_values, torch.tensor([expected] * 16))
    torch.testing.assert_close(choice.values, torch.full((16,), 0.5))


def test_numbers_of_candidates_that_cannot_be_halved_are_refused() -> None:
    for candidates in (1, 6, 16):
        with pytest.raises(ValueError, match="expected a power of two from 2 to 9"):
            Search(liking(0), Games(3, 1, CPU), candidates)


def test_the_replay_gives_back_what_was_found_turned_with_the_board() -> None:
    torch.manual_seed(0)
    replay = Replay(3, 1, CPU, candidates=2)
    rows = empty_rows(1, 9, 2, CPU)
    rows.moves[0] = torch.tensor([4, 0, 1, 2, 3, 5, 6, 7, 8])
    rows.values[0, 1] = 1.0
    rows.candidates[0, :2] = torch.tensor([[2, 4], [0, 1]])
    rows.candidate_values[0, :2] = torch.tensor([[0.75, 0.5], [0.25, UNKNOWN]])
    replay.add(torch.tensor([True]), rows, torch.tensor([2]))
    sample = replay.sample(200)
    first = (sample.boards == 0).all(2).all(1)
    assert {tuple(moves) for moves in sample.moves[first].tolist()} == {(4, 2, 4), (4, 6, 4)}
    assert {tuple(moves) for moves in sample.moves[~first].tolist()} == {(0, 0, 1), (8, 8, 7)}
    for of_ply, targets, weights in (
        (first, (0.0, 0.75, 0.5), (0.5, 0.25, 0.25)),
        (~first, (1.0, 0.25, UNKNOWN), (0.5, 0.25, 0.0)),
    ):
        assert {tuple(row) for row in sample.targets[of_ply].tolist()} == {targets}
        assert {tuple(row) for row in sample.weights[of_ply].tolist()} == {weights}
        assert {tuple(row) for row in sample.values[of_ply].tolist()} == {targets[:2]}
    assert {tuple(row) for row in sample.value_weights.tolist()} == {(0.5, 0.5)}


def test_positions_of_searched_games_come_with_their_candidates() -> None:
    torch.manual_seed(0)
    games, replay = Games(4, 16, CPU), Replay(4, 50, CPU, candidates=4)
    network = folded(Network(Shape(8, 3)))
    selfplay = SelfPlay(network, Search(network, games, 4), games, replay)
    while int(replay.count) < 50:
        selfplay.step()
    sample = replay.sample(500)
    boards, known = sample.boards.flatten(1), sample.weights > 0
    assert (boards.gather(1, sample.moves)[known] == 0).all()
    assert (sample.moves[:, 1:] == sample.moves[:, :1]).any(1).all()
    assert ((sample.targets >= 0) & (sample.targets <= 1))[known].all()
    assert ((sample.values >= 0) & (sample.values <= 1)).all()


def test_a_training_goes_on_with_the_search_and_learns(tmp_path: Path) -> None:
    torch.manual_seed(1)

    def train(steps: int, candidates: int) -> Training:
        plan = single_size(5, 64)
        settings = Settings(
            tmp_path,
            120.0,
            plan,
            0,
            1e6,
            channels=16,
            blocks=2,
            rate=2e-2,
            pairs=16,
            max_steps=steps,
            candidates=candidates,
        )
        training = Training(settings, CPU, lambda _: None)
        training.run()
        return training

    drawn = train(20, 0)
    done = train(250, 4)
    assert done.counters["steps"] == drawn.counters["steps"] + 250
    state = load_state(tmp_path, CPU)
    assert state is not None
    assert state["counters"] == done.counters
    _, first, last = (folded(load_player(path, CPU)) for path in players(tmp_path))
    assert match(last, first, 5, 200, CPU) > 0.65
