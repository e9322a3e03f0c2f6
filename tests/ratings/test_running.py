"""The rating that moves with every game."""

import pytest

from crownbridge.ratings import Result, exchange, running_elo


def test_a_game_between_equals_moves_half_of_k() -> None:
    assert running_elo([Result(("a", "b"), 1)]) == {"a": 1002.5, "b": 997.5}
    assert running_elo([Result(("a", "b"), 0.5)]) == {"a": 1000, "b": 1000}
    assert running_elo([Result(("a", "b"), 0)], start=1500, k=20) == {"a": 1490, "b": 1510}


def test_who_is_400_stronger_expects_ten_of_eleven_points() -> None:
    assert exchange(1400, 1000, 1, k=11) == pytest.approx(1)
    assert exchange(1400, 1000, 0, k=11) == pytest.approx(-10)


def test_the_order_of_the_games_matters_and_the_sum_does_not_change() -> None:
    games = [Result(("a", "b"), 1), Result(("b", "c"), 1), Result(("c", "a"), 0.5)] * 20
    there, back = running_elo(games), running_elo(games[::-1])
    assert there != back
    assert sum(there.values()) == pytest.approx(3000)
    assert sum(back.values()) == pytest.approx(3000)
    assert running_elo([]) == {}
