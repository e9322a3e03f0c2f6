"""Our engine's side of the KTH protocol, as scripted dialogues."""

import pytest

from crownbridge.errors import InputError
from crownbridge.games import Checkers
from crownbridge.programs.kth import KthClient

BEGINNING = "rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50"


def client_after(*lines: str) -> KthClient:
    client = KthClient()
    for line in lines:
        assert client.read(line.encode() + b"\n")
    return client


def test_white_begins() -> None:
    assert KthClient().begin() == BEGINNING


def test_an_answer_is_the_next_state() -> None:
    client = client_after(BEGINNING)
    assert client.play(client.position.parse_move("11-15")) == "rrrrrrrrrr.r..r.....wwwwwwwwwwww 0_11_15 w 49"
    assert client.read(b"rrrrrrrrrr.r..r..w..w.wwwwwwwwww 0_22_18 r 48\r\n")
    assert client.play(client.position.parse_move("15x22")) == "rrrrrrrrrr.r........wrwwwwwwwwww 1_15_22 w 50"
    assert client.position.moves_played == 3


def test_any_state_can_be_given() -> None:
    assert str(client_after("..WW..Ww.....R.....w............ 0_2_7 r 29").position).endswith(" r 29")
    assert client_after("..WW..Ww.....R.....w............ -1 w 29").position.side_to_move == Checkers.sides[1]


@pytest.mark.parametrize(
    ("last", "end"),
    [
        ("..WW...w.....W.....w............ 1_7_14 r 50", "..WW...w.....W.....w............ -3 w 50"),
        ("..W..R.......................... 0_8_3 r 0", "..W..R.......................... -4 w 0"),
        ("..R............................. 1_7_14 w 50", "..R............................. -2 r 50"),
    ],
)
def test_the_side_that_cannot_move_tells_the_end(last: str, end: str) -> None:
    assert client_after(last).end() == end


def test_a_game_that_goes_on_has_no_end() -> None:
    assert client_after(BEGINNING).end() is None


@pytest.mark.parametrize("end", ["-2", "-3", "-4"])
def test_an_end_message_ends_the_game(end: str) -> None:
    assert not KthClient().read(f"..WW...w.....W.....w............ {end} w 50".encode())


@pytest.mark.parametrize("line", [b"\n", b"hello\n", b"\xff\n", BEGINNING[1:].encode(), BEGINNING.encode() + b"1\n"])
def test_nonsense_is_refused_with_an_example(line: bytes) -> None:
    with pytest.raises(InputError, match=f"not a message of the protocol: .*{BEGINNING}"):
        KthClient().read(line)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("hello there", "expected 4 fields (board, move, next player, moves left), got 2"),
        (BEGINNING[1:], "the board has 31 squares; expected 32"),
        (BEGINNING.replace("r", "b", 3), "the board contains 'b'; expected . r R w W"),
        (BEGINNING.replace(" r ", " b "), "the next player is 'b'; expected r or w"),
        (BEGINNING.replace(" 50", " 51"), "the number of moves left is '51'; expected 0 to 50"),
        (BEGINNING.replace("-1", "0_11"), "'0_11' is not a move; expected -1 to -5, or "),
        (BEGINNING.replace("-1", "2_11_18"), "'2_11_18' is not a move; expected -1 to -5, or "),
    ],
)
def test_the_field_that_is_wrong_is_named(line: str, wrong: str) -> None:
    with pytest.raises(InputError) as caught:
        KthClient().read(f"{line}\r\n".encode())
    assert f": {wrong}" in str(caught.value)
    assert "\\" not in str(caught.value)
