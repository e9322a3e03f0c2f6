"""The Hex engine."""

import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.recording import RecordingEngine

from crownbridge._core import HexSearch, StopFlag
from crownbridge.engines import Limit, SearchRequest, Thought
from crownbridge.engines.hex import LEVELS, Parameters, parameters
from crownbridge.engines.hex import engine as engine_module
from crownbridge.engines.hex.bench import NODES, bench
from crownbridge.engines.hex.engine import HexEngine
from crownbridge.engines.hex.network import BATCH
from crownbridge.engines.hex.solver import Solver
from crownbridge.engines.provider import BenchOptions
from crownbridge.errors import OptionError
from crownbridge.games import Hex
from crownbridge.games.hex import Move, Side

START = Hex().initial()


def by_playouts(**options: Any) -> Parameters:
    """Use playouts: these tests do not depend on the evaluation, and playouts are faster."""
    return Parameters(evaluation="playouts", **options)


def same(thought: Thought) -> Thought:
    return thought._replace(seconds=0)


@pytest.mark.parametrize("seconds", [0.02, 0.1, 0.5])
def test_a_moves_time_is_used_and_kept(seconds: float) -> None:
    engine = by_playouts().engine()
    began, used = time.monotonic(), time.process_time()
    engine.think(SearchRequest(START, Limit(seconds)))
    assert time.monotonic() - began > seconds / 2
    assert time.process_time() - used < seconds + 0.1  # processor time: the same on a busy machine


def test_iterations_are_a_limit() -> None:
    assert by_playouts().engine().think(SearchRequest(START, Limit(nodes=500))).nodes == 500
    assert by_playouts(nodes=300).engine().think(SearchRequest(START, Limit(10.0))).nodes == 300
    assert by_playouts(time_per_move=0.05).engine().play(START, Limit()) in START.legal_moves()


@pytest.mark.parametrize("limit", [Limit(0), Limit(-1.0), Limit(clock=0.0), Limit(clock=-3.0, increment=1.0)])
def test_with_no_time_left_it_answers_at_once(limit: Limit) -> None:
    used = time.process_time()
    assert by_playouts().engine().play(START, limit) in START.legal_moves()
    assert time.process_time() - used < 0.1


def test_a_limit_that_cannot_be_kept_is_refused() -> None:
    with pytest.raises(OptionError, match="the limit's nodes: 0"):
        by_playouts().engine().think(SearchRequest(START, Limit(nodes=0)))


def test_the_only_move_is_played_at_once_where_time_counts() -> None:
    assert str(by_playouts().engine().play(Hex(1).initial(), Limit(3600.0))) == "a1"


@pytest.mark.parametrize("swap", [False, True])
def test_the_time_that_proving_takes_is_told(swap: bool) -> None:  # noqa: FBT001 (a parameter)
    class Slow(Solver):
        def solve(self, *_: object, **__: object) -> None:
            time.sleep(0.05)

    began = time.monotonic()
    reports: list[Thought] = []
    position = Hex(9, swap=swap).initial().play("e5")
    thought = HexEngine(HexSearch(), solver=Slow(1)).think(
        SearchRequest(position, Limit(nodes=100), progress=reports.append)
    )
    assert thought.move.is_swap == swap
    assert 0.05 <= thought.seconds <= time.monotonic() - began
    assert all(one.seconds >= 0.05 for one in reports)
    assert swap or reports[-1].seconds == thought.seconds


def test_on_large_boards_nothing_is_proven() -> None:
    class Unwanted(Solver):
        def solve(self, *_: object, **__: object) -> None:
            raise AssertionError("one position may take longer than the move")

    engine = HexEngine(HexSearch(), solver=Unwanted(1))
    assert engine.think(SearchRequest(Hex(12).initial(), Limit(0.05))).nodes > 0
    with pytest.raises(AssertionError, match="may take longer"):
        engine.think(SearchRequest(Hex(11).initial(), Limit(0.05)))


def test_a_clock_is_shared_out() -> None:
    used = time.process_time()
    by_playouts().engine().think(SearchRequest(START, Limit(clock=3.0, increment=0.05)))
    assert time.process_time() - used < 1.05


def test_what_progress_raises_ends_the_search() -> None:
    def refuse(_: Thought) -> None:
        raise ZeroDivisionError

    engine = by_playouts(threads=2).engine()
    with pytest.raises(ZeroDivisionError):
        engine.think(SearchRequest(START, Limit(), progress=refuse))
    assert engine.play(START, Limit(0.05)) in START.legal_moves()


def test_without_a_limit_it_thinks_until_it_is_stopped() -> None:
    stop = StopFlag()
    reports: list[Thought] = []

    def hear(thought: Thought) -> None:
        reports.append(thought)
        stop.set()

    thought = by_playouts().engine().think(SearchRequest(START, Limit(), stop, hear))
    assert len(reports) == 2
    assert reports[-1] == thought
    assert reports[0].nodes <= thought.nodes == sum(candidate.visits for candidate in thought.candidates)


def test_one_thread_and_a_seed_repeat_themselves() -> None:
    thoughts = [
        same(by_playouts(nodes=3000, seed=seed).engine().think(SearchRequest(START, Limit()))) for seed in (1, 1, 2)
    ]
    assert thoughts[0] == thoughts[1] != thoughts[2]


def test_a_level_is_as_strong_whatever_the_threads() -> None:
    thoughts = [
        same(by_playouts(level=6, seed=1, threads=n).engine().think(SearchRequest(START, Limit()))) for n in (1, 4)
    ]
    assert thoughts[0] == thoughts[1]


def test_what_it_says_of_its_search() -> None:
    thought = by_playouts(seed=1).engine().think(SearchRequest(START, Limit(nodes=2000)))
    assert thought.win_chance is not None
    assert 0.4 < thought.win_chance < 0.7
    assert str(thought).startswith(f"{thought.win_chance:.1%}, 2,000 nodes, ")
    assert f": {thought.move} " in str(thought)
    won = by_playouts().engine().think(SearchRequest(Hex(3).initial(), Limit(5.0)))
    assert str(won).startswith("won, ")
    assert won.win_chance == 1.0
    lost = by_playouts().engine().think(SearchRequest(Hex(3).initial().play(won.move), Limit(5.0)))
    assert str(lost).startswith("lost, ")


def test_a_win_is_found_and_played_to_the_end() -> None:
    engine = by_playouts(seed=1).engine()
    position = Hex(4).initial()
    while position.outcome() is None:
        position = position.play(engine.play(position, Limit(5.0)))
    assert position.outcome() is not None
    assert position.winner_index == Side.RED


@pytest.mark.parametrize("level", range(1, len(LEVELS) + 1))
def test_every_level_plays(level: int) -> None:
    engine = by_playouts(level=level, seed=1).engine()
    position = Hex(6, swap=True).initial()
    while position.outcome() is None:
        position = position.play(engine.play(position, Limit(0.02)))


def test_a_level_repeats_itself_with_its_seed() -> None:
    moves = [by_playouts(level=2, seed=seed).engine().play(START, Limit()) for seed in (5, 5)]
    assert moves[0] == moves[1]


def test_a_level_does_not_play_the_same_game_twice() -> None:
    engine = Parameters(level=7, seed=1).engine()
    games = set()
    for _ in range(4):
        position = START
        for _ in range(12):
            position = position.play(engine.play(position, Limit()))
        games.add(str(position))
    assert len(games) > 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 11}, "the option level is 11"),
        ({"threads": 0}, "the option threads is 0"),
        ({"megabytes": 0}, "the option megabytes is 0"),
        ({"nodes": 0}, "the option nodes is 0"),
        ({"ponder": 1}, "the option ponder is 1"),
        ({"seed": -1}, "the option seed is -1"),
        ({"time_per_move": 0}, "the option time_per_move is 0"),
    ],
)
def test_parameters_out_of_range_are_refused(options: dict[str, int], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Parameters(**options)  # type: ignore[arg-type]


def test_it_thinks_in_the_opponents_time() -> None:
    engine = by_playouts(ponder=True, seed=1).engine()
    thought = engine.think(SearchRequest(START, Limit(0.1)))
    after = START.play(thought.move)
    engine.ponder(after)
    reply = thought.line[1]
    time.sleep(0.3)
    answer = engine.think(SearchRequest(after.play(reply), Limit(0.1)))
    assert answer.move in after.play(reply).legal_moves()
    assert answer.seconds > 0.2


Boards = NDArray[np.int8]
Judged = tuple[NDArray[np.float32], NDArray[np.float32]]


def even(boards: Boards) -> Judged:
    """All are even, and all moves alike."""
    count, size, _ = boards.shape
    return np.full(count, 0.5, np.float32), np.zeros((count, size * size), np.float32)


def test_an_evaluator_of_ones_own() -> None:
    shapes = set()

    def column_c(boards: Boards) -> Judged:
        """Likes its third column, and the more stones it has there the better."""
        shapes.add(boards.shape)
        values = 0.5 + 0.1 * (boards[:, :, 2] == 1).sum(1) - 0.1 * (boards[:, 2, :] == -1).sum(1)
        logits = np.full(boards.shape, -1, np.float32)
        logits[:, :, 2] = 0
        return values.clip(0, 1).astype(np.float32), logits.reshape(len(boards), -1)

    report = HexSearch(column_c, batch=16, prune_after=None).run(Hex(5).initial(), iterations=400)
    assert {move.column for move in report.line[::2]} == {2}
    assert {move.row for move in report.line[1:2]} == {2}
    assert {shape[1:] for shape in shapes} == {(5, 5)}
    assert max(shape[0] for shape in shapes) == 16


def test_an_evaluator_sees_the_board_as_one_who_connects_top_and_bottom() -> None:
    seen: list[Boards] = []

    def watch(boards: Boards) -> Judged:
        seen.extend(boards)
        return even(boards)

    search = HexSearch(watch)
    search.run(Hex(3).parse("r../.../b.. r"), iterations=1)
    assert seen[0].tolist() == [[1, 0, 0], [0, 0, 0], [-1, 0, 0]]
    seen.clear()
    search.run(Hex(3).parse("r../.../b.. b"), iterations=1)
    assert seen[0].tolist() == [[-1, 0, 1], [0, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize("threads", [1, 3])
def test_an_evaluators_own_error_comes_out(threads: int) -> None:
    calls = 0

    def tire(boards: Boards) -> Judged:
        nonlocal calls
        calls += 1
        if calls > 20:
            raise ZeroDivisionError
        return even(boards)

    search = HexSearch(tire, threads=threads)
    with pytest.raises(ZeroDivisionError):
        search.run(START, seconds=20)
    calls = -(10**9)
    report = search.run(START, seconds=0.05)
    assert sum(visits for _, visits, _ in report.candidates) >= report.iterations


@pytest.mark.parametrize(
    "answer",
    [
        3,
        (1, 2),
        (np.zeros(1, np.float32),),
        (np.zeros(1, np.float32), np.zeros((1, 24), np.float32)),
        (np.full(1, np.nan, np.float32), np.zeros((1, 25), np.float32)),
        (np.full(1, 1.5, np.float32), np.zeros((1, 25), np.float32)),
        (np.zeros(1, np.float32), np.full((1, 25), np.nan, np.float32)),
        (np.zeros(1, np.float32), np.full((1, 25), -np.inf, np.float32)),
    ],
)
def test_an_evaluators_nonsense_is_refused(answer: Judged) -> None:
    with pytest.raises(ValueError, match=r"the evaluator (returned|must return)"):
        HexSearch(lambda _: answer).run(Hex(5).initial(), iterations=10)


def test_a_move_is_worth_its_logit_before_it_is_visited() -> None:
    def knowing(boards: Boards) -> Judged:
        chances, logits = even(boards)
        logits[:, 5], logits[:, 6] = 2, 1000  # c2 and a3, for red on 3x3
        return chances, logits

    report = HexSearch(knowing, prune_after=None).run(Hex(3).initial(), iterations=1)
    assert str(report.line[0]) == "a3"
    worth = {str(move): chance for move, visits, chance in report.candidates if not visits}
    assert worth["c2"] == pytest.approx(1 / (1 + np.exp(-2)), abs=1e-5)
    assert worth["a1"] == pytest.approx(0.5, abs=1e-5)
    assert 0 < report.win_chance < 1
    position = Hex(3).initial().play("b2")  # blue sees c2 as b3, and a3 as c1
    report = HexSearch(knowing, prune_after=None).run(position, iterations=1)
    assert str(report.line[0]) == "c1"
    assert {str(move): chance for move, _, chance in report.candidates}["b3"] == pytest.approx(0.881, abs=1e-3)


def test_moves_that_an_evaluator_dislikes_are_not_forgotten() -> None:
    def blind(boards: Boards) -> Judged:
        chances, logits = even(boards)
        logits[:] = -1000
        logits[:, 0] = 1000
        return chances, logits

    report = HexSearch(blind).run(Hex(3).initial(), iterations=100_000)
    assert report.winner_index == Side.RED


def test_a_search_needs_a_game_that_goes_on() -> None:
    search = HexSearch()
    with pytest.raises(ValueError, match="the game is over"):
        search.run(Hex(1).initial().play("a1"))
    with pytest.raises(ValueError, match="must not be negative"):
        search.run(START, seconds=-1)
    with pytest.raises(ValueError, match="threads must be 1 to 256"):
        HexSearch(threads=0)
    with pytest.raises(ValueError, match="temperature must be positive"):
        HexSearch(even, temperature=0)
    for megabytes in (0, 65_537, 2**44):
        with pytest.raises(ValueError, match="megabytes must be 1 to 65,536"):
            HexSearch(megabytes=megabytes)


def test_a_search_is_for_one_thread_at_a_time() -> None:
    def again(_: Boards) -> Judged:
        search.run(START, iterations=1)
        raise AssertionError

    search = HexSearch(again)
    with pytest.raises(RuntimeError, match="the search is in use by another thread"):
        search.run(START, iterations=1)


def test_moves_are_those_of_the_game() -> None:
    report = HexSearch().run(START, iterations=100)
    assert all(isinstance(move, Move) for move in report.line)
    assert [move for move, _, _ in report.candidates] == START.legal_moves()


def test_what_is_certain_is_won_quickly() -> None:
    """The edges are safe, and three stones are missing: no move is wasted."""
    position = Hex(5).parse("...../..r../..r../..r../.b..b r")
    engine = by_playouts(seed=1, megabytes=4).engine()
    moves = 0
    while position.outcome() is None:
        own = position.side_to_move is Side.RED
        move = engine.play(position, Limit(nodes=50)) if own else position.legal_moves()[0]
        position = position.play(move)
        moves += own
    assert moves <= 2


@pytest.mark.parametrize("size", [13, 19, 26])
def test_large_boards_are_searched_even_with_little_time(size: int) -> None:
    thought = by_playouts(seed=1, megabytes=16).engine().think(SearchRequest(Hex(size).initial(), Limit(0.1)))
    assert thought.nodes > 100


def test_a_lost_position_is_searched_for_the_hardest_defence() -> None:
    lost = Hex(5).initial().play("c3")
    thought = by_playouts(seed=1, megabytes=16).engine().think(SearchRequest(lost, Limit(nodes=500)))
    assert thought.win_chance == 0
    assert thought.nodes == 500


def test_a_search_that_finds_a_loss_leaves_the_rest_of_the_limit_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float] = []
    nodes: list[int] = []

    class Search:
        def __init__(self, **_: object) -> None: ...

        def run(self, *_: object, seconds: float, iterations: int, **__: object) -> SimpleNamespace:
            limits.append(seconds)
            nodes.append(iterations)
            time.sleep(0.05)
            return SimpleNamespace(line=[Move("a1")], iterations=30, seconds=0.05, win_chance=0.0, candidates=[])

    monkeypatch.setattr(engine_module, "HexSearch", Search)
    engine = HexEngine(Search(), solver=Solver(1))  # type: ignore[arg-type]  # enough of one
    engine.think(SearchRequest(Hex(12).initial(), Limit(1.0, nodes=100)))
    first, second = limits
    assert second <= first - 0.05
    engine.think(SearchRequest(Hex(12).initial(), Limit(1.0, nodes=30)))
    assert nodes == [100, 70, 30, 1]


def test_options_reach_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[tuple[object, ...], dict[str, object]]] = []
    judge = object()
    monkeypatch.setattr(parameters, "HexSearch", lambda *args, **kwargs: made.append((args, kwargs)))
    monkeypatch.setattr(parameters, "network", lambda: judge)
    options: Any = {"megabytes": 40, "threads": 3, "seed": 5}
    by_playouts(**options).engine()
    Parameters(evaluation="network", **options).engine()
    Parameters(evaluation="network", level=9, **options).engine()
    batch, noise = BATCH, LEVELS[8].noise
    assert made == [
        ((), {"megabytes": 40, "threads": 3, "noise": 0.0, "seed": 5}),
        ((judge, batch, 40, 3, 0.0, 5, parameters.PRUNE_AFTER), {}),
        ((judge, batch, min(parameters.LEVEL_MEGABYTES, 40), 3, noise, 5), {"prune_after": None}),
    ]


@pytest.mark.parametrize(("nodes", "limit"), [(None, NODES["playouts"]), (300, 300)])
def test_bench_of_hex_searches_the_nodes_that_are_chosen(
    nodes: int | None, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = RecordingEngine()
    monkeypatch.setattr("crownbridge.engines.hex.bench.HexEngine", lambda _: engine)
    next(bench(BenchOptions(nodes=nodes)))
    assert engine.limits == [Limit(nodes=limit)]
