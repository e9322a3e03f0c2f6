"""Proofs of who wins at Hex."""

from collections.abc import Callable
from typing import NamedTuple

from crownbridge._core import HexMove, HexSolution, HexSolver, StopFlag
from crownbridge.engines.engine import NO_LIMIT, Limit
from crownbridge.errors import IllegalMoveError
from crownbridge.games.hex import Position, Side

MEGABYTES = 256


class Proof(NamedTuple):
    """A position whose winner is proven, and what the proof needs."""

    position: Position
    winner: Side
    move: HexMove | None
    """One that wins, where it is the winner's turn."""
    carrier: tuple[HexMove, ...]
    """The empty cells that the winner needs; whatever happens on the others, it wins."""
    nodes: int = 0
    seconds: float = 0.0


class Solver:
    """Proof-number search with connections and fill-in. Remembers what it has proven. For one thread at a time."""

    def __init__(self, megabytes: int = MEGABYTES) -> None:
        self._megabytes = megabytes
        self._solver = HexSolver(megabytes)

    def forget(self) -> None:
        """Forgets what was proven."""
        self._solver = HexSolver(self._megabytes)

    def solve(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        stop: StopFlag | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Proof | None:
        """The winner of a position that is not over, if nobody swaps; `None` when a limit or `stop` came first.

        `progress` hears how many positions have been looked into. Of a limit, seconds and nodes count.
        """
        seconds = limit.checked().seconds
        if seconds is not None and seconds <= 0:
            return None
        found = self._solver.solve(position, limit.nodes, seconds, stop, progress)
        return None if found is None else _proof(position, found)

    def prove(self, position: Position, progress: Callable[[int], None] | None = None) -> Proof:
        """The same without a limit: it takes as long as it takes."""
        found = self._solver.solve(position, progress=progress)
        if found is None:
            raise RuntimeError("a search without a limit has ended at one")
        return _proof(position, found)

    def step(self, proof: Proof, move: HexMove | None = None) -> Proof:
        """The proof a move later: the winner's own, or the loser's, which may be any legal one.

        Raises IllegalMoveError. The game must go on after the move.
        """
        chosen = move or proof.move
        if chosen is None:
            raise IllegalMoveError("it is the loser's turn: give its move")
        later = self.prove(proof.position.play(chosen))
        if later.winner != proof.winner:
            raise IllegalMoveError(f"{chosen} gives the win away")
        return later


def _proof(position: Position, found: HexSolution) -> Proof:
    return Proof(position, Side(found.winner_index), found.move, tuple(found.carrier), found.nodes, found.seconds)
