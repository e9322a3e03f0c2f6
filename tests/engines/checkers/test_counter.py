"""The engine and the draw counter of the KTH rules: it wins in time when ahead, and waits for the draw when behind."""

import random
from collections.abc import Callable, Iterator

import pytest

from crownbridge._core import CheckersSearch
from crownbridge.engines.checkers.network import network
from crownbridge.engines.checkers.tables import COUNTER, Tables, packaged_folder
from crownbridge.engines.engine import WIN
from crownbridge.games.checkers import Checkers, Move, Position

GAME = Checkers()
NODES = 5_000

Choice = Callable[[Position], Move]


@pytest.fixture(scope="module")
def tables() -> Tables:
    return Tables.open(packaged_folder(), most_pieces=4)


@pytest.fixture(scope="module")
def engine(tables: Tables) -> Choice:
    search = CheckersSearch(network(), megabytes=1, tables=tables.native)
    return lambda position: search.run(position, nodes=NODES).line[0]


def placed(pieces: int, chance: random.Random) -> Position:
    """Return a random position that is not over."""
    while True:
        board = ["."] * 32
        for number, square in enumerate(chance.sample(range(32), pieces)):
            own, theirs = ("rR", "wW") if square not in range(4) and square not in range(28, 32) else ("R", "W")
            board[square] = chance.choice(own if number == 0 else theirs if number == 1 else own + theirs)
        position = GAME.parse(f"{''.join(board)} {chance.choice('rw')}")
        if position.outcome() is None:
            return position


def at(position: Position, counter: int) -> Position:
    """Return the position with another counter."""
    return GAME.parse(f"{position.squares} {'rw'[position.side_index]} {counter}")


def under_counter(tables: Tables, position: Position) -> int:
    """The result for the side to move with best play, the counter and the end of the game included."""
    if (outcome := position.outcome()) is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == position.side_index else -1
    result = tables.probe(position).under_counter(position.counter)
    assert result is not None
    return result


def longest_defence(tables: Tables) -> Choice:
    """Plays what holds, or else what needs the highest counter."""

    def stubbornness(after: Position) -> tuple[int, int]:
        return -under_counter(tables, after), tables.probe(after).need if after.outcome() is None else 0

    return lambda position: max(position.legal_moves(), key=lambda move: stubbornness(position.play(move)))


def result(position: Position, chooses: Choice, replies: Choice) -> int:
    """Return the final result of a game for the side to move: 1, 0 or -1."""
    side = position.side_index
    while (outcome := position.outcome()) is None:
        position = position.play((chooses if position.side_index == side else replies)(position))
    return 0 if outcome.winner is None else 1 if outcome.winner == side else -1


def with_result(tables: Tables, wanted: int, seed: int) -> Iterator[tuple[Position, int]]:
    """Random positions of 2 to 4 pieces with that result, which a counter of 2 to 50 decides, and their need."""
    chance = random.Random(seed)
    while True:
        position = placed(chance.choice((2, 3, 4, 4)), chance)
        value = tables.probe(position)
        if value.result == wanted and 2 <= value.need <= COUNTER:
            yield position, value.need


def test_wins_are_won_in_the_last_moment_against_the_longest_defence(tables: Tables, engine: Choice) -> None:
    positions = with_result(tables, 1, seed=1)
    for _ in range(500):
        position, need = next(positions)
        assert result(at(position, need), engine, longest_defence(tables)) == 1, (position, need)


def test_wins_are_won_from_a_full_counter(tables: Tables, engine: Choice) -> None:
    positions = with_result(tables, 1, seed=2)
    for _ in range(1000):
        position, need = next(positions)
        assert result(at(position, COUNTER), engine, longest_defence(tables)) == 1, (position, need)


def test_the_engine_behind_runs_the_counter_down(tables: Tables, engine: Choice) -> None:
    positions = with_result(tables, -1, seed=3)
    for _ in range(200):
        position, need = next(positions)
        assert result(at(position, need - 1), engine, engine) == 0, (position, need)


def test_the_engine_behind_finds_the_moves_that_hold(tables: Tables, engine: Choice) -> None:
    """Where others lose: they run into a capture, which starts the counter again, or into a shorter way to lose."""
    positions = with_result(tables, -1, seed=4)
    count = 0
    while count < 1000:
        position, need = next(positions)
        low = at(position, need - 1)
        results = {move: -under_counter(tables, low.play(move)) for move in low.legal_moves()}
        if min(results.values()) < 0:
            count += 1
            assert results[engine(low)] == 0, low


def looked_through(tables: Tables, position: Position) -> int:
    """Return the value with five pieces and a low counter: search all moves down to table positions."""
    if position.outcome() is not None or 32 - position.squares.count(".") <= tables.pieces:
        return under_counter(tables, position)
    return max(-looked_through(tables, position.play(move)) for move in position.legal_moves())


@pytest.mark.parametrize("wanted", [1, 0])
def test_with_five_pieces_exchanges_are_found_before_the_counter_runs_out(
    tables: Tables, engine: Choice, wanted: int
) -> None:
    """Ahead, a capture must be forced in time; behind, it must be avoided; other moves give a half or a whole point."""
    chance = random.Random(6)
    count = 0
    while count < 300:
        position = at(placed(5, chance), chance.choice((2, 3, 4)))
        results = {move: -looked_through(tables, position.play(move)) for move in position.legal_moves()}
        if max(results.values()) == wanted > min(results.values()):
            count += 1
            assert results[engine(position)] == wanted, position


def test_five_hundred_positions_agree_with_a_search_without_tables(tables: Tables) -> None:
    chance = random.Random(5)
    search = CheckersSearch(network(), megabytes=16)
    proved = 0
    for _ in range(500):
        position = placed(chance.choice((2, 3, 4)), chance)
        score = search.run(position, depth=21, nodes=200_000).score
        if abs(score) > WIN:
            proved += 1
            assert under_counter(tables, position) == (1 if score > 0 else -1), position
    assert proved > 200
