"""The checkers engine, minimax and random play."""

import itertools
import random
import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from crownbridge._core import CheckersSearch, StopFlag, checkers_minimax
from crownbridge.engines import Limit, SearchRequest, Thought
from crownbridge.engines.checkers import LEVELS, Hyperparameters
from crownbridge.engines.checkers.engine import OVERHEAD, CheckersEngine
from crownbridge.engines.checkers.network import network
from crownbridge.engines.timing import time_budget
from crownbridge.errors import OptionError
from crownbridge.games import Checkers, load
from crownbridge.games.checkers import Position

START = Checkers().initial()
WON = Checkers().parse("B:W32:BK14,K15,K22")
FORCED = START.play("11-15").play("22-18")
"""Red must capture with one man."""


def random_positions(count: int, seed: int = 1) -> list[Position]:
    chance = random.Random(seed)
    positions: list[Position] = []
    while len(positions) < count:
        position = START
        for _ in range(chance.randrange(60)):
            if position.outcome() is None:
                position = position.play(chance.choice(position.legal_moves()))
        if position.outcome() is None:
            positions.append(position)
    return positions


@pytest.mark.parametrize("seconds", [0.02, 0.1, 0.5])
def test_a_moves_time_is_used_and_kept(seconds: float) -> None:
    engine = Hyperparameters().engine()
    began, used = time.monotonic(), time.process_time()
    engine.think(SearchRequest(START, Limit(seconds)))
    assert time.monotonic() - began > seconds / 2
    assert time.process_time() - used < seconds + 0.1  # processor time: the same on a busy machine


def test_the_only_move_is_played_at_once_where_time_counts() -> None:
    engine = Hyperparameters().engine()
    thought = engine.think(SearchRequest(FORCED, Limit(3600.0)))
    assert str(thought.move) == "15x22"
    assert len(thought.line) > 1


def test_depth_and_nodes_are_limits() -> None:
    assert Hyperparameters().engine().think(SearchRequest(START, Limit(depth=7))).depth == 7
    assert Hyperparameters().engine().think(SearchRequest(START, Limit(nodes=5000))).nodes < 5100
    assert Hyperparameters(depth=5).engine().think(SearchRequest(START, Limit(depth=9))).depth == 5
    assert Hyperparameters(nodes=5000).engine().think(SearchRequest(START, Limit(10.0))).nodes < 5100


@pytest.mark.parametrize("agent", [Hyperparameters(), Hyperparameters(search="minimax"), Hyperparameters(ponder=True)])
@pytest.mark.parametrize(
    ("limit", "message"),
    [
        (Limit(depth=0), "the limit's depth: 0; expected a whole number, 1 to 1,000"),
        (Limit(nodes=0), "the limit's nodes: 0; expected a whole number"),
        (Limit(nodes=-5), "the limit's nodes: -5; expected a whole number"),
        (Limit(nodes=10**30), "the limit's nodes: 1000"),
        (Limit(depth=2.5), "the limit's depth: 2.5; expected a whole number"),  # type: ignore[arg-type]
        (Limit("x"), "the limit's seconds: 'x'; expected a number"),  # type: ignore[arg-type]
        (Limit(clock=float("nan")), "the limit's clock: nan; expected a number"),
        (Limit(1.0, increment=None), "the limit's increment: None; expected a number"),  # type: ignore[arg-type]
    ],
)
def test_a_limit_that_cannot_be_kept_is_refused(agent: Hyperparameters, limit: Limit, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        agent.engine().think(SearchRequest(START, limit))


@pytest.mark.parametrize("search", ["iterative", "minimax"])
@pytest.mark.parametrize("limit", [Limit(0), Limit(-1.0), Limit(clock=0.0), Limit(clock=-3.0, increment=1.0)])
def test_with_no_time_left_it_answers_at_once(search: str, limit: Limit) -> None:
    engine = Hyperparameters(search=search, depth=40).engine()
    used = time.process_time()
    assert engine.play(START, limit) in START.legal_moves()
    assert time.process_time() - used < 0.1


def test_a_clock_is_shared_out() -> None:
    engine = Hyperparameters().engine()
    used = time.process_time()
    engine.think(SearchRequest(START, Limit(clock=3.0, increment=0.05)))
    assert time.process_time() - used < 1.05


def test_without_a_limit_it_thinks_until_it_is_stopped() -> None:
    stop = StopFlag()
    reports: list[Thought] = []

    def hear(thought: Thought) -> None:
        reports.append(thought)
        if thought.depth == 9:
            stop.set()

    thought = Hyperparameters().engine().think(SearchRequest(START, Limit(), stop, hear))
    assert [report.depth for report in reports] == list(range(1, len(reports) + 1))
    assert thought.depth >= 9
    assert thought.move in START.legal_moves()


def test_minimax_can_be_stopped_and_tells_what_it_found() -> None:
    stop = StopFlag()
    stop.set()
    engine = Hyperparameters(search="minimax", depth=11).engine()
    reports: list[Thought] = []
    thought = engine.think(SearchRequest(START, Limit(), stop, reports.append))
    assert reports == [thought]
    assert thought.move in START.legal_moves()
    assert thought.nodes < engine.think(SearchRequest(START, Limit())).nodes / 10


def test_one_thread_and_a_node_limit_repeat_themselves() -> None:
    thoughts = [
        Hyperparameters(nodes=50_000).engine().think(SearchRequest(START, Limit()))._replace(seconds=0)
        for _ in range(2)
    ]
    assert thoughts[0] == thoughts[1]


def test_what_it_says_of_its_search() -> None:
    thought = Hyperparameters().engine().think(SearchRequest(START, Limit(depth=5)))
    assert str(thought).startswith("depth 5, ")
    assert f": {thought.move} " in str(thought)
    assert ", won, " in str(Hyperparameters().engine().think(SearchRequest(WON, Limit(depth=21))))


@pytest.mark.parametrize("evaluation", ["hand-written", "piece-tables"])
@pytest.mark.parametrize("rules", ["kth", "tournament"])
def test_minimax_gives_the_same_score_whatever_is_switched_on(evaluation: str, rules: str) -> None:
    native = Hyperparameters(evaluation=evaluation, man_table=tuple(range(32))).native_evaluation()
    for sample in random_positions(20):
        position = load("checkers", rules).parse(" ".join(str(sample).split()[:2]) + f" {3 + sample.key % 40}")
        depth = 1 + sample.key % 6
        reports = [
            checkers_minimax(position, native, depth, alpha_beta, cache, reorder)
            for alpha_beta, cache, reorder in itertools.product((False, True), repeat=3)
        ]
        assert len({report.score for report in reports}) == 1
        assert reports[-1].nodes <= reports[0].nodes
        assert all(report.line[0] in position.legal_moves() for report in reports)


def test_minimax_is_minimax() -> None:
    native = Hyperparameters().native_evaluation()

    def value(position: Position, depth: int, ply: int) -> int:
        outcome = position.outcome()
        if outcome is not None:
            return 0 if outcome.winner is None else -(30_000 - ply)
        if depth == 0:
            return native(position)
        return max(-value(position.play(move), depth - 1, ply + 1) for move in position.legal_moves())

    for position in random_positions(30, seed=2):
        assert checkers_minimax(position, native, 3).score == value(position, 3, 0)


def test_minimax_answers_in_time_however_deep_it_was_to_look() -> None:
    engine = Hyperparameters(search="minimax", depth=60).engine()
    used = time.process_time()
    assert engine.play(START, Limit(0.1)) in START.legal_moves()
    assert time.process_time() - used < 0.2


def test_minimax_keeps_to_nodes_and_level() -> None:
    assert (
        Hyperparameters(search="minimax", depth=8, nodes=50).engine().think(SearchRequest(START, Limit())).nodes == 50
    )
    assert Hyperparameters(search="minimax", depth=8).engine().think(SearchRequest(START, Limit(nodes=70))).nodes == 70
    for level in LEVELS[3:-1]:
        engine = Hyperparameters(search="minimax", depth=10, seed=1).engine_at(level)
        for position in random_positions(10):
            thought = engine.think(SearchRequest(position, Limit()))
            assert thought.move in position.legal_moves()
            assert thought.nodes <= (level.nodes or 0)


def test_minimax_misjudges_as_its_level_does() -> None:
    engines = [Hyperparameters(search="minimax", depth=1, level=9, seed=seed).engine() for seed in (1, 1, 2)]
    scores = [
        [engine.think(SearchRequest(position, Limit())).score for position in random_positions(10)]
        for engine in engines
    ]
    assert scores[0] == scores[1] != scores[2]


def test_a_random_agent_repeats_itself_with_its_seed() -> None:
    moves = [
        [Hyperparameters(search="random", seed=seed).engine().play(START, Limit()) for _ in range(3)]
        for seed in range(20)
    ]
    assert all(len(set(same)) == 1 for same in moves)
    assert len({same[0] for same in moves}) > 3


def test_piece_tables_are_seen_from_each_sides_own_back_rank() -> None:
    table = tuple(10 * square for square in range(32))
    native = Hyperparameters(evaluation="piece-tables", man_table=table, man_value=100).native_evaluation()
    assert native(Checkers().parse("B:W32:B1")) == 0
    assert native(Checkers().parse("B:W32:B5")) == 40
    assert native(Checkers().parse("W:W28:B1")) == 40


def test_values_are_scaled_to_a_man() -> None:
    small = Hyperparameters(evaluation="piece-tables", man_value=5, king_value=10).native_evaluation()
    assert small(Checkers().parse("B:W32:BK14,15")) == 200


@pytest.mark.parametrize("level", range(1, len(LEVELS) + 1))
def test_every_level_plays(level: int) -> None:
    engine = Hyperparameters(level=level, seed=1).engine()
    for position in random_positions(10):
        assert engine.play(position, Limit(0.05)) in position.legal_moves()


def test_a_level_repeats_itself_with_its_seed() -> None:
    moves = [
        [engine.play(position, Limit()) for position in random_positions(10)]
        for engine in (Hyperparameters(level=3, seed=seed).engine() for seed in (5, 5, 6))
    ]
    assert moves[0] == moves[1] != moves[2]


def test_a_level_is_as_strong_whatever_the_threads() -> None:
    thoughts = [
        [engine.think(SearchRequest(position, Limit()))._replace(seconds=0) for position in random_positions(5)]
        for engine in (Hyperparameters(level=9, seed=1, threads=threads).engine() for threads in (1, 4))
    ]
    assert thoughts[0] == thoughts[1]


def test_a_search_is_for_one_thread_at_a_time() -> None:
    search = CheckersSearch(network(), megabytes=1)
    for call in (lambda: search.run(START, depth=1), search.forget):

        def again(_: object, call: Callable[[], object] = call) -> None:
            call()

        with pytest.raises(RuntimeError, match="the search is in use by another thread"):
            search.run(START, depth=3, progress=again)
    assert search.run(START, depth=3).depth == 3


class RecordingSearch:
    """Notes what it is to do."""

    def __init__(self) -> None:
        self.calls: list[dict[str, object]] = []
        self.forgotten = 0

    def run(self, position: Position, **options: object) -> SimpleNamespace:
        self.calls.append(options)
        line = position.legal_moves()[:1]
        return SimpleNamespace(line=line, score=7, depth=3, nodes=100, seconds=0.5, table_hits=2)

    def forget(self) -> None:
        self.forgotten += 1


def test_limits_reach_the_search_and_its_report_comes_back() -> None:
    search, stop = RecordingSearch(), StopFlag()
    engine = CheckersEngine(search, Limit(nodes=500))  # type: ignore[arg-type]  # enough of one
    thought = engine.think(SearchRequest(START, Limit(2.0, depth=9), stop))
    engine.think(SearchRequest(START, Limit(clock=60.0, increment=1.0, nodes=300)))
    first, second = search.calls
    soft, hard = time_budget(Limit(2.0), OVERHEAD)
    assert first == {
        "depth": 9, "nodes": 500, "seconds": hard, "soft_seconds": soft, "stop": stop, "progress": None
    }  # fmt: skip
    soft, hard = time_budget(Limit(clock=60.0, increment=1.0), OVERHEAD)
    assert (second["nodes"], second["seconds"], second["soft_seconds"]) == (300, hard, soft)
    move = START.legal_moves()[0]
    assert thought == Thought(move, (move,), 7, 3, 100, 0.5, 2)
    assert search.forgotten == 0
    engine.forget()
    assert search.forgotten == 1
