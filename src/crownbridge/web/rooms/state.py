"""The state of a room: a fold over its events."""

from typing import Literal

from crownbridge.games import Termination
from crownbridge.records import played_at
from crownbridge.web.schemas import (
    Began,
    Clock,
    Ended,
    Event,
    Frame,
    GameChoice,
    GameDocument,
    Moved,
    MoveDetails,
    Opened,
    Outcome,
    Output,
    Printed,
    Renamed,
    Setup,
    Thinking,
    TookBack,
)

HUMAN = "human"


def clock_at(clock: Clock, request: Thinking | None, at: float) -> Clock:
    """Return the clock at a time, less what the side to move has used since the request for its move."""
    left = list(clock)
    if request is not None:
        seconds = left[request.side]
        left[request.side] = None if seconds is None else max(seconds - max(at - request.at, 0.0), 0.0)
    return left[0], left[1]


class RoomState:
    """The state that the events of a room amount to: the same events always give the same state.

    The pages derive theirs in `ui/src/lib/log.ts`; `tests/web/folds.json` checks that both agree.
    """

    def __init__(self, *, keep_output: bool = False) -> None:
        """Discard the output of programs, which may be long, unless `keep_output` is set."""
        self.setup: Setup
        self.at = 0.0
        """The time of the last move, start or end of a game."""
        self.number = 0
        """The number of the current or last game."""
        self.begins: list[int] = []
        """The sequence numbers of the events that began the games."""
        self.left = 0
        """The number of games that follow automatically."""
        self.game: GameDocument
        """The current or last game."""
        self.seats: tuple[str, str] = ("", "")
        """The players of the current game by side, as the set-up has them."""
        self.results: dict[int, Outcome] = {}
        """The outcomes of the finished games by number."""
        self.voids: set[int] = set()
        """The numbers of the void games."""
        self.undone: list[tuple[Frame, MoveDetails]] = []
        """The moves that were undone, the next one first."""
        self.clock: Clock = (None, None)
        self.thinking: Thinking | None = None
        self._keep_output = keep_output

    @property
    def phase(self) -> Literal["ready", "playing", "over"]:
        """The phase of the current game."""
        return "ready" if not self.number else "playing" if self.game.outcome is None else "over"

    def round_of(self, number: int) -> int:
        """Return the number of a game among those that are not void."""
        return number - sum(void < number for void in self.voids)

    @property
    def attempts(self) -> int:
        """The number of void games just before the current one."""
        return sum(self.round_of(void) == self.round_of(self.number) for void in self.voids - {self.number})

    @property
    def frame(self) -> Frame:
        """The current position."""
        return self.game.frames[-1]

    def apply(self, event: Event) -> None:
        """Apply the next event."""
        if not isinstance(event, Thinking | Printed | Renamed):
            self.at = event.at
        match event:
            case Opened():
                self.setup = event.setup
            case Began():
                self._begin(event)
            case Thinking():
                self._think(event)
            case Printed():
                self._print(event)
            case Moved():
                self._move(event)
            case TookBack():
                self.thinking, self.clock = None, event.clock
                self._take_back(event.frame.ply)
            case Ended():
                self._end(event)
            case Renamed():
                self.setup = self.setup.model_copy(update={"title": event.title})

    def _think(self, event: Thinking) -> None:
        self.thinking, self.clock = event, event.clock
        if not self.game.turns:
            self.game.start_clock = event.clock

    def _end(self, event: Ended) -> None:
        self.game.outcome, self.game.statuses = event.outcome, event.statuses
        self.game.end_clock = self._end_clock(event)
        self.results[self.number] = event.outcome
        self.voids |= {self.number} if event.is_void else set()
        self.thinking = None

    def _end_clock(self, event: Ended) -> Clock:
        """Return the clock at the end of the game; who ran out of the time for the game has none left."""
        left = list(clock_at(self.clock, self.thinking, event.at))
        if event.outcome.termination is Termination.TIMEOUT and self.setup.time.move_seconds is None:
            for side in (0, 1):
                if left[side] is not None and event.outcome.winner == 1 - side:
                    left[side] = 0.0
        return left[0], left[1]

    def _begin(self, event: Began) -> None:
        self.number, self.left, self.seats = event.number, event.left, event.seats
        self.begins.append(event.seq)
        self.clock = (self.setup.time.game_seconds, self.setup.time.game_seconds)
        self.thinking, self.undone = None, []
        self.game = GameDocument(
            id=str(event.number),
            title=self.setup.title or " - ".join(event.players),
            board=GameChoice(game=self.setup.game, options=self.setup.options),
            players=event.players,
            first=event.frame.to_move or 0,
            frames=[event.frame],
            turns=[],
            headers=played_at(event.at),
        )

    def _print(self, event: Printed) -> None:
        if self._keep_output:
            self.game.outputs[event.side].append(Output(ply=event.ply, stream=event.stream, text=event.text))

    def _move(self, event: Moved) -> None:
        self.thinking, self.clock = None, event.turn.clock
        self.game.frames.append(event.frame)
        self.game.turns.append(event.turn)
        self.undone = self.undone[len(self.undone) - event.redo :] if event.redo else []

    def _take_back(self, ply: int) -> None:
        game = self.game
        self.undone = list(zip(game.frames[ply + 1 :], game.turns[ply:], strict=True)) + self.undone
        del game.frames[ply + 1 :], game.turns[ply:]
        first, second = ([output for output in side if output.ply <= ply] for side in game.outputs)
        game.outputs = first, second
        game.outcome = game.end_clock = None
        self.results.pop(self.number, None)
