"""Pondering on the opponent's time."""

import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

from crownbridge.engines import Engine, Limit, Pondering, SearchRequest, Thought
from crownbridge.engines.checkers import Hyperparameters
from crownbridge.games import Checkers, Position


class Slow(Engine):
    """Thinks until it is stopped, or its time is up; expects the first moves."""

    def __init__(self) -> None:
        self.searched: list[Position[Any]] = []

    def think(self, request: SearchRequest) -> Thought:
        position, limit, stop, progress = request
        assert progress is None
        self.searched.append(position)
        while limit.seconds is None and not (stop and stop.is_set):
            time.sleep(0.001)
        move = position.legal_moves()[0]
        reply = position.play(move).legal_moves()[0]
        return Thought(move, (move, reply), 1, 1)


START = Checkers().initial()


class Clock:
    """Stands in for the module `time`: shows what it is set to, and a second more at every look."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("crownbridge.engines.pondering.time", clock)
    return clock


def pondering() -> tuple[Pondering, Slow, Position[Any]]:
    """An engine that ponders after its first move, and the position that it expects."""
    slow = Slow()
    engine = Pondering(slow)
    first, reply = engine.think(SearchRequest(START, Limit(0.1))).line
    engine.ponder(START.play(first))
    return engine, slow, START.play(first).play(reply)


def test_a_hit_is_answered_at_once_when_enough_was_searched(clock: Clock) -> None:
    engine, slow, expected = pondering()
    clock.now += 3600
    began = clock.now
    thought = engine.think(SearchRequest(expected, Limit(3600.0)))
    assert clock.now == began + 1
    assert thought.move == expected.legal_moves()[0]
    assert slow.searched == [START, expected]


def test_a_hit_is_given_the_rest_of_its_time(clock: Clock) -> None:
    engine, slow, expected = pondering()
    clock.now += 3590
    engine.think(SearchRequest(expected, Limit(3600.0)))
    assert clock.now == pytest.approx(3600, abs=2)
    assert slow.searched == [START, expected]


def test_a_miss_is_thought_about_anew() -> None:
    engine, slow, expected = pondering()
    other = expected.play(expected.legal_moves()[0])
    assert engine.play(other, Limit(0.1)) in other.legal_moves()
    assert slow.searched[-1] == other


def test_nothing_runs_after_rest() -> None:
    before = threading.active_count()
    engine, _, _ = pondering()
    assert threading.active_count() == before + 1
    engine.rest()
    assert threading.active_count() == before


def test_nothing_runs_when_it_is_switched_off() -> None:
    before = threading.active_count()
    engine = Hyperparameters(nodes=100).engine()
    engine.ponder(START.play(engine.play(START, Limit())))
    assert threading.active_count() == before


def test_the_engine_keeps_what_it_learned_in_the_background() -> None:
    engine = Hyperparameters(ponder=True).engine()
    after = START.play(engine.play(START, Limit(depth=7)))
    replies = [after.play(reply) for reply in after.legal_moves()]
    engine.ponder(after)
    used = time.process_time()
    while time.process_time() - used < 0.5:  # CPU time, so that the load of the machine does not matter
        time.sleep(0.01)
    engine.rest()
    informed = sum(engine.think(SearchRequest(reply, Limit(depth=9))).nodes for reply in replies)
    engine.forget()
    uninformed = sum(engine.think(SearchRequest(reply, Limit(depth=9))).nodes for reply in replies)
    assert informed < uninformed


SCRIPT = """
from crownbridge.engines import Limit, SearchRequest
from crownbridge.engines.checkers import Hyperparameters
from crownbridge.games import Checkers
engine = Hyperparameters(ponder=True).engine()
position = Checkers().initial()
for move in engine.think(SearchRequest(position, Limit(depth=9))).line[:2]:
    before, position = position, position.play(move)
engine.ponder(before)
"""


def test_a_program_can_end_while_it_thinks() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, check=False, timeout=50)
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_interrupted_hit_can_be_put_to_rest() -> None:
    waiting = (
        "print(flush=True)\ntry:\n    engine.think(SearchRequest(position, Limit(60)))\nfinally:\n    engine.rest()"
    )
    command = [sys.executable, "-c", SCRIPT + waiting]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=50)
    assert process.returncode in (-signal.SIGINT, 128 + signal.SIGINT)
    assert errors.endswith(b"KeyboardInterrupt\n")


def test_an_interrupted_hit_leaves_nothing_running(monkeypatch: pytest.MonkeyPatch) -> None:
    before = threading.active_count()
    engine, _, expected = pondering()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("crownbridge.engines.pondering.time_budget", interrupted)
        with pytest.raises(KeyboardInterrupt):
            engine.think(SearchRequest(expected, Limit(1.0)))
    assert threading.active_count() == before


@pytest.mark.parametrize("limit", [Limit(depth=3), Limit(nodes=2000), Limit(60.0, depth=3), Limit(60.0, nodes=2000)])
def test_a_hit_keeps_to_depth_and_nodes(limit: Limit) -> None:
    engine = Hyperparameters(ponder=True).engine()
    position = START
    for move in engine.think(SearchRequest(START, Limit(depth=9))).line[:2]:
        before, position = position, position.play(move)
    engine.ponder(before)
    time.sleep(0.1)
    thought = engine.think(SearchRequest(position, limit))
    assert thought.depth <= (limit.depth or thought.depth)
    assert thought.nodes <= (limit.nodes or thought.nodes) + 100
