"""Cross tables, standings and their tie breaks."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from crownbridge.ratings import SWISS, Result, Score, cross_table, standings

# A round robin by hand: a beats b and c and loses to d; b beats c and d; c beats d.
FOUR = [
    Result(("a", "b"), 1),
    Result(("c", "a"), 0),
    Result(("a", "d"), 0),
    Result(("b", "c"), 1),
    Result(("d", "b"), 0),
    Result(("c", "d"), 1),
]


def test_a_cross_table() -> None:
    table = cross_table([*FOUR, Result(("a", "b"), 0.5)], agents=["idle"])
    assert table.agents == ("a", "b", "c", "d", "idle")
    assert table.scores["a", "b"] == Score(wins=1, draws=1)
    assert table.scores["b", "a"] == Score(draws=1, losses=1)
    assert ("a", "idle") not in table.scores
    assert table.totals["a"].points == 2.5
    assert str(table).splitlines() == [
        "   agent      1      2    3    4  5  points",
        "1  a             1.5/2  1/1  0/1      2.5/4",
        "2  b      0.5/2         1/1  1/1      2.5/4",
        "3  c        0/1    0/1       1/1        1/3",
        "4  d        1/1    0/1  0/1             1/3",
        "5  idle                                 0/0",
    ]


def test_tie_breaks_by_hand() -> None:
    lines = {line.agent: line for line in standings(FOUR).lines}
    assert [lines[name].points for name in "abcd"] == [2, 2, 1, 1]
    assert [lines[name].rank for name in "abcd"] == [1, 2, 3, 4]
    assert [lines[name].direct for name in "abcd"] == [1, 0, 1, 0]
    # a beat b (2) and c (1); b beat c and d; c beat d; d beat a.
    assert [lines[name].sonneborn_berger for name in "abcd"] == [3, 2, 1, 2]
    assert [lines[name].buchholz for name in "abcd"] == [4, 4, 5, 5]


def test_the_tie_breaks_are_asked_in_their_order() -> None:
    assert [line.agent for line in standings(FOUR, tie_breaks=["sonneborn_berger"]).lines] == ["a", "b", "d", "c"]
    assert [line.rank for line in standings(FOUR, tie_breaks=["buchholz"]).lines] == [1, 1, 3, 3]
    assert [line.rank for line in standings(FOUR, tie_breaks=[]).lines] == [1, 1, 3, 3]


def test_a_bye_counts_for_the_agent_and_its_opponents() -> None:
    results = [Result(("a", "b"), 1), Result(("a", "c"), 1)]
    lines = {line.agent: line for line in standings(results, tie_breaks=SWISS, byes={"b": 1, "d": 1}).lines}
    assert lines["b"].points == 1
    assert lines["b"].games == 1
    assert lines["a"].buchholz == lines["a"].sonneborn_berger == 1
    assert (lines["b"].rank, lines["d"].rank, lines["c"].rank) == (2, 3, 4)


def test_nobody_and_nothing() -> None:
    assert standings([]).lines == ()
    idle = standings([], agents=["b", "a"])
    assert [(line.rank, line.agent, line.points) for line in idle.lines] == [(1, "a", 0), (1, "b", 0)]
    assert str(idle).splitlines() == [
        "rank  agent  games  won  drawn  lost  points  Buchholz  S-B",
        "   1  a          0    0      0     0       0         0    0",
        "   1  b          0    0      0     0       0         0    0",
    ]


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from("abcde"), st.sampled_from("abcde"), st.sampled_from([0, 0.5, 1]))),
    st.randoms(use_true_random=False),
)
def test_points_are_shared_out_and_the_order_of_games_is_nothing(
    games: list[tuple[str, str, float]], chance: random.Random
) -> None:
    results = [Result((one, other), points) for one, other, points in games if one != other]
    table = standings(results)
    assert sum(line.points for line in table.lines) == len(results)
    assert sum(line.wins for line in table.lines) == sum(line.losses for line in table.lines)
    assert standings(chance.sample(results, len(results))) == table
    assert [line.rank for line in table.lines] == sorted(line.rank for line in table.lines)
