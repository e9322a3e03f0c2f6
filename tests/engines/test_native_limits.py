"""Limits of the native searches: None means unlimited, zero ends a search at once, and negative values are rejected."""

from collections.abc import Callable
from typing import Any

import pytest

from crownbridge._core import CheckersEvaluation, CheckersSearch, HexSearch, HexSolver, checkers_minimax
from crownbridge.games import Checkers, Hex

CHECKERS = Checkers().initial()
HEX = Hex(9).initial()
JUDGE = CheckersEvaluation.hand_written()

SEARCHES: dict[str, Callable[..., Any]] = {
    "CheckersSearch": lambda **limits: CheckersSearch(JUDGE, megabytes=1).run(CHECKERS, **limits),
    "checkers_minimax": lambda **limits: checkers_minimax(CHECKERS, JUDGE, 12, **limits),
    "HexSearch": lambda **limits: HexSearch(megabytes=1).run(HEX, **limits),
    "HexSolver": lambda **limits: HexSolver(1).solve(HEX, **limits),
}


@pytest.mark.parametrize("seconds", [-1.0, float("nan")])
@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_negative_seconds_are_refused(search: Callable[..., Any], seconds: float) -> None:
    with pytest.raises(ValueError, match="seconds must not be negative"):
        search(seconds=seconds)


def test_a_limit_of_zero_ends_a_search_at_once() -> None:
    for limits in ({"seconds": 0.0}, {"nodes": 0}, {"depth": 0}):
        report = SEARCHES["CheckersSearch"](**limits)
        assert (report.depth, report.nodes <= 1, len(report.line)) == (0, True, 1)
    assert SEARCHES["checkers_minimax"](nodes=0).nodes == 0
    assert SEARCHES["HexSearch"](iterations=0).iterations == 0
    assert SEARCHES["HexSearch"](seconds=0.0).iterations < 100
    assert SEARCHES["HexSolver"](seconds=0.0) is None
    assert SEARCHES["HexSolver"](nodes=0) is None


def test_none_is_no_limit() -> None:
    none: dict[str, Any] = {"nodes": None, "seconds": None}
    assert CheckersSearch(JUDGE, megabytes=1).run(CHECKERS, 3, soft_seconds=None, **none).depth == 3
    assert checkers_minimax(CHECKERS, JUDGE, 3, **none).depth == 3
    assert HexSolver(1).solve(Hex(3).initial(), **none) is not None
    report = HexSearch(megabytes=1, prune_after=None).run(Hex(2).initial(), iterations=None, seconds=None)
    assert report.winner_index == 0
