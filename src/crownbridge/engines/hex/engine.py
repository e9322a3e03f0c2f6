"""The Hex engine: the native search, with a policy for its time, the first stone and the swap."""

from collections.abc import Callable
from typing import Any

from crownbridge._core import HexMove, HexSearch, HexSearchReport, StopFlag
from crownbridge.engines.engine import NO_LIMIT, Candidate, Engine, Limit, Thought
from crownbridge.engines.hex.openings import Openings
from crownbridge.engines.hex.solver import Solver
from crownbridge.engines.timing import allot
from crownbridge.games import Position

SWAP = HexMove("swap-pieces")
EVEN = 0.5
SOLVED_SIZE = 7
"""Up to that, it can be proven in a moment whether to swap, or nearly always."""
SOLVER_MEGABYTES = 16
SOLVER_SECONDS = 10.0


class HexEngine(Engine):
    """Tree search, as far as the limit allows, and never beyond its own; `seed` is that of its fair openings.

    One that `solves` proves whether to swap on small boards.
    """

    def __init__(self, search: HexSearch, own: Limit = NO_LIMIT, seed: int = 0, *, solves: bool = False) -> None:
        self._search = search
        self._own = own
        self._openings = Openings(seed)
        self._solves = solves

    def think(
        self,
        position: Position[Any],
        limit: Limit,
        stop: StopFlag | None = None,
        progress: Callable[[Thought], None] | None = None,
    ) -> Thought:
        """The best move found. Under the swap rule the first stone is a fair one, and one that wins is taken over.

        The only legal move is answered at once where time counts. A limit's depth means nothing here.
        """
        limit = limit.checked().within(self._own)
        if position.game.swap and not position.pieces():
            move = self._openings.draw(position)
            return Thought(move, (move,))
        enough, most = allot(limit)
        if self._solves and position.can_swap and position.game.size <= SOLVED_SIZE:  # type: ignore[attr-defined]
            seconds = min(SOLVER_SECONDS, SOLVER_SECONDS if most is None else most / 2)
            if proven := _proven_answer(position, Limit(seconds, nodes=limit.nodes), stop):
                return proven
            most, enough = (None if most is None else most / 2), (None if enough is None else enough / 2)
        forced = most is not None and len(position.legal_moves()) == 1
        report = self._search.run(
            position,  # type: ignore[arg-type]  # one of Hex
            iterations=1 if forced else limit.nodes or 0,
            seconds=most or 0.0,
            soft_seconds=0.0 if enough == most else enough or 0.0,
            stop=stop,
            progress=None if progress is None else lambda found: progress(thought(found)),
        )
        found = thought(report)
        return _swapped(found) if position.can_swap and report.win_chance < EVEN else found  # type: ignore[attr-defined]

    def forget(self) -> None:
        """Forgets what earlier searches found."""
        self._search.forget()


def thought(report: HexSearchReport) -> Thought:
    """What a native search reports, in the words of all engines."""
    line = tuple(report.line)
    return Thought(
        line[0],
        line,
        nodes=report.iterations,
        seconds=report.seconds,
        win_chance=report.win_chance,
        candidates=tuple(Candidate(*one) for one in report.candidates),
    )


def _proven_answer(position: Position[Any], limit: Limit, stop: StopFlag | None) -> Thought | None:
    """The answer to a first stone that certainly wins, if a proof is found: to take it over, or to play against it."""
    proof = Solver(SOLVER_MEGABYTES).solve(position, limit, stop)  # type: ignore[arg-type]  # one of Hex
    if proof is None:
        return None
    move = proof.move if proof.winner == position.side_to_move else SWAP
    return Thought(move, (move,), nodes=proof.nodes, seconds=proof.seconds, win_chance=1.0)


def _swapped(found: Thought) -> Thought:
    """The thought of one who takes over the stone that it found to be winning: the line goes on mirrored."""
    mirrored = (HexMove(move.column, move.row) for move in found.line)
    chance = 1 - found.win_chance if found.win_chance is not None else None
    return found._replace(move=SWAP, line=(SWAP, *mirrored), win_chance=chance, candidates=())
