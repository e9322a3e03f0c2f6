"""A game of hextk, with a scripted hexmon: what is sent, what is shown, undo, pause and failures."""

from collections.abc import Callable
from pathlib import Path

import pytest

from crownbridge.errors import OptionError
from crownbridge.games import Termination
from crownbridge.games.hex import Move, Side
from crownbridge.hextk.monitor import Ended, Notify, Stone
from crownbridge.hextk.session import Session
from crownbridge.hextk.setup import HUMAN, Seat, Setup
from crownbridge.players import FaultError


class ScriptedHexmon:
    """Takes commands, and answers when the test says so."""

    def __init__(self, setup: Setup, notify: Notify) -> None:
        self.setup = setup
        self.notify = notify
        self.sent: list[str] = []
        self.is_closed = False

    def send(self, command: str) -> None:
        self.sent.append(command)

    def close(self) -> None:
        self.is_closed = True

    def echo(self) -> None:
        """Answer the last command, a stone."""
        colour, row, column = self.sent[-1].split()
        self.put(Side[colour.upper()], int(row), int(column))

    def put(self, side: Side, row: int, column: int) -> None:
        self.notify(Stone(side, Move(row, column)))


class Table:
    """A session, the hexmons that it has started, and calls that it has put off."""

    def __init__(self) -> None:
        self.hexmons: list[ScriptedHexmon] = []
        self.postponed: list[Callable[[], None]] = []
        self.session = Session(self._connect, lambda call: call(), self.postponed.append)

    def _connect(self, setup: Setup, notify: Notify) -> ScriptedHexmon:
        self.hexmons.append(ScriptedHexmon(setup, notify))
        return self.hexmons[-1]

    @property
    def hexmon(self) -> ScriptedHexmon:
        return self.hexmons[-1]

    def play(self, *cells: int) -> None:
        for cell in cells:
            assert self.session.play(cell)
            self.hexmon.echo()


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def ai(tmp_path: Path) -> Seat:
    file = tmp_path / "libfoo.so"
    file.touch()
    return Seat(str(file), "depth=3")


def test_before_a_game_nothing_can_be_done(table: Table) -> None:
    session = table.session
    assert not session.play(0)
    assert not session.can_undo
    assert not session.can_pause
    assert session.status == "Choose New game to select the players."


def test_two_people_play_a_whole_game(table: Table) -> None:
    session = table.session
    session.start(Setup(3))
    assert session.status == "Blue (human) is to move and connects left and right."
    assert session.play(3)
    assert session.is_waiting
    assert not session.play(4)  # before hexmon has echoed the first
    assert session.moves == ()
    table.hexmon.echo()
    assert not session.play(3)  # occupied
    table.play(0, 4, 1)
    assert not session.chain
    table.play(5)
    assert table.hexmon.sent == ["blue 1 0", "red 0 0", "blue 1 1", "red 0 1", "blue 1 2"]
    assert (session.turn, session.winner, session.chain) == (None, Side.BLUE, (3, 4, 5))
    assert session.status == "Blue (human) wins with move 5, connecting left and right."
    assert not session.play(8)


def test_an_ai_is_asked_when_it_is_its_turn(table: Table, ai: Seat) -> None:
    session = table.session
    session.start(Setup(3, red=ai))
    assert table.hexmon.sent == []
    table.play(4)
    assert table.hexmon.sent[1:] == ["move red"]
    assert session.status == "Red (libfoo.so) is thinking …"
    assert not session.play(0)
    table.hexmon.put(Side.RED, 0, 0)
    assert session.accepts_stone
    assert [str(move) for move in session.moves] == ["b2", "a1"]


def test_two_ais_play_by_themselves_with_a_pause_between_moves(table: Table, ai: Seat) -> None:
    session = table.session
    session.start(Setup(2, ai, ai))
    assert table.hexmon.sent == ["move blue"]
    table.hexmon.put(Side.BLUE, 0, 0)
    assert table.hexmon.sent == ["move blue"]
    table.postponed.pop()()
    assert table.hexmon.sent == ["move blue", "move red"]
    table.hexmon.put(Side.RED, 1, 1)
    table.postponed.pop()()
    table.hexmon.put(Side.BLUE, 0, 1)
    table.postponed.pop()()
    assert session.winner == Side.BLUE
    assert table.hexmon.sent == ["move blue", "move red", "move blue"]


def test_pause(table: Table, ai: Seat) -> None:
    session = table.session
    session.start(Setup(3, ai, ai))
    session.toggle_pause()
    table.hexmon.put(Side.BLUE, 0, 0)  # a requested move is still played
    table.postponed.pop()()
    assert session.status == "Paused. Red (libfoo.so) is to move."
    assert table.hexmon.sent == ["move blue"]
    session.toggle_pause()
    assert table.hexmon.sent == ["move blue", "move red"]


def test_a_postponed_request_of_an_earlier_move_is_passed_over(table: Table, ai: Seat) -> None:
    session = table.session
    session.start(Setup(3, ai, ai))
    table.hexmon.put(Side.BLUE, 0, 0)
    session.undo()
    session.toggle_pause()
    table.postponed.pop()()
    assert table.hexmon.sent == ["move blue"]


def test_undo_starts_another_hexmon_with_the_stones_that_are_left(table: Table) -> None:
    session = table.session
    session.start(Setup(3))
    table.play(0, 1, 2)
    session.undo()
    first, second = table.hexmons
    assert first.is_closed
    assert second.sent == ["blue 0 0", "red 0 1"]
    for side, column in ((Side.BLUE, 0), (Side.RED, 1)):
        second.put(side, 0, column)  # the echoes
    assert [str(move) for move in session.moves] == ["a1", "b1"]
    first.put(Side.BLUE, 2, 2)  # too late
    assert len(session.moves) == 2
    table.play(8)
    assert [str(move) for move in session.moves] == ["a1", "b1", "c3"]


def test_undo_against_an_ai_takes_back_ones_own_move(table: Table, ai: Seat) -> None:
    session = table.session
    session.start(Setup(3, blue=ai))
    assert not session.can_undo
    table.hexmon.put(Side.BLUE, 1, 1)
    assert not session.can_undo  # only the AI has moved
    table.play(0)
    session.undo()  # while the AI is thinking
    assert [str(move) for move in session.moves] == ["b2"]
    assert session.accepts_stone
    table.hexmon.put(Side.BLUE, 1, 1)  # the echo
    table.play(1)
    table.hexmon.put(Side.BLUE, 2, 2)
    session.undo()
    assert [str(move) for move in session.moves] == ["b2"]


def test_undo_without_people_pauses(table: Table, ai: Seat) -> None:
    session = table.session
    session.start(Setup(3, ai, ai))
    table.hexmon.put(Side.BLUE, 1, 1)
    session.undo()
    assert session.moves == ()
    assert session.is_paused
    assert table.hexmon.sent == []


def test_undo_of_a_won_game(table: Table) -> None:
    session = table.session
    session.start(Setup(1))
    table.play(0)
    assert session.winner == Side.BLUE
    session.undo()
    assert session.accepts_stone


def test_the_end_of_hexmon_is_told_and_undo_goes_on(table: Table, ai: Seat) -> None:
    session = table.session
    session.start(Setup(3, red=ai))
    table.play(0)
    table.hexmon.notify(Ended("hexmon: red crashed on its move: Segmentation fault", "about to crash"))
    assert session.status == "The game has stopped: hexmon: red crashed on its move: Segmentation fault"
    assert table.hexmon.is_closed
    assert not session.play(1)
    assert not session.can_pause
    session.undo()
    assert session.accepts_stone


@pytest.mark.parametrize(("side", "row"), [(Side.BLUE, 2), (Side.RED, 0)])
def test_a_stone_that_cannot_be_there_stops_the_game(table: Table, ai: Seat, side: Side, row: int) -> None:
    session = table.session
    session.start(Setup(3, red=ai))
    table.play(0)
    table.hexmon.put(side, row, 0)
    assert session.failure is not None
    assert session.failure.reason.startswith(f"hexmon placed a {side} stone on a{row + 1}, which is not legal: ")


def test_a_hexmon_that_cannot_be_started_is_told() -> None:
    def connect(*_: object) -> ScriptedHexmon:
        raise FaultError(Termination.CRASH, "hexmon cannot be started: No such file or directory")

    session = Session(connect, lambda call: call(), lambda call: call())
    session.start(Setup(3))
    assert session.status == "The game has stopped: hexmon cannot be started: No such file or directory"


def test_settings_that_cannot_be_used_leave_the_game_as_it_is(table: Table) -> None:
    session = table.session
    session.start(Setup(3))
    table.play(0)
    with pytest.raises(OptionError):
        session.start(Setup(27))
    with pytest.raises(OptionError):
        session.start(Setup(3, red=Seat("libnone.so")))
    assert session.setup == Setup(3, HUMAN, HUMAN)
    assert len(session.moves) == 1
