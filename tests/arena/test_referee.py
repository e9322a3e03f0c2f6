"""The referee, with players that are scripted here."""

import sys
import time
from datetime import UTC, datetime
from threading import Thread
from typing import Any

import pytest

from crownbridge.arena import (
    ATTEMPTS,
    Checkup,
    Clock,
    Ended,
    Event,
    MatchScore,
    Moved,
    Referee,
    Started,
    Thinking,
    TimeControl,
    play_game,
    play_match,
    play_until_valid,
)
from crownbridge.games import Checkers, Hex, Outcome, Position, Side, Termination
from crownbridge.players import FaultError, HumanPlayer, Player, ProgramPlayer, RandomPlayer, TimeLimit, player_named
from crownbridge.protocols import LastMove
from crownbridge.protocols.hexai import Hexai
from crownbridge.protocols.kth import Kth
from crownbridge.records import Decision, GameRecord, PlainLine, json_lines

RED, WHITE = Checkers.sides


class Scripted(Player):
    """Plays given moves, each with a time; an exception is raised instead."""

    def __init__(self, *script: Any, seconds: float = 0.0) -> None:
        self.name = "scripted"
        self._script = list(script)
        self._seconds = seconds
        self.heard: list[Any] = []
        self.closed = 0

    def choose(self, position: Position[Any], last: LastMove | None, limit: TimeLimit) -> Decision:
        self.heard.append((last and str(last.move), limit.seconds))
        move = self._script.pop(0)
        if isinstance(move, Exception):
            raise move
        if isinstance(move, Decision):
            return move
        return Decision(position.parse_move(move), self._seconds)

    def finish(self, outcome: Outcome, last: LastMove | None, seconds: float = 0.1) -> Decision | None:  # noqa: ARG002 (interface)
        self.heard.append((str(outcome), last and str(last.move)))
        return None

    def close(self) -> None:
        self.closed += 1


def play(red: Player, white: Player, **control: Any) -> GameRecord:
    return play_game(Checkers(), (red, white), TimeControl(**control))


def test_a_game_to_its_end() -> None:
    events: list[Event] = []
    red, blue = Scripted("a1", "a2"), Scripted("b1")
    record = play_game(Hex(2), (red, blue), TimeControl(per_move=1, margin=0.5), [events.append])
    assert str(record.outcome) == "red wins"
    assert [str(decision.move) for decision in record.decisions] == ["a1", "b1", "a2"]
    kinds = [type(event) for event in events]
    assert kinds == [Started, Thinking, Moved, Thinking, Moved, Thinking, Moved, Ended]
    assert red.heard == [(None, 1.0), ("b1", 1.0), ("red wins", None)]
    assert blue.heard == [("a1", 1.0), ("red wins", "a2")]
    assert (red.closed, blue.closed) == (1, 1)
    assert record.positions()[-1].outcome() == record.outcome


def test_a_record_has_the_date_on_which_the_game_began(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")  # 14 hours ahead
    monkeypatch.setattr(time, "time", lambda: datetime(2027, 1, 15, 12, tzinfo=UTC).timestamp())
    time.tzset()
    try:
        record = play_game(Hex(1), (Scripted("a1"), Scripted()))
    finally:
        monkeypatch.undo()
        time.tzset()
    assert record.headers == {"Date": "2027.01.16"}
    assert json_lines.loads(json_lines.dumps(record)).headers == record.headers


def test_an_illegal_move_loses_and_is_not_repaired() -> None:
    illegal = Decision(Checkers().initial().play("11-15").legal_moves()[0], 0.0)
    record = play(Scripted(illegal), RandomPlayer(1))
    assert record.outcome == Outcome(WHITE, Termination.ILLEGAL_MOVE, record.outcome.detail)
    assert record.outcome.detail == (
        "scripted (red) made an illegal move in its 1st move (ply 1): "
        "21-17 is illegal: the piece on square 21 is not red's"
    )
    assert record.decisions == ()
    assert record.leftover[RED] == illegal._replace(move=None)


def test_a_move_that_is_told_as_text_is_recorded_as_a_move() -> None:
    start = Checkers().parse("B:W14,22,15:B9,10,1")
    events: list[Event] = []
    players = Scripted(Decision("9x25", 0.0)), RandomPlayer(1)
    record = Referee(Checkers(), players, TimeControl(), start=start, observers=[events.append]).play()
    assert record.decisions[0].move == start.parse_move("9x18x25")
    assert next(event.decision.move for event in events if isinstance(event, Moved)) == record.decisions[0].move


def test_a_claim_must_be_true() -> None:
    move = Checkers().initial().legal_moves()[0]
    record = play(Scripted(Decision(move, 0.0, claim="nonsense")), RandomPlayer(1))
    assert record.outcome.termination is Termination.PROTOCOL_ERROR
    assert "but it claims 'nonsense'" in record.outcome.detail
    early = play(Scripted(Decision(move, 0.0, says_over=True)), RandomPlayer(1))
    assert early.outcome.detail == (
        "scripted (red) made a false claim in its 1st move (ply 1): "
        "it claims that 9-13 ends the game, but the game is not over"
    )


def test_faults_become_outcomes() -> None:
    for termination in (Termination.CRASH, Termination.TIMEOUT, Termination.RESIGNATION):
        record = play(Scripted("11-15", "8-11"), Scripted("22-17", FaultError(termination, "failed")))
        assert record.outcome == Outcome(RED, termination, "scripted (white) failed in its 2nd move (ply 4)")
    stopped = play(Scripted(FaultError(Termination.INTERRUPTED, "had enough")), RandomPlayer(1))
    reason = "scripted (red) had enough in its 1st move (ply 1)"
    assert stopped.outcome == Outcome(None, Termination.INTERRUPTED, reason)
    assert not stopped.outcome.is_draw


def test_a_player_that_cannot_start() -> None:
    class Broken(Scripted):
        def start(self, game: Any, side: Side, limit: TimeLimit) -> float:  # noqa: ARG002 (interface)
            raise FaultError(Termination.CRASH, "cannot be started")

    broken, other = Broken(), Scripted()
    broken.status, broken.last_words = "of an earlier game", Decision(None, 0.0, stdout=b"of an earlier game")
    record = play(other, broken)
    assert record.statuses == ("", "")
    assert record.leftover == {}
    assert str(record.outcome) == "red wins (crash): scripted (white) cannot be started"
    assert (broken.closed, other.closed) == (1, 1)


def test_being_late_loses() -> None:
    control = {"per_move": 1, "margin": 0.1, "startup": 0}
    record = play(Scripted("11-15", seconds=1.2), RandomPlayer(1), **control)
    assert str(record.outcome) == (
        "white wins (timeout): scripted (red) answered too late in its 1st move (ply 1): "
        "it used 1.20 s; the limit is 1 s a move, with 0.1 s margin"
    )
    resigns = FaultError(Termination.RESIGNATION, "resigned")
    in_time = play(Scripted("11-15", resigns, seconds=1.05), RandomPlayer(1), **control)
    assert in_time.outcome.termination is Termination.RESIGNATION


def test_a_first_move_may_take_longer() -> None:
    late = Scripted("11-15", "8-11", "4-8", seconds=1.2)
    record = play(late, Scripted("22-17", "23-19"), per_move=1, margin=0.1, startup=0.5)
    assert record.outcome.detail == (
        "scripted (red) answered too late in its 2nd move (ply 3): "
        "it used 1.20 s; the limit is 1 s a move, with 0.1 s margin"
    )


def test_who_is_not_timed_cannot_be_late() -> None:
    slow = Scripted("11-15", FaultError(Termination.RESIGNATION, "resigned"), seconds=500)
    slow.timed = False
    assert play(slow, RandomPlayer(1), per_move=1).outcome.termination is Termination.RESIGNATION
    assert not HumanPlayer().timed


def test_the_clock() -> None:
    clock = Clock(TimeControl(per_game=10, increment=2, margin=0.1, startup=0))
    assert clock.budget(0) == 10
    assert clock.spend(0, 4)
    assert clock.left == [8, 10]
    assert not clock.spend(0, 8.5)
    both = Clock(TimeControl(per_move=3, per_game=4, startup=0))
    assert both.budget(1) == 3
    both.spend(1, 3)
    assert both.budget(1) == 1
    assert Clock(TimeControl()).budget(0) > 3600


def test_the_start_counts_as_part_of_the_first_move() -> None:
    clock = Clock(TimeControl(per_game=10, margin=0.1, startup=5))
    clock.start(0, 3)
    assert [clock.budget(0), clock.allowance(0)] == pytest.approx([10, 2.1])
    clock.start(1, 7)
    assert [clock.budget(1), clock.allowance(1)] == pytest.approx([8, 0.1])
    assert clock.spend(0, 12)
    assert clock.spend(1, 8)
    assert clock.left == [0, 0]


def test_a_game_that_goes_on_keeps_its_clock() -> None:
    control = TimeControl(per_game=60, increment=1, startup=0)
    clock = Clock(control, (50, 40))
    red = Scripted("11-15", FaultError(Termination.RESIGNATION, "resigned"), seconds=20)
    Referee(Checkers(), (red, RandomPlayer(1)), control, clock=clock).play()
    assert [seconds for _, seconds in red.heard[:2]] == [50, 31]


@pytest.mark.parametrize("name", ["random", "checkers:10", f"kth:'{sys.executable}' -c 'input(); input()'"])
def test_a_game_is_interrupted_whoever_is_to_move(name: str) -> None:
    """The reason is given long before the time is up."""

    def watch(event: Event) -> None:
        if isinstance(event, Thinking) and event.side is RED:
            Thread(target=referee.interrupt).start()

    players = player_named(name, "checkers"), RandomPlayer(1)
    control = TimeControl(per_move=600)
    referee = Referee(Checkers(), players, control, observers=[watch])
    record = referee.play()
    assert record.outcome.termination is Termination.INTERRUPTED
    assert record.outcome.winner is None


def test_a_game_that_the_machine_decided_is_void_and_played_again_until_it_counts() -> None:
    """Nobody may avoid a loss for ever by what looks like a failure of the machine."""
    crash = FaultError(
        Termination.CRASH, "crashed", hint="killed (signal 9)", excuse="memory ran out; play fewer games"
    )
    players = Scripted(*[crash] * ATTEMPTS), RandomPlayer(1)

    def referee(may_be_void: bool) -> Referee:  # noqa: FBT001 (a callback)
        return Referee(Checkers(), players, may_be_void=may_be_void)

    *voids, last = [record.outcome for record in play_until_valid(referee)]
    detail = "void, and not the fault of scripted (red): crashed: killed (signal 9); memory ran out; play fewer games"
    assert voids == [Outcome(None, Termination.INTERRUPTED, detail)] * (ATTEMPTS - 1)
    why = "crashed in its 1st move (ply 1): killed (signal 9); memory ran out; play fewer games"
    assert str(last) == f"white wins (crash): scripted (red) {why}"


def test_an_answer_at_the_deadline_is_in_time() -> None:
    """However the difference of the times is rounded: it is that of an answer that a busy host has read late."""
    clock = Clock(TimeControl(per_move=1, margin=0.1, startup=0))
    assert all(clock.spend(0, began + 1 + 0.1 - began) for began in (number / 7 for number in range(100_000)))
    assert not clock.spend(0, 1.101)


def test_the_time_that_was_added_to_a_turn_is_not_taken_from_the_clock() -> None:
    clock = Clock(control := TimeControl(per_game=10, startup=0))
    extended = Decision(Checkers().initial().parse_move("11-15"), 3.0, waited=5.0)
    red = Scripted(extended, FaultError(Termination.RESIGNATION, "resigned"))
    record = Referee(Checkers(), (red, Scripted("22-17")), control, clock=clock).play()
    assert clock.left[0] == 7.0
    assert json_lines.loads(json_lines.dumps(record)).decisions[0].waited == 5.0


def test_the_margin_can_be_used_up_only_once() -> None:
    clock = Clock(TimeControl(per_game=1, margin=0.1, startup=0))
    assert clock.spend(0, 1.06)
    assert clock.budget(0) == 0
    assert clock.spend(0, 0.03)
    assert not clock.spend(0, 0.03)


def test_a_match_changes_sides() -> None:
    one, two = RandomPlayer(1), RandomPlayer(2)
    one.name, two.name = "one", "two"
    score = MatchScore()
    seats = []
    for record, side in play_match(Hex(3, first="blue"), (one, two), 5, TimeControl()):
        seats.append(record.players)
        assert record.players[side] == "one"
        score.add(record, side)
    assert seats == [("two", "one"), ("one", "two")] * 2 + [("two", "one")]
    assert score.wins + score.losses == 5
    assert score.draws == score.unfinished == 0


def test_a_match_plays_every_start_from_both_sides() -> None:
    initial = Checkers().initial()
    starts = [initial.play(move) for move in initial.legal_moves()[:2]]
    records = [
        record
        for record, _ in play_match(Checkers(), (RandomPlayer(1), RandomPlayer(2)), 6, TimeControl(), starts=starts)
    ]
    assert [record.start for record in records] == [starts[i] for i in (0, 0, 1, 1, 0, 0)]


def test_scores_count_faults_but_neither_resignations_nor_adjudications() -> None:
    score = MatchScore()
    start = Checkers().initial()
    for outcome in (
        Outcome(RED, Termination.NORMAL),
        Outcome(WHITE, Termination.TIMEOUT),
        Outcome(WHITE, Termination.RESIGNATION),
        Outcome(RED, Termination.ADJUDICATION),
        Outcome(None, Termination.COUNTER),
        Outcome(None, Termination.INTERRUPTED),
    ):
        score.add(GameRecord(Checkers(), ("a", "b"), start, PlainLine(), outcome), 0)
    assert (score.wins, score.draws, score.losses, score.unfinished) == (2, 1, 2, 1)
    assert score.faults == {(0, Termination.TIMEOUT): 1}


@pytest.mark.parametrize("game", [Checkers(), Hex(4, swap=True), Hex(3, first="blue")], ids=repr)
def test_records_round_trip_as_json(game: Any) -> None:
    for seed in range(5):
        record = play_game(game, (RandomPlayer(seed), RandomPlayer(seed + 9)))
        line = json_lines.dumps(record)
        assert json_lines.loads(line) == record
        assert "\n" not in line
    noisy = Decision(None, 0.1, 0.2, 3, b"\xff\x00out", b"err\n", 7, b"line")
    failed = GameRecord(
        game,
        ("a", "b"),
        game.initial(),
        PlainLine(),
        Outcome(game.sides[0], Termination.CRASH, "why"),
        {game.sides[1]: noisy},
    )
    assert json_lines.loads(json_lines.dumps(failed)) == failed


@pytest.mark.parametrize("line", ["", "{}", "[]", "null", '{"version": 2}', "x" * 9999, "[" * 99999])
def test_a_line_that_is_no_record(line: str) -> None:
    with pytest.raises(ValueError, match="is not a game record") as caught:
        json_lines.loads(line)
    assert len(str(caught.value)) < 300


def test_a_checkup_of_a_program_that_is_none() -> None:
    player = ProgramPlayer("bot", ["/no/such/bot"], Kth)
    [only] = Checkup(Checkers(), lambda: player, TimeControl(per_move=1.0)).run()
    assert "cannot be started: No such file" in only.problem


@pytest.mark.parametrize("side", [RED, WHITE])
def test_a_checkup_has_the_bot_play_a_whole_game_on_each_side(side: Side, monkeypatch: pytest.MonkeyPatch) -> None:
    seated: list[Side] = []

    class Recorded(Referee):
        def play(self) -> GameRecord:
            seated.extend(at for at in Checkers.sides if isinstance(self._players[at], ProgramPlayer))
            return GameRecord(
                Checkers(), ("a", "b"), Checkers().initial(), PlainLine(), Outcome(None, Termination.NORMAL)
            )

    monkeypatch.setattr("crownbridge.arena.checkup.Referee", Recorded)
    player = ProgramPlayer("bot", ["/no/such/bot"], Kth)
    control = TimeControl(per_move=1.0)
    checkup = Checkup(Checkers(), lambda: player, control)
    assert checkup._whole_game(side) == ""  # noqa: SLF001 (one of its checks)
    assert seated == [side]
    assert checkup._two_games() == ""  # noqa: SLF001 (the same)
    assert seated == [side, RED, RED]
    assert checkup._limit() == TimeLimit(1.0, control.margin + control.startup)  # noqa: SLF001 (of the others)


def late() -> FaultError:
    return FaultError(Termination.TIMEOUT, "did not answer in time", excuse="the machine was busy")


def test_a_void_game_of_a_match_is_played_again_with_the_same_sides() -> None:
    red = Scripted(FaultError(Termination.RESIGNATION, "resigned"))
    white = Scripted(late(), FaultError(Termination.RESIGNATION, "resigned"))
    games = [
        (record.outcome.termination, side) for record, side in play_match(Checkers(), (red, white), 2, TimeControl())
    ]
    assert games == [(Termination.RESIGNATION, 0), (Termination.INTERRUPTED, 1), (Termination.RESIGNATION, 1)]


def test_a_single_game_has_a_result_regardless_of_the_machine() -> None:
    assert play(Scripted(late()), Scripted(), per_move=1).outcome.winner is WHITE


class Resting(Scripted):
    """A scripted player that notes when it is stopped."""

    def __init__(self, *script: Any) -> None:
        super().__init__(*script)
        self.rests = 0

    def rest(self) -> None:
        self.rests += 1


def test_the_opponent_rests_from_the_first_moment_of_a_player_that_takes_time() -> None:
    red, blue = Resting("a1", "a2"), Scripted("b1")
    blue.takes_time = True
    play_game(Hex(2), (red, blue), TimeControl(per_move=1))
    assert red.rests == 1


def test_a_move_is_forwarded_with_single_spaces() -> None:
    """A program could otherwise disturb the parser of its opponent."""
    odd = [sys.executable, "-c", r"print('Xa1\t#1  t=0ms', flush=True); input(); input()"]
    telling = [sys.executable, "-c", "import sys; input(); print(repr(input()), file=sys.stderr)"]
    players = ProgramPlayer("odd", odd, Hexai), ProgramPlayer("telling", telling, Hexai)
    record = play_game(Hex(3), players, TimeControl(per_move=20))
    assert "'Xa1 #1 t=0ms'" in record.leftover[Hex.sides[1]].stderr.decode()
