"""The probes of checkers find positions under all rules."""

import random
import time

import pytest
from tests.bugfinder.checkers_players import PlainPlayer

from crownbridge.bugfinder.bot import Bot, TimeIsUpError
from crownbridge.bugfinder.checkers.counter import DrawCounter
from crownbridge.bugfinder.checkers.endings import lead_positions, won_positions
from crownbridge.bugfinder.checkers.preferences import quiet_questions
from crownbridge.games import Checkers, load

RULES = {
    "kth": load("checkers", "kth"),
    "tournament": load("checkers", "tournament"),
    "short counter": Checkers(counter=40),
    "tiny counter": Checkers(counter=10),
    "no counter": Checkers(counter=0),
    "move limit": Checkers(move_limit=100),
}


@pytest.mark.parametrize("rules", RULES)
def test_positions_are_found_under_all_rules(rules: str) -> None:
    bot = Bot(RULES[rules], lambda: PlainPlayer(4), 1.0, deadline=time.monotonic() + 60)
    chance = random.Random(1)
    for seen in (True, False):
        position = next(won_positions(bot, chance, 3, seen=seen))
        assert len(position.pieces()) == 4
    assert len(next(lead_positions(bot, chance)).pieces()) == 5
    assert next(quiet_questions(bot, chance)).position.startswith("B:")
    list(DrawCounter().examine(bot, chance))


def test_the_search_for_positions_ends_with_the_time() -> None:
    bot = Bot(RULES["kth"], lambda: PlainPlayer(4), 1.0, deadline=0.0)
    for positions in (
        won_positions(bot, random.Random(1), 3, seen=True),
        lead_positions(bot, random.Random(1)),
        quiet_questions(bot, random.Random(1)),
    ):
        with pytest.raises(TimeIsUpError):
            next(positions)
