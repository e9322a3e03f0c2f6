"""The native rules against two others: `reference.py`, and OpenSpiel's Hex."""

import random

import pyspiel
import pytest

from crownbridge.games.hex import Hex, Position, Side
from crownbridge.games.hex.reference import SWAP, Cell, ReferencePosition

SAMPLE = 8_000


def cells(position: Position) -> list[Cell | str]:
    return [SWAP if move.is_swap else (move.row, move.column) for move in position.legal_moves()]


def test_random_boards_agree_with_the_reference() -> None:
    """Boards of all sizes and degrees of filling, full ones among them."""
    choose = random.Random(21)
    full, won, live = 0, 0, 0
    for index in range(SAMPLE):
        size = choose.choice((1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 19))
        empty = choose.choice((0, 0.02, 0.3, 0.9))
        rows = "".join("." if choose.random() < empty else choose.choice("rb") for _ in range(size * size))
        turn = choose.choice("rb")
        lines = "/".join(rows[start : start + size] for start in range(0, len(rows), size))
        swap = index % 2 == 0
        position = Hex(size, swap=swap).parse(f"{lines} {turn}")
        oracle = ReferencePosition.from_rows(rows, size, turn, swap=swap)
        assert position.outcome() == oracle.outcome()
        assert cells(position) == oracle.legal_cells()
        full += "." not in rows
        won += position.outcome() is not None
        live += position.outcome() is None
        if "." not in rows:
            assert position.outcome() is not None, "a full board is always won"
    assert min(full, won, live) > SAMPLE // 10


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("first", ["red", "blue"])
def test_random_games_agree_with_the_reference(first: str, *, swap: bool) -> None:
    choose = random.Random(22)
    swaps = 0
    for size in [*range(1, 8), 11, 26]:
        for _ in range(3):
            position = Hex(size, first, swap).initial()
            oracle = ReferencePosition(size, {}, first[0], first[0], swap)
            while position.outcome() is None:
                legal = position.legal_moves()
                assert cells(position) == oracle.legal_cells()
                move = legal[-1] if legal[-1].is_swap and choose.random() < 0.5 else choose.choice(legal)
                swaps += move.is_swap
                oracle = oracle.play(SWAP if move.is_swap else (move.row, move.column))
                position = position.play(move)
                assert (position.rows, position.outcome()) == (oracle.rows(), oracle.outcome())
    assert bool(swaps) == swap


def test_all_three_agree() -> None:
    """The native core, the reference and OpenSpiel, whose rules are the same, the swap included.

    OpenSpiel's first player, x, connects top and bottom as red does; its action is the number of the cell, and after
    the cells the swap. Full boards are rare here, because a game ends before: the first test has thousands of them.
    """
    choose = random.Random(23)
    seen: set[Position] = set()
    swaps, winners = 0, set()
    while len(seen) < SAMPLE:
        size, swap = choose.randint(2, 13), choose.random() < 0.5
        position = Hex(size, swap=swap).initial()
        state = pyspiel.load_game(f"hex(board_size={size},swap={swap})").new_initial_state()
        while (outcome := position.outcome()) is None:
            assert not state.is_terminal()
            assert state.current_player() == position.side_to_move
            moves = position.legal_moves()
            actions = [size * size if move.is_swap else move.row * size + move.column for move in moves]
            assert actions == state.legal_actions()
            seen.add(position)
            oracle = ReferencePosition.from_rows(position.rows, size, "rb"[position.side_to_move], swap=swap)
            assert oracle.legal_cells() == cells(position)
            chosen = -1 if moves[-1].is_swap and choose.random() < 0.5 else choose.randrange(len(moves))
            swaps += moves[chosen].is_swap
            state.apply_action(actions[chosen])
            position = position.play(moves[chosen])
        assert state.is_terminal()
        assert state.returns() == ([1, -1] if outcome.winner is Side.RED else [-1, 1])
        winners.add(outcome.winner)
    assert swaps > 10
    assert winners == set(Side)
