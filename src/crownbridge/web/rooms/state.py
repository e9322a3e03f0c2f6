"""What a room's log comes to."""

from typing import Literal

from crownbridge.web.messages import (
    Began,
    Clock,
    Ended,
    Event,
    Frame,
    Moved,
    Opened,
    Outcome,
    Setup,
    Thinking,
    TookBack,
    Turn,
)

HUMAN = "human"


def clock_at(clock: Clock, asked: Thinking | None, at: float) -> Clock:
    """The clock at a time, less what the side that is asked has thought until then."""
    left = list(clock)
    if asked is not None:
        seconds = left[asked.side]
        left[asked.side] = None if seconds is None else max(seconds - max(at - asked.at, 0.0), 0.0)
    return left[0], left[1]


class State:
    """A pure fold over the events of a room: the same log always gives the same state."""

    def __init__(self) -> None:
        self.setup: Setup
        self.at = 0.0
        """The time of the last move, or of the start or end of a game; a request for a move does not count."""
        self.number = 0
        """Of the game that is played, or was last."""
        self.begins: list[int] = []
        """The events with which the games began."""
        self.left = 0
        """Games that are to follow by themselves."""
        self.players = self.seats = ("", "")
        self.phase: Literal["ready", "playing", "over"] = "ready"
        self.frame: Frame
        """Where the game stands."""
        self.moves: list[str] = []
        self.steps: list[tuple[Frame, Turn]] = []
        """The moves with all about them, where somebody may want them back."""
        self.undone: list[tuple[Frame, Turn]] = []
        """What was taken back, the next move first."""
        self.clock: Clock = (None, None)
        self.thinking: Thinking | None = None
        self.outcome: Outcome | None = None

    def apply(self, event: Event) -> None:
        """Takes the next event in."""
        if not isinstance(event, Thinking) and event.type != "output":
            self.thinking, self.at = None, event.at
        match event:
            case Opened():
                self.setup = event.setup
            case Began():
                self.number, self.left = event.number, event.left
                self.begins.append(event.seq)
                self.players, self.seats = event.players, event.seats
                self.phase, self.frame, self.outcome = "playing", event.frame, None
                self.clock = (self.setup.time.game_seconds, self.setup.time.game_seconds)
                self.moves, self.steps, self.undone = [], [], []
            case Thinking():
                self.thinking, self.clock = event, event.clock
            case Moved():
                self._moved(event)
            case TookBack():
                self.phase, self.outcome = "playing", None
                self.frame, self.clock = event.frame, event.clock
                self.undone = self.steps[event.frame.ply :] + self.undone
                del self.steps[event.frame.ply :], self.moves[event.frame.ply :]
            case Ended():
                self.phase, self.outcome = "over", event.outcome

    def _moved(self, event: Moved) -> None:
        self.frame, self.clock = event.frame, event.turn.clock
        self.moves.append(event.frame.move.text if event.frame.move else "")
        self.undone = self.undone[len(self.undone) - event.redo :] if event.redo else []
        if HUMAN in self.seats:
            self.steps.append((event.frame, event.turn))
