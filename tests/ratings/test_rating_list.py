"""The most likely ratings of many agents."""

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crownbridge.errors import InputError
from crownbridge.ratings import Counts, Result, elo_difference, rate
from crownbridge.ratings.davidson import Games, derivatives, fit

SCALE = 400 / math.log(10)

games = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd"), st.sampled_from([0, 0.5, 1]))
    .filter(lambda game: game[0] != game[1])
    .map(lambda game: Result(game[:2], game[2])),
    max_size=40,
)


def match(one: str, other: str, wins: int, draws: int, losses: int) -> list[Result]:
    """A match in which each result came as often with either colour, so that there is no advantage."""
    there = [Result((one, other), 1)] * wins + [Result((one, other), 0.5)] * draws + [Result((one, other), 0)] * losses
    back = [Result((other, one), 0)] * wins + [Result((other, one), 0.5)] * draws + [Result((other, one), 1)] * losses
    return there + back


def test_two_agents_agree_with_the_match() -> None:
    results = match("a", "b", 600, 1000, 500)
    listed, counted = rate(results).difference("a", "b"), elo_difference(Counts.of_games(results, "a"))
    assert listed == pytest.approx(counted, abs=0.3)
    assert rate(results)["a"].elo == pytest.approx(listed.elo / 2)


def test_davidson_by_hand() -> None:
    """Of two it fits every count: strengths differ by log(wins/losses), a draw's odds are draws/sqrt(wins losses)."""
    listed = rate(match("a", "b", 40_000, 30_000, 10_000))
    odds = 30_000 / math.sqrt(40_000 * 10_000)
    assert listed.draws == pytest.approx(odds / (2 + odds), abs=1e-3)
    assert listed.difference("a", "b").elo == pytest.approx(SCALE * math.log(4) * (1 - odds / (2 + odds)), abs=0.1)
    assert listed.advantage.elo == pytest.approx(0, abs=1e-6)


def test_the_advantage_by_hand() -> None:
    """Equals, of whom the first wins three games of four."""
    results = [Result(pair, points) for pair in (("a", "b"), ("b", "a")) for points in (1, 1, 1, 0)] * 1000
    listed = rate(results)
    assert listed.advantage.elo == pytest.approx(SCALE * math.log(3), abs=0.1)
    assert listed.draws == pytest.approx(0)
    assert listed.difference("a", "b").elo == pytest.approx(0, abs=1e-9)


def test_the_derivatives_are_those_of_the_likelihood() -> None:
    chance = np.random.default_rng(3)
    places = np.array([(0, 1), (1, 2), (2, 0), (2, 1)])
    given_games = Games(3, places[:, 0], places[:, 1], *chance.integers(1, 20, (3, 4)).astype(float))
    at = chance.normal(size=5) / 2
    _, information = derivatives(given_games, at)
    for column in range(5):
        step = np.zeros(5)
        step[column] = 1e-5
        slope = (derivatives(given_games, at + step)[0] - derivatives(given_games, at - step)[0]) / 2e-5
        assert -slope == pytest.approx(information[:, column], abs=1e-5)
    assert derivatives(given_games, fit(given_games).parameters)[0] == pytest.approx(np.zeros(5), abs=1e-8)


def test_in_a_round_robin_the_order_is_that_of_the_points() -> None:
    chance = random.Random(5)
    results = [
        Result((one, other), chance.choice([0, 0.5, 1])) for one in "abcdefgh" for other in "abcdefgh" if one != other
    ]
    ratings = rate(results).ratings
    assert [rating.points for rating in ratings] == sorted((rating.points for rating in ratings), reverse=True)
    assert {rating.games for rating in ratings} == {14}


def test_who_won_everything_has_a_finite_rating_and_a_wide_interval() -> None:
    results = match("a", "b", 10, 0, 0) + match("b", "c", 5, 5, 5)
    listed = rate(results)
    ahead, other = listed.difference("a", "b"), listed.difference("b", "c")
    assert 200 < ahead.elo < 1500
    assert 0 < ahead.low < ahead.high < math.inf
    assert ahead.high - ahead.low > 2 * (other.high - other.low)
    assert listed.superiority("a", "b") > 0.95
    assert rate(match("a", "b", 0, 50, 0)).difference("a", "b").elo == 0
    assert rate(match("a", "b", 0, 50, 0)).difference("a", "b").high == pytest.approx(
        elo_difference(Counts((0, 100, 0))).high, rel=0.2
    )


def test_who_always_moves_first_is_not_surely_stronger() -> None:
    always = rate([Result(("a", "b"), points) for points in (1, 1, 1, 0)] * 20).difference("a", "b")
    changing = rate(match("a", "b", 30, 0, 10)).difference("a", "b")
    assert always.low < 0 < changing.low


def test_agents_that_never_met_are_in_groups() -> None:
    results = match("a", "b", 6, 0, 2) + match("b", "c", 4, 0, 2) + match("x", "y", 1, 0, 4)
    listed = rate(results, agents=["idle"], anchor="b", at=1500)
    assert [(rating.agent, rating.group) for rating in listed.ratings] == [
        ("a", 0),
        ("b", 0),
        ("c", 0),
        ("y", 1),
        ("x", 1),
        ("idle", 2),
    ]
    assert listed["b"][1:4] == (1500, 1500, 1500)
    assert listed["x"].elo + listed["y"].elo == pytest.approx(3000)
    assert listed["idle"][1:5] == (1500, -math.inf, math.inf, 0)
    assert listed.difference("a", "x") == (0, -math.inf, math.inf)
    assert listed.superiority("a", "x") == 0.5
    assert listed.difference("a", "a").elo == 0
    with pytest.raises(InputError, match="anchor"):
        rate(results, anchor="z")
    with pytest.raises(KeyError):
        listed["z"]


def test_nothing_and_one_game() -> None:
    assert rate([]).ratings == ()
    assert str(rate([])) == "rank  agent  Elo  +-  games  points  score"
    one = rate([Result(("a", "b"), 1)])
    assert 0 < one.difference("a", "b").elo < 300
    assert one.difference("a", "b").low < 0
    alone = rate([Result(("a", "a"), 1)] * 5)
    assert alone["a"].elo == 0
    assert alone.advantage.elo > 0


def test_as_text() -> None:
    listed = rate(match("new", "old", 60, 80, 50) + match("x", "y", 1, 1, 1), agents=["idle"])
    assert str(listed).splitlines() == [
        "rank  agent  Elo  +-  games  points  score",
        "   1  new      9  13    380     200  52.6%",
        "   2  old     -9  13    380     180  47.4%",
        "",
        "   1  x        0  99      6       3  50.0%",
        "   2  y        0  99      6       3  50.0%",
        "",
        "   1  idle     0   ?      0       0      -",
    ]


def test_faults_have_a_column_where_they_are_known() -> None:
    listed = rate(match("new", "old", 1, 1, 1) + match("x", "y", 1, 1, 1))
    assert [row[7:] for row in listed.rows(faults={"old": 3})] == [("faults",), ("0",), ("3",), ("",), ("0",), ("0",)]
    assert listed.rows(byes={"new": 1}, faults={})[1][-2:] == ("1", "0")


@settings(max_examples=40, deadline=None)
@given(games, st.randoms(use_true_random=False))
def test_the_order_of_the_games_is_nothing(results: list[Result], chance: random.Random) -> None:
    mixed = chance.sample(results, len(results))
    one, other = rate(results), rate(mixed)
    for rating in one.ratings:
        assert other[rating.agent][1:] == pytest.approx(rating[1:], abs=1e-6)


@settings(max_examples=40, deadline=None)
@given(games)
def test_names_are_nothing_and_levels_shift_all(results: list[Result]) -> None:
    names = dict(zip("abcd", ["zoe", "yan", "xi", "w"], strict=True))
    renamed = [Result((names[result.agents[0]], names[result.agents[1]]), result.points) for result in results]
    one, other, lifted = rate(results), rate(renamed), rate(results, at=250)
    for rating in one.ratings:
        assert other[names[rating.agent]][1:6] == pytest.approx(rating[1:6], abs=1e-6)
        assert lifted[rating.agent][1:4] == pytest.approx([end + 250 for end in rating[1:4]])


@settings(max_examples=40, deadline=None)
@given(games)
def test_a_win_more_never_lowers_a_rating(results: list[Result]) -> None:
    base = match("a", "b", 1, 0, 1)
    before, after = rate(base + results), rate([*base, *results, Result(("a", "b"), 1)])
    assert after.difference("a", "b").elo > before.difference("a", "b").elo - 1e-6


@pytest.mark.parametrize(
    ("strengths", "advantage", "odds", "rounds"),
    [
        ((-1.5, -0.7, -0.2, 0, 0.3, 0.8, 1.3), 0.3, 1.0, 2),
        ((-1.5, 0, 1.5), 0.2, 0.4, 10),
        ((-0.5, 0.5), 0.5, 0, 30),
        ((-2, -1, 0, 0, 0.5, 1, 2, 3), 0.2, 2.7, 2),
    ],
)
def test_the_intervals_cover_the_truth(
    strengths: tuple[float, ...], advantage: float, odds: float, rounds: int
) -> None:
    """Of 2,000 simulated tournaments, each against each with both colours."""
    chance = np.random.default_rng(8)
    names = [str(place) for place in range(len(strengths))]
    pairs = [(one, other) for one in names for other in names if one != other]
    seen = []
    for one, other in pairs:
        difference = strengths[int(one)] - strengths[int(other)] + advantage
        weights = np.array([math.exp(difference / 2), odds, math.exp(-difference / 2)])
        seen.append(chance.multinomial(rounds, weights / weights.sum(), 2000))
    scale = SCALE * 2 / (2 + odds)
    truth = [scale * (strength - sum(strengths) / len(strengths)) for strength in strengths]
    covered = []
    for tournament in np.stack(seen, 1).tolist():
        listed = rate(
            Result(pair, points)
            for pair, counts in zip(pairs, tournament, strict=True)
            for points, count in zip((1, 0.5, 0), counts, strict=True)
            for _ in range(count)
        )
        step = listed.difference("0", "1")
        covered.append(
            [listed[name].low <= elo <= listed[name].high for name, elo in zip(names, truth, strict=True)]
            + [step.low <= truth[0] - truth[1] <= step.high]
            + [listed.advantage.low <= scale * advantage <= listed.advantage.high]
        )
    shares = np.mean(covered, 0)
    assert 0.93 <= shares[: len(names)].mean() <= 0.97
    assert shares.min() >= 0.925
    assert shares.max() <= 0.985
