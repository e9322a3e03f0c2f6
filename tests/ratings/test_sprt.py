"""The sequential test: published log-likelihood ratios, and its error rates."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crownbridge.errors import OptionError
from crownbridge.ratings import Counts, Sprt, Verdict, expected_score
from crownbridge.ratings.multinomial import with_deviation
from crownbridge.ratings.sprt import Scale

Published = tuple[tuple[int, ...], tuple[float, float], Scale, float]

# fastchess, app/tests/sprt_test.cpp; counts there are wins, losses, draws, or LL, LD, WL, DD, WD, WW.
FASTCHESS: list[Published] = [
    ((36027, 68692, 36433), (0, 2), "normalized", 0.92),
    ((10650, 20431, 10871), (-1.75, 0.25), "normalized", 2.30),
    ((21184, 40708, 21404), (0.5, 2.5), "logistic", -1.57),
    ((57030, 106593, 57433), (0, 2), "logistic", -2.59),
    ((365, 16618, 36229, 16974, 390), (0, 2), "normalized", 2.25),
    ((127, 4883, 10712, 5150, 104), (-1.75, 0.25), "normalized", 3.01),
    ((223, 9863, 21279, 10037, 246), (0.5, 2.5), "logistic", -3.07),
    ((871, 26175, 55983, 26678, 821), (0, 2), "logistic", -4.98),
]
# Tests that ended: on fishtest (Stockfish's pull request 4912), OpenBench (Clockwork's 364, Reckless's 1025) and
# fastchess.
ENDED: list[Published] = [
    ((19, 5498, 15056, 5815, 15), (0, 2), "normalized", 2.95),
    ((1, 2643, 8243, 2928, 0), (0.5, 2.5), "normalized", 2.94),
    ((398, 4112, 7672, 4336, 430), (0, 3), "normalized", 2.96),
    ((56, 1144, 2546, 1310, 77), (0, 3), "normalized", 2.95),
    ((5, 295, 1145, 466, 2), (0, 3), "normalized", 2.98),
    ((54, 1974, 5267, 2134, 40), (-2.75, 0.25), "normalized", 2.93),
    ((1, 6, 45, 38, 98), (0, 5), "normalized", 2.90),
    ((0, 0, 2, 0, 37), (0, 20), "normalized", 2.96),
]


@pytest.mark.parametrize(("steps", "hypotheses", "scale", "llr"), FASTCHESS + ENDED)
def test_published_ratios(steps: tuple[int, ...], hypotheses: tuple[float, float], scale: Scale, llr: float) -> None:
    assert Sprt(*hypotheses, scale=scale).weigh(Counts(steps)).llr == pytest.approx(llr, abs=0.0051)


def test_bounds_and_verdicts() -> None:
    test = Sprt(0, 5)
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=0.001)
    assert Sprt(0, 5, alpha=0.05, beta=0.10).bounds == pytest.approx((-2.25, 2.89), abs=0.005)
    assert test.weigh(Counts((100, 100, 100))).verdict is Verdict.CONTINUE
    assert test.weigh(Counts((10000, 10000, 10000))).verdict is Verdict.H0
    assert test.weigh(Counts((9000, 10000, 11000))).verdict is Verdict.H1
    assert str(test.weigh(Counts((0, 0, 0)))) == "LLR 0.00 (-2.94 to 2.94), undecided"


def test_by_hand() -> None:
    """Without draws it is the test of a coin: so often log(p1/p0), so often log(q1/q0)."""
    p0, p1 = expected_score(0), expected_score(100)
    by_hand = 70 * math.log(p1 / p0) + 30 * math.log((1 - p1) / (1 - p0))
    assert float(Sprt(0, 100).llr((30, 0, 70))) == pytest.approx(by_hand, abs=0.01)
    assert float(Sprt(0, 10).llr((0, 0, 50))) == pytest.approx(50 * math.log(expected_score(10) * 2), abs=0.01)


@pytest.mark.parametrize("scale", ["logistic", "normalized"])
def test_extreme_results_tell_something_finite(scale: Scale) -> None:
    test = Sprt(0, 10, scale=scale)
    assert float(test.llr((0, 0, 0))) == 0
    for steps in ((0, 0, 1), (1, 0, 0), (0, 1, 0), (0, 0, 10**6), (0, 10**6, 0), (10**6, 0, 0, 0, 0), (0, 0, 7, 0, 0)):
        assert math.isfinite(float(test.llr(steps))), steps
    assert test.weigh(Counts((0, 0, 10**5))).verdict is Verdict.H1
    assert test.weigh(Counts((10**5, 0, 0))).verdict is Verdict.H0


@settings(max_examples=40, deadline=None)
@given(st.one_of(st.tuples(*[st.integers(0, 500)] * 3), st.tuples(*[st.integers(0, 500)] * 5)), st.floats(0.5, 50))
def test_turning_results_and_hypotheses_turns_the_ratio(steps: tuple[int, ...], elo: float) -> None:
    for scale in ("logistic", "normalized"):
        straight = float(Sprt(-elo, 2 * elo, scale=scale).llr(steps))
        turned = float(Sprt(-2 * elo, elo, scale=scale).llr(steps[::-1]))
        assert straight == pytest.approx(-turned, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize(
    "wrong",
    [{"elo0": 5}, {"elo1": math.inf}, {"alpha": 0}, {"beta": 1}, {"alpha": 0.5, "beta": 0.5}, {"scale": "bayesian"}],
)
def test_tests_that_cannot_be(wrong: dict[str, float]) -> None:
    with pytest.raises(OptionError):
        Sprt(**{"elo0": 0, "elo1": 5, **wrong})  # type: ignore[arg-type] # wrong on purpose


def passed(test: Sprt, truth: tuple[float, ...], matches: int, batch: int) -> float:
    """The share of simulated matches in which the upper hypothesis was accepted; it is looked at after each batch."""
    chance = np.random.default_rng(7)
    counts = np.zeros((matches, len(truth)))
    lower, upper = test.bounds
    accepted = 0
    for _ in range(100_000 // batch):
        counts += chance.multinomial(batch, truth, len(counts))
        llr = test.llr(counts)
        accepted += int((llr >= upper).sum())
        counts = counts[(lower < llr) & (llr < upper)]
        if not len(counts):
            return accepted / matches
    raise AssertionError("the matches do not end")


def with_score(truth: tuple[float, ...], score: float) -> tuple[float, ...]:
    """That distribution, with points moved from all to the last or the first step until the score is right."""
    shares = np.array(truth)
    now = np.linspace(0, 1, len(truth)) @ shares
    part = (score - now) / (1 - now) if score > now else (now - score) / now
    shares *= 1 - part
    shares[-1 if score > now else 0] += part
    return tuple(shares.tolist())


@pytest.mark.parametrize("even", [(0.3, 0.4, 0.3), (0.5, 0.0, 0.5), (0.05, 0.2, 0.5, 0.2, 0.05)])
def test_error_rates(even: tuple[float, ...]) -> None:
    """Two standard deviations of 2,000 matches are 0.01; the test stops beyond its bounds, so that it errs less."""
    test = Sprt(-20, 40)
    assert passed(test, with_score(even, expected_score(-20)), 2000, batch=4) <= 0.05 + 0.01
    assert passed(test, with_score(even, expected_score(40)), 2000, batch=4) >= 0.95 - 0.01


def test_error_rates_on_the_normalized_scale() -> None:
    steps, even = np.linspace(0, 1, 5), np.array((0.05, 0.2, 0.5, 0.2, 0.05))
    lifted = with_deviation(even, 40 * math.log(10) / 800 * math.sqrt(2))
    score = steps @ lifted
    assert 800 / math.log(10) * (score - 0.5) / math.sqrt(2 * (lifted @ (steps - score) ** 2)) == pytest.approx(40)
    test = Sprt(0, 40, scale="normalized")
    assert passed(test, tuple(even.tolist()), 500, batch=16) <= 0.05 + 0.02
    assert passed(test, tuple(lifted.tolist()), 500, batch=16) >= 0.95 - 0.02


@pytest.mark.parametrize("scale", ["logistic", "normalized"])
@pytest.mark.parametrize("counts", [(40, 80, 200, 70, 30), (110, 60, 130)])
def test_the_expected_number_of_games(counts: tuple[int, ...], scale: Scale) -> None:
    """As many as simulated tests take on average, which step beyond the bound at the end."""
    test = Sprt(0, 20, scale=scale)
    games = 2 if len(counts) == 5 else 1
    random = np.random.default_rng(1)
    running = np.tile(np.asarray(counts, float), (100, 1))
    played = np.zeros(100)
    while (undecided := np.abs(test.llr(running)) < test.bounds[1]).any():
        drawn = random.multinomial(50, np.asarray(counts) / sum(counts), size=100)
        running += drawn * undecided[:, None]
        played += 50 * games * undecided
    assert test.games_to_go(Counts(counts)) == pytest.approx(played.mean(), rel=0.3)


def test_few_games_are_expected_after_nothing_but_wins() -> None:
    """Each of them adds as much to the ratio; a decided test takes none."""
    test = Sprt(0, 100)
    two_pairs, per_pair = Counts((0, 0, 0, 0, 2)), test.weigh(Counts((0, 0, 0, 0, 2))).llr / 2
    assert test.games_to_go(two_pairs) == pytest.approx(2 * (test.bounds[1] / per_pair - 2), rel=0.1)
    assert test.games_to_go(Counts((0, 0, 0, 0, 20))) == 0
    assert test.games_to_go(Counts((20, 0, 0, 0, 0))) == 0


def test_the_expected_number_of_games_between_equals() -> None:
    """Without draws and drift, the ratio is a random walk with steps of 20 Elo, which takes (bound / step)² games."""
    test = Sprt(-20, 20)
    step = 20 * math.log(10) / 400
    assert test.games_to_go(Counts((50, 0, 50))) == pytest.approx((test.bounds[1] / step) ** 2, rel=0.01)
