"""The winning chain."""

import random
from itertools import pairwise

import pytest

from crownbridge.games import Checkers
from crownbridge.games.hex import Hex, Side
from crownbridge.games.hex.chain import winning_chain

NEIGHBOURS = {(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)}


def test_the_shortest_one_is_shown() -> None:
    position = Hex(4, Side.BLUE).parse("b.../bbbb/r.r./rrrr b")
    assert winning_chain(position) == (4, 5, 6, 7)
    assert winning_chain(Hex(3).initial()) == ()
    assert position.game.winning_cells(position) == (4, 5, 6, 7)
    assert Checkers().winning_cells(Checkers().initial()) == ()


@pytest.mark.parametrize("size", range(1, 12))
def test_it_connects_the_winners_edges(size: int) -> None:
    position = Hex(size, Side.BLUE).initial()
    choose = random.Random(size)
    while position.outcome() is None:
        position = position.play(choose.choice(position.legal_moves()))
    chain = [divmod(cell, size) for cell in winning_chain(position)]
    outcome = position.outcome()
    assert outcome is not None
    axis = 0 if outcome.winner == Side.RED else 1
    assert (chain[0][axis], chain[-1][axis]) == (0, size - 1)
    assert all(position.pieces()[row * size + column].side == outcome.winner for row, column in chain)
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(chain)}
    assert steps <= NEIGHBOURS
