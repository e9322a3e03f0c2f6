"""The solver: proofs, carriers, and the engine that uses it."""

import random
import subprocess
import sys

import pytest

from crownbridge._core import HexSolver, StopFlag
from crownbridge.engines import Limit
from crownbridge.engines.hex import Parameters, Proof, Solver
from crownbridge.errors import IllegalMoveError, OptionError
from crownbridge.games.hex import Hex, Move, Position, Side, parse_moves


def after(size: int, moves: str) -> Position:
    position = Hex(size).initial()
    for move in parse_moves(moves):
        position = position.play(move)
    return position


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(16)


@pytest.mark.parametrize(("size", "winning"), [(1, 1), (2, 2), (3, 5), (4, 4), (5, 13)])
def test_openings(solver: Solver, size: int, winning: int) -> None:
    after_each = [Hex(size).initial().play(move) for move in Hex(size).initial().legal_moves()]
    assert sum(p.outcome() is not None or solver.prove(p).winner is Side.RED for p in after_each) == winning


def test_both_sides_are_alike(solver: Solver) -> None:
    """The board mirrored, with the colours changed, is the same game."""
    for cell in ("a1", "b1", "c2", "e1"):
        red = after(5, cell)
        blue = Hex(5, first=Side.BLUE).initial().play(Move(Move(cell).column, Move(cell).row))
        assert solver.prove(red).winner is solver.prove(blue).winner.other


@pytest.mark.parametrize("seed", range(5))
def test_a_proof_replays_against_any_defence(solver: Solver, seed: int) -> None:
    chance = random.Random(seed)
    proof = solver.prove(after(6, chance.choice(["a1", "c3", "f1", "b4"])))
    winner = proof.winner
    while True:
        move = proof.move or chance.choice(proof.position.legal_moves())
        position = proof.position.play(move)
        if (outcome := position.outcome()) is not None:
            assert outcome.winner is winner
            return
        proof = solver.step(proof, move)
        assert proof.winner is winner


def test_the_winner_may_not_give_it_away(solver: Solver) -> None:
    proof = solver.prove(Hex(3).initial())
    assert solver.step(proof).winner is Side.RED
    with pytest.raises(IllegalMoveError, match="a1 loses the win"):
        solver.step(proof, Move("a1"))
    with pytest.raises(IllegalMoveError, match="the loser is to move"):
        solver.step(solver.step(proof))


def test_limits(solver: Solver) -> None:
    hard = after(9, "a1")
    assert solver.solve(hard, Limit(nodes=10)) is None
    assert solver.solve(hard, Limit(seconds=0.01)) is None
    assert solver.solve(hard, Limit(seconds=0)) is None
    stop = StopFlag()
    stop.set()
    assert solver.solve(hard, stop=stop) is None
    with pytest.raises(OptionError):
        solver.solve(hard, Limit(nodes=0))


def test_progress_tells_the_nodes(solver: Solver) -> None:
    reports: list[int] = []
    solver.solve(after(9, "a1"), Limit(seconds=0.5), progress=reports.append)
    assert reports == sorted(reports)
    assert reports


def test_what_progress_raises_comes_through(solver: Solver) -> None:
    def give_up(_: int) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        solver.solve(after(9, "a1"), progress=give_up)
    assert isinstance(solver.prove(Hex(3).initial()), Proof)


@pytest.mark.parametrize("megabytes", [0, 65_537, 2**44])
def test_the_memory_is_bounded(megabytes: int) -> None:
    with pytest.raises(ValueError, match="megabytes must be 1 to 65,536"):
        HexSolver(megabytes)


TOO_LITTLE = """
import resource
from crownbridge._core import HexSolver
from crownbridge.games import Hex
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
solver = HexSolver(65_536)
for size in (3, 3, 4):
    try:
        solver.solve(Hex(size).initial())
    except MemoryError:
        print("too little")
"""


def test_too_little_memory_is_told_every_time() -> None:
    result = subprocess.run([sys.executable, "-c", TOO_LITTLE], capture_output=True, text=True, check=True)
    assert result.stdout == "too little\n" * 3


def test_the_game_must_go_on(solver: Solver) -> None:
    with pytest.raises(ValueError, match="over"):
        solver.prove(after(1, "a1"))


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_the_engine_plays_small_boards_perfectly(size: int) -> None:
    """It wins every opening that can be won, against random play, and every one it is given that can be won."""
    solver, chance = Solver(16), random.Random(size)
    openings = Hex(size).initial().legal_moves()
    for opening in chance.sample(openings, min(6, len(openings))):
        position = Hex(size).initial().play(opening)
        engine = Parameters(seed=1, megabytes=4).engine()
        winner = solver.prove(position).winner
        while (outcome := position.outcome()) is None:
            own = position.side_to_move is winner
            move = engine.play(position, Limit(nodes=50)) if own else chance.choice(position.legal_moves())
            position = position.play(move)
        assert outcome.winner is winner
