"""What is certain of a position: by endgame tables, connections and proofs."""

from functools import cache
from threading import Lock
from typing import Any

from crownbridge.engines import Limit
from crownbridge.engines.checkers.tables import Tables
from crownbridge.engines.hex import Connection as Joined
from crownbridge.engines.hex import Solver, connections
from crownbridge.engines.hex.first_stones import is_before_the_swap
from crownbridge.engines.hex.inferior import captured_cells, dead_cells
from crownbridge.games import Checkers, Hex, Position
from crownbridge.web import frames
from crownbridge.web.thinking.shapes import VERDICTS, Connection, Insight

SOLVER_SECONDS = 1.0
SOLVER_MEGABYTES = 64
MOST_PROVEN = 11
"""The largest board on which a proof is tried."""
_BRIDGE = 2
_PATIENCE = 0.2

_solving = Lock()  # the solver is for one at a time, and takes a processor


def insight(position: Position[Any]) -> Insight:
    """All that is certain; of a game that is over, how it ended."""
    outcome = position.outcome()
    if outcome is not None:
        mover = position.side_to_move
        result = 0 if outcome.winner is None else 1 if outcome.winner is mover else -1
        return Insight(verdict=VERDICTS[result], detail=str(outcome))
    if position.game.name == Checkers.name:
        return _checkers(position)
    return _hex(position) if position.game.name == Hex.name else Insight()


def _checkers(position: Any) -> Insight:
    tables = _tables()
    pieces = len(position.pieces())
    known = tables.certain(position)
    if known is None:
        some = f"the endgame tables know positions of up to {tables.pieces} pieces; here are {pieces}"
        return Insight(detail=some if pieces > tables.pieces else "the draw rules of this game leave it open")
    winner = position.side_to_move if known > 0 else position.side_to_move.other
    return Insight(verdict=VERDICTS[known], detail=f"{winner} wins" if known else "a draw")


@cache
def _tables() -> Tables:
    return Tables.open()


@cache
def _solver() -> Solver:
    return Solver(SOLVER_MEGABYTES)


def _hex(position: Any) -> Insight:
    size, mover = position.rules.size, position.side_to_move
    joined = connections(position)
    threats = [set(_cells(one, size)) for one in joined if one.side is mover.other and one.joins_edges]
    captured = captured_cells(position)
    found = Insight(
        connections=[_shown(one, size) for one in joined if one.key is None or one.joins_edges],
        must_play=sorted(set.intersection(*threats)) if threats else None,
        dead=dead_cells(position),
        captured=(captured[mover.__class__(0)], captured[mover.__class__(1)]),
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
        found.carrier = [_cell(move, size) for move in proof.carrier]
        found.detail = f"{proof.winner} wins" + (f" with {proof.move}" if proof.move is not None else "")
    return found


def _cell(move: Any, size: int) -> int:
    return int(move.row) * size + int(move.column)


def _cells(one: Joined, size: int) -> list[int]:
    """The carrier with the key."""
    keys = () if one.key is None else (one.key,)
    return sorted({_cell(move, size) for move in (*one.carrier, *keys)})


def _shown(one: Joined, size: int) -> Connection:
    first, second = ([] if isinstance(end, str) else [_cell(end, size)] for end in one.ends)
    whole = "bridge" if len(one.carrier) == _BRIDGE else "connection"
    return Connection(
        side=frames.side(one.side),
        from_=first,
        to=second,
        edges=[end for end in one.ends if isinstance(end, str)],
        carrier=_cells(one, size),
        kind="semi" if one.key is not None else whole,  # type: ignore[arg-type]  # one of both
        key=None if one.key is None else _cell(one.key, size),
    )
