"""Protocols by scripted dialogue: no process, only lines."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownbridge.errors import OptionError
from crownbridge.games import Checkers, Hex, Outcome, Termination
from crownbridge.games.checkers import Side as Colour
from crownbridge.games.hex import Move, Side
from crownbridge.protocols import (
    Abort,
    Dialogue,
    LastMove,
    MoveReply,
    ProtocolViolation,
    RelayedLine,
    Resignation,
    available_protocols,
    default_protocol,
    dialogue_class,
    protocols_for,
)
from crownbridge.protocols.hexai import Hexai, MoveLine, parse_move_line
from crownbridge.protocols.hexmon import Hexmon
from crownbridge.protocols.htp import Htp
from crownbridge.protocols.kth import Kth, describe, message_for, parse_message
from crownbridge.protocols.reblexis import Reblexis

START = "rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50"


def nonsense(reply: object) -> str:
    assert isinstance(reply, ProtocolViolation), reply
    return reply.reason


# -- kth

# Every line of the protocol document's examples.
KTH_LINES = [
    "rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50",
    "rrrrrrrrrr.r..r.....wwwwwwwwwwww 0_11_15 w 49",
    "..WW..Ww.....R.....w............ 0_2_7 r 29",
    "..WW..Ww.R.........w............ 0_14_10 w 28",
    "..WW...w.....W.....w............ 1_7_14 r 50",
    "..WW...w.....W.....w............ -3 w 50",
    "..W..R.......................... 0_8_3 r 4",
    "R.W............................. 0_6_1 w 3",
    "R......W........................ 0_3_8 r 2",
    ".....R.W........................ 0_1_6 w 1",
    "..W..R.......................... 0_8_3 r 0",
    "..W..R.......................... -4 w 0",
]


@pytest.mark.parametrize("line", KTH_LINES)
def test_the_examples_of_the_document(line: str) -> None:
    message = parse_message(line.encode())
    assert message is not None
    assert str(message) == line
    for spaced in (line + "\r", line + " ", "  " + line.replace(" ", "   ")):
        assert parse_message(spaced.encode()) == message


@pytest.mark.parametrize(
    "line",
    [
        "",
        "hello",
        KTH_LINES[0][1:],
        KTH_LINES[0] + " x",
        KTH_LINES[0].replace("-1", "-6"),
        KTH_LINES[0].replace("-1", "-0"),
        KTH_LINES[0].replace(" 50", " 51"),
        KTH_LINES[0].replace(" 50", " 007"),
        KTH_LINES[0].replace(" r ", " b "),
        KTH_LINES[1].replace("0_11_15", "0_11_33"),
        KTH_LINES[1].replace("0_11_15", "0_0_15"),
        KTH_LINES[1].replace("0_11_15", "0_11_015"),
        KTH_LINES[1].replace("0_11_15", "0_11_15_18"),
        KTH_LINES[1].replace("0_11_15", "2_11_18"),
        KTH_LINES[1].replace("0_11_15", "0_11"),
        KTH_LINES[1].replace("r", "x", 1),
    ],
)
def test_what_is_no_message(line: str) -> None:
    assert parse_message(line.encode()) is None


def test_a_game_of_messages() -> None:
    red, white = Kth(Checkers(), Colour.RED), Kth(Checkers(), Colour.WHITE)
    assert (red.arguments(), white.arguments()) == ([], ["init"])
    assert (red.greets, white.greets) == (False, True)
    assert white.read_greeting(START.encode()) is True
    assert "the first message should be" in nonsense(white.read_greeting(KTH_LINES[1].encode()))
    position = Checkers().initial()
    assert red.ask(position, None, 1000) == START.encode() + b"\n"
    reply = red.read(KTH_LINES[1].encode())
    assert isinstance(reply, MoveReply)
    after = position.play(reply.move)
    assert reply.claim == str(after)
    assert white.ask(after, LastMove(after, reply.move, 1, 5), 1000) == KTH_LINES[1].encode() + b"\n"


def test_the_end_in_messages() -> None:
    red = Kth(Checkers(), Colour.RED)
    board = "..WW...w.....W.....w............"
    assert red.read(f"{board} -3 w 50".encode()) == Resignation()
    assert "claims that the game is over" in nonsense(red.read(f"{board} -2 w 50".encode()))
    assert "claims that the game is over" in nonsense(red.read(f"{board} -4 w 50".encode()))
    assert "the message contains no move" in nonsense(red.read(f"{board} -5 w 50".encode()))
    assert "is not a move" in nonsense(red.read(f"{board} 0_1_32 w 50".encode()))
    assert "has a wrong number of captures" in nonsense(red.read(f"{board} 0_1_10 w 50".encode()))
    assert "has a wrong number of captures" in nonsense(red.read(f"{board} 1_1_6 w 50".encode()))
    assert "not a message of the protocol: 'thinking...'" in nonsense(red.read(b"thinking..."))
    final = LastMove(Checkers().parse(f"{board} r 50"), Checkers().initial().legal_moves()[0], 9, 1)
    assert red.end(Outcome(Colour.WHITE, Termination.NORMAL), final).endswith(b" r 50\n")
    assert red.end(Outcome(Colour.WHITE, Termination.TIMEOUT), None) == b""


@given(st.integers(0, 400))
def test_messages_round_trip(seed: int) -> None:
    import random  # noqa: PLC0415 (seeded by hypothesis)

    choose, position = random.Random(seed), Checkers().initial()
    for _ in range(60):
        if position.outcome() is not None:
            return
        move = choose.choice(position.legal_moves())
        position = position.play(move)
        message = message_for(position, describe(move))
        assert parse_message(str(message).encode()) == message
        reply = Kth(Checkers(), position.side_to_move.other).read(str(message).encode())
        assert reply == MoveReply(move, str(position))


# -- reblexis


def test_the_interaction_of_the_document() -> None:
    """The document's example: black has 60 seconds; spaces at the ends of its rows are the document's own."""
    agent = Reblexis(Checkers(), Colour.RED)
    assert agent.start(60000) == b"60000\nblack\n"
    position = Checkers().initial()
    assert agent.ask(position, None, 60000).decode() == (
        "60000\n. b . b . b . b\nb . b . b . b .\n. b . b . b . b\n. . . . . . . .\n. . . . . . . .\n"
        "w . w . w . w .\n. w . w . w . w\nw . w . w . w .\n"
    )
    reply = agent.read(b"2 3 2 2 3")
    assert isinstance(reply, MoveReply)
    assert str(reply.move) == "10-14"
    later = position.play(reply.move).play("24-20")
    assert agent.ask(later, None, 59458).decode() == (
        "59458\n. b . b . b . b\nb . b . b . b .\n. b . . . b . b\n. . b . . . . .\n. . . . . . . w\n"
        "w . w . w . . .\n. w . w . w . w\nw . w . w . w .\n"
    )
    second = agent.read(b"2 1 2 0 3\r")
    assert isinstance(second, MoveReply)
    assert later.play(second.move).side_to_move is Colour.WHITE


def test_answers_that_are_no_moves() -> None:
    agent = Reblexis(Checkers(), Colour.WHITE)
    assert agent.start(1) == b"1\nwhite\n"
    for line, words in {
        b"": "expected numbers",
        b"hello": "expected numbers",
        b"2 3 2": "expected 4 for 2 squares",
        b"2 3 2 3 3 3": "expected 4 for 2 squares",
        b"2 3 2 2 2": "column 2, row 2 is not a dark square",
        b"2 3 2 9 3": "column 9, row 3 is not a dark square",
        b"1 3 2": "visits 2 to 10 squares",
        b"2 3 2 0 7": "no piece can move",
        b"99999999999 1": "expected numbers",
        b"-2 3 2 2 3": "expected numbers",
    }.items():
        assert words in nonsense(agent.read(line)), line


def test_a_double_jump_names_every_square() -> None:
    reply = Reblexis(Checkers(), Colour.RED).read(b"3 0 1 2 3 4 5")
    assert isinstance(reply, MoveReply)
    assert reply.move.path == (5, 14, 23)


# -- hexai


def hexai(side: Side = Side.RED, **options: Any) -> Hexai:
    return Hexai(Hex(**options), side)


def test_the_lines_of_the_hexai_document() -> None:
    assert parse_move_line(b"Xa10 #14 t=358ms") == MoveLine("X", "a10", final=False, number=14, milliseconds=358)
    assert parse_move_line(b"Oa11.#14 t=330ms") == MoveLine("O", "a11", final=True, number=14, milliseconds=330)
    assert str(parse_move_line(b"Oa11.#14 t=330ms")) == "Oa11.#14 t=330ms"
    x, o = hexai(), hexai(Side.BLUE)
    assert (x.arguments(), o.arguments()) == (["X", "11"], ["O", "11"])
    assert o.read(b"O: hexai by Alexandre Kharlamov https://github.com/alexkh/hexai") is None
    assert o.read(b"O. E: received illegal move a10") == Abort("received illegal move a10")
    assert x.read(b"X.") == Abort("no reason given")
    for ignored in (b"", b"thinking", b"x", b" Xa1"):
        assert x.read(ignored) is None


def test_hexai_moves() -> None:
    x, o = hexai(), hexai(Side.BLUE)
    position = Hex().initial()
    assert x.start(0) == b"O: crownbridge\n"
    assert x.ask(position, None, 0) == b""
    reply = x.read(b"Xa10 #1 t=358ms")
    assert isinstance(reply, MoveReply)
    assert (str(reply.move), reply.says_over) == ("a10", False)
    after = position.play(reply.move)
    assert o.ask(after, LastMove(after, reply.move, 1, 358), 0) == b"Xa10 #1 t=358ms\n"
    assert x.ask(after, LastMove(after, reply.move, 28, 7), 0) == b"Oa10 #14 t=7ms\n"
    won = Hex(1).initial().play("a1")
    last = LastMove(won, Hex(1).initial().legal_moves()[0], 1, 3)
    assert hexai(Side.BLUE, size=1).end(Outcome(Side.RED, Termination.NORMAL), last) == b"Xa1.#1 t=3ms\n"
    finished = x.read(b"Xb3.#5 t=1ms")
    assert isinstance(finished, MoveReply)
    assert finished.says_over
    assert "sent a line for the other colour" in nonsense(x.read(b"Oa1 #1 t=1ms"))
    assert "neither a move nor a handshake" in nonsense(x.read(b"Xyz"))
    assert "rows are 1 to 26" in nonsense(x.read(b"Xa99 #1 t=1ms"))


def test_hexai_when_blue_begins() -> None:
    assert hexai(Side.BLUE, first="blue").arguments() == ["X", "11"]


def test_hexai_has_no_swap() -> None:
    with pytest.raises(OptionError, match="does not support the swap rule"):
        hexai(swap=True)


# -- hexmon


def test_hexmon_lines() -> None:
    red = Hexmon(Hex(5), Side.RED)
    position = Hex(5).initial()
    assert red.ask(position, None, 0) == b"move red\n"
    assert red.read(b"red 4 0") == MoveReply(position.parse_move("a5"))
    after = position.play("a5").play("c2")
    assert red.ask(after, LastMove(after, Move("c2"), 2, 0), 0) == b"blue 1 2\nmove red\n"
    assert red.read(b"blue 1 2") is None
    assert "not a reply" in nonsense(red.read(b"error"))
    assert "off the board" in nonsense(red.read(b"red 5 0"))


def test_hexmon_is_told_what_a_game_begins_with() -> None:
    start = Hex(5).parse("c3d4a2")
    blue = Hexmon(Hex(5), Side.BLUE)
    assert blue.ask(start, None, 0) == b"red 1 0\nblue 3 3\nred 2 2\nmove blue\n"
    assert [blue.read(echo) for echo in (b"red 1 0", b"blue 3 3", b"red 2 2")] == [None] * 3
    assert blue.read(b"blue 0 0") == MoveReply(start.parse_move("a1"))
    after = start.play("a1")
    red = Hexmon(Hex(5), Side.RED)
    request = red.ask(after, LastMove(after, Move("a1"), 1, 0), 0)
    assert request == b"red 1 0\nblue 3 3\nred 2 2\nblue 0 0\nmove red\n"
    assert [red.read(echo) for echo in request.splitlines()[:4]] == [None] * 4
    assert red.read(b"red 0 1") == MoveReply(after.parse_move("b1"))
    later = after.play("b1").play("c1")
    assert red.ask(later, LastMove(later, Move("c1"), 3, 0), 0) == b"blue 0 2\nmove red\n"


# -- htp


def test_htp_lines() -> None:
    black = Htp(Hex(5), Side.RED)
    assert black.start(0) == b"1 boardsize 5\n2 clear_board\n"
    position = Hex(5).initial()
    assert black.ask(position, None, 0) == b"3 genmove black\n"
    for passed_over in (b"=1 ", b"", b"=2", b"# comment"):
        assert black.read(passed_over) is None
    assert black.read(b"=3 C3") == MoveReply(position.parse_move("c3"))
    after = position.play("c3").play("a1")
    assert black.ask(after, LastMove(after, Move("a1"), 2, 0), 0) == b"4 play white a1\n5 genmove black\n"
    assert black.read(b"=5 resign") == Resignation()
    assert "rejected a command" in nonsense(black.read(b"?4 illegal move"))
    assert "not a move" in nonsense(black.read(b"=5 pass"))
    assert black.end(Outcome(Side.RED, Termination.NORMAL), None) == b"6 quit\n"


def test_htp_tells_what_a_game_begins_with() -> None:
    start = Hex(5).parse("c3d4")
    black, white = Htp(Hex(5), Side.RED), Htp(Hex(5), Side.BLUE)
    assert black.ask(start, None, 0) == b"1 play black c3\n2 play white d4\n3 genmove black\n"
    after = start.play("a1")
    request = white.ask(after, LastMove(after, Move("a1"), 1, 0), 0)
    assert request == b"1 play black c3\n2 play white d4\n3 play black a1\n4 genmove white\n"
    later = after.play("b1").play("c1")
    assert white.ask(later, LastMove(later, Move("c1"), 3, 0), 0) == b"5 play black c1\n6 genmove white\n"


def test_htp_tells_of_a_stone_that_was_swapped_at_once() -> None:
    swapped = Hex(5, swap=True).parse("c1").play("swap-pieces")
    black = Htp(Hex(5, swap=True), Side.RED)
    last = LastMove(swapped, Move("swap-pieces"), 1, 0)
    assert black.ask(swapped, last, 0) == b"1 play black c1\n2 play white swap-pieces\n3 genmove black\n"


def test_htp_clears_the_board_for_another_position() -> None:
    game = Hex(5)
    black = Htp(game, Side.RED)
    black.ask(game.initial(), None, 0)
    other = game.parse("a1b2")
    assert black.ask(other, None, 0) == b"2 clear_board\n3 play black a1\n4 play white b2\n5 genmove black\n"


def test_htp_tells_the_time_to_engines_that_listen() -> None:
    black = Htp(Hex(5), Side.RED)
    position = Hex(5).initial()
    assert black.ask(position, None, 60_000) == b"1 time_left black 60 0\n2 genmove black\n"
    assert black.read(b"?1 unknown command") is None
    assert black.read(b"=2 c3") == MoveReply(position.parse_move("c3"))
    black.timed_by_moves = True
    for milliseconds, seconds in ((500, "0.5"), (1000, "1"), (2500, "2.5"), (12_345, "12")):
        assert f"time_left black {seconds} 1\n".encode() in black.ask(position, None, milliseconds)
    assert b"time_left" not in black.ask(position, None, 30 * 86_400_000)


def test_htp_tells_of_the_swap_to_engines_that_listen() -> None:
    white = Htp(Hex(5, swap=True), Side.BLUE)
    assert white.start(0) == b"1 boardsize 5\n2 clear_board\n3 param_game allow_swap 1\n"
    assert white.read(b"?3 unknown command") is None
    position = Hex(5, swap=True).initial().play("a2")
    assert white.ask(position, LastMove(position, Move("a2"), 1, 0), 0) == b"4 play black a2\n5 genmove white\n"
    assert white.read(b"=5 swap-pieces") == MoveReply(position.parse_move("swap-pieces"))


# -- all of them


@pytest.mark.parametrize("name", available_protocols())
@given(line=st.binary(max_size=80) | st.text("XO.:#= rwRW0123456789_-abredlut", max_size=60).map(str.encode))
def test_no_line_breaks_a_dialogue(name: str, line: bytes) -> None:
    kind = dialogue_class(name)
    game: Any = Checkers() if kind.plays("checkers") else Hex(5)
    dialogue: Dialogue = kind(game, game.sides[0])
    reply = dialogue.read(line)
    assert reply is None or isinstance(reply, (MoveReply, Resignation, Abort, ProtocolViolation))
    if isinstance(reply, ProtocolViolation):
        assert len(reply.reason) < 400


def test_an_unknown_protocol_is_named() -> None:
    with pytest.raises(OptionError, match="no protocol called 'uci'; there are: hexai, hexmon, htp, kth, lines, rebl"):
        dialogue_class("uci")


def test_every_protocol_is_listed_by_its_own_name() -> None:
    assert [dialogue_class(name).protocol for name in available_protocols()] == list(available_protocols())


def test_the_protocols_of_a_game() -> None:
    assert [kind.protocol for kind in protocols_for("checkers")] == ["kth", "lines", "reblexis"]
    assert [kind.protocol for kind in protocols_for("hex")] == ["hexai", "hexmon", "htp", "lines"]
    assert [kind.protocol for kind in protocols_for("another")] == ["lines"]
    assert (default_protocol("checkers"), default_protocol("hex")) == ("reblexis", None)


def test_what_joined_clients_say() -> None:
    kth = Kth(Checkers(), Colour.RED)
    board = "..WW...w.....W.....w............"
    assert kth.parse_relayed(b"hello") is None
    assert kth.parse_relayed(START.encode()) == RelayedLine("beginning", f"{START[:32]} r 50", begins=True)
    assert kth.parse_relayed(f"{board} -5 w 50".encode()) == RelayedLine("null move", f"{board} w 50")
    lost = kth.parse_relayed(f"{board} -3 w 50".encode())
    assert lost == RelayedLine("white wins", f"{board} w 50", outcome=Outcome(Colour.WHITE, Termination.NORMAL))
    assert Htp(Hex(5), Side.RED).parse_relayed(b"= a1") is None


def test_the_words_for_the_sides() -> None:
    assert [Htp(Hex(5, first=Side.BLUE), side).side_name for side in Side] == ["white", "black"]
    assert [Reblexis(Checkers(), side).side_name for side in Colour] == ["black", "white"]
    assert [Kth(Checkers(), side).side_name for side in Colour] == ["red", "white"]
