"""The probes of Hex bots name planted faults and do not accuse sound bots."""

import random
import time
from collections.abc import Callable

import pytest
from tests.bugfinder.hex.players import (
    AimlessPlans,
    BorderLover,
    Careless,
    FirstCell,
    IgnoresBridges,
    MissesSome,
    Reversed,
    ReversedAsBlue,
    Swapper,
    Tactician,
    TransposedMoves,
    TransposedStones,
)

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finder import BugFinder
from crownbridge.bugfinder.finding import Finding
from crownbridge.bugfinder.hex.aim import Aim
from crownbridge.bugfinder.hex.bridges import Bridges
from crownbridge.bugfinder.hex.cells import HEX, Rules, winning_cells
from crownbridge.bugfinder.hex.endings import key_trials, ordered, plan_trials, trials
from crownbridge.bugfinder.hex.opening import Opening
from crownbridge.bugfinder.hex.plans import Plans
from crownbridge.bugfinder.hex.sight import Sight
from crownbridge.bugfinder.hex.swapping import Swapping
from crownbridge.bugfinder.hex.trial import SOUND
from crownbridge.bugfinder.probe import Probe, probes_of
from crownbridge.games.hex import Hex
from crownbridge.players import Player, RandomPlayer

SIZE = 7


def findings(probe: Probe, player: Player, size: int = SIZE) -> list[Finding]:
    bot = Bot(Hex(size), lambda: player, 1.0, deadline=time.monotonic() + 60)
    return [result for result in probe.examine(bot, random.Random(1)) if isinstance(result, Finding)]


def kinds(results: list[Finding]) -> list[str]:
    ranked = sorted(results, key=lambda finding: -finding.confidence)
    return list(dict.fromkeys(cause.kind for finding in ranked for cause in finding.causes))[:3]


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (lambda: Tactician(Rules(axes=(1, 0))), "edges"),
        (lambda: Tactician(Rules(((0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, 1)))), "orientation"),
        (lambda: Tactician(Rules(ends=1)), "edges"),
        (TransposedMoves, "transposed board"),
        (TransposedStones, "transposed board"),
        (lambda: Tactician(wins=False), "win in one"),
        (lambda: Tactician(blocks=False), "block in one"),
        (lambda: Tactician(blocks=False), "other"),
        (Reversed, "evaluation sign"),
        (ReversedAsBlue, "side to move"),
    ],
)
def test_faults_of_sight_are_named(make: Callable[[], Player], kind: str) -> None:
    results = findings(Sight(), make())
    assert kind in kinds(results)
    for finding in results:
        assert finding.examples
        assert all(example.repeated in (5, 10) for example in finding.examples)


def test_a_reversed_bot_is_found_by_its_plans() -> None:
    assert "evaluation sign" in kinds(findings(Plans(), Reversed()))


@pytest.mark.parametrize("make", [Tactician, Careless, lambda: RandomPlayer(3)])
@pytest.mark.parametrize("probe", [Sight, Plans])
def test_sound_and_weak_bots_are_not_accused(probe: Callable[[], Probe], make: Callable[[], Player]) -> None:
    assert findings(probe(), make()) == []


def findings_of(player: Player, *probes: Probe, swap: bool = False, seed: int = 1) -> list[Finding]:
    bot = Bot(Hex(SIZE, swap=swap), lambda: player, 1.0, deadline=time.monotonic() + 60)
    results = [result for probe in probes for result in probe.examine(bot, random.Random(seed))]
    return [result for result in results if isinstance(result, Finding)]


def test_lost_bridges_are_found_if_other_plans_succeed() -> None:
    assert kinds(findings_of(IgnoresBridges(), Plans(), Bridges()))[0] == "bridge"


@pytest.mark.parametrize("make", [Tactician, Careless, lambda: RandomPlayer(3)])
def test_bridges_do_not_accuse_sound_and_weak_bots(make: Callable[[], Player]) -> None:
    assert findings_of(make(), Plans(), Bridges()) == []


def test_first_stones_on_the_border() -> None:
    assert kinds(findings_of(BorderLover(), Sight(), Opening()))[0] == "opening"
    assert findings_of(RandomPlayer(1), Sight(), Opening()) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_thoughtless_bots_are_not_accused(seed: int) -> None:
    assert findings_of(FirstCell(), Sight(), Plans(), Bridges(), Opening(), Aim(), seed=seed) == []


@pytest.mark.parametrize("swaps", [True, False])
def test_wrong_swaps(swaps: bool) -> None:  # noqa: FBT001 (a parameter of the test)
    assert kinds(findings_of(Swapper(swaps=swaps), Sight(), Swapping(), swap=True)) == ["swap"]


def test_random_swaps_are_not_accused() -> None:
    assert findings_of(RandomPlayer(1), Sight(), Swapping(), swap=True) == []
    assert findings_of(Swapper(swaps=True), Swapping(), swap=False) == []


def test_searches_without_aim() -> None:
    samples = (findings_of(AimlessPlans(0.1), Sight(), Plans(), Opening(), Aim(), seed=seed) for seed in range(3))
    assert ["evaluation sign", "negation", "side to move"] in map(kinds, samples)  # single samples are random


def test_weak_plans_without_a_search_are_not_accused() -> None:
    assert findings_of(AimlessPlans(0.001), Sight(), Plans(), Opening(), Aim()) == []


def test_a_program_without_aim_that_hardly_searches() -> None:
    class Program(AimlessPlans):
        protocol = "lines"

    samples = (findings_of(Program(0.001), Sight(), Plans(), Aim(), seed=seed) for seed in range(3))
    assert ["time", "evaluation sign", "side to move"] in map(kinds, samples)  # single samples are random


@pytest.mark.parametrize(("seconds", "share", "symptoms"), [(0.1, 0.25, 1), (0.1, 0.6, 0), (0.001, 0.25, 0)])
def test_a_search_that_misses_some_short_wins(seconds: float, share: float, symptoms: int) -> None:
    """A bot that misses many deep plans, too, may just be weak."""
    results = findings_of(MissesSome(seconds, share), Sight(), Opening(), Plans())
    careless = [finding for finding in results if "here and there" in finding.symptom]
    assert len(careless) == symptoms
    assert all(finding.causes[0].kind == "other" and len(finding.examples) > 1 for finding in careless)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 14])
def test_boards_of_other_sizes(size: int) -> None:
    assert findings(Sight(), Tactician(), size) == []


@pytest.mark.parametrize("first", ["red", "blue"])
@pytest.mark.parametrize("make", [trials, key_trials, plan_trials])
def test_questions_are_reachable_positions_with_proven_moves(make: Callable[..., object], first: str) -> None:
    game = Hex(6, first, swap=True)
    pool = list(make(game, random.Random(2), 20))  # type: ignore[call-overload]
    assert pool
    for trial in pool:
        position = game.parse(trial.question.position)
        assert position.outcome() is None
        assert not position.can_swap
        mover, other = "rb"[position.side_index], "br"[position.side_index]
        lead = position.rows.count(other) - position.rows.count(mover)
        assert lead == (0 if position.side_to_move is game.first else 1)
        legal = {str(move) for move in position.legal_moves()}
        assert set(trial.question.right) | set(trial.question.wrong) == legal
        assert set(trial.question.right) == trial.moves[SOUND]


def test_the_order_of_trials_alternates_sides() -> None:
    pool = list(key_trials(Hex(SIZE), random.Random(1), 40))
    sides = [trial.side for trial in ordered(pool, 10)]
    assert sides == [0, 1] * 5


def test_winning_cells_follow_the_rules() -> None:
    rows = ".r." + "..." + "br."
    assert winning_cells(rows, 3, 0) == {4}
    assert winning_cells(rows, 3, 1, HEX) == frozenset()
    assert winning_cells("r.r" + "..." + "...", 3, 0, Rules(axes=(1, 0))) == {1}
    assert winning_cells("r.r" + "..." + "b.b", 3, 1, Rules(ends=1)) == {3, 4, 5, 7}


def test_hex_has_probes() -> None:
    assert {"sight", "plans"} <= {probe.name for probe in probes_of("hex")}


def test_the_time_is_kept_on_a_large_board() -> None:
    finder = BugFinder(Hex(19), lambda: RandomPlayer(1), seconds=0.1, minutes=0.02)
    began = time.monotonic()
    list(finder.run())
    assert time.monotonic() - began < 30  # it took minutes
