"""Games of rooms as documents."""

import pytest

from crownbridge.games import Checkers, Termination
from crownbridge.web import frames
from crownbridge.web.messages import Began, Ended, Event, Moved, Outcome, Setup, Thinking, TookBack, Turn
from crownbridge.web.rooms.documents import document

SETUP = Setup(game="checkers", players=("human", "random"))
START = Checkers().initial()
MOVED = frames.next_frame(1, START, START.parse_move("11-15"), START.play("11-15"))
BEGAN = Began(number=1, players=SETUP.players, seats=SETUP.players, frame=frames.first_frame(START))
LOST_ON_TIME = Outcome(winner=0, termination=Termination.TIMEOUT)


def events(seconds: float) -> list[Event]:
    """A game in which white loses, so long after it was asked."""
    return [
        BEGAN,
        Thinking(side=0, seconds=10, clock=(10, 10), at=100),
        Moved(frame=MOVED, turn=Turn(clock=(7, 10))),
        Thinking(side=1, seconds=10, clock=(7, 10), at=103),
        Ended(number=1, outcome=LOST_ON_TIME, at=103 + seconds),
    ]


@pytest.mark.parametrize(("seconds", "left"), [(4.0, 6.0), (10.3, 0.0), (-1.0, 10.0)])
def test_the_clock_of_the_side_that_was_to_move_stops_at_the_end_of_an_earlier_game(
    seconds: float, left: float
) -> None:
    found = document("x-1", SETUP, events(seconds))
    assert (found.start_clock, found.turns[0].clock, found.end_clock) == ((10, 10), (7, 10), (7, left))


def test_a_game_that_goes_on_has_no_clock_of_its_end() -> None:
    back = TookBack(frame=BEGAN.frame, clock=(6, 6), redo=1)
    assert document("x-1", SETUP, [*events(1), back]).end_clock is None
