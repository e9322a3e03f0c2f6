"""The Hex engine: the native search, with a policy for its time, the first stone and the swap."""

import time
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
SOLVED_SIZE = 6
"""Boards up to that size are solved from the first move."""
PROVING = 0.1
"""The part of the time, or of the iterations, in which a win is looked for on larger ones."""
PROVING_SWAP = 0.5
"""The same where the answer may be to swap, which on a board that can be solved decides the game."""
_LEAST = 1e-6  # no time at all would mean no limit


class HexEngine(Engine):
    """Tree search, as far as the limit allows, and never beyond its own; `seed` is that of its fair openings.

    With a solver it first tries to prove a win: on a small board until it has, on others for a part of the time.
    """

    def __init__(self, search: HexSearch, own: Limit = NO_LIMIT, seed: int = 0, solver: Solver | None = None) -> None:
        self._search = search
        self._own = own
        self._solver = solver
        self._openings = Openings(seed)

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
        began = time.monotonic()
        limit = limit.checked().within(self._own)
        if position.game.swap and not position.pieces():
            move = self._openings.draw(position)
            return Thought(move, (move,))
        enough, most = allot(limit)
        if (proven := self._proven(position, most, limit.nodes, stop)) is not None:
            return proven
        if most is not None:
            most = max(most - (time.monotonic() - began), _LEAST)
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

    def _proven(
        self, position: Position[Any], seconds: float | None, nodes: int | None, stop: StopFlag | None
    ) -> Thought | None:
        """The move that is proven to win, if there is one and it is found in time."""
        if self._solver is None:
            return None
        limit = Limit(seconds)
        if position.game.size > SOLVED_SIZE:
            if seconds is None and nodes is None:
                return None  # nothing to take a part of
            part = PROVING_SWAP if position.can_swap else PROVING  # type: ignore[attr-defined]
            limit = Limit(seconds and seconds * part, nodes=nodes and max(1, int(nodes * part)))
        proof = self._solver.solve(position, limit, stop)  # type: ignore[arg-type]  # one of Hex
        if proof is None:
            return None
        move = SWAP if proof.move is None and position.can_swap else proof.move  # type: ignore[attr-defined]
        if move is None:
            return None
        candidates = (Candidate(move, proof.nodes, 1.0),)
        return Thought(move, (move,), None, 0, proof.nodes, proof.seconds, win_chance=1.0, candidates=candidates)

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


def _swapped(found: Thought) -> Thought:
    """The thought of one who takes over the stone that it found to be winning: the line goes on mirrored."""
    mirrored = (HexMove(move.column, move.row) for move in found.line)
    chance = 1 - found.win_chance if found.win_chance is not None else None
    return found._replace(move=SWAP, line=(SWAP, *mirrored), win_chance=chance, candidates=())
