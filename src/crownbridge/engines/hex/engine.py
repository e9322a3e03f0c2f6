"""The Hex engine: the native search, with a policy for its time, the first stone and the swap."""

import time
from collections.abc import Callable
from typing import Any

from crownbridge._core import HexMove, HexSearch, HexSearchReport, StopFlag
from crownbridge.engines.engine import NO_LIMIT, Candidate, Engine, Limit, SearchRequest, Thought
from crownbridge.engines.hex.first_stones import EVEN, FirstStones, chance_of_first, is_before_the_swap
from crownbridge.engines.hex.solver import Proof, Solver
from crownbridge.engines.timing import Allotment, allot
from crownbridge.games import Position

SWAP = HexMove("swap-pieces")
SOLVED_SIZE = 6
"""Boards up to that size are solved from the first move."""
PROVING_SIZE = 11
"""On those up to that a part of the time goes to proving a win."""
PROVING = 0.1
ITERATIONS_A_NODE = 100
"""Looking into one position takes the solver about as long as so many iterations take the search."""
LOST_MEGABYTES = 64


def search_for_lost_positions() -> HexSearch:
    """Return a search without proofs: it looks for the moves that are hardest to refute."""
    return HexSearch(megabytes=LOST_MEGABYTES, prune_after=None)


class HexEngine(Engine):
    """Tree search, as far as the limit allows, and never beyond its own; `seed` is that of its first stones.

    With a solver it first tries to prove a win: on a small board until it has, on others for a part of the time.
    """

    def __init__(
        self,
        search: HexSearch,
        own: Limit = NO_LIMIT,
        seed: int = 0,
        solver: Solver | None = None,
        lost_search: Callable[[], HexSearch] = search_for_lost_positions,
    ) -> None:
        """`lost_search` returns the search for a lost position, with nothing in its memory."""
        self._search = search
        self._lost_search = lost_search
        self._own = own
        self._solver = solver
        self._first_stones = FirstStones(seed)

    def think(self, request: SearchRequest) -> Thought:
        """Return the best move found; the only legal move at once if time is limited. Ignore the limit's depth.

        Under the swap rule, open with a fair stone, and swap if the first stone wins.
        """
        began = time.monotonic()
        position, limit, stop, progress = request.within(self._own)
        if is_before_the_swap(position):
            move = self._first_stones.draw(position)
            return Thought(move, (move,))
        allotted = allot(limit)
        forced = allotted.most is not None and len(position.legal_moves()) == 1

        def search(by: HexSearch, iterations: int | None) -> Thought:
            """What a search finds in what is left of the time; the thought's seconds are all that passed."""
            before = time.monotonic() - began
            enough, most = allotted.after(before)

            def so_far(report: HexSearchReport) -> Thought:
                return thought(report)._replace(seconds=before + report.seconds)

            report = by.run(
                position,  # type: ignore[arg-type]  # one of Hex
                iterations=1 if forced else iterations,
                seconds=most,
                soft_seconds=None if enough == most else enough,
                stop=stop,
                progress=None if progress is None else lambda report: progress(so_far(report)),
            )
            return so_far(report)

        nodes = limit.nodes
        proof = self._proof(position, allotted, nodes, stop)
        if proof is None:
            if position.can_swap and (chance := chance_of_first(position)) > EVEN:  # type: ignore[attr-defined]
                return Thought(SWAP, (SWAP,), seconds=time.monotonic() - began, win_chance=chance)
            found = search(self._search, nodes)
            if position.can_swap and found.win_chance == 0:  # type: ignore[attr-defined]
                return found._replace(move=SWAP, line=(SWAP,), win_chance=1.0, candidates=())
            if self._solver is None or found.win_chance != 0:
                return found
            nodes = None if nodes is None else max(1, nodes - found.nodes)
        elif (won := _won(position, proof)) is not None:
            return won
        # Lost against perfect play: what is hardest to meet is found by a search that does not know.
        return search(self._lost_search(), nodes)._replace(win_chance=0.0)

    def _proof(
        self, position: Position[Any], allotted: Allotment, nodes: int | None, stop: StopFlag | None
    ) -> Proof | None:
        """Who wins, if that is found in time."""
        if self._solver is None:
            return None
        size, limit = position.game.size, Limit(allotted.most)
        if size > SOLVED_SIZE:
            usual = allotted.enough
            if (usual is None and nodes is None) or size > PROVING_SIZE:
                return None
            limit = Limit(usual and usual * PROVING, nodes=nodes and 1 + int(nodes * PROVING / ITERATIONS_A_NODE))
        return self._solver.solve(position, limit, stop)  # type: ignore[arg-type]  # one of Hex

    def forget(self) -> None:
        """Forgets what earlier searches found; what is proven stays so."""
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


def _won(position: Position[Any], proof: Proof) -> Thought | None:
    """The thought of one who has proven a win, if the proof is one."""
    move = SWAP if proof.move is None and position.can_swap else proof.move  # type: ignore[attr-defined]
    if move is None:
        return None
    candidates = (Candidate(move, proof.nodes, 1.0),)
    return Thought(move, (move,), None, 0, proof.nodes, proof.seconds, win_chance=1.0, candidates=candidates)
