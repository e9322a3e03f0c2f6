"""Policy and value maps of Hex positions."""

from typing import Any

import numpy as np
import pytest

from crownbridge.engines.hex.maps import NetworkMaps
from crownbridge.engines.hex.network import network
from crownbridge.games import Hex

SIZE = 5


def counting(boards: Any) -> tuple[Any, Any]:
    """Evaluate: the chance is 1 % per stone of the side to move; the logits grow along the rows."""
    chances = (boards == 1).sum(axis=(1, 2)) / 100
    return chances.astype(np.float32), np.tile(np.arange(boards[0].size, dtype=np.float32) / 10, (len(boards), 1))


@pytest.mark.parametrize("first", ["red", "blue"])
def test_the_policy_of_the_second_side_is_transposed(first: str) -> None:
    position = Hex(SIZE, first).initial().play("c3")
    policy = np.array(NetworkMaps(position, counting).policy).reshape(SIZE, SIZE)
    if first == "red":  # blue is to move, and sees the board transposed
        policy = policy.T
    assert policy[2, 2] == 0
    assert policy.sum() == pytest.approx(1, abs=0.01)
    assert policy[4, 4] == policy.max()
    assert policy[0, 4] < policy[4, 0]


def test_values_come_a_few_at_a_time_the_likeliest_first() -> None:
    position = Hex(SIZE).initial().play("c3").play("c4")
    maps = NetworkMaps(position, counting)
    assert set(maps.values({})) == {None}
    maps.advance(0)
    values = maps.values({})
    assert [cell for cell, value in enumerate(values) if value is not None] == [21, 22, 23, 24]
    assert values[24] == pytest.approx(0.99)  # for the side to move: the other one has a stone
    maps.advance(60)
    assert sum(value is not None for value in maps.values({})) == SIZE * SIZE - 2


def test_a_searched_move_has_the_value_of_the_search() -> None:
    position = Hex(SIZE).initial()
    maps = NetworkMaps(position, counting)
    first, second = position.legal_moves()[:2]
    assert maps.values({first: (3, 0.25), second: (0, 0.75)})[:2] == (0.25, None)


def test_a_winning_move_needs_no_network() -> None:
    maps = NetworkMaps(Hex(2).parse("r./.b r"), counting)
    maps.advance(60)
    first, second, third, fourth = maps.values({})
    assert (first, third, fourth) == (None, 1.0, None)
    assert second == pytest.approx(0.99)


def test_the_network_avoids_the_acute_corners() -> None:
    policy = NetworkMaps(Hex(7).initial(), network()).policy
    assert policy[0] + policy[48] < 0.02
    assert policy[0] == pytest.approx(policy[48], abs=0.01)  # the same by symmetry
