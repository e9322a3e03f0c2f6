"""Games of rooms as documents."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.conftest import until

from crownbridge.arena import Referee
from crownbridge.games import Checkers, Termination
from crownbridge.records import Decision, GameRecord, printed
from crownbridge.web import frames
from crownbridge.web.documents import record_of_document
from crownbridge.web.rooms.player_factory import PlayerFactory
from crownbridge.web.rooms.registry import RoomRegistry
from crownbridge.web.rooms.state import RoomState
from crownbridge.web.schemas import (
    Began,
    Ended,
    Event,
    GameDocument,
    Moved,
    MoveDetails,
    Opened,
    Outcome,
    Printed,
    Setup,
    Thinking,
    TookBack,
)

SETUP = Setup(game="checkers", players=("human", "random"))
START = Checkers().initial()
MOVED = frames.next_frame(1, START, START.parse_move("11-15"), START.play("11-15"))
BEGAN = Began(number=1, players=SETUP.players, seats=SETUP.players, frame=frames.first_frame(START))
SWAPPING_BOT = """
import sys

for line in sys.stdin:
    word, *rest = line.split()
    if word == "legal":
        moves = rest
    elif word == "move":
        print("move", next((move for move in moves if move.startswith("swap")), moves[0]), flush=True)
"""
FAILING_BOT = """
import sys

turns = 0
for line in sys.stdin:
    word, *rest = line.split()
    if word == "legal":
        moves = rest
    elif word == "move":
        turns += 1
        print("turn", turns, file=sys.stderr, flush=True)
        if turns == 3:
            raise ValueError("enough")
        print("move", moves[0], flush=True)
"""
LOST_ON_TIME = Outcome(winner=0, termination=Termination.TIMEOUT)


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[RoomRegistry]:
    """Rooms of their own."""
    made = RoomRegistry(tmp_path / "rooms", PlayerFactory())
    yield made
    made.close()


def document(events: list[Event]) -> GameDocument:
    """The game that these events tell."""
    state = RoomState(keep_output=True)
    for event in (Opened(setup=SETUP), *events):
        state.apply(event)
    return state.game


def events(seconds: float, outcome: Outcome | None = None) -> list[Event]:
    """A game in which white loses, by default on time, so long after it was asked."""
    return [
        BEGAN,
        Thinking(side=0, seconds=10, clock=(10, 10), at=100),
        Moved(frame=MOVED, turn=MoveDetails(clock=(7, 10))),
        Thinking(side=1, seconds=10, clock=(7, 10), at=103),
        Ended(number=1, outcome=outcome or LOST_ON_TIME, at=103 + seconds),
    ]


@pytest.mark.parametrize(("seconds", "left"), [(4.0, 6.0), (10.3, 0.0), (-1.0, 10.0)])
def test_the_clock_of_the_side_that_was_to_move_stops_at_the_end_of_an_earlier_game(
    seconds: float, left: float
) -> None:
    found = document(events(seconds, Outcome(winner=0, termination=Termination.RESIGNATION)))
    assert (found.start_clock, found.turns[0].clock, found.end_clock) == ((10, 10), (7, 10), (7, left))


@pytest.mark.parametrize("seconds", [9.9, 10.3])
def test_who_ran_out_of_time_has_none_left(seconds: float) -> None:
    assert document(events(seconds)).end_clock == (7, 0)


def test_a_game_that_goes_on_has_no_clock_of_its_end() -> None:
    back = TookBack(frame=BEGAN.frame, clock=(6, 6), redo=1)
    assert document([*events(1), back]).end_clock is None


def test_what_was_printed_for_moves_that_are_taken_back_is_gone() -> None:
    printed: list[Event] = [Printed(side=0, ply=1, stream="stderr", text="first"), *events(1)[1:]]
    back = TookBack(frame=BEGAN.frame, clock=(6, 6), redo=1)
    assert document([BEGAN, *printed]).outputs[0][0].text == "first"
    assert document([BEGAN, *printed, back]).outputs == ([], [])


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[GameRecord]:
    """The records of the referee."""
    records: list[GameRecord] = []
    original = Referee.play

    def play(referee: Referee) -> GameRecord:
        records.append(original(referee))
        return records[-1]

    monkeypatch.setattr(Referee, "play", play)
    return records


def test_the_swap_of_a_program_is_in_the_record(
    registry: RoomRegistry, tmp_path: Path, written: list[GameRecord]
) -> None:
    """It visits no cell, like a message that is relayed."""
    bot = tmp_path / "bot.py"
    bot.write_text(SWAPPING_BOT, encoding="utf-8")
    players = "random", f"lines:{sys.executable} {bot}"
    room = registry.create(Setup(game="hex", options={"size": 3, "swap": True}, players=players))
    until(lambda: room.state.phase == "over")
    moves = [decision.move for decision in record_of_document(room.document(1)).decisions]
    assert moves[1].is_swap
    assert moves == [decision.move for decision in written[0].decisions]


def test_the_record_of_a_room_is_the_one_that_the_referee_wrote(
    registry: RoomRegistry, tmp_path: Path, written: list[GameRecord]
) -> None:
    """Also of a program that says where it is, prints, and fails."""
    bot = tmp_path / "bot.py"
    bot.write_text(FAILING_BOT, encoding="utf-8")
    room = registry.create(Setup(game="hex", options={"size": 5}, players=("hex:1", f"lines:{sys.executable} {bot}")))
    until(lambda: room.state.phase == "over")
    kept = record_of_document(room.document(1))
    assert kept.outcome.termination is Termination.CRASH
    for name in ("game", "players", "start", "outcome", "statuses"):
        assert getattr(kept, name) == getattr(written[0], name), name
    assert [decision._replace(stdout=b"", stderr=b"") for decision in kept.decisions] == [
        decision._replace(stdout=b"", stderr=b"") for decision in written[0].decisions
    ]
    assert printed(kept) == printed(written[0])
    assert "ValueError: enough" in printed(kept)[1][-1].text
    [unfinished] = kept.leftover.values()
    assert unfinished == Decision(None, 0.0, stdout=unfinished.stdout, stderr=unfinished.stderr)
