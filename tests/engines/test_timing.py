"""Time management."""

import pytest

from crownbridge.engines import Limit
from crownbridge.engines.timing import time_budget


@pytest.mark.parametrize("seconds", [0.001, 0.02, 0.1, 1.0, 10.0, 3600.0])
def test_a_moves_time_is_used_but_for_a_margin(seconds: float) -> None:
    soft, hard = time_budget(Limit(seconds))
    assert soft == hard
    assert hard is not None
    assert seconds / 2 < hard <= seconds
    assert seconds - hard <= 0.1


def test_a_small_overhead_leaves_95_of_100_milliseconds() -> None:
    assert time_budget(Limit(0.1), 0.003).hard == pytest.approx(0.095)
    assert time_budget(Limit(0.1)).hard == pytest.approx(0.083)


def test_without_a_time_there_is_no_deadline() -> None:
    assert time_budget(Limit(depth=5)) == (None, None)


@pytest.mark.parametrize("increment", [0.0, 0.1, 2.0])
def test_a_clock_is_never_overrun(increment: float) -> None:
    left = 10.0
    for _ in range(60):
        soft, hard = time_budget(Limit(clock=left, increment=increment))
        assert soft is not None
        assert hard is not None
        assert 0 < soft <= hard < left
        left += increment - hard
        assert left > 0


def test_the_stricter_of_a_moves_and_a_games_time_counts() -> None:
    assert time_budget(Limit(0.1, clock=1000.0)) == time_budget(Limit(0.1))
    assert time_budget(Limit(100.0, clock=1.0)) == time_budget(Limit(clock=1.0))


def test_limits_are_combined() -> None:
    assert Limit(1.0, nodes=5).within(Limit(2.0, depth=3)) == Limit(1.0, depth=3, nodes=5)
    assert Limit(clock=9.0, increment=0.5).within(Limit(nodes=5)) == Limit(clock=9.0, increment=0.5, nodes=5)
