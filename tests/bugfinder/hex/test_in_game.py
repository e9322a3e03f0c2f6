"""The probe of answers in the course of a game."""

from collections.abc import Callable

import pytest
from tests.bugfinder.hex.open_players import Thinker, Tires
from tests.bugfinder.hex.players import Careless
from tests.bugfinder.hex.test_open_boards import findings, kinds

from crownbridge.bugfinder.hex.in_game import InGame
from crownbridge.bugfinder.hex.sight import Sight
from crownbridge.players import Player, RandomPlayer


@pytest.mark.parametrize("share", [0.6, 1.0])
def test_a_bot_that_fails_after_its_first_move(share: float) -> None:
    results = findings(Tires(share, at_once=False), Sight(), InGame(), size=6)
    assert kinds(results) == ["state", "hash"]
    assert results[0].examples[0].played not in results[0].examples[0].right


@pytest.mark.parametrize("make", [Thinker, Careless, lambda: Tires(0.6, at_once=True), lambda: RandomPlayer(3)])
def test_bots_that_fail_as_often_in_new_processes(make: Callable[[], Player]) -> None:
    assert [finding for finding in findings(make(), InGame(), size=6) if "course" in finding.symptom] == []
