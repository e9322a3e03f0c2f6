"""The native core rejects sizes that are too large; it neither crashes nor overflows."""

from collections.abc import Callable
from typing import Any

import pytest

from crownbridge._core import (
    CheckersBatch,
    CheckersEvaluation,
    CheckersPosition,
    CheckersRules,
    CheckersSearch,
    HexBatch,
    HexPosition,
    HexRules,
    HexSearch,
    HexSolver,
    checkers_build_tables,
    checkers_minimax,
    checkers_perft,
    checkers_verify_tables,
    hex_perft,
)
from crownbridge.engines.checkers.tables import Tables

CHECKERS = CheckersPosition(CheckersRules(0, False, 0, 0), "R" + "." * 30 + "W", 0, 0)  # noqa: FBT003 (positional only)
HEX = HexPosition(HexRules(5, 0, False))  # noqa: FBT003 (the same)
JUDGE = CheckersEvaluation.hand_written()
REFUSED = (ValueError, TypeError, OverflowError, MemoryError)
FLAT = [100] * 32

SIZES: dict[str, Callable[[Any], object]] = {
    "megabytes of CheckersSearch": lambda size: CheckersSearch(JUDGE, megabytes=size),
    "threads of CheckersSearch": lambda size: CheckersSearch(JUDGE, threads=size),
    "noise of CheckersSearch": lambda size: CheckersSearch(JUDGE, noise=size),
    "depth of checkers_minimax": lambda size: checkers_minimax(CHECKERS, JUDGE, size, nodes=10_000_000),
    "noise of checkers_minimax": lambda size: checkers_minimax(CHECKERS, JUDGE, 1, noise=size),
    "values of piece_tables": lambda size: CheckersEvaluation.piece_tables([size] * 32, FLAT),
    "depth of checkers_perft": lambda size: checkers_perft(CHECKERS, size),
    "depth of hex_perft": lambda size: hex_perft(HEX, size),
    "moves played": lambda size: CheckersPosition(CheckersRules(0, False, 0, 0), "." * 32, 0, 0, size),  # noqa: FBT003
    "threads of checkers_build_tables": lambda size: checkers_build_tables("/nowhere", 2, size, lambda *_: None),
    "threads of checkers_verify_tables": lambda size: checkers_verify_tables(
        Tables.open().native, 2, 1, size, lambda *_: None
    ),
    "megabytes of HexSearch": lambda size: HexSearch(megabytes=size),
    "threads of HexSearch": lambda size: HexSearch(threads=size),
    "batch of HexSearch": lambda size: HexSearch(batch=size),
    "megabytes of HexSolver": lambda size: HexSolver(megabytes=size),
    "size of HexRules": lambda size: HexRules(size, 0, False),  # noqa: FBT003
}


@pytest.mark.parametrize("size", [2**31 - 1, 2**31, 2**44 + 1, 2**63 - 1, 2**64])
@pytest.mark.parametrize("name", SIZES)
def test_a_size_that_is_too_large_is_refused(name: str, size: int) -> None:
    with pytest.raises(REFUSED):
        SIZES[name](size)


@pytest.mark.parametrize("size", [2**44 + 1, 2**60, 2**63, 2**64 - 1])
@pytest.mark.parametrize(("kind", "start"), [(CheckersBatch, CHECKERS), (HexBatch, HEX)])
def test_a_batch_that_no_memory_holds_is_refused(kind: Any, start: Any, size: int) -> None:
    with pytest.raises(REFUSED):
        kind(start, size)


@pytest.mark.parametrize("every", [0, -1, -(2**31)])
def test_tables_are_verified_in_steps_of_one_or_more(every: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        checkers_verify_tables(Tables.open().native, 2, every, 1, lambda *_: None)


@pytest.mark.parametrize("trade", [float("inf"), float("nan"), -1.0])
def test_a_trade_bonus_that_is_no_finite_number_is_refused(trade: float) -> None:
    with pytest.raises(ValueError, match="trade"):
        CheckersEvaluation.piece_tables(FLAT, FLAT, trade)
