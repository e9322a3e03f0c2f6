"""How long an engine thinks."""

import pytest

from crownbridge.engines import Limit
from crownbridge.engines.timing import allot


@pytest.mark.parametrize("seconds", [0.001, 0.02, 0.1, 1.0, 10.0, 3600.0])
def test_a_moves_time_is_used_but_for_a_margin(seconds: float) -> None:
    enough, most = allot(Limit(seconds))
    assert enough == most
    assert most is not None
    assert seconds / 2 < most <= seconds
    assert seconds - most <= 0.1


def test_without_a_time_there_is_no_deadline() -> None:
    assert allot(Limit(depth=5)) == (None, None)


@pytest.mark.parametrize("increment", [0.0, 0.1, 2.0])
def test_a_clock_is_never_overrun(increment: float) -> None:
    left = 10.0
    for _ in range(60):
        enough, most = allot(Limit(clock=left, increment=increment))
        assert enough is not None
        assert most is not None
        assert 0 < enough <= most < left
        left += increment - most
        assert left > 0


def test_the_stricter_of_a_moves_and_a_games_time_counts() -> None:
    assert allot(Limit(0.1, clock=1000.0)) == allot(Limit(0.1))
    assert allot(Limit(100.0, clock=1.0)) == allot(Limit(clock=1.0))


def test_limits_are_combined() -> None:
    assert Limit(1.0, nodes=5).within(Limit(2.0, depth=3)) == Limit(1.0, depth=3, nodes=5)
    assert Limit(clock=9.0, increment=0.5).within(Limit(nodes=5)) == Limit(clock=9.0, increment=0.5, nodes=5)
