"""The Hex engine: the native search, with time management, first stones and the swap."""

import time
from collections.abc import Callable
from typing import Any

from crownbridge._core import HexMove, HexSearch, HexSearchReport, StopFlag
from crownbridge.engines.engine import NO_LIMIT, Candidate, Engine, Limit, SearchRequest, Thought
from crownbridge.engines.hex.first_stones import EVEN, FirstStonePicker, is_before_the_swap, opener_win_chance
from crownbridge.engines.hex.solver import Proof, Solver
from crownbridge.engines.timing import TimeBudget, time_budget
from crownbridge.games import Position

SWAP = HexMove("swap-pieces")
MAX_SOLVED_SIZE = 6
"""Largest board that is solved from the first move."""
MAX_PROOF_SIZE = 11
"""Largest board on which part of the time is used to prove a win."""
PROOF_TIME_SHARE = 0.1
ITERATIONS_PER_SOLVER_NODE = 100
"""Number of search iterations that take about as long as one solver node."""
LOST_SEARCH_MEGABYTES = 64


def search_for_lost_positions() -> HexSearch:
    """Return a search without a solver: it finds the moves that are hardest to refute."""
    return HexSearch(megabytes=LOST_SEARCH_MEGABYTES, prune_after=None)


class HexEngine(Engine):
    """Tree search within the limit of the request and the engine's own; `seed` is that of its first stones.

    With a solver, it first tries to prove a win: with all of the time on small boards, with part of it on larger ones.
    """

    def __init__(
        self,
        search: HexSearch,
        own_limit: Limit = NO_LIMIT,
        seed: int = 0,
        solver: Solver | None = None,
        lost_search: Callable[[], HexSearch] = search_for_lost_positions,
    ) -> None:
        """Store the searches; `lost_search` returns a cleared search for a lost position."""
        self._search = search
        self._lost_search = lost_search
        self._own_limit = own_limit
        self._solver = solver
        self._first_stones = FirstStonePicker(seed)

    def think(self, request: SearchRequest) -> Thought:
        """Return the best move; if time is limited, return the only legal move at once. Ignore the limit's depth.

        Under the swap rule, open with a fair stone, and swap if the first stone wins.
        """
        began = time.monotonic()
        position, limit, stop, progress = request.within(self._own_limit)
        if is_before_the_swap(position):
            move = self._first_stones.pick(position)
            return Thought(move, (move,))
        budget = time_budget(limit)
        forced = budget.hard is not None and len(position.legal_moves()) == 1

        def search(native: HexSearch, iterations: int | None) -> Thought:
            """Search with the time that is left; the seconds of the result include those before the search."""
            elapsed = time.monotonic() - began
            soft, hard = budget.after(elapsed)

            def with_total_time(report: HexSearchReport) -> Thought:
                return thought(report)._replace(seconds=elapsed + report.seconds)

            report = native.run(
                position,  # type: ignore[arg-type]  # a Hex position
                iterations=1 if forced else iterations,
                seconds=hard,
                soft_seconds=None if soft == hard else soft,
                stop=stop,
                progress=None if progress is None else lambda report: progress(with_total_time(report)),
            )
            return with_total_time(report)

        nodes = limit.nodes
        proof = self._proof(position, budget, nodes, stop)
        if proof is None:
            if position.can_swap and (chance := opener_win_chance(position)) > EVEN:  # type: ignore[attr-defined]
                return Thought(SWAP, (SWAP,), seconds=time.monotonic() - began, win_chance=chance)
            result = search(self._search, nodes)
            if position.can_swap and result.win_chance == 0:  # type: ignore[attr-defined]
                return result._replace(move=SWAP, line=(SWAP,), win_chance=1.0, candidates=())
            if self._solver is None or result.win_chance != 0:
                return result
            nodes = None if nodes is None else max(1, nodes - result.nodes)
        elif (won := _won(position, proof)) is not None:
            return won
        # Lost against perfect play: a search without a solver finds the move that is hardest to refute.
        return search(self._lost_search(), nodes)._replace(win_chance=0.0)

    def _proof(
        self, position: Position[Any], budget: TimeBudget, nodes: int | None, stop: StopFlag | None
    ) -> Proof | None:
        """Return the proof of the winner if the solver finds one in its share of the time."""
        if self._solver is None:
            return None
        size, limit = position.game.size, Limit(budget.hard)
        if size > MAX_SOLVED_SIZE:
            seconds = budget.soft
            if (seconds is None and nodes is None) or size > MAX_PROOF_SIZE:
                return None
            limit = Limit(
                seconds and seconds * PROOF_TIME_SHARE,
                nodes=nodes and 1 + int(nodes * PROOF_TIME_SHARE / ITERATIONS_PER_SOLVER_NODE),
            )
        return self._solver.solve(position, limit, stop)  # type: ignore[arg-type]  # a Hex position

    def forget(self) -> None:
        """Clear the search tree; proofs remain valid."""
        self._search.forget()


def thought(report: HexSearchReport) -> Thought:
    """Convert the report of a native search."""
    line = tuple(report.line)
    return Thought(
        line[0],
        line,
        nodes=report.iterations,
        seconds=report.seconds,
        win_chance=report.win_chance,
        candidates=tuple(Candidate(*candidate) for candidate in report.candidates),
    )


def _won(position: Position[Any], proof: Proof) -> Thought | None:
    """Return the winning move as a proven result, or None if the side to move loses."""
    move = SWAP if proof.move is None and position.can_swap else proof.move  # type: ignore[attr-defined]
    if move is None:
        return None
    candidates = (Candidate(move, proof.nodes, 1.0),)
    return Thought(move, (move,), None, 0, proof.nodes, proof.seconds, win_chance=1.0, candidates=candidates)
