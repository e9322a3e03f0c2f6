"""The stored endgames of the benchmark."""

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from crownbridge.engines.checkers.tables import Tables
from endings import positions, read, right_by_tables

WINS = 5


def test_right_moves_are_legal_and_at_most_half_of_the_moves() -> None:
    endings = read()
    assert list(endings) == [5, 6, 7, 8]
    for stored in endings.values():
        for position, right in stored:
            moves = position.legal_moves()
            assert set(right) <= set(moves)
            assert 0 < 2 * len(right) <= len(moves)


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_right_moves_keep_the_win(pieces: int) -> None:
    tables, seen = Tables.open(most_pieces=4), 0
    for position in positions(pieces, random.Random(pieces)):
        if right := right_by_tables(position, tables):
            seen += 1
            after = [position.play(move) for move in right]
            assert all(each.outcome() is not None or tables.probe(each).result == -1 for each in after)
        if seen == WINS:
            break
