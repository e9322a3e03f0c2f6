"""The rules of Hex by example."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownbridge.errors import IllegalMoveError, InvalidMoveError, OptionError, PositionError
from crownbridge.games import Outcome, Termination
from crownbridge.games.hex import Hex, Move, Side, columns, format_moves, parse_moves


def test_red_connects_top_and_bottom() -> None:
    position = Hex(3).parse("b1a1b2a2")
    assert position.outcome() is None
    assert position.play("b3").outcome() == Outcome(Side.RED, Termination.NORMAL)


def test_blue_connects_left_and_right_and_may_begin() -> None:
    position = Hex(3, first=Side.BLUE).parse("a2a1b2b1")
    assert position.side_to_move is Side.BLUE
    assert position.play("c2").outcome() == Outcome(Side.BLUE, Termination.NORMAL)
    assert Hex(3, first="blue") == Hex(3, first=Side.BLUE)


def test_the_short_diagonal_touches_and_the_long_one_does_not() -> None:
    assert Hex(2).parse("b1a1a2").outcome() == Outcome(Side.RED, Termination.NORMAL)
    assert Hex(2).parse("a1b1b2").outcome() is None


def test_a_single_cell_wins_at_once() -> None:
    assert Hex(1).initial().play("a1").outcome() == Outcome(Side.RED, Termination.NORMAL)


def test_the_swap_takes_the_mirrored_cell() -> None:
    opened = Hex(5, swap=True).initial().play("b4")
    assert opened.can_swap
    assert str(opened.legal_moves()[-1]) == "swap-pieces"
    swapped = opened.play("swap-pieces")
    assert str(swapped) == "...../...b./...../...../..... r"
    assert opened.play("swap") == swapped
    assert not swapped.can_swap
    with pytest.raises(IllegalMoveError, match="only the second player's first move may be a swap"):
        swapped.play("swap-pieces")


def test_the_swap_is_off_by_default() -> None:
    with pytest.raises(IllegalMoveError, match="this game has no swap rule"):
        Hex(5).initial().play("b4").play("swap-pieces")


def test_the_swap_ends_with_the_first_answer() -> None:
    assert not Hex(5, swap=True).parse("b4c3").can_swap
    assert not Hex(5, swap=True).initial().can_swap


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("l1", "it lies off the 11x11 board"),
        ("a12", "it lies off the 11x11 board"),
        ("f6", "the cell is taken by red"),
        ("g7", "the cell is taken by blue"),
    ],
)
def test_an_illegal_move_says_why(text: str, reason: str) -> None:
    with pytest.raises(IllegalMoveError, match=f"^{text} is illegal: {reason}"):
        Hex().parse("f6g7").play(text)


@pytest.mark.parametrize("text", ["", "a", "7", "a0", "a01", "A1", "aa1", "a1 ", "a-1", "é1", "swap pieces", "a" * 99])
def test_a_text_that_is_no_move(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="is not a Hex move; expected a column letter and a row number"):
        Move(text)


@pytest.mark.parametrize("text", ["z99", "a27", "a99999999999"])
def test_a_row_that_no_board_has(text: str) -> None:
    with pytest.raises(InvalidMoveError, match=f"'{text}' is not a Hex cell; rows are 1 to 26"):
        Hex().initial().play(text)


def test_cells_by_row_and_column() -> None:
    assert str(Move(0, 0)) == "a1"
    assert Move(10, 10) == Move("k11")
    assert (Move("c2").row, Move("c2").column) == (1, 2)
    with pytest.raises(InvalidMoveError, match="row 26, column 0 is not a Hex cell"):
        Move(26, 0)


@pytest.mark.parametrize("options", [{"size": 0}, {"size": 27}, {"size": "big"}, {"first": "green"}, {"swap": "yes"}])
def test_options_out_of_range(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        Hex(**options)


def test_the_column_string_of_hexmon() -> None:
    """Column-major: index = row + column * size; space, r, b."""
    position = Hex(3).parse("b1c3")
    text = columns(position)
    assert text == "   r    b"
    assert text[0 + 1 * 3] == "r"
    assert text[2 + 2 * 3] == "b"
    assert Hex(3).parse(text) == position


def test_the_column_string_tells_whose_turn_it_is() -> None:
    assert Hex(2).parse("    ").side_to_move is Side.RED
    assert Hex(2).parse("r   ").side_to_move is Side.BLUE
    assert Hex(2, first="blue").parse("b   ").side_to_move is Side.RED
    assert Hex(1).parse("r").outcome() is not None
    assert Hex(2).parse("rr r").side_to_move is Side.BLUE


def test_hexworld_moves() -> None:
    moves = parse_moves("a2:sd10")
    assert [str(move) for move in moves] == ["a2", "swap-pieces", "d10"]
    assert format_moves(moves) == "a2:sd10"
    assert Hex(swap=True).parse("a2:sd10").side_to_move is Side.BLUE
    assert parse_moves("") == []
    for bad, place in (
        ("a2:p", "':p' at character 3"),
        ("a2 d10", "' d10' at character 3"),
        ("a2d", "'d' at character 3"),
    ):
        with pytest.raises(InvalidMoveError, match=re.escape(place)):
            parse_moves(bad)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("...", "the side to move is missing; expected r or b after the rows"),
        (".../... r", "the board has 2 rows; expected 3"),
        (".../../... r", "row 2 has 2 cells; expected 3"),
        (".../.../...", "the side to move is missing"),
        (".../.../... x", "the side to move is missing"),
        (".../.w./... r", "cell b2 holds 'w'; expected r, b or an empty cell"),
        ("        ", "is not a Hex position of size 3; expected rows and side"),
        ("w        ", "cell a1 holds 'w'"),
        ("éééé     ", "cell a1 holds '?'"),
        ("a1b9", "the moves cannot be played: b9 is illegal: it lies off the 3x3 board"),
        ("zz1", "the moves cannot be played: 'zz1' is not a Hex move"),
    ],
)
def test_a_bad_position_is_named(text: str, problem: str) -> None:
    with pytest.raises(PositionError, match=re.escape(problem)):
        Hex(3).parse(text)


@given(st.lists(st.integers(0, 8), unique=True, max_size=9), st.booleans())
def test_strings_of_moves_round_trip(order: list[int], swap: bool) -> None:  # noqa: FBT001 (hypothesis gives it)
    moves = [Move(cell // 3, cell % 3) for cell in order]
    if swap and moves:
        moves.insert(1, Move("swap"))
    assert parse_moves(format_moves(moves)) == moves


@given(st.text(" rb", min_size=9, max_size=9))
def test_strings_of_columns_round_trip(text: str) -> None:
    assert columns(Hex(3).parse(text)) == text


def test_random_games_depend_on_the_seed() -> None:
    game = Hex(5)
    assert len({game.random_games(game.initial(), 40, seed) for seed in (3, 4, -1)}) == 3
