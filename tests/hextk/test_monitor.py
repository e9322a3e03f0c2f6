"""hexmon as hextk's child process, with AIs in C."""

from collections.abc import Callable, Iterator
from queue import SimpleQueue

import pytest

from crownbridge.games.hex import Move, Side
from crownbridge.hextk.monitor import Ended, Event, Monitor, Stone, parse_reply
from crownbridge.hextk.setup import HUMAN, Seat, Setup

PATIENCE = 120

Start = Callable[[Setup], tuple[Monitor, SimpleQueue[Event]]]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start hexmons that end with the test."""
    monitors: list[Monitor] = []

    def start(setup: Setup) -> tuple[Monitor, SimpleQueue[Event]]:
        events: SimpleQueue[Event] = SimpleQueue()
        monitors.append(Monitor(setup, events.put))
        return monitors[-1], events

    yield start
    for monitor in monitors:
        monitor.close()
        monitor.join()


def test_stones_are_echoed_and_an_ai_moves(start: Start, compile_ai: Callable[[str], str]) -> None:
    monitor, events = start(Setup(5, HUMAN, Seat(compile_ai("pathfinder"))))
    monitor.send("red 2 2")
    monitor.send("move blue")
    assert events.get(timeout=PATIENCE) == Stone(Side.RED, Move(2, 2))
    answer = events.get(timeout=PATIENCE)
    assert isinstance(answer, Stone)
    assert answer.side == Side.BLUE


def test_a_crash_is_told_with_what_the_ai_printed(start: Start, compile_ai: Callable[[str], str]) -> None:
    monitor, events = start(Setup(3, HUMAN, Seat(compile_ai("crashing"))))
    monitor.send("move blue")
    end = events.get(timeout=PATIENCE)
    assert isinstance(end, Ended)
    assert end.reason.startswith("hexmon: blue crashed on its move: Segmentation fault")
    assert end.output == "about to crash"


def test_an_ai_that_cannot_be_loaded_is_told_before_it_is_asked(
    start: Start, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("empty") / "libempty.so"
    file.touch()
    _, events = start(Setup(3, Seat(str(file)), HUMAN))
    end = events.get(timeout=PATIENCE)
    assert isinstance(end, Ended)
    assert end.reason.startswith("hexmon: red cannot be loaded: ")


def test_an_ai_that_is_thinking_can_be_ended(start: Start, compile_ai: Callable[[str], str]) -> None:
    monitor, events = start(Setup(3, HUMAN, Seat(compile_ai("slow"))))
    monitor.send("red 0 0")
    events.get(timeout=PATIENCE)
    monitor.send("move blue")
    monitor.close()
    monitor.join()
    assert events.empty()


def test_a_time_limit(start: Start, compile_ai: Callable[[str], str]) -> None:
    monitor, events = start(Setup(3, HUMAN, Seat(compile_ai("slow")), milliseconds=1))
    monitor.send("move blue")
    assert events.get(timeout=PATIENCE)[0] == "hexmon: blue took longer than 1 ms on its move"


def test_answers() -> None:
    assert parse_reply(b"red 0 25\r") == Stone(Side.RED, Move(0, 25))
    for line in (b"", b"green 1 1", b"red 1", b"red -1 0", b"red 1 1 1", b"\xff"):
        assert isinstance(parse_reply(line), Ended)
