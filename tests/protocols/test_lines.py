"""The lines protocol by scripted dialogue."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownbridge.games import Checkers, Hex, Outcome, Side, Termination, available
from crownbridge.protocols import Abort, LastMove, MoveReply, ProtocolViolation, Resignation
from crownbridge.protocols.dialogue import LONGEST_TIME
from crownbridge.protocols.lines import Lines, format_options, parse_options

RED, BLUE = Hex.sides


def lines(side: Side = RED, **options: Any) -> Lines:
    return Lines(Hex(**options), side)


def test_the_game_is_told_at_the_start() -> None:
    assert lines(BLUE, size=5, swap=True).start(0) == b"lines 1\ngame hex size=5 first=red swap=true\nside blue\n"
    assert Lines(Checkers(), Checkers.sides[0]).start(0).splitlines()[1:] == [
        b"game checkers counter=50 men_progress=false repetition=0 move_limit=0",
        b"side red",
    ]


@pytest.mark.parametrize("name", available())
def test_options_round_trip(name: str) -> None:
    options = available()[name]().options
    assert parse_options(format_options(options)) == options


@given(st.text(max_size=60))
def test_any_text_is_parsed_as_options(text: str) -> None:
    assert all(isinstance(value, (int, str)) for value in parse_options(text).values())


def test_a_request_tells_all_that_a_move_depends_on() -> None:
    position = Hex(2).initial()
    red, blue = lines(size=2), lines(BLUE, size=2)
    assert red.ask(position, None, 900) == b"position ../.. r\ntime game 900\nlegal a1 b1 a2 b2\nmove\n"
    move = position.parse_move("b1")
    after = position.play(move)
    blue.timed_by_moves = True
    request = b"play b1\nposition .r/.. b\ntime move 500\nlegal a1 a2 b2\nmove\n"
    assert blue.ask(after, LastMove(after, move, 1, 7), 500) == request
    assert b"time" not in blue.ask(after, None, LONGEST_TIME)


def test_moves_are_told_whole() -> None:
    """All the squares of a capture, in the list of legal moves as in the opponent's move."""
    position = Checkers().parse("B:W14,22,15:B9,10,1")
    red = Lines(Checkers(), position.side_to_move)
    assert b"legal 9x18x25 10x17x26 10x19\n" in red.ask(position, None, 1)
    move = position.parse_move("9x25")
    after = position.play(move)
    assert red.ask(after, LastMove(after, move, 1, 0), 1).startswith(b"play 9x18x25\n")


def test_answers() -> None:
    red = lines(size=3)
    assert red.read(b"b2") is None
    red.ask(Hex(3).initial(), None, 0)
    assert red.read(b"move b2") == MoveReply("b2")
    assert red.read(b"  move   b2 \r") == MoveReply("b2")
    assert red.read(b"resign\r") == Resignation()
    assert red.read(b"error unknown game") == Abort("'unknown game'")
    assert red.read(b"error") == Abort("no reason given")
    for passed_over in (b"", b"thinking", b"info score 3", b"moves b2", b"Move b2", b"\xff\xfe"):
        assert red.read(passed_over) is None
    assert red.read(b"move") == ProtocolViolation("the move is missing; expected 'move MOVE'")
    assert red.read(b"b2") == ProtocolViolation("'b2' lacks the keyword move; expected 'move b2'")


def test_the_end() -> None:
    red = lines(size=1)
    assert red.end(Outcome(RED, Termination.NORMAL), None) == b"end red wins\n"
    assert red.end(Outcome(None, Termination.COUNTER), None) == b"end draw (counter)\n"
    assert red.end(Outcome(None, Termination.INTERRUPTED), None) == b"end unfinished\n"
    fault = Outcome(BLUE, Termination.CRASH, "bot (red) crashed:\nsegmentation fault")
    assert red.end(fault, None) == b"end blue wins (crash): bot (red) crashed: segmentation fault\n"
    move = Hex(1).initial().legal_moves()[0]
    last = LastMove(Hex(1).initial().play(move), move, 1, 0)
    assert lines(BLUE, size=1).end(Outcome(RED, Termination.NORMAL), last) == b"play a1\nend red wins\n"


def test_a_request_on_the_largest_board_is_one_that_programs_can_read() -> None:
    assert max(map(len, lines(size=26).ask(Hex(26).initial(), None, 0).splitlines())) < 4096
