"""Checkers positions as text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownbridge.errors import PositionError
from crownbridge.games.checkers import Checkers, Side, fen

GAME = Checkers()
START = "rrrrrrrrrrrr........wwwwwwwwwwww"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (START, f"{START} r 50"),
        (f"{START} w", f"{START} w 50"),
        (f"{START} -1 r 50", f"{START} r 50"),
        (f"{START} -1 r 50\r\n", f"{START} r 50"),
        (f"  {START}  0_11_15  w  49 ", f"{START} w 49"),
        (f"{START} 9_1_10_1_10_1_10_1_10_1_10 w 3", f"{START} w 3"),
        ("B:W21-32:B1-12", f"{START} r 50"),
        ("W:B1-12:W21-32.", f"{START} w 50"),
        ("W:W18, K24 :B12,K22", "...........r.....w...R.W........ w 50"),
        ("B:WK1-4:B", "WWWW............................ r 50"),
        ("B:W21:B1:H10:F7", "r...................w........... r 40"),
    ],
)
def test_every_form_is_read(text: str, expected: str) -> None:
    assert str(GAME.parse(text)) == expected


def test_a_fen_may_tell_the_move_number() -> None:
    assert GAME.parse("B:W21:B1:F7").moves_played == 12
    assert GAME.parse("W:W21:B1:F7").moves_played == 13


def test_fen_is_written_as_pdn_has_it() -> None:
    position = GAME.parse("...........r.....w...R.W........ w 50")
    assert fen(position) == "W:W18,K24:B12,K22"
    assert fen(GAME.initial()) == ("B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12")


def test_a_game_without_a_counter_writes_none() -> None:
    game = Checkers(counter=0)
    assert str(game.initial()) == f"{START} r"
    assert game.parse(f"{START} r") == game.initial()
    with pytest.raises(PositionError, match="expected 0 to 0"):
        game.parse(f"{START} r 50")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "has 32 squares, but 0 are given"),
        (START[1:], "has 32 squares, but 31 are given"),
        (START + ".", "has 32 squares, but 33 are given"),
        ("x" + START[1:], "square 1 holds 'x'; expected one of . r R w W"),
        ("é" + START[1:], "square 1 holds '?'"),
        (f"{START} r " + "9" * 5000, "the draw counter is '9999"),
        ("R" * 13 + "." * 19, "red has 13 pieces; a side has at most 12"),
        ("." * 19 + "W" * 13, "white has 13 pieces"),
        ("w" + "." * 31, "a white man stands on square 1, its crowning row; there it must be a king (W)"),
        ("." * 31 + "r", "a red man stands on square 32, its crowning row; there it must be a king (R)"),
        (f"{START} b 50", "the side to move is 'b'; expected r or w"),
        (f"{START} r 51", "the draw counter is '51'; expected 0 to 50"),
        (f"{START} r -1", "the draw counter is '-1'; expected 0 to 50"),
        (f"{START} r ten", "the draw counter is 'ten'"),
        (f"{START} r 50 w", "'r' is not a move of a KTH message; expected for example 0_11_15 or -1"),
        (f"{START} -1 r 50 w", "unexpected '50' after board, move, side and counter"),
        ("X:W1:B2", "the FEN begins with 'X'; expected the side to move, B or W"),
        ("B:W33:B2", "'33' is not on the board; expected squares 1 to 32"),
        ("B:W9-3:B2", "'9-3' is not on the board; expected squares 1 to 32, ranges in ascending order"),
        ("B:Wx:B2", "'x' is not a square; expected a number, a king such as K30, or a range such as 1-12"),
        ("B:W5:B5", "square 5 is listed twice"),
        ("B:W5,5:B6", "square 5 is listed twice"),
        ("B:G5:B6", "'G5' is not a field of a FEN"),
        ("B:W1-5:B6", "a white man stands on square 1, its crowning row"),
        ("B:W1,K2²:B6", "is not a square"),
        ("B:H²:B6", "'H²' is not a field of a FEN"),
        ("B:W21:B1:H51", "the FEN has 51 moves without progress; the game is drawn after 50"),
        ("B:W21:B1:H99999999999999999999", "'H9999"),
        ("B:W21:W22:B1", "two fields W"),
    ],
)
def test_a_bad_position_is_named(text: str, problem: str) -> None:
    with pytest.raises(PositionError, match=re.escape(problem)):
        GAME.parse(text)


pieces = st.lists(st.sampled_from(".....rRwW"), min_size=32, max_size=32).map("".join)


@given(pieces, st.sampled_from("rw"), st.integers(0, 50))
def test_any_board_round_trips(board: str, side: str, counter: int) -> None:
    try:
        position = GAME.parse(f"{board} {side} {counter}")
    except PositionError:
        assert re.search("w", board[:4]) or re.search("r", board[28:]) or max(map(board.lower().count, "rw")) > 12
        return
    assert str(position) == f"{board} {side} {counter}"
    again = GAME.parse(fen(position))
    assert (again.squares, again.side_to_move) == (board, Side.RED if side == "r" else Side.WHITE)
