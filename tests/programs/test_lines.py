"""Our side of the lines protocol, without a process."""

import random

import pytest

from crownbridge.engines import Limit
from crownbridge.errors import InputError
from crownbridge.games import Checkers, Hex, available, load
from crownbridge.programs.lines import LinesClient
from crownbridge.protocols import LastMove, MoveReply
from crownbridge.protocols.lines import Lines


def read(client: LinesClient, text: bytes) -> bool:
    """Whether the last of several lines asks for a move."""
    wanted = False
    for line in text.splitlines(keepends=True):
        assert not wanted
        wanted = client.read(line)
    return wanted


@pytest.mark.parametrize("name", available())
def test_host_and_program_agree_on_every_position(name: str) -> None:
    """Also on its past, where the game began from the initial position."""
    choose = random.Random(3)
    game = load(name)
    position = game.initial()
    hosts = {side: Lines(game, side) for side in game.sides}
    clients = {side: LinesClient() for side in game.sides}
    for side in game.sides:
        assert not read(clients[side], hosts[side].start(1000))
        assert clients[side].game == game
    last = None
    while position.outcome() is None:
        side = position.side_to_move
        assert read(clients[side], hosts[side].ask(position, last, 1000))
        assert clients[side].position == position
        move = choose.choice(position.legal_moves())
        reply = hosts[side].read(clients[side].play(move).encode())
        assert isinstance(reply, MoveReply)
        position = position.play(reply.move)
        last = LastMove(position, move, 1, 0)


def test_a_repetition_is_seen() -> None:
    game = load("checkers", "tournament")
    start = game.parse("W:WK32:BK1")
    client, host = LinesClient(), Lines(game, start.side_to_move)
    read(client, host.start(0) + host.ask(start, None, 0))
    position, last = start, None
    for move in ("32-28", "1-5", "28-32", "5-1", "32-28", "1-5", "28-32"):
        if position.side_to_move is start.side_to_move:
            read(client, host.ask(position, last, 0))
            client.play(position.parse_move(move))
        last = LastMove(position.play(move), position.parse_move(move), 1, 0)
        position = last.position
    assert read(client, f"play 5-1\nposition {position.play('5-1')}\n".encode()) is False
    assert str(client.position.outcome()) == "draw (repetition)"
    with pytest.raises(InputError, match="the game is over: draw"):
        client.read(b"move")


def test_a_game_may_begin_anywhere() -> None:
    client = LinesClient()
    assert read(client, b"game hex size=3\nside red\nplay c3\nposition ..b/.r./... r\nmove\n")
    assert client.position == Hex(3).parse("..b/.r./... r")


def test_one_game_after_another() -> None:
    client = LinesClient()
    read(client, b"lines 1\ngame hex size=3\nend red wins\ngame checkers\n")
    assert client.position == Checkers().initial()


def test_the_time_is_for_the_next_move_alone() -> None:
    client = LinesClient()
    assert read(client, b"game hex size=3\ntime move 1500\nmove\n")
    assert client.limit == Limit(1.5)
    client.play(client.position.legal_moves()[0])
    assert client.limit == Limit()
    read(client, b"time game 60000\n")
    assert client.limit == Limit(clock=60.0)


def test_unknown_words_are_passed_over() -> None:
    assert not read(LinesClient(), b"\nhello\nlegal a1\nside purple\nopponent Ada\n\xff\xfe\n")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"lines 2", "the version is '2'; expected 1"),
        (b"game", "there is no game called ''"),
        (b"game chess", "there is no game called 'chess'; there are: "),
        (b"game hex size=99", "the option size is 99"),
        (b"game hex size=x", "the option size is 'x'"),
        (b"game hex colour=2", "hex has no option 'colour'"),
        (b"game hex preset=1", "hex has no option 'preset'"),
        (b"move", "no game has started"),
        (b"play a1", "no game has started"),
        (b"position .", "no game has started"),
        (b"time", "the time is ''; expected for example: time move 500"),
        (b"time move 1.5", "the time is 'move 1.5'"),
    ],
)
def test_what_cannot_be_obeyed(line: bytes, words: str) -> None:
    with pytest.raises(InputError) as caught:
        LinesClient().read(line)
    assert words in str(caught.value)


def test_an_impossible_position() -> None:
    client = LinesClient()
    client.read(b"game hex size=3")
    with pytest.raises(InputError):
        client.read(b"position nonsense")
