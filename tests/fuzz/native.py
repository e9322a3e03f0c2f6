"""The native module's classes and functions with any arguments, in any order: they refuse, and never crash."""

import pickle
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
from tests.fuzz.trial import LARGE, ODD, Trial, any_value

from crownbridge import _core
from crownbridge.engines.checkers.tables import Tables
from crownbridge.errors import CrownbridgeError

REFUSED = (CrownbridgeError, ValueError, TypeError, IndexError, OverflowError, MemoryError)
BOARDS = (
    "." * 32,
    "r" * 12 + "." * 8 + "w" * 12,
    "R" + "." * 30 + "W",
    "RRRRRRRRRRRR........WWWWWWWWWWWW",
    "x" * 32,
    "",
)
MOVES = ("11-15", "a1", "1x10x17", "swap-pieces", "", "-", "z99", "\ud800", "1" * 50)
TEXTS = (b"1. 11-15 23-19 2. 8-11 {a} $1 ", b";B[a1];W[b2]C[x];B[c3]", b"{", b";B[", b"1" * 100, b"")


def _number(choose: random.Random, most: int) -> Any:
    """Return a usable number, mostly: what is large costs time or memory that is rightly asked for."""
    kind = choose.random()
    return choose.randrange(most + 1) if kind < 0.8 else choose.choice(LARGE) if kind < 0.9 else choose.choice(ODD)


def _checkers_rules(choose: random.Random) -> Any:
    return _core.CheckersRules(
        _number(choose, 60), choose.choice([True, False]), _number(choose, 4), choose.choice([0, _number(choose, 300)])
    )


def _checkers_position(choose: random.Random) -> Any:
    rules = _checkers_rules(choose)
    if choose.random() < 0.3:
        position = _core.CheckersPosition(rules)
    elif choose.random() < 0.3:
        position = _core.CheckersPosition(rules, choose.choice(BOARDS), _number(choose, 1), _number(choose, 50))
    else:
        board = "".join(choose.choices(".....RWrw", k=32))
        position = _core.CheckersPosition(rules, board, choose.randrange(2), min(rules.counter, 5), _number(choose, 9))
    return _played(position, choose)


def _hex_position(choose: random.Random) -> Any:
    rules = _core.HexRules(_number(choose, 26), _number(choose, 1), choose.choice([True, False]))
    if choose.random() < 0.6:
        return _played(_core.HexPosition(rules), choose)
    rows = "".join(choose.choices("..rb", k=rules.size**2))
    return _core.HexPosition(rules, rows, choose.randrange(2))


def _played(position: Any, choose: random.Random) -> Any:
    for _ in range(choose.randrange(40)):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(choose.choice(moves))
    return position


def _use_position(position: Any, choose: random.Random) -> None:
    assert pickle.loads(pickle.dumps(position)) == position  # noqa: S301 (ours)
    for call in (position.parse_move, position.play, position.format_move, position.__setstate__):
        with suppress(*REFUSED):
            call(choose.choice([choose.choice(MOVES), any_value(choose)]))
    for name in ("key", "side_index", "rules"):
        getattr(position, name)
    hash(position)


def _use_movetext(position: Any, choose: random.Random) -> None:
    kind = _core.CheckersMovetext if isinstance(position, _core.CheckersPosition) else _core.HexMovetext
    text = b"".join(choose.choices([*TEXTS, choose.randbytes(5)], k=choose.randrange(1, 6)))
    kind(lambda move: move).play(position, text, choose.choice([0, choose.randrange(200), any_value(choose)]))


def _use_batch(position: Any, choose: random.Random) -> None:
    kind = _core.CheckersBatch if isinstance(position, _core.CheckersPosition) else _core.HexBatch
    batch: Any = kind(position, choose.choice([_number(choose, 20), 2**44 + 1, 2**63]))
    for _ in range(choose.randrange(20)):
        mask = batch.legal_mask()
        legal = mask.argmax(axis=1) if mask.size else np.zeros(len(batch))
        actions = choose.choice([legal, legal + 1, np.full(len(batch), choose.choice(LARGE[:5]))]).astype(np.int64)
        with suppress(*REFUSED):
            batch.play(
                choose.choice([actions, actions, actions, actions[:1], actions.astype(float), any_value(choose)])
            )
        with suppress(*REFUSED):
            batch.reset(choose.choice([batch.over, np.ones(3, bool), any_value(choose)]))
        with suppress(*REFUSED):
            batch[any_value(choose)] = choose.choice([position, any_value(choose)])
        with suppress(*REFUSED):
            repr(batch[any_value(choose)])
        assert batch.cells.shape[0] == batch.winner.shape[0] == batch.side_to_move.shape[0] == len(batch)


def _evaluation(choose: random.Random) -> Any:
    man, king = [[_number(choose, 500) for _ in range(choose.choice([32, 32, 32, 31]))] for _ in range(2)]
    made: list[Callable[[], Any]] = [
        _core.CheckersEvaluation.hand_written,
        lambda: _core.CheckersEvaluation.piece_tables(man, king, choose.choice([0.0, 1.5, any_value(choose)])),
        lambda: _core.CheckersEvaluation.network(choose.randbytes(choose.randrange(300))),
    ]
    return choose.choice(made)()


def _use_checkers_engine(position: Any, choose: random.Random) -> None:
    tables = choose.choice([None, Tables.open().native])
    evaluation = _evaluation(choose)
    evaluation(position)
    arguments = (_number(choose, 4), _number(choose, 3), _number(choose, 300), any_value(choose), tables)
    search = _core.CheckersSearch(evaluation, *arguments)
    for _ in range(2):
        limits = (_number(choose, 6), choose.randrange(1, 3000), choose.choice([0.01, any_value(choose)]))
        search.run(position, *limits, choose.choice([None, any_value(choose)]))
    depth, noise = _number(choose, 4), _number(choose, 300)
    _core.checkers_minimax(position, evaluation, depth, nodes=3000, noise=noise, seed=any_value(choose))
    if tables is not None:
        tables.probe(position)


def _use_hex_engine(position: Any, choose: random.Random) -> None:
    cells = position.rules.size**2

    def judge(boards: Any) -> Any:
        chances = np.full(len(boards), choose.choice([0.5, 0.0, 1.0, float("nan"), 7.0]), np.float32)
        logits = np.zeros((len(boards), choose.choice([cells, cells, cells, 3])), np.float32)
        return choose.choice([(chances, logits), (chances, logits), (chances, logits), any_value(choose)])

    evaluator = choose.choice([None, None, judge])
    search = _core.HexSearch(evaluator, _number(choose, 8), _number(choose, 8), _number(choose, 3), any_value(choose))
    for _ in range(2):
        search.run(position, choose.randrange(1, 60), choose.choice([0.05, any_value(choose)]))
    solver = _core.HexSolver(_number(choose, 4))
    solver.solve(position, choose.randrange(1, 60), choose.choice([0.05, any_value(choose)]))
    _core.hex_connections(position, any_value(choose), choose.choice([True, False]))


def _use_functions(position: Any, choose: random.Random) -> None:
    checkers = isinstance(position, _core.CheckersPosition)
    depth = choose.choice([0, 1, 2, 3, -1, *LARGE])
    if checkers:
        _core.checkers_perft(position, depth)
        _core.CheckersMove(
            choose.choice([[_number(choose, 33) for _ in range(choose.randrange(14))], any_value(choose)])
        )
    elif position.rules.size <= 5 or position.stones:
        _core.hex_perft(position, min(depth, 2) if isinstance(depth, int) else depth)
        _core.HexMove(any_value(choose), any_value(choose))


def _run(choose: random.Random) -> None:
    with suppress(*REFUSED):
        checkers = choose.random() < 0.5
        position = _checkers_position(choose) if checkers else _hex_position(choose)
        engine = _use_checkers_engine if checkers else _use_hex_engine
        choose.choice([_use_position, _use_movetext, _use_batch, engine, engine, _use_functions])(position, choose)


trial = Trial(_run)
