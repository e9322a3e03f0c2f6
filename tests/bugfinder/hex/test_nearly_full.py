"""The probe of nearly full boards."""

import random
from collections.abc import Callable

import pytest
from tests.bugfinder.hex.open_players import FailsOnCrowdedBoards, RandomOnOpenBoards, Thinker
from tests.bugfinder.hex.players import AimlessPlans, Careless
from tests.bugfinder.hex.test_open_boards import findings, kinds

from crownbridge.bugfinder.hex.endings import deep_trials
from crownbridge.bugfinder.hex.nearly_full import NearlyFull
from crownbridge.bugfinder.hex.open_plans import OpenPlans
from crownbridge.bugfinder.hex.plans import Plans
from crownbridge.bugfinder.hex.sight import Sight
from crownbridge.engines import Limit
from crownbridge.engines.hex import Solver
from crownbridge.games.hex import Hex
from crownbridge.players import Player, RandomPlayer

PROBES = (Sight, Plans, OpenPlans, NearlyFull)


@pytest.mark.parametrize("share", [0.5, 1.0])
def test_plans_that_fail_on_nearly_full_boards(share: float) -> None:
    results = findings(FailsOnCrowdedBoards(share), *(probe() for probe in PROBES), size=6)
    found = [finding for finding in results if "not near the end" in finding.symptom]
    assert kinds(found) == ["negation", "other", "state"]
    assert all(example.repeated in (5, 10) for finding in found for example in finding.examples)


@pytest.mark.parametrize(
    "make",
    [
        Thinker,
        Careless,
        RandomOnOpenBoards,
        lambda: AimlessPlans(0.1),
        lambda: FailsOnCrowdedBoards(0.05),
        lambda: RandomPlayer(3),
    ],
)
def test_sound_and_weak_bots_are_not_accused(make: Callable[[], Player]) -> None:
    results = findings(make(), *(probe() for probe in PROBES), size=6)
    assert not [finding for finding in results if "not near the end" in finding.symptom]


def test_a_bot_that_was_not_asked_on_open_boards_is_not_judged() -> None:
    results = findings(AimlessPlans(0.1), Sight(), Plans(), NearlyFull(), size=6)
    assert not [finding for finding in results if "not near the end" in finding.symptom]


def test_deep_trials_are_proven() -> None:
    game = Hex(6)
    pool = [trial for trial in deep_trials(game, random.Random(1), 8) if trial is not None]
    assert len(pool) == 8
    assert max(trial.empty for trial in pool[::2]) < 10  # an odd number of stones may need one empty cell more
    assert min(trial.empty for trial in pool[1::2]) > 8
    for trial in pool:
        position = game.parse(trial.question.position)
        assert 4 < trial.empty < 14
        assert 2 * len(trial.question.right) <= trial.empty
        for moves, wins in ((trial.question.right, True), (trial.question.wrong, False)):
            for move in moves:
                proof = Solver(1).solve(position.play(move), Limit(5.0))
                assert proof
                assert (proof.winner is position.side_to_move) == wins
