"""First stones under the swap rule: the table of win probabilities, opening stones and swaps."""

import pytest

from crownbridge.engines import Limit, SearchRequest
from crownbridge.engines.hex import LEVELS, HexEngine, HexSearch, Parameters
from crownbridge.engines.hex import engine as engine_module
from crownbridge.engines.hex.first_stones import PAIRS, fair_stones, opener_win_chance, red_win_chance
from crownbridge.engines.hex.solver import Solver
from crownbridge.games import Hex
from crownbridge.games.hex import Move, Side


def by_playouts(level: int = len(LEVELS), seed: int = 1, megabytes: int = 16) -> Parameters:
    """Use playouts: the table does not depend on the evaluation, and playouts are faster."""
    return Parameters(evaluation="playouts", level=level, seed=seed, megabytes=megabytes)


@pytest.mark.parametrize("size", range(1, 27))
@pytest.mark.parametrize("first", list(Side))
def test_every_size_has_fair_first_stones(size: int, first: Side) -> None:
    position = Hex(size, first, swap=True).initial()
    fair = {(stone.row, stone.column) for stone in fair_stones(size)}
    assert fair == {(size - 1 - row, size - 1 - column) for row, column in fair}
    unfair = {(row, column) for row in range(size) for column in range(size)} - fair
    farthest = max(abs(red_win_chance(*place, size) - 0.5) for place in fair)
    assert all(abs(red_win_chance(*place, size) - 0.5) >= farthest for place in unfair)
    assert min(size * size, 2 * PAIRS - 1) <= len(fair) <= 2 * PAIRS
    drawn = {by_playouts(seed=seed).engine().play(position, Limit(0.01)) for seed in range(5)}
    assert {(move.row, move.column) if first is Side.RED else (move.column, move.row) for move in drawn} <= fair


def test_an_opening_that_wins_is_taken_over_and_a_weak_one_left() -> None:
    game = Hex(5, swap=True)
    engine = by_playouts(seed=1).engine()
    strong = engine.think(SearchRequest(game.initial().play("c3"), Limit(nodes=3000)))
    assert strong.move.is_swap
    assert strong.win_chance is not None
    assert strong.win_chance > 0.5
    weak = engine.think(SearchRequest(game.initial().play("a1"), Limit(nodes=3000)))
    assert not weak.move.is_swap


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_on_small_boards_the_swap_is_proven(size: int) -> None:
    """Whoever answers the first stone as proven wins against the best play there is."""
    game = Hex(size, swap=True)
    for opening in Hex(size).initial().legal_moves():
        position = game.initial().play(opening)
        thought = by_playouts(seed=1).engine().think(SearchRequest(position, Limit(60.0)))
        assert thought.win_chance == 1.0
        proof = Solver().prove(Hex(size).parse(str(position)))
        assert thought.move.is_swap == (proof.winner == Side.RED)
        after = position.play(thought.move)
        assert after.outcome() is not None or Solver().prove(Hex(size).parse(str(after))).winner == Side.BLUE


def test_only_under_the_swap_rule_is_the_first_stone_a_fair_one() -> None:
    thought = by_playouts(seed=1).engine().think(SearchRequest(Hex(5).initial(), Limit(nodes=2000)))
    assert thought.move not in fair_stones(5)
    assert thought.nodes == 2000 or thought.win_chance == 1.0


@pytest.mark.parametrize("level", [5, len(LEVELS)])
@pytest.mark.parametrize(
    ("size", "opening", "swaps"), [(8, "e5", True), (19, "j10", True), (26, "c13", True), (13, "a1", False)]
)
def test_strong_first_stones_are_taken_over(size: int, opening: str, swaps: bool, level: int) -> None:  # noqa: FBT001 (a parameter)
    for first, stone in ((Side.RED, Move(opening)), (Side.BLUE, Move(Move(opening).column, Move(opening).row))):
        position = Hex(size, first, swap=True).initial().play(stone)
        engine = by_playouts(level=level, seed=3, megabytes=16).engine()
        thought = engine.think(SearchRequest(position, Limit(nodes=200)))
        assert thought.move.is_swap == swaps
        if swaps:
            assert (thought.win_chance, thought.line) == (opener_win_chance(position), (thought.move,))


def test_a_stone_that_is_proven_to_win_is_taken_over_whatever_the_table_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_module, "opener_win_chance", lambda _: 0.4)
    thought = HexEngine(HexSearch(megabytes=8)).think(
        SearchRequest(Hex(3, swap=True).initial().play("b2"), Limit(nodes=10_000))
    )
    assert (thought.move.is_swap, thought.win_chance, thought.line) == (True, 1.0, (thought.move,))


@pytest.mark.parametrize("size", [4, 5])
def test_the_table_of_first_stones_knows_what_is_proven(size: int) -> None:
    for stone in Hex(size).initial().legal_moves():
        winner = Solver().prove(Hex(size).initial().play(stone)).winner
        assert (red_win_chance(stone.row, stone.column, size) > 0.5) == (winner == Side.RED)


@pytest.mark.parametrize("size", range(8, 20))
def test_of_boards_that_are_not_solved_no_first_stone_is_certain(size: int) -> None:
    assert all(0 < red_win_chance(stone.row, stone.column, size) < 1 for stone in Hex(size).initial().legal_moves())


@pytest.mark.parametrize("size", [9, 18, 19, 26])
def test_first_stones_are_worth_the_same_seen_from_the_other_end(size: int) -> None:
    last = size - 1
    worths = {cell: red_win_chance(*divmod(cell, size), size) for cell in range(size * size)}
    assert all(worth == worths[size * size - 1 - cell] for cell, worth in worths.items())
    assert red_win_chance(size // 2, size // 2, size) > 0.55
    assert red_win_chance(0, 0, size) == red_win_chance(last, last, size) < 0.45
