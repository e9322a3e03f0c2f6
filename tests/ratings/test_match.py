"""Two players: differences, normalized Elo, likelihood of superiority."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crownbridge.errors import InputError
from crownbridge.ratings import (
    Counts,
    Estimate,
    Result,
    elo_at,
    elo_difference,
    expected_score,
    normalized_elo,
    superiority,
)
from crownbridge.ratings.multinomial import mean_interval, regularized

# Elo, its half interval, normalized Elo, its half interval and LOS as fastchess prints them (app/tests/elo_test.cpp),
# and the last as published with release 1.4.0 of GyatsoChess.
FASTCHESS = [
    ((89, 123, 76), None, None, -20.76, 40.13, 0.1553),
    ((96, 111, 136), 40.70, 30.43, 49.77, 36.77, 0.9960),
    ((34, 54, 63, 64, 75), 55.58, 27.65, 57.94, 28.28, 1.0),
    ((332, 433, 498, 333, 334), -8.64, 10.33, -9.17, 10.96, 0.0505),
    ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, -19.01, 2.65, 0.0),
    ((1, 6, 45, 38, 98), 241.40, 37.08, 312.12, None, 1.0),
]

counts = st.one_of(
    st.tuples(*[st.integers(0, 200)] * 3).map(Counts),
    st.tuples(*[st.integers(0, 200)] * 5).map(Counts),
)


@pytest.mark.parametrize(("steps", "elo", "error", "normalized", "normalized_error", "los"), FASTCHESS)
def test_published_figures(  # noqa: PLR0913, PLR0917 - a column each
    steps: tuple[int, ...],
    elo: float | None,
    error: float | None,
    normalized: float,
    normalized_error: float | None,
    los: float,
) -> None:
    difference, easily = elo_difference(Counts(steps)), normalized_elo(Counts(steps))
    if elo is not None:
        assert difference.elo == pytest.approx(elo, abs=0.01)
        # Theirs is of a normal curve, ours of the likelihood.
        assert (difference.high - difference.low) / 2 == pytest.approx(error, rel=0.01)
    assert easily.elo == pytest.approx(normalized, abs=0.01)
    if normalized_error is not None:
        # Theirs omits the contribution of the advantage itself.
        assert (easily.high - easily.low) / 2 == pytest.approx(normalized_error, rel=0.04)
    assert superiority(Counts(steps)) == pytest.approx(los, abs=0.0005)


def test_by_hand() -> None:
    assert elo_at(0.75) == pytest.approx(400 * math.log10(3))
    assert expected_score(400) == pytest.approx(10 / 11)
    assert elo_at(1) == math.inf
    assert elo_at(0) == -math.inf
    # All of n won: a share s of the points has likelihood s^n, and the interval ends where that is exp(-1.92).
    low = elo_difference(Counts((0, 0, 10))).low
    assert low == pytest.approx(elo_at(math.exp(-3.841459 / 2 / 10)), abs=1)
    # One game won: that or worse happens to equals with probability 1/2.
    assert superiority(Counts((0, 0, 1))) == pytest.approx(0.5 + math.erf(math.sqrt(math.log(2))) / 2, abs=0.005)


@pytest.mark.parametrize("steps", [(0, 0, 0), (0, 0, 0, 0, 0)])
def test_no_games_tell_nothing(steps: tuple[int, ...]) -> None:
    nothing = Estimate(0, -math.inf, math.inf)
    assert elo_difference(Counts(steps)) == nothing
    assert normalized_elo(Counts(steps)) == nothing
    assert superiority(Counts(steps)) == 0.5
    assert Counts(steps).games == 0


def test_all_drawn_all_won_all_lost() -> None:
    drawn = elo_difference(Counts((0, 100, 0)))
    assert drawn.elo == 0
    assert drawn.low == pytest.approx(-drawn.high)
    assert 0 < drawn.high < 10
    won, lost = elo_difference(Counts((0, 0, 0, 0, 30))), elo_difference(Counts((30, 0, 0, 0, 0)))
    assert won.elo == won.high == math.inf
    assert 0 < won.low < math.inf
    assert lost == pytest.approx((-math.inf, -math.inf, -won.low))
    assert superiority(Counts((0, 100, 0))) == 0.5
    assert normalized_elo(Counts((0, 0, 9))) == (math.inf, -math.inf, math.inf)


@settings(max_examples=40, deadline=None)
@given(counts)
def test_from_the_other_side_all_is_turned(given_counts: Counts) -> None:
    turned = Counts(given_counts.steps[::-1])
    for of in (elo_difference, normalized_elo):
        elo, low, high = of(given_counts)
        assert of(turned) == pytest.approx((-elo, -high, -low), rel=1e-6, abs=1e-6)
        assert low <= elo <= high
    assert superiority(turned) == pytest.approx(1 - superiority(given_counts))


@settings(max_examples=40, deadline=None)
@given(counts)
def test_a_better_result_is_a_higher_rating(given_counts: Counts) -> None:
    better = Counts((*given_counts.steps[:-1], given_counts.steps[-1] + 1))
    assert elo_difference(better).elo >= elo_difference(given_counts).elo
    assert superiority(better) >= superiority(given_counts) - 1e-9


def test_counting_results() -> None:
    results = [
        Result(("a", "b"), 1, "1"),
        Result(("b", "a"), 0.5, "1"),
        Result(("a", "b"), 0, "2"),
        Result(("b", "a"), 0, "2"),
        Result(("a", "b"), 1, "3"),
        Result(("a", "b"), 0.5),
        Result(("b", "c"), 1),
    ]
    assert Counts.of_games(results, "a") == Counts((1, 2, 3))
    assert Counts.of_games(results, "c") == Counts((1, 0, 0))
    assert Counts.of_pairs(results, "a") == Counts((0, 0, 1, 1, 0))
    assert Counts.of_pairs(results, "b") == Counts((0, 1, 1, 0, 0))
    assert Counts.of_pairs(results, "a").games == 4
    assert Counts.of_pairs(results, "a").score == 0.625
    with pytest.raises(InputError, match="3 games"):
        Counts.of_pairs([*results, Result(("a", "b"), 1, "1")], "a")
    with pytest.raises(InputError, match="not counts"):
        Counts((1, 2))
    with pytest.raises(InputError, match="not counts"):
        Counts((1, 2, -1))


@pytest.mark.parametrize(
    ("truth", "observations"),
    [
        ((0.2, 0.5, 0.3), 100),
        ((0.01, 0.09, 0.9), 100),
        ((0.48, 0.0, 0.52), 50),
        ((0.05, 0.2, 0.4, 0.25, 0.1), 60),
        ((0.0, 0.02, 0.3, 0.28, 0.4), 200),
    ],
)
def test_the_interval_covers_the_truth(truth: tuple[float, ...], observations: int) -> None:
    seen = np.random.default_rng(6).multinomial(observations, truth, 2000)
    score = np.linspace(0, 1, len(truth)) @ truth
    low, high = mean_interval(regularized(seen))
    assert 0.93 <= np.mean((low <= score) & (score <= high)) <= 0.97


def test_the_interval_of_normalized_elo_covers_the_truth() -> None:
    truth = np.array([0.02, 0.08, 0.3, 0.4, 0.2])
    steps = np.linspace(0, 1, 5)
    score = steps @ truth
    normalized = 800 / math.log(10) * (score - 0.5) / math.sqrt(2 * (truth @ (steps - score) ** 2))
    seen = np.random.default_rng(6).multinomial(150, truth, 2000)
    found = [normalized_elo(Counts(tuple(row.tolist()))) for row in seen]
    assert 0.93 <= np.mean([each.low <= normalized <= each.high for each in found]) <= 0.97


def test_pairs_of_unbalanced_openings_have_a_smaller_error_than_their_games() -> None:
    """Whoever has the better side wins, and sometimes one holds the draw."""
    results = [
        Result(game, points, str(number))
        for number in range(100)
        for game, points in ((("a", "b"), 1.0), (("b", "a"), 0.5 if number % 10 == 0 else 1.0))
    ]
    games, pairs = (elo_difference(of(results, "a")) for of in (Counts.of_games, Counts.of_pairs))
    assert games.elo == pytest.approx(pairs.elo)
    assert (pairs.high - pairs.low) * 3 < games.high - games.low
