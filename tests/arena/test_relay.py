"""The relay: everything passes, and what is wrong is marked."""

import sys
from itertools import pairwise
from pathlib import Path
from threading import Thread

import pytest

from crownbridge.arena import Relay, Relayed, RelayEnded
from crownbridge.games import Checkers, Side
from crownbridge.protocols.kth import Kth

BOT = Path(__file__).parents[2] / "examples" / "kth_bot.py"
HOSTILE = Path(__file__).parents[1] / "hostile" / "programs.py"

HONEST = [sys.executable, str(BOT)]


def relay(red: list[str], white: list[str], seconds: float = 5.0) -> tuple[list[Relayed], RelayEnded]:
    *lines, end = Relay(Checkers(), Kth, (red, [*white, "init"]), seconds).run()
    assert isinstance(end, RelayEnded)
    return [line for line in lines if isinstance(line, Relayed)], end


def test_an_honest_game_has_no_marks() -> None:
    lines, end = relay(HONEST, HONEST)
    assert [line.problem for line in lines] == [""] * len(lines)
    assert lines[0].line == b"rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50"
    assert lines[1].move is not None
    assert end.reason == "announced that the game is over"
    assert all(status.startswith("exited with status 0; ") for status in end.statuses)
    for one, two in pairwise(lines[1:-1]):
        assert one.position is not None
        assert one.position.play(two.move) == two.position


def test_lines_are_passed_on_unchanged() -> None:
    """Also the carriage return of a client that ends its lines so."""
    echo = "import sys\nfor line in sys.stdin.buffer: sys.stderr.write(repr(line)); sys.stderr.flush(); break"
    start = "rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50 \r"
    white = [sys.executable, "-c", f"print({start!r}, flush=True); input()"]
    *_, end = Relay(Checkers(), Kth, ([sys.executable, "-c", echo], white), 5.0).run()
    assert isinstance(end, RelayEnded)
    assert end.last_words[0][1] == repr(start.encode() + b"\n").encode()


def test_whoever_speaks_first_is_heard() -> None:
    """The program with the argument `init` is on the wrong side."""
    joined = Relay(Checkers(), Kth, ([*HONEST, "init"], HONEST), 5.0)
    first = next(iter(joined.run()))
    assert isinstance(first, Relayed)
    assert first.side is Checkers.sides[0]


def test_a_game_that_nobody_starts_ends() -> None:
    (end,) = Relay(Checkers(), Kth, (HONEST, HONEST), 0.2).run()
    assert isinstance(end, RelayEnded)
    assert (end.side, end.reason) == (
        Checkers.sides[1],
        "has not sent a first message within 0.2 s; start one of the programs with the argument init",
    )


def test_a_relay_is_interrupted_and_heard_as_it_goes() -> None:
    """Both would wait for each other for ever."""
    heard: list[tuple[Side, str, bytes]] = []
    mute = [sys.executable, "-c", "import sys; print('hm', file=sys.stderr, flush=True); input()"]

    def listen(side: Side, stream: str, data: bytes) -> None:
        heard.append((side, stream, data))
        if len(heard) == 2:
            Thread(target=joined.interrupt).start()

    joined = Relay(Checkers(), Kth, (mute, mute), 600.0, listener=listen)
    (end,) = joined.run()
    assert isinstance(end, RelayEnded)
    assert end.reason == "was stopped"
    assert {(side, stream) for side, stream, _ in heard} == {(side, "stderr") for side in Checkers.sides}


@pytest.mark.parametrize(
    ("misdeed", "words"),
    [
        ("illegal_move", "is illegal: "),
        ("wrong_board", "but it claims"),
        ("wrong_counter", "but it claims"),
        ("binary", "not a message of the protocol"),
    ],
)
def test_what_is_wrong_is_marked_and_passed_on(misdeed: str, words: str) -> None:
    lines, _ = relay([sys.executable, str(HOSTILE), misdeed], HONEST)
    marked = [line for line in lines if line.problem]
    assert marked
    assert words in marked[0].problem
    assert marked[0].side is Checkers.sides[0]


@pytest.mark.parametrize(("misdeed", "reason"), [("leave", "exited with status 3"), ("hang", "did not answer in time")])
def test_a_program_that_falls_silent(misdeed: str, reason: str) -> None:
    lines, end = relay([sys.executable, str(HOSTILE), misdeed], HONEST, 1.0)
    assert len(lines) == 7  # the beginning, and three moves of each
    assert (end.side, end.reason) == (Checkers.sides[0], reason)


def test_a_program_that_is_none() -> None:
    lines, end = relay(["/no/such/program"], HONEST)
    assert lines == []
    assert "cannot be started" in end.reason
    assert end.statuses == ("not started", "not started")


def test_a_crash_is_told_with_its_cause() -> None:
    broken = [sys.executable, "-c", "input()\n[].pop()"]
    _, end = relay(broken, HONEST)
    assert end.side is Checkers.sides[0]
    assert end.reason == "exited with status 1: IndexError: pop from empty list (<string>, line 2)"


def test_who_sent_a_wrong_line_is_named_and_not_who_ends_because_of_it() -> None:
    debugging = [sys.executable, "-c", "input()\nprint('choosing', flush=True)\ninput()"]
    strict = [
        *(sys.executable, "-c"),
        "print('rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50', flush=True)\nassert '_' in input(), 'not a message'",
    ]
    lines, end = relay(debugging, strict)
    assert lines[-1].problem
    assert end.side is Checkers.sides[0]
    assert end.reason.startswith(f"sent a wrong line: {lines[-1].problem}; then white exited with status 1: Assertion")
