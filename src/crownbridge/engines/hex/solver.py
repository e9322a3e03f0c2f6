"""The Hex solver."""

from collections.abc import Callable
from typing import NamedTuple

from crownbridge._core import HexMove, HexSolution, HexSolver, StopFlag
from crownbridge.engines.engine import NO_LIMIT, Limit
from crownbridge.errors import IllegalMoveError
from crownbridge.games.hex import Position, Side

MEGABYTES = 256


class Proof(NamedTuple):
    """A position whose winner is proven, with the winning move and the carrier."""

    position: Position
    winner: Side
    move: HexMove | None
    """Winning move, if the winner is to move."""
    carrier: tuple[HexMove, ...]
    """Empty cells that the winner needs; moves elsewhere do not change the result."""
    nodes: int = 0
    seconds: float = 0.0


class Solver:
    """Proof-number search with virtual connections and fill-in; keeps its proofs. Not thread-safe."""

    def __init__(self, megabytes: int = MEGABYTES) -> None:
        self._megabytes = megabytes
        self._solver = HexSolver(megabytes)

    def forget(self) -> None:
        """Clear the transposition table."""
        self._solver = HexSolver(self._megabytes)

    def solve(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        stop: StopFlag | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Proof | None:
        """Return the proof of the winner, assuming no swap; None if a limit or `stop` ended the search.

        `progress` is called with the number of nodes. Only the limit's seconds and nodes apply.
        """
        seconds = limit.checked().seconds
        if seconds is not None and seconds <= 0:
            return None
        solution = self._solver.solve(position, limit.nodes, seconds, stop, progress)
        return None if solution is None else _proof(position, solution)

    def prove(self, position: Position, progress: Callable[[int], None] | None = None) -> Proof:
        """Return the proof of the winner, without a limit."""
        solution = self._solver.solve(position, progress=progress)
        if solution is None:
            raise RuntimeError("the solver stopped without a limit")
        return _proof(position, solution)

    def step(self, proof: Proof, move: HexMove | None = None) -> Proof:
        """Return the proof after a move: the winner's move by default, or any legal move of the loser.

        Raise IllegalMoveError if the move is illegal or loses the win. The game must not be over after the move.
        """
        played = move or proof.move
        if played is None:
            raise IllegalMoveError("the loser is to move: pass its move")
        later = self.prove(proof.position.play(played))
        if later.winner != proof.winner:
            raise IllegalMoveError(f"{played} loses the win")
        return later


def _proof(position: Position, solution: HexSolution) -> Proof:
    return Proof(
        position, Side(solution.winner_index), solution.move, tuple(solution.carrier), solution.nodes, solution.seconds
    )
