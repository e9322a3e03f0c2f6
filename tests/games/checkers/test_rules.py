"""The rules of checkers by example."""

import pickle
from typing import Any

import pytest

from crownbridge.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, OptionError
from crownbridge.games import Outcome, Termination, load
from crownbridge.games.checkers import Checkers, Move, Position, Side

# Source: the generator-validation thread of the shashki.com forum; dctl quotes the same figures.
PERFT = [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128, 388623673]

GAME = Checkers()
NINE = "R....www.....www.....www........ r 50"


def texts(position: Position) -> list[str]:
    return [str(move) for move in position.legal_moves()]


def test_perft_from_the_start() -> None:
    assert [GAME.perft(GAME.initial(), depth) for depth in range(1, 13)] == PERFT


def test_red_begins_at_the_top() -> None:
    start = GAME.initial()
    assert start.side_to_move is Side.RED
    assert str(start) == "rrrrrrrrrrrr........wwwwwwwwwwww r 50"
    assert texts(start) == ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]


def test_the_opening_of_the_protocol_document() -> None:
    assert str(GAME.initial().play("11-15")) == "rrrrrrrrrr.r..r.....wwwwwwwwwwww w 49"


def test_a_capture_is_mandatory() -> None:
    position = GAME.parse("W:W18,32:B14,1")
    assert texts(position) == ["18x9"]
    with pytest.raises(IllegalMoveError, match="32-27 is illegal: a capture is mandatory, such as 18x9"):
        position.play("32-27")


def test_any_capture_may_be_chosen_but_must_be_finished() -> None:
    position = GAME.parse("B:W14,22,15:B9,10,1")
    assert texts(position) == ["9x18x25", "10x17x26", "10x19"]
    with pytest.raises(IllegalMoveError, match="must continue jumping"):
        position.play(Move((9, 18)))


def test_crowning_ends_the_move() -> None:
    position = GAME.parse("B:W26,27:B22")
    [move] = position.legal_moves()
    assert str(move) == "22x31"
    after = position.play(move)
    assert after.squares[30] == "R"
    assert after.squares[26] == "w"  # still there: the new king may not jump on


def test_a_man_crowned_by_a_step() -> None:
    assert GAME.parse("W:W5:B28").play("5-1").squares[0] == "W"


def test_captures_that_share_both_ends_are_different_moves() -> None:
    position = GAME.parse("B:W6,7,14,15:BK2")
    assert texts(position) == ["2x9x18x11x2", "2x11x18x9x2"]
    with pytest.raises(AmbiguousMoveError, match="write the whole path, 2x9x18x11x2 or 2x11x18x9x2"):
        position.parse_move("2x2")
    for move in position.legal_moves():
        assert position.format_move(move) == str(move)
        assert position.parse_move(str(move)) == move


def test_a_king_may_come_back_to_where_it_began() -> None:
    after = GAME.parse("B:W6,7,14,15:BK2").play("2x9x18x11x2")
    assert after.squares == "." + "R" + "." * 30
    assert after.outcome() == Outcome(Side.RED, Termination.NORMAL)


def test_nine_men_in_one_move() -> None:
    position = GAME.parse(NINE)
    longest = max(position.legal_moves(), key=lambda move: len(move.path))
    assert len(longest.path) == 10
    assert "w" not in position.play(longest).squares
    assert Move(longest.path) == longest


def test_no_move_loses() -> None:
    for blocked_or_gone in ("W:W13:B9,6", "W:W:B1"):
        assert GAME.parse(blocked_or_gone).legal_moves() == []
        assert GAME.parse(blocked_or_gone).outcome() == Outcome(Side.RED, Termination.NORMAL)


def test_the_counter_falls_and_starts_again() -> None:
    position = GAME.parse("rrrrrrrrrr.r..r.....wwwwwwwwwwww w 7")
    quiet = position.play("22-18")
    assert quiet.counter == 6
    assert quiet.play("15x22").counter == 50


def test_the_draw_of_the_protocol_document() -> None:
    position = GAME.parse("R.W............................. w 3")
    for text, counter in (("3-8", 2), ("1-6", 1), ("8-3", 0)):
        assert position.outcome() is None
        position = position.play(text)
        assert position.counter == counter
    assert position.outcome() == Outcome(None, Termination.COUNTER)
    assert position.legal_moves() == []
    with pytest.raises(IllegalMoveError, match="the game is over"):
        position.play("6-1")


def test_the_win_of_the_protocol_document() -> None:
    position = GAME.parse("..WW..Ww.....R.....w............ r 29").play("14-10").play("7x14")
    assert str(position) == "..WW...w.....W.....w............ r 50"
    assert position.outcome() == Outcome(Side.WHITE, Termination.NORMAL)


def test_a_counter_at_zero_draws_even_without_a_move() -> None:
    assert GAME.parse("W:W:B1").outcome() == Outcome(Side.RED, Termination.NORMAL)
    assert GAME.parse("r............................... w 0").outcome() == Outcome(None, Termination.COUNTER)


def test_the_tournament_preset() -> None:
    game = Checkers(**Checkers.presets["tournament"])
    assert load("checkers", "tournament") == game
    assert load("checkers", "tournament", counter=7) == Checkers(**{**Checkers.presets["tournament"], "counter": 7})
    position = game.parse("R.........r...................W. r")
    assert (position.counter, position.play("1-5").counter, position.play("11-15").counter) == (80, 79, 80)
    for _ in range(2):
        assert position.outcome() is None
        for text in ("1-5", "31-26", "5-1", "26-31"):
            position = position.play(text)
    assert position.occurrences == 3
    assert position.outcome() == Outcome(None, Termination.REPETITION)


def test_the_past_survives_pickling() -> None:
    game = Checkers(**Checkers.presets["tournament"])
    position = game.parse("R.........r...................W. r")
    for text in ("1-5", "31-26", "5-1", "26-31", "1-5"):
        position = position.play(text)
    assert position.occurrences == 2
    restored = pickle.loads(pickle.dumps(position))  # noqa: S301 (our own pickle)
    for text in ("31-26", "5-1", "26-31"):
        assert restored.outcome() is None
        restored = restored.play(text)
    assert restored.outcome() == Outcome(None, Termination.REPETITION)


def test_a_mans_move_forgets_the_past() -> None:
    position = Checkers(repetition=2).parse("R.........r...................W. r").play("1-5")
    assert len(position.__getstate__()[-1]) == 1
    moved = position.play("31-26").play("11-15")
    assert moved.__getstate__()[-1] == []
    assert moved.occurrences == 1


def test_an_illegal_move_is_written_in_full() -> None:
    position = GAME.parse("B:W7,15:BK2")
    assert texts(position) == ["2x11x18"]
    assert position.format_move(Move((2, 11, 18))) == "2x18"
    assert position.format_move(Move((2, 9, 18))) == "2x9x18"


def test_nothing_can_be_played_after_the_end() -> None:
    over = GAME.parse("R.W............................. w 0")
    for text in ("3-8", "9x25", "1-32", "1x10x19"):
        with pytest.raises(IllegalMoveError, match=f"{text} is illegal: the game is over"):
            over.play(text)


def test_the_move_limit() -> None:
    position = Checkers(move_limit=2).initial().play("11-15").play("22-18")
    assert position.moves_played == 2
    assert position.outcome() == Outcome(None, Termination.MOVE_LIMIT)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("15-18", "square 15 is empty"),
        ("21-17", "the piece on square 21 is not red's"),
        ("11-8", "only a king moves backwards"),
        ("1-6", "square 6 is occupied"),
        ("11x18", "there is no enemy piece on square 15 to jump"),
        ("1-32", "no piece can move from square 1 to 32 here"),
        ("11x15", "that move is written 11-15"),
    ],
)
def test_an_illegal_move_says_why(text: str, reason: str) -> None:
    with pytest.raises(IllegalMoveError, match=f"^{text} is illegal: {reason}"):
        GAME.initial().play(text)


@pytest.mark.parametrize(
    "text", ["", "11", "e4", "11-", "11-15-18", "11x", "11 15", "11-15x18", "-11-15", "+1-5", "a" * 99]
)
def test_a_text_that_is_no_move(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="is not a checkers move; expected squares joined by"):
        GAME.initial().play(text)


@pytest.mark.parametrize("text", ["33-29", "11-33", "0-5", "1115", "0" * 5000 + "11-15", "99999999999999-3"])
def test_a_square_that_does_not_exist(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="does not exist; squares are 1 to 32") as caught:
        GAME.initial().play(text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("path", [[], [11], [11, 12], [11, 15, 18], [1, 10, 33], list(range(1, 12)), [1, 32]])
def test_a_path_that_no_piece_takes(path: list[int]) -> None:
    with pytest.raises(InvalidMoveError):
        Move(path)


@pytest.mark.parametrize("options", [{"counter": -1}, {"repetition": 1}, {"move_limit": -5}, {"counter": "many"}])
def test_options_out_of_range(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        Checkers(**options)


def test_a_whole_path_is_never_ambiguous() -> None:
    """Other captures with the same ends may take a detour."""
    position = Checkers().parse("W:WK14:B9,17,18,25,26")
    assert "14x21x30x23x14x5" in map(str, position.legal_moves())
    assert position.parse_move("14x5").path == (14, 5)
