"""Bots that start only from the empty board are examined in games."""

import random
import time
from collections.abc import Callable

import pytest
from tests.bugfinder.hex.players import Tactician, TransposedMoves

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Fact, Finding
from crownbridge.bugfinder.hex.cells import Rules, winning_cells
from crownbridge.bugfinder.hex.games import Games
from crownbridge.bugfinder.hex.opponent import shortest_path, threatening_move
from crownbridge.games.hex import Hex
from crownbridge.players import Player, RandomPlayer


class GameBot(Bot):
    """A bot that starts from the empty board."""

    @property
    def starts_anywhere(self) -> bool:
        return False


class Blocker(Tactician):
    """Wins, blocks, and otherwise plays near the middle."""

    def plan(self, position: object, moves: list[object]) -> str:
        del position
        return str(moves[len(moves) // 2])


class TransposedBlocker(TransposedMoves, Blocker):
    """A blocker that exchanges row and column."""


def results(make: Callable[[], Player]) -> list[Finding | Fact]:
    bot = GameBot(Hex(7), make, 1.0, deadline=time.monotonic() + 60)
    return list(Games().examine(bot, random.Random(1)))


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (lambda: Blocker(Rules(axes=(1, 0))), "edges"),
        (TransposedBlocker, "transposed board"),
    ],
)
def test_faults_show_in_games(make: Callable[[], Player], kind: str) -> None:
    (finding,) = (result for result in results(make) if isinstance(result, Finding))
    assert kind in [cause.kind for cause in finding.causes[:3]]
    assert finding.examples[0].repeated == 3


@pytest.mark.parametrize("make", [Blocker, RandomPlayer])
def test_sound_and_weak_bots_are_not_accused_in_games(make: Callable[[], Player]) -> None:
    assert [type(result) for result in results(make)] == [Fact]


def test_the_opponent_threatens() -> None:
    position = Hex(3).parse(".r./.../b.. r")
    assert len(shortest_path(position.rows, 3, 0, random.Random(1))) == 2
    after = position.play(threatening_move(position, random.Random(1)))
    assert winning_cells(after.rows, 3, 0)
