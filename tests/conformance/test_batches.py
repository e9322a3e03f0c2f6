"""The contract of batches: they play the same games as positions."""

from threading import Thread
from typing import Any

import numpy as np
import pytest

from crownbridge.errors import IllegalMoveError, OptionError
from crownbridge.games import Checkers, Game, available

ROWS = 24


@pytest.fixture(autouse=True)
def _only_games_with_batches(request: pytest.FixtureRequest) -> None:
    if "game" in request.fixturenames and type(request.getfixturevalue("game")).batch is Game.batch:
        pytest.skip("this game has no batches")


def cells_of(position: Any, count: int) -> list[int]:
    cells = [0] * count
    for cell, piece in position.pieces().items():
        cells[cell] = (1, -1)[piece.side] * (2 if piece.crowned else 1)
    return cells


def random_actions(mask: Any, chance: Any) -> Any:
    """One legal action a row; 0 where there is none."""
    return np.where(mask, chance.random(mask.shape), 0).argmax(axis=1)


def test_a_batch_plays_what_positions_play(game: Game[Any]) -> None:
    chance = np.random.default_rng(5)
    batch = game.batch(ROWS)
    assert len(batch) == ROWS
    moves = 0
    while not batch.over.all():
        before = [batch[row] for row in range(ROWS)]
        mask = batch.legal_mask()
        assert mask.shape == (ROWS, batch.actions)
        assert (mask.any(axis=1) == ~batch.over).all()
        batch.play(random_actions(mask, chance))
        cells = batch.cells
        for row, old in enumerate(before):
            new = batch[row]
            assert type(new) is type(game.initial())
            if new == old:  # over, or in the middle of a capture
                continue
            moves += 1
            assert new in [old.play(move) for move in old.legal_moves()]
            assert cells[row].tolist() == cells_of(new, cells.shape[1])
            assert batch.side_to_move[row] == new.side_to_move
            outcome = new.outcome()
            assert batch.over[row] == (outcome is not None)
            assert batch.winner[row] == (-1 if outcome is None or outcome.winner is None else outcome.winner)
    assert moves >= ROWS


def test_every_legal_move_can_be_reached(game: Game[Any]) -> None:
    """All sequences of actions of one turn lead to the same positions as the legal moves."""
    position = game.initial()
    for _ in range(12):
        if position.outcome() is not None:
            break
        expected = {position.play(move) for move in position.legal_moves()}
        reached = set()
        open_lines: list[tuple[int, ...]] = [()]
        while open_lines:
            line = open_lines.pop()
            batch = game.batch(1)
            batch[0] = position
            for action in line:
                batch.play(np.array([action]))
            if line and batch[0] != position:
                reached.add(batch[0])
            else:
                open_lines += [(*line, action) for action in np.flatnonzero(batch.legal_mask()[0]).tolist()]
        assert reached == expected
        position = position.play(position.legal_moves()[0])


def test_an_illegal_action_plays_nothing(game: Game[Any]) -> None:
    batch = game.batch(3)
    legal = int(np.flatnonzero(batch.legal_mask()[0])[0])
    for bad in (-1, batch.actions, 10**12):
        with pytest.raises(IllegalMoveError, match=f"action {bad} in row 2 is illegal"):
            batch.play(np.array([legal, legal, bad]))
        assert all(batch[row] == game.initial() for row in range(3))


def test_rows_can_be_reset_and_set(game: Game[Any]) -> None:
    batch = game.batch(4)
    legal = int(np.flatnonzero(batch.legal_mask()[0])[0])
    batch.play(np.full(4, legal))
    after = batch[0]
    batch.reset(np.array([True, False, True, False]))
    assert [batch[row] == after for row in range(4)] == [False, True, False, True]
    batch[0] = after
    assert batch[0] == after
    assert batch[-4] == after
    for row in (4, -5):
        with pytest.raises(IndexError, match=f"no row {row}"):
            batch[row]


def test_arrays_of_another_kind_are_refused(game: Game[Any]) -> None:
    batch = game.batch(4)
    legal = int(np.flatnonzero(batch.legal_mask()[0])[0])
    good = np.full(4, legal)
    bad: list[Any] = [good[:3], good.astype(float), good.astype(bool), good.reshape(2, 2), good.tolist()]
    for actions in bad:
        with pytest.raises(TypeError, match="type int64 with one entry for each of the 4 rows, but got "):
            batch.play(actions)
    for rows in (good, [True] * 4, np.ones(3, dtype=bool)):
        with pytest.raises(TypeError, match="type bool with one entry for each of the 4 rows, but got "):
            batch.reset(rows)  # type: ignore[arg-type]
    for count in (-1, 2.5, "many"):
        with pytest.raises(OptionError, match="the option count is "):
            game.batch(count)  # type: ignore[arg-type]
    assert len(game.batch(0)) == 0


def test_a_position_of_another_game_is_refused() -> None:
    for kind in available().values():
        options = kind().options
        number = next(option for option, value in options.items() if isinstance(value, int))
        batch = kind().batch(1)
        with pytest.raises(OptionError, match="other options than the batch"):
            batch[0] = kind(**{**options, number: options[number] + 1}).initial()


def test_a_batch_belongs_to_one_thread_at_a_time() -> None:
    """Threads that share one are refused, or take turns; nothing is corrupted."""
    batch = Checkers(**Checkers.presets["tournament"]).batch(400)
    refused = []

    def hammer() -> None:
        for _ in range(150):
            try:
                batch.play(random_actions(batch.legal_mask(), np.random.default_rng(4)))
                batch.reset(batch.over)
            except (RuntimeError, IllegalMoveError) as error:
                refused.append(str(error))

    threads = [Thread(target=hammer) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for error in refused:
        assert "in use by another thread" in error or "is illegal" in error
    batch.play(random_actions(batch.legal_mask(), np.random.default_rng(5)))


def test_the_base_class_must_be_initialised() -> None:
    for kind in available().values():
        position: Any = type(kind().initial())
        empty = position.__new__(position)
        with pytest.raises(TypeError):
            empty.play("a1")
        with pytest.raises(TypeError):
            type(kind().batch(1))(empty, 2)  # type: ignore[call-arg]  # the protocol declares no constructor
