"""The probes of open boards, first stones and turned boards."""

import random
import time
from collections.abc import Callable

import pytest
from tests.bugfinder.hex.open_players import (
    AvoidsWins,
    FirstOnOpenBoards,
    KeepsStones,
    OpenTransposed,
    RandomOnOpenBoards,
    StrongOpener,
    Thinker,
    UpperHalf,
)
from tests.bugfinder.hex.players import Careless

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Finding
from crownbridge.bugfinder.hex.first_stone import FirstStone
from crownbridge.bugfinder.hex.open_boards import open_trials, turned
from crownbridge.bugfinder.hex.open_plans import OpenPlans
from crownbridge.bugfinder.hex.plans import Plans
from crownbridge.bugfinder.hex.second_game import SecondGame
from crownbridge.bugfinder.hex.sight import Sight
from crownbridge.bugfinder.hex.swapping import Swapping
from crownbridge.bugfinder.hex.turning import Pair, breaks_ties_in_order, chance_of_favourites
from crownbridge.bugfinder.probe import Probe
from crownbridge.engines import Limit
from crownbridge.engines.hex import Solver
from crownbridge.games.hex import Hex
from crownbridge.players import Player, RandomPlayer

SIZE = 5


def findings(player: Player, *probes: Probe, swap: bool = False, size: int = SIZE) -> list[Finding]:
    bot = Bot(Hex(size, swap=swap), lambda: player, 1.0, deadline=time.monotonic() + 60)
    results = [result for probe in probes for result in probe.examine(bot, random.Random(1))]
    return [result for result in results if isinstance(result, Finding)]


def kinds(results: list[Finding]) -> list[str]:
    return [cause.kind for finding in results for cause in finding.causes][:3]


def test_open_trials_are_proven_and_turned() -> None:
    game = Hex(SIZE)
    pool = [trial for trial in open_trials(game, random.Random(1), 4) if trial is not None]
    assert len(pool) == 4
    for one, other in zip(pool[::2], pool[1::2], strict=True):
        assert other.question.position == turned(one.question.position, SIZE)
        assert set(other.question.right) == {turned(cell, SIZE) for cell in one.question.right}
        for trial in (one, other):
            position = game.parse(trial.question.position)
            for moves, wins in ((trial.question.right, True), (trial.question.wrong[:3], False)):
                for move in moves:
                    proof = Solver(1).solve(position.play(move), Limit(5.0))
                    assert proof
                    assert (proof.winner is position.side_to_move) == wins


def test_a_bot_that_avoids_wins() -> None:
    assert kinds(findings(AvoidsWins(), Sight()))[0] == "win in one"


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (OpenTransposed, "edges"),
        (UpperHalf, "edges"),
        (RandomOnOpenBoards, "other"),
        (FirstOnOpenBoards, "evaluation sign"),
    ],
)
def test_faults_that_show_on_open_boards(make: Callable[[], Player], kind: str) -> None:
    results = findings(make(), Sight(), Plans(), OpenPlans())
    assert kind in kinds(results)
    assert all(example.repeated in (5, 10) for finding in results for example in finding.examples)


@pytest.mark.parametrize("make", [Thinker, Careless, lambda: RandomPlayer(3)])
def test_sound_and_weak_bots_are_not_accused(make: Callable[[], Player]) -> None:
    assert findings(make(), Sight(), Plans(), OpenPlans()) == []


def test_a_first_stone_that_the_bot_would_swap() -> None:
    assert kinds(findings(StrongOpener(), Swapping(), FirstStone(), swap=True, size=7)) == ["swap", "opening"]
    assert findings(StrongOpener(), Sight(), FirstStone(), size=7) == []
    assert findings(Thinker(), Swapping(), FirstStone(), swap=True) == []


def test_a_second_game_in_the_same_process() -> None:
    assert kinds(findings(KeepsStones(), Sight(), SecondGame())) == ["state", "hash"]
    assert findings(Thinker(), Sight(), SecondGame()) == []


def pairs(choose: Callable[[random.Random, list[str]], str]) -> list[Pair]:
    """Return the answers of a bot that chooses among cells that depend on the board, on it and on the turned board."""
    chance = random.Random(1)
    cells = [f"{letter}{row}" for letter in "abcdefg" for row in range(1, 8)]
    boards = [chance.sample(cells, 4) for _ in range(40)]
    return [Pair("", choose(chance, good), choose(chance, [turned(cell, 7) for cell in good])) for good in boards]


def test_favourite_cells_are_significant() -> None:
    assert chance_of_favourites(pairs(lambda _, good: good[0]), 7) > 0.5
    assert chance_of_favourites(pairs(lambda chance, good: chance.choice(good)), 7) > 0.05
    favourites = pairs(lambda chance, good: chance.choice(["b6", "f3", *good[:1]]))
    assert chance_of_favourites(favourites, 7) < 0.01
    assert not breaks_ties_in_order(favourites, 7)


def test_the_first_of_equal_moves_is_not_a_favourite() -> None:
    assert breaks_ties_in_order(pairs(lambda _, good: min(good)), 7)
    assert breaks_ties_in_order(pairs(lambda _, good: max(good, key=lambda cell: (cell[1], cell[0]))), 7)
