"""The calibration of Hex networks on solved positions."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from crownbridge.engines.hex import Solver
from hex_calibration import read, report


def test_certain_and_right_chances_have_no_loss() -> None:
    result = report(np.array([1.0, 0.0, 1.0]), np.array([True, False, True]))
    assert result.cross_entropy == pytest.approx(0, abs=1e-5)
    assert result.wrong == 0
    assert result.curve == [(1, 0.0, 0.0), (2, 1.0, 1.0)]


def test_cross_entropy_and_reliability_of_uncertain_chances() -> None:
    result = report(np.array([0.25, 0.25, 0.25, 0.25, 0.75]), np.array([True, False, False, False, False]))
    expected = -(2 * np.log(0.25) + 3 * np.log(0.75)) / 5
    assert result.cross_entropy == pytest.approx(expected)
    assert result.wrong == pytest.approx(0.4)
    assert result.curve == [(4, 0.25, 0.25), (1, 0.75, 0.0)]


def test_the_stored_winners_are_those_of_the_solver() -> None:
    solved, solver = read(), Solver()
    assert {size: len(positions) for size, positions in solved.items()} == {7: 49, 8: 1000}
    late = sorted(solved[8], key=lambda each: -each.position.stones)[:40]
    assert {each.won for each in late} == {False, True}
    for position, won in late:
        assert (solver.prove(position).winner == position.side_to_move) == won
