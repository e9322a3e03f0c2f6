"""Our engine's side of the hexai protocol, as scripted dialogues."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownbridge.errors import OptionError
from crownbridge.games.hex import Move
from crownbridge.programs.hexai import HexaiClient, interrupts


def client_after(colour: str, *lines: str, size: int = 11) -> HexaiClient:
    client = HexaiClient(colour, size)
    for line in lines:
        if line[0] == colour:
            assert client.play(Move(line[1:]), 0)
        else:
            assert client.read(line.encode() + b"\n") is None
    return client


def test_the_handshake_names_colour_and_program() -> None:
    assert HexaiClient("O", 11).begin().startswith("O: crownbridge ")
    assert HexaiClient("X", 11).begin().startswith("X: crownbridge ")


def test_a_game() -> None:
    x, o = HexaiClient("X", 3), HexaiClient("O", 3)
    assert x.read(o.begin().encode()) is None
    assert o.read(x.begin().encode()) is None
    assert (x.is_our_turn, o.is_our_turn) == (True, False)
    for number, (one, other) in enumerate([("b1", "a1"), ("b2", "a2")], 1):
        line = x.play(Move(one), 13)
        assert line == f"X{one} #{number} t=13ms"
        assert o.read(line.encode() + b"\r\n") is None
        assert (x.is_our_turn, o.is_our_turn) == (False, True)
        line = o.play(Move(other), 0)
        assert line == f"O{other} #{number} t=0ms"
        assert x.read(line.encode()) is None
    line = x.play(Move("b3"), 358)
    assert line == "Xb3.#3 t=358ms"
    assert o.read(line.encode()) is None
    assert x.is_over
    assert o.is_over
    assert not o.is_our_turn


@pytest.mark.parametrize("line", [b"", b"thinking", b" Xa1", b"x", b"# comment", b"\xffXa1", b"X: again", b"X:"])
def test_what_means_nothing(line: bytes) -> None:
    client = client_after("O", "Xa1")
    assert client.read(line) is None
    assert not client.is_over
    assert not interrupts(line)


@pytest.mark.parametrize("line", [b"X.", b"O.", b"O. E: received illegal move a10", b"X.\r\n", b"X. \xff"])
def test_the_end_ends_it_whoever_says_it(line: bytes) -> None:
    client = client_after("O", "Xa1")
    assert client.read(line) is None
    assert client.is_over
    assert interrupts(line)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Xa1 #2 t=1ms", "received illegal move a1"),
        ("Xb2 #2 t=1ms", "received illegal move b2"),
        ("Xf1 #2 t=1ms", "received illegal move f1"),
        ("Xa6.#2 t=1ms", "received illegal move a6"),
        ("Xa99 #2 t=1ms", "received illegal move a99"),
        ("Xa1234567 #2", "received illegal move a1234567"),
        ("Xa0", "received illegal move a0"),
        ("Xa-1", "received illegal move a-1"),
        ("Xaa1", "received illegal move aa1"),
        ("XC3 #2 t=1ms", "received illegal move C3"),
        ("Xc3.#2 t=1ms", "received c3 with a dot, but it does not end the game"),
        ("Oc3 #2 t=1ms", "received 'Oc3 #2 t=1ms', but O is my own colour"),
        ("O: me too", "received 'O: me too', but O is my own colour"),
        ("X hexai", "received 'X hexai', which is neither a move nor a handshake"),
        ("X", "received 'X', which is neither a move nor a handshake"),
        ("Xc3 and more", "received 'Xc3 and more', which is neither a move nor a handshake"),
    ],
)
def test_what_is_wrong_breaks_the_game_off(line: str, reason: str) -> None:
    client = client_after("O", "Xa1", "Ob2", size=5)
    assert client.read(line.encode() + b"\n") == f"O. E: {reason}"
    assert client.is_over


def test_a_move_out_of_turn_breaks_the_game_off() -> None:
    assert HexaiClient("X", 5).read(b"Oa1 #1 t=1ms") == "X. E: received a1, but it is my turn"
    assert client_after("O", "Xa1").read(b"Xa2 #2 t=1ms") == "O. E: received a2, but it is my turn"


def test_the_last_move_may_lack_its_dot() -> None:
    assert client_after("O", "Xa1", size=1).is_over


@pytest.mark.parametrize(("colour", "size", "wrong"), [("x", 11, "'x'"), ("", 11, "''"), ("X", 0, 0), ("O", 99, 99)])
def test_mistakes(colour: str, size: int, wrong: object) -> None:
    with pytest.raises(OptionError, match=f" is {wrong}; expected"):
        HexaiClient(colour, size)


@given(line=st.binary(max_size=80) | st.text("XO.:#= 0123456789-abctms\n", max_size=40).map(str.encode))
def test_no_line_breaks_the_client(line: bytes) -> None:
    answer = client_after("O", "Xa1", "Ob2").read(line)
    assert answer is None or (answer.startswith("O. E: received ") and answer.isprintable() and len(answer) < 200)
