"""What is certain of a Hex position: connections, cells that matter most or not at all, and proofs."""

from functools import cache
from threading import Lock
from typing import Any

from crownbridge._core import hex_fill_in
from crownbridge.engines.engine import Limit
from crownbridge.engines.hex.connections import Connection as Joined
from crownbridge.engines.hex.connections import connections
from crownbridge.engines.hex.first_stones import is_before_the_swap
from crownbridge.engines.hex.solver import Solver
from crownbridge.engines.insight import Connection, Insight

SOLVER_SECONDS = 1.0
SOLVER_MEGABYTES = 64
MOST_PROVEN = 11
"""The largest board on which a proof is tried."""
_BRIDGE = 2
_PATIENCE = 0.2

_solving = Lock()  # the solver is for one at a time, and takes a processor


@cache
def _solver() -> Solver:
    return Solver(SOLVER_MEGABYTES)


def insight(position: Any) -> Insight:
    """Return all that is certain of a position that is not over; a proof is tried for a second."""
    size, mover = position.rules.size, position.side_to_move
    joined = connections(position)
    threats = [set(_cells(one, size)) for one in joined if one.side is mover.other and one.joins_edges]
    dead, captured = hex_fill_in(position)
    found = Insight(
        connections=[_shown(one, size) for one in joined if one.key is None or one.joins_edges],
        must_play=sorted(set.intersection(*threats)) if threats else None,
        dead=dead,
        captured=captured,
    )
    if position.can_swap or is_before_the_swap(position) or size > MOST_PROVEN:  # a proof knows no swap
        return found
    if not _solving.acquire(timeout=_PATIENCE):  # else all who step through a game would wait for one another
        found.detail = "the solver is busy with another position; ask again"
        return found
    try:
        proof = _solver().solve(position, Limit(SOLVER_SECONDS))
    finally:
        _solving.release()
    if proof is not None:
        found.verdict = "won" if proof.winner is mover else "lost"
        found.source = "Proven"
        found.carrier = [_cell(move, size) for move in proof.carrier]
        found.detail = f"{proof.winner} wins" + (f" with {proof.move}" if proof.move is not None else "")
    return found


def _cell(move: Any, size: int) -> int:
    return int(move.row) * size + int(move.column)


def _cells(one: Joined, size: int) -> list[int]:
    """Return the carrier with the key."""
    keys = () if one.key is None else (one.key,)
    return sorted({_cell(move, size) for move in (*one.carrier, *keys)})


def _shown(one: Joined, size: int) -> Connection:
    first, second = ([] if isinstance(end, str) else [_cell(end, size)] for end in one.ends)
    whole = "bridge" if len(one.carrier) == _BRIDGE else "connection"
    return Connection(
        side=one.side,
        start=first,
        end=second,
        edges=[end for end in one.ends if isinstance(end, str)],
        carrier=_cells(one, size),
        kind="semi" if one.key is not None else whole,  # type: ignore[arg-type]  # one of both
        key=None if one.key is None else _cell(one.key, size),
    )
