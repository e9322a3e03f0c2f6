"""Bots that play only next to their own stones, and bots that forget the swap after a game."""

import random
import time
from typing import Any

from tests.bugfinder.hex.players import FirstCell, Tactician

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Finding
from crownbridge.bugfinder.hex.nearby import Nearby, near_cells
from crownbridge.bugfinder.hex.open_plans import OpenPlans
from crownbridge.bugfinder.hex.second_game import SecondGame
from crownbridge.bugfinder.hex.sight import Sight
from crownbridge.bugfinder.hex.swapping import Swapping
from crownbridge.games.hex import Hex
from crownbridge.players import Player, RandomPlayer

SIZE = 7


class Neighbourly(Tactician):
    """Wins or blocks at once, and otherwise plays a cell next to its own stones or edges."""

    def plan(self, position: Any, moves: list[Any]) -> str:
        near = sorted(near_cells(position)) or [str(move) for move in moves]
        return random.Random(position.rows).choice(near)


class ForgetsSwap(Tactician):
    """Swaps only in the first game of a process."""

    def __init__(self) -> None:
        super().__init__()
        self._games = 0

    def pick(self, position: Any) -> str:
        self._games += 1
        if not position.can_swap:
            return super().pick(position)
        middle = str(position.legal_moves()[SIZE * SIZE // 2])
        stone = next(iter(position.pieces()))
        is_inside = all(0 < number < SIZE - 1 for number in divmod(stone, SIZE))
        return "swap-pieces" if self._games == 1 and is_inside else middle


def examined(player: type[Player] | Any, *probes: Any, swap: bool = False, seed: int = 1) -> list[Finding]:
    bot = Bot(Hex(SIZE, swap=swap), player, 1.0, deadline=time.monotonic() + 60)
    results = [result for probe in probes for result in probe.examine(bot, random.Random(seed))]
    return [result for result in results if isinstance(result, Finding)]


def test_cells_next_to_own_stones_and_edges() -> None:
    red, blue = (Hex(3).parse(f"..r/.b./... {side}") for side in "rb")
    assert near_cells(red) == {"a1", "b1", "c2", "a3", "b3", "c3"}
    assert near_cells(blue) == {"a1", "b1", "a2", "c2", "a3", "b3", "c3"}


def test_a_bot_that_plays_only_next_to_its_stones() -> None:
    (finding,) = [
        finding for finding in examined(Neighbourly, OpenPlans(), Nearby()) if "own stones" in finding.symptom
    ]
    assert finding.causes[0].kind == "bridge"
    assert finding.examples[0].played not in finding.examples[0].right


class FirstByColumns(FirstCell):
    """Plays the first empty cell of the first column that has one, which often is next to an edge."""

    def pick(self, position: Any) -> str:
        return min(map(str, position.legal_moves()))


def test_other_bots_are_not_accused_of_it() -> None:
    for player in (Tactician, FirstCell, lambda: RandomPlayer(1)):
        assert not any("own stones" in finding.symptom for finding in examined(player, OpenPlans(), Nearby()))


def test_a_bot_that_plays_the_first_cells_is_not_accused_of_it() -> None:
    assert examined(FirstByColumns, OpenPlans(), Nearby(), swap=True, seed=0) == []


def test_a_bot_that_swaps_only_in_its_first_game() -> None:
    results = examined(ForgetsSwap, Sight(), Swapping(), SecondGame(), swap=True)
    assert [finding.causes[0].kind for finding in results] == ["state"]
