"""The server and the pages fold the same events into the same state.

`folds.json` has random journals with what the server makes of them; `ui/tests/log.test.ts` compares the pages with it.
After a change, write it again: `python tests/web/test_folds.py`.
"""

import json
import random
from pathlib import Path
from typing import Any

from crownbridge.games import Hex, Position, Termination
from crownbridge.web import frames
from crownbridge.web.rooms.event_writer import STREAMS
from crownbridge.web.rooms.state import RoomState
from crownbridge.web.schemas import (
    Began,
    Ended,
    Event,
    Frame,
    Moved,
    MoveDetails,
    Opened,
    Outcome,
    Printed,
    Renamed,
    Setup,
    Side,
    Thinking,
    TookBack,
)

FOLDS = Path(__file__).with_name("folds.json")
SETUP = Setup(game="hex", options={"size": 2}, players=("human", "random"), names=("Ada", ""), title="tiny")
JOURNALS = 12


class Walk:
    """A random walk through what can happen in a room."""

    def __init__(self, seed: int) -> None:
        self.events: list[Event] = []
        self._chance = random.Random(seed)
        self._number = 0
        self._positions: list[Position[Any]] = []
        self._steps: list[tuple[Frame, MoveDetails]] = []
        self._undone: list[tuple[Frame, MoveDetails]] = []
        self._write(Opened(setup=SETUP))
        self._begin()

    def step(self) -> None:
        """Have something happen, if it can now."""
        if self.events[-1].type == "ended":
            self._chance.choice([self._begin, self._take_back, self._redo])()
        else:
            going = [self._think, self._print, *3 * [self._move], self._take_back, self._redo, self._end, self._rename]
            self._chance.choice(going)()

    def _write(self, event: Event) -> None:
        event.seq, event.at = len(self.events) + 1, 1000.0 + len(self.events)
        self.events.append(event)

    @property
    def _side(self) -> Side:
        return frames.side_number(self._positions[-1].side_to_move)

    def _clock(self) -> tuple[float, float]:
        return 30.0 - len(self.events) / 2, float(self._chance.randrange(3, 30))

    def _begin(self) -> None:
        self._number += 1
        self._positions, self._steps, self._undone = [Hex(2).initial()], [], []
        one, other = SETUP.players
        seats = (one, other) if self._number % 2 else (other, one)
        frame = frames.first_frame(self._positions[0])
        names = ("Ada" if seats[0] == one else other, "Ada" if seats[1] == one else other)
        self._write(Began(number=self._number, players=names, seats=seats, frame=frame, left=9 - self._number))

    def _rename(self) -> None:
        self._write(Renamed(title=f"room {len(self.events)}"))

    def _think(self) -> None:
        legal = frames.legal_moves(self._positions[-1])
        self._write(Thinking(side=self._side, seconds=9.0, clock=self._clock(), legal=legal))

    def _print(self) -> None:
        stream = self._chance.choice(STREAMS)
        ply, text = len(self._positions), f"{self._chance.random()}\n"
        self._write(Printed(side=self._side, ply=ply, stream=stream, text=text))

    def _move(self) -> None:
        before = self._positions[-1]
        if before.outcome() is None:
            move = self._chance.choice(before.legal_moves())
            frame = frames.next_frame(len(self._positions), before, move, before.play(move))
            self._undone = []
            self._make(frame, MoveDetails(seconds=0.5, clock=self._clock()))

    def _make(self, frame: Frame, turn: MoveDetails) -> None:
        assert frame.move is not None
        self._positions.append(self._positions[-1].play(frame.move.text))
        self._steps.append((frame, turn))
        self._write(Moved(frame=frame, turn=turn, redo=len(self._undone)))

    def _take_back(self) -> None:
        if self._steps:
            ply = self._chance.randrange(len(self._steps))
            self._undone = self._steps[ply:] + self._undone
            del self._steps[ply:], self._positions[ply + 1 :]
            frame = self._steps[-1][0] if self._steps else frames.first_frame(self._positions[0])
            self._write(TookBack(frame=frame, clock=self._clock(), redo=len(self._undone)))

    def _redo(self) -> None:
        if self._undone:
            self._make(*self._undone.pop(0))

    def _end(self) -> None:
        reason = self._chance.choice([Termination.RESIGNATION, Termination.TIMEOUT])
        outcome = Outcome(winner=self._side, termination=reason, detail="lost")
        redo = len(self._undone)
        self._write(Ended(number=self._number, outcome=outcome, statuses=("", "exit 1"), redo=redo))


def journal(seed: int) -> list[Event]:
    """The events of a walk."""
    walk = Walk(seed)
    while len(walk.events) < 4 + 2 * seed:
        walk.step()
    return walk.events


def fold(events: list[Event]) -> dict[str, Any]:
    """What the server makes of them, as far as pages do, too."""
    state = RoomState(keep_output=True)
    for event in events:
        state.apply(event)
    kept = {"players", "frames", "turns", "outputs", "outcome", "start_clock", "end_clock", "statuses"}
    return {
        "number": state.number,
        "title": state.setup.title,
        "thinking": None if state.thinking is None else state.thinking.side,
        "left": state.left,
        "redo": len(state.undone),
        "game": state.game.model_dump(mode="json", include=kept),
    }


def folds() -> str:
    """All journals, one a line."""
    journals = [journal(seed) for seed in range(1, JOURNALS + 1)]
    lines = [
        json.dumps({"events": [event.model_dump(mode="json") for event in events], "state": fold(events)})
        for events in journals
    ]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def test_the_pages_are_compared_with_what_the_server_does_now() -> None:
    assert FOLDS.read_text(encoding="utf-8") == folds()


def test_the_journals_show_all_that_can_happen() -> None:
    types = {event["type"] for journal in json.loads(FOLDS.read_text(encoding="utf-8")) for event in journal["events"]}
    assert types == {"opened", "began", "thinking", "output", "moved", "took_back", "ended", "renamed"}


if __name__ == "__main__":
    FOLDS.write_text(folds(), encoding="utf-8")
