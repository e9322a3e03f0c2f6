"""Proven facts about a Hex position: virtual connections, must-play region, inferior cells and proofs."""

from functools import cache
from threading import Lock
from typing import Any

from crownbridge._core import hex_fill_in
from crownbridge.engines.engine import Limit
from crownbridge.engines.hex.connections import Connection as VirtualConnection
from crownbridge.engines.hex.connections import connections
from crownbridge.engines.hex.first_stones import is_before_the_swap
from crownbridge.engines.hex.solver import Solver
from crownbridge.engines.insight import Connection, Insight

SOLVER_SECONDS = 1.0
SOLVER_MEGABYTES = 64
MAX_PROOF_SIZE = 11
"""Largest board on which a proof is attempted."""
_BRIDGE = 2
_LOCK_SECONDS = 0.2

_solving = Lock()  # the solver is not thread-safe, and CPU-bound


@cache
def _solver() -> Solver:
    return Solver(SOLVER_MEGABYTES)


def insight(position: Any) -> Insight:
    """Return the proven facts about a position that is not over; try to solve it for a second."""
    size, mover = position.rules.size, position.side_to_move
    links = connections(position)
    threats = [set(_cells(link, size)) for link in links if link.side is mover.other and link.joins_edges]
    dead, captured = hex_fill_in(position)
    result = Insight(
        connections=[_converted(link, size) for link in links if link.key is None or link.joins_edges],
        must_play=sorted(set.intersection(*threats)) if threats else None,
        dead=dead,
        captured=captured,
    )
    # The solver does not support the swap.
    if position.can_swap or is_before_the_swap(position) or size > MAX_PROOF_SIZE:
        return result
    if not _solving.acquire(timeout=_LOCK_SECONDS):  # do not queue requests of users who step through games
        result.detail = "the solver is busy with another position; try again"
        return result
    try:
        proof = _solver().solve(position, Limit(SOLVER_SECONDS))
    finally:
        _solving.release()
    if proof is not None:
        result.verdict = "won" if proof.winner is mover else "lost"
        result.source = "Proven"
        result.carrier = [_cell(move, size) for move in proof.carrier]
        result.detail = f"{proof.winner} wins" + (f" with {proof.move}" if proof.move is not None else "")
    return result


def _cell(move: Any, size: int) -> int:
    return int(move.row) * size + int(move.column)


def _cells(connection: VirtualConnection, size: int) -> list[int]:
    """Return the carrier with the key."""
    keys = () if connection.key is None else (connection.key,)
    return sorted({_cell(move, size) for move in (*connection.carrier, *keys)})


def _converted(connection: VirtualConnection, size: int) -> Connection:
    first, second = ([] if isinstance(end, str) else [_cell(end, size)] for end in connection.ends)
    whole = "bridge" if len(connection.carrier) == _BRIDGE else "connection"
    return Connection(
        side=connection.side,
        start=first,
        end=second,
        edges=[end for end in connection.ends if isinstance(end, str)],
        carrier=_cells(connection, size),
        kind="semi" if connection.key is not None else whole,  # type: ignore[arg-type]  # a Literal
        key=None if connection.key is None else _cell(connection.key, size),
    )
