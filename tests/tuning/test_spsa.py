"""SPSA as mathematics: on games whose winner is decided by a known best point and a good deal of chance."""

import random

import pytest

from crownbridge.tuning import Parameter, Spsa, usual_rate

PARAMETERS = (
    Parameter("narrow", 0.0, -10.0, 10.0, 1.0),
    Parameter("wide", 300.0, 0.0, 1000.0, 50.0),
    Parameter("fine", 0.5, 0.0, 1.0, 0.05),
)
BEST = (4.0, 650.0, 0.2)
GAMES = 8


def worse(values: tuple[float, ...]) -> float:
    """By how much, in steps squared."""
    return sum(((value - best) / one.step) ** 2 for one, value, best in zip(PARAMETERS, values, BEST, strict=True))


def tuned(iterations: int, seed: int, *, told: bool = True) -> tuple[float, ...]:
    """Return the values after a number of iterations of games that depend on the values, or do not."""
    chance = random.Random(seed)
    spsa = Spsa(PARAMETERS, iterations, usual_rate(iterations * GAMES))
    values = spsa.start
    for iteration in range(1, iterations + 1):
        signs = [chance.choice((1, -1)) for _ in PARAMETERS]
        plus, minus = spsa.trial(values, signs, iteration)
        elo = 10 * (worse(minus) - worse(plus)) if told else 0.0
        wins = sum(chance.random() < 1 / (1 + 10 ** (-elo / 400)) for _ in range(GAMES))
        values = spsa.improved(values, signs, wins - (GAMES - wins), iteration)
    return values


@pytest.mark.parametrize("seed", range(5))
def test_it_finds_the_best_point_in_spite_of_chance(seed: int) -> None:
    assert worse(Spsa(PARAMETERS, 1, 1).start) > 100
    assert worse(tuned(2000, seed)) < 3


def test_more_games_find_it_better() -> None:
    few, many = (sum(worse(tuned(iterations, seed)) for seed in range(10)) for iterations in (30, 1000))
    assert many < few / 4


def test_chance_alone_moves_values_by_little() -> None:
    """Half a step is what the usual rate is made for; as the first steps are longer, it is somewhat more."""
    moved = [
        ((value - one.start) / one.step) ** 2
        for seed in range(30)
        for one, value in zip(PARAMETERS, tuned(500, seed, told=False), strict=True)
    ]
    assert 0.3 < (sum(moved) / len(moved)) ** 0.5 < 1.5


def test_changes_and_steps_shrink_to_what_was_asked_for() -> None:
    spsa = Spsa(PARAMETERS, 100, 0.25)
    middle = tuple((one.low + one.high) / 2 for one in PARAMETERS)
    signs = (1, -1, 1)
    gaps, steps = [], []
    for iteration in range(1, 101):
        plus, minus = spsa.trial(middle, signs, iteration)
        gaps.append(plus[0] - minus[0])
        assert (plus[1] < middle[1] < minus[1], plus[2] > middle[2] > minus[2]) == (True, True)
        steps.append(spsa.improved(middle, signs, 1, iteration)[0] - middle[0])
    assert gaps == sorted(gaps, reverse=True)
    assert steps[10:] == sorted(steps[10:], reverse=True)  # the first are shorter, as changes are larger
    assert gaps[-1] == pytest.approx(2 * PARAMETERS[0].step)
    assert gaps[0] == pytest.approx(2 * PARAMETERS[0].step * 100**0.101)
    assert steps[-1] == pytest.approx(0.25 * PARAMETERS[0].step)
    assert steps[0] == pytest.approx(0.25 * (110 / 11) ** 0.602 / 100**0.101)


def test_values_stay_within_their_bounds() -> None:
    spsa = Spsa(PARAMETERS, 10, 100.0)
    corner = tuple(one.high for one in PARAMETERS)
    plus, minus = spsa.trial(corner, (1, 1, 1), 1)
    assert plus == corner
    assert all(low < high for low, high in zip(minus, plus, strict=True))
    assert spsa.improved(corner, (1, 1, 1), 8, 1) == corner
    assert spsa.improved(corner, (1, 1, 1), -8, 1) == tuple(one.low for one in PARAMETERS)


def test_the_usual_rate_is_the_one_in_use() -> None:
    assert usual_rate(60_000) == pytest.approx(0.002, rel=0.03)
