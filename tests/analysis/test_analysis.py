"""Analysis: planted blunders are found, the cache is used, and it can be stopped."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from crownbridge._core import HexSearch, StopFlag
from crownbridge.analysis import Annotation, Summary, Verdict, annotate, annotating, annotations, usual_effort
from crownbridge.analysis.judging import judge_of, version_of
from crownbridge.engines import Limit, Thought
from crownbridge.engines.checkers.judge import CheckersJudge
from crownbridge.engines.checkers.tables import Tables, packaged_folder
from crownbridge.engines.generic import GenericProvider
from crownbridge.engines.hex import NetworkWarning, Solver, engine, parameters
from crownbridge.engines.hex.parameters import PLAYOUTS_PER_VISIT
from crownbridge.engines.judging import EngineJudge, Judgement, judgement_from_win_chance
from crownbridge.errors import FileError
from crownbridge.games import Checkers, Hex, Outcome, Termination
from crownbridge.records import Decision, GameRecord, PlainLine
from crownbridge.store import Store

LITTLE = Limit(nodes=3_000)
TABLES = Tables.open(packaged_folder())
UNFINISHED = Outcome(None, Termination.INTERRUPTED)


def record_of(start: Any, moves: Sequence[Any]) -> GameRecord:
    """A game of those moves, a second each."""
    decisions = tuple(Decision(move, 1.0 + number, 0.5, 1000 + number) for number, move in enumerate(moves))
    return GameRecord(start.game, ("Anna", "Bert"), start, PlainLine(decisions), UNFINISHED)


def value(position: Any) -> int:
    """For the side to move, by the rules and the tables."""
    if (outcome := position.outcome()) is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == position.side_to_move else -1
    result = TABLES.probe(position).under_counter(position.counter)
    assert result is not None
    return result


def planted(wanted: int, spoilt: int, count: int) -> list[tuple[Any, Any]]:
    """Table positions of a value, each with a move to a worse one."""
    choose = random.Random(7)
    found: list[tuple[Any, Any]] = []
    while len(found) < count:
        squares = choose.sample(range(4, 28), 4)
        board = ["."] * 32
        for square, piece in zip(squares, choose.sample("rRwWRW", 4), strict=True):
            board[square] = piece
        position = Checkers().parse(f"{''.join(board)} {choose.choice('rw')} 50")
        if position.outcome() is not None or value(position) != wanted:
            continue
        bad = [move for move in position.legal_moves() if -value(position.play(move)) == spoilt]
        if bad:
            found.append((position, bad[0]))
    return found


@pytest.mark.parametrize(("position", "move"), planted(0, -1, 12), ids=str)
def test_a_draw_thrown_away_is_found_and_shown(position: Any, move: Any) -> None:
    (only,) = annotate(record_of(position, [move]), LITTLE, cores=1).moves
    assert only.verdict is Verdict.BLUNDER
    assert only.exact
    assert (only.win_chance_before, only.win_chance_after, only.loss) == (0.5, 0.0, 0.5)
    assert value(position.play(only.best)) == 0
    assert only.line[0] == only.best
    after = position.play(move)
    assert (not only.reply and after.outcome() is not None) or value(after.play(only.reply[0])) == -1


@pytest.mark.parametrize(("position", "move"), [*planted(1, 0, 6), *planted(1, -1, 3)], ids=str)
def test_a_proven_win_that_is_lost_at_checkers(position: Any, move: Any) -> None:
    (only,) = annotate(record_of(position, [move]), LITTLE, cores=1).moves
    assert only.verdict is Verdict.LOST_WIN
    assert only.win_chance_before == 1
    assert value(position.play(only.best)) == -1


def test_best_moves_of_the_tables_are_best() -> None:
    for position, _ in planted(0, -1, 4):
        keeping = next(move for move in position.legal_moves() if value(position.play(move)) == 0)
        (only,) = annotate(record_of(position, [keeping]), LITTLE, cores=1).moves
        assert only.verdict is Verdict.BEST
        assert only.exact


@pytest.mark.parametrize(("size", "moves", "bad"), [(4, "a1", "a4"), (5, "a1", "e5"), (5, "a1b1", "a5")])
def test_a_proven_win_that_is_given_away_at_hex(size: int, moves: str, bad: str) -> None:
    position = Hex(size).parse(moves)
    if Solver(16).prove(position).winner != position.side_to_move:
        position = position.play(position.legal_moves()[0])
    solver = Solver(16)
    proof = solver.prove(position)
    assert proof.winner == position.side_to_move
    losing = [move for move in position.legal_moves() if solver.prove(position.play(move)).winner != proof.winner]
    move = position.parse_move(bad) if position.parse_move(bad) in losing else losing[0]
    (only,) = annotate(record_of(position, [move]), cores=1).moves
    assert only.verdict is Verdict.LOST_WIN
    assert (only.win_chance_before, only.win_chance_after, only.exact) == (1, 0, True)
    assert solver.prove(position.play(only.best)).winner == proof.winner
    assert solver.prove(position.play(move).play(only.reply[0])).winner != proof.winner


def test_a_man_left_hanging_is_a_blunder() -> None:
    """Not exact, but plain to see."""
    start = Checkers().initial().play("11-15").play("23-18").play("8-11").play("27-23")
    (best,) = annotate(record_of(start, [start.parse_move("4-8")]), Limit(nodes=50_000)).moves
    (bad,) = annotate(record_of(start, [start.parse_move("15-19")]), Limit(nodes=50_000)).moves
    assert best.verdict in (Verdict.BEST, Verdict.GOOD)
    assert bad.verdict in (Verdict.MISTAKE, Verdict.BLUNDER)
    assert bad.reply[0].is_capture
    assert not bad.exact


def test_a_bad_move_is_compared_with_what_the_best_leads_to(monkeypatch: pytest.MonkeyPatch) -> None:
    start = Checkers().initial()
    best, bad = start.legal_moves()[:2]
    chances = {start.key: 0.8, start.play(best).key: 0.25, start.play(bad).key: 0.9}

    class Judge:
        def judge(self, position: Any, _: StopFlag) -> Judgement:
            return Judgement(chances[position.key], (position.legal_moves()[0],), exact=False)

    monkeypatch.setattr(annotating, "judge_of", lambda *_: Judge())
    (only,) = annotate(record_of(start, [bad]), LITTLE, cores=1).moves
    assert (only.best, only.win_chance_before) == (best, 0.75)
    assert only.win_chance_after == pytest.approx(0.1)
    chances[start.play(best).key] = 0.1  # the search before was less hopeful, and counts
    (only,) = annotate(record_of(start, [bad]), LITTLE, cores=1).moves
    assert only.win_chance_before == 0.8


def random_game(game: Any, seed: int, most: int = 12) -> GameRecord:
    choose = random.Random(seed)
    position = game.initial()
    moves: list[Any] = []
    while position.outcome() is None and len(moves) < most:
        moves.append(choose.choice(position.legal_moves()))
        position = position.play(moves[-1])
    return record_of(game.initial(), moves)


@pytest.mark.parametrize("game", [Checkers(), Checkers(counter=0), Hex(5), Hex(4, "blue", swap=True), Hex(7)], ids=str)
def test_any_game_is_annotated_the_same_on_any_number_of_cores(game: Any) -> None:
    record = random_game(game, 3)
    effort = Limit(nodes=500)
    heard: list[tuple[int, int]] = []
    one = annotate(record, effort, cores=1, progress=lambda done, of: heard.append((done, of)))
    assert one.complete
    assert heard == [(number, len(record.decisions)) for number in range(1, len(record.decisions) + 1)]
    assert annotate(record, effort, cores=3) == one
    for position, move in zip(record.positions(), one.moves, strict=False):
        assert move.best in position.legal_moves()
        assert 0 <= move.win_chance_before <= 1
        assert 0 <= move.win_chance_after <= 1
        assert move.side == position.side_to_move


def test_a_game_that_is_over_ends_exactly() -> None:
    record = random_game(Hex(3), 1, most=99)
    last = annotate(record, LITTLE).moves[-1]
    assert (last.win_chance_after, last.verdict, last.exact, last.reply) == (1, Verdict.BEST, True, ())


def test_a_game_without_moves() -> None:
    found = annotate(record_of(Hex(3).initial(), []))
    assert found.moves == ()
    assert found.complete
    assert found.players[0].accuracy is None


def test_players_are_summed_up() -> None:
    found = annotate(random_game(Checkers(), 5, 7), Limit(nodes=200))
    red, white = found.players
    assert (red.moves, white.moves) == (4, 3)
    assert (red.seconds, red.slowest, red.cpu_seconds, red.memory) == (1 + 3 + 5 + 7, 7, 2, 1006)
    assert sum(red.verdicts.values()) == 4
    weights = [move.weight for move in found.moves[::2]]
    weighted = sum(weight * move.accuracy for weight, move in zip(weights, found.moves[::2], strict=True))
    assert red.accuracy == pytest.approx(weighted / sum(weights))


def annotation(before: float, after: float, *, exact: bool = False) -> Annotation:
    side = Checkers.sides[0]
    return Annotation(1, side, "a", before, after, "b", ("b",), (), exact, 0.0, 0.0, 0)


def test_verdicts_follow_the_chance_that_was_lost() -> None:
    losses = {0.0: "good", 0.12: "good", 0.13: "inaccuracy", 0.21: "mistake", 0.36: "blunder", 0.5: "blunder"}
    assert {loss: str(annotation(0.5, 0.5 - loss).verdict) for loss in losses} == losses
    assert annotation(0.5, 0.6).loss == 0
    assert annotation(1, 1, exact=True).verdict is Verdict.BEST
    assert annotation(1, 0.5, exact=True).verdict is Verdict.LOST_WIN
    assert annotation(0.5, 0, exact=True).verdict is Verdict.BLUNDER


def accuracy(*moves: Annotation) -> float:
    value = Summary.of(moves).accuracy
    assert value is not None
    return value


def test_accuracy_falls_with_the_chance_that_was_lost() -> None:
    assert accuracy(annotation(0.5, 0.5)) == 1
    assert accuracy(annotation(0.5, 0.4)) == pytest.approx(0.6065, abs=1e-4)
    assert accuracy(annotation(1, 0, exact=True)) < 0.01


def test_accuracy_weighs_moves_by_what_is_at_stake() -> None:
    """Good moves in a decided position hardly make up for a blunder; forced moves do not count at all."""
    blunder, decided, forced = annotation(0.5, 0.1), annotation(0.0, 0.0), annotation(0.5, 0.5)._replace(forced=True)
    assert accuracy(blunder, decided) < 1.5 * accuracy(blunder)
    assert accuracy(blunder, forced) == accuracy(blunder)
    assert Summary.of([forced]).accuracy is None
    assert Summary.of([]) == (0, None, {}, 0.0, 0.0, 0.0, 0)


def test_the_only_legal_move_is_forced() -> None:
    (only,) = annotate(record_of(Hex(1).initial(), Hex(1).initial().legal_moves()), LITTLE).moves
    assert only.forced
    assert not annotate(record_of(Hex(3).initial(), Hex(3).initial().legal_moves()[:1]), LITTLE).moves[0].forced


@pytest.mark.parametrize("swap", [True, False])
@pytest.mark.parametrize(("cell", "mistake"), [("c2", False), ("a6", False), ("a1", True)])
def test_a_fair_first_stone_is_no_mistake(cell: str, mistake: bool, swap: bool) -> None:  # noqa: FBT001 (parameters)
    start = Hex(11, swap=swap).initial()
    (only,) = annotate(record_of(start, [start.parse_move(cell)]), Limit(nodes=30)).moves
    assert (only.verdict in (Verdict.MISTAKE, Verdict.BLUNDER)) == mistake


def test_what_was_judged_once_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = random_game(Hex(5), 3, 6)
    with Store.open(tmp_path / "games.db") as store:
        first = annotate(record, LITTLE, cache=store)

        def refuse(*_: object) -> None:
            raise AssertionError

        monkeypatch.setattr(annotating, "judge_of", refuse)
        assert annotate(record, LITTLE, cache=store) == first
        with pytest.raises(AssertionError):
            annotate(record, Limit(nodes=3_001), cache=store)


def test_one_search_judges_all_positions_of_a_game_of_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    """And each as if it were the only one."""
    made: list[int] = []

    def counted(*given: Any, **named: Any) -> HexSearch:
        made.append(1)
        return HexSearch(*given, **named)

    monkeypatch.setattr(parameters, "HexSearch", counted)
    monkeypatch.setattr(engine, "HexSearch", counted)
    positions = record_of(
        Hex(7).initial(), [Hex(7).initial().parse_move(cell) for cell in ("d4", "a1", "c6", "a2", "e2")]
    ).positions()
    effort = Limit(nodes=20)
    judge = judge_of(Hex(7), effort)
    one_after_another = [judge.judge(position, StopFlag()) for position in positions]
    assert len(made) == 2  # the other one is for lost positions
    assert one_after_another == [judge_of(Hex(7), effort).judge(position, StopFlag()) for position in positions]


def test_it_can_be_stopped() -> None:
    stop = StopFlag()
    record = random_game(Checkers(), 1)
    stop.set()
    stopped = annotate(record, Limit(nodes=10**9), cores=2, stop=stop)
    assert stopped.moves == ()
    assert not stopped.complete


def test_closing_the_iterator_ends_the_work() -> None:
    """Else this test would last for hours."""
    record = random_game(Checkers(), 1)
    cheap = annotations(record, Limit(nodes=100), cores=2)
    assert next(cheap).number == 1
    cheap.close()  # type: ignore[attr-defined]  # a generator
    stop = StopFlag()
    seen = []
    for move in annotations(record, Limit(nodes=20_000), cores=1, stop=stop):
        seen.append(move)
        if len(seen) == 2:
            stop.set()
    assert len(seen) == 2


@pytest.mark.parametrize(
    ("chance", "judged", "exact"), [(0.0, 0.0, True), (1.0, 1.0, True), (0.5, 0.5, False), (None, 0.5, False)]
)
def test_a_chance_of_0_or_1_is_a_proof(chance: float | None, judged: float, exact: bool) -> None:  # noqa: FBT001 (a parameter)
    position = Hex(3).initial()
    (move, *_) = position.legal_moves()
    assert judgement_from_win_chance(Thought(move, (move,), win_chance=chance)) == Judgement(judged, (move,), exact)


@pytest.mark.parametrize(("position", "bad"), [*planted(0, -1, 4), *planted(1, 0, 4)], ids=str)
def test_no_line_that_is_shown_of_a_known_position_gives_it_away(position: Any, bad: Any) -> None:
    judge = CheckersJudge(LITTLE)
    kept = judge._value_preserving(position, bad)  # noqa: SLF001 (which a search of few nodes may come to)
    assert -value(position.play(kept)) == value(position)
    assert judge._value_preserving(position, kept) == kept  # noqa: SLF001 (the same)
    start = Checkers().initial()
    assert judge._value_preserving(start, start.legal_moves()[-1]) == start.legal_moves()[-1]  # noqa: SLF001 (which no table knows)


def test_it_takes_the_cores_that_this_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", {0: {0}}.__getitem__)
    start = Checkers().initial()
    assert annotate(record_of(start, start.legal_moves()[:1]), Limit(nodes=100)).complete


def test_a_game_without_an_engine_of_its_own_has_the_generic_one() -> None:
    class Go(Hex):
        name = "go"

    assert usual_effort(Go(3)).nodes == GenericProvider("go").usual_effort.nodes
    assert isinstance(judge_of(Go(3), Limit(nodes=1)), EngineJudge)


def test_playouts_that_stand_in_for_the_network_take_as_long_and_have_judgements_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing() -> None:
        raise FileError("it is gone")

    visits, version = usual_effort(Hex(5)).nodes, version_of(Hex(5))
    monkeypatch.setattr("crownbridge.engines.hex.parameters.network", missing)
    with pytest.warns(NetworkWarning, match="it is gone; playing Hex with playouts instead"):
        assert usual_effort(Hex(5)).nodes == PLAYOUTS_PER_VISIT * (visits or 0) > 0
    with pytest.warns(NetworkWarning):
        assert version_of(Hex(5)) != version


@pytest.mark.parametrize(("score", "chance"), [(0, 0.5), (None, 0.5), (115, 0.7311), (-115, 0.2689)])
def test_a_score_is_a_chance_to_win(score: int | None, chance: float) -> None:
    position = Checkers().initial()
    (move, *_) = position.legal_moves()
    found = CheckersJudge(LITTLE)._judgement(position, Thought(move, (move,), score=score))  # noqa: SLF001 (what a search has found)
    assert found.win_chance == pytest.approx(chance, abs=1e-4)
    assert (found.line, found.exact) == ((move,), False)
