"""Our engine's side of the reblexis protocol, as scripted dialogues."""

import itertools

import pytest

from crownbridge.errors import InputError
from crownbridge.games import Checkers
from crownbridge.games.checkers import Position, Side
from crownbridge.programs.reblexis import ReblexisClient
from crownbridge.protocols.reblexis import Reblexis, board_rows, format_path, parse_board, parse_path

START = Checkers().initial()


def turn(position: Position, milliseconds: int = 1000) -> list[bytes]:
    """Return the lines that the host sends."""
    return Reblexis(Checkers(), Side.RED).ask(position, None, milliseconds).splitlines(keepends=True)


def client(colour: bytes = b"black") -> ReblexisClient:
    made = ReblexisClient()
    made.begin([b"1000\n", colour + b"\n"])
    return made


def test_the_example_of_the_protocol() -> None:
    agent = client()
    agent.read(turn(START))
    assert agent.position == START
    assert agent.play(START.parse_move("10-14")) == "2 3 2 2 3"
    after = START.play("10-14").play("24-20")
    agent.read(turn(after))
    assert agent.play(after.parse_move("9-13")) == "2 1 2 0 3"


def test_the_time_left_is_the_one_told_last() -> None:
    agent = client()
    assert agent.milliseconds == 1000
    agent.read(turn(START, 900))
    assert (agent.milliseconds, agent.timed_by_moves) == (900, False)


def test_the_counter_is_inferred_from_board_to_board() -> None:
    agent = client(b"white")
    position = START.play("11-15")
    agent.read(turn(position))
    assert (agent.position, agent.position.counter) == (position, 49)
    agent.play(position.parse_move("23-19"))
    position = position.play("23-19").play("8-11")
    agent.read(turn(position))
    assert (agent.position.counter, agent.position.moves_played) == (47, 3)


def test_a_board_out_of_the_blue_is_taken_as_it_is() -> None:
    agent = client(b"white")
    agent.read(turn(Checkers().parse("W:WK3,20:B14")))
    assert str(agent.position) == "..W..........r.....w............ w 50"


def test_a_game_that_goes_on_after_the_counter_has_none() -> None:
    agent = client()
    red, white = itertools.cycle(["1-5", "5-1"]), itertools.cycle(["32-28", "28-32"])
    position = Checkers(counter=0).parse("B:WK32:BK1")
    for number in range(30):
        agent.read(turn(position))
        assert agent.position.rules.counter == (0 if number >= 25 else 50)
        move = next(red)
        agent.play(agent.position.parse_move(move))
        position = position.play(move).play(next(white))


def test_whether_the_time_is_for_a_move_or_for_the_game() -> None:
    by_moves, by_game = client(), client()
    for number in range(3):
        position = START if number == 0 else by_moves.position.play("22-18" if number == 1 else "25-22")
        by_moves.read(turn(position, 1000))
        by_game.read(turn(position, 1000 - number))
        assert (by_moves.timed_by_moves, by_game.timed_by_moves) == (number > 0, False)
        move = by_moves.position.legal_moves()[-1]
        by_moves.play(move)
        by_game.play(move)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([b"soon\n", b"black\n"], "the time is 'soon"),
        ([b"1000\n", b"green\n"], "the colour is 'green.*expected black or white"),
    ],
)
def test_a_bad_beginning(lines: list[bytes], message: str) -> None:
    with pytest.raises(InputError, match=message):
        ReblexisClient().begin(lines)


def test_bad_boards() -> None:
    lines = turn(START)
    with pytest.raises(InputError, match=r"row 2 is '. b'"):
        client().read([*lines[:3], b". b\n", *lines[4:]])
    with pytest.raises(InputError, match=r"row 0 is .*light square"):
        client().read([lines[0], b"b . . . . . . .\n", *lines[2:]])
    with pytest.raises(InputError, match="the game is over: white wins"):
        client().read(turn(Checkers().parse("B:W32:B")))


def test_boards_and_paths_round_trip() -> None:
    position = Checkers().parse("W:WK3,20,22:B14,K1")
    assert parse_board([row.encode() for row in board_rows(position.squares)]) == position.squares
    for move in START.legal_moves():
        assert parse_path(format_path(move).encode()) == list(move.path)
