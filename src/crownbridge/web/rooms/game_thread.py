"""Play one game of a room in a thread: by the referee, or by the relay."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from threading import Thread
from typing import Any, NamedTuple

from crownbridge.arena import (
    Adjudicator,
    Clock,
    Moved,
    Output,
    Referee,
    Relay,
    Relayed,
    Thinking,
    TimeControl,
    move_limit,
    who,
)
from crownbridge.errors import CrownbridgeError
from crownbridge.games import Game, Outcome, Position, Side, Termination
from crownbridge.players import HumanPlayer, Player
from crownbridge.players.process import LaunchOptions
from crownbridge.protocols import Dialogue
from crownbridge.web.log import print_traceback
from crownbridge.web.rooms.event_writer import EventWriter
from crownbridge.web.rooms.player_factory import PageInterface
from crownbridge.web.schemas import Clock as ClockLeft
from crownbridge.web.schemas import Event

MOST_MOVES = 20_000
"""Number of moves or messages after which a game is stopped, so that an endless one does not fill the disk."""
_RELAY_SECONDS = 86_400.0


class GameEnd(NamedTuple):
    """The outcome of a game, and the exit statuses of its programs."""

    outcome: Outcome
    statuses: tuple[str, str]
    is_void: bool = False
    """True if the game should be played again, because the machine failed."""


class GameThread(ABC):
    """Plays one game; calls `on_event` for each event, then `on_end`."""

    def __init__(
        self, on_event: Callable[["GameThread", Event], None], on_end: Callable[["GameThread", GameEnd], None]
    ) -> None:
        self._on_event = on_event
        self._on_end = on_end
        self._verdict: Outcome | None = None
        self._thread = Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Start the game, and return at once."""
        self._thread.start()

    def end(self, verdict: Outcome) -> None:
        """Stop the game with that outcome, unless it is being stopped already."""
        if self._verdict is None:
            self._verdict = verdict
        self._interrupt()

    def leave(self) -> None:
        """Stop the game without reporting its end."""
        self._interrupt()

    def wait(self, seconds: float) -> None:
        """Wait until the game has ended, up to a number of seconds."""
        self._thread.join(seconds)

    @abstractmethod
    def _interrupt(self) -> None:
        """Make the game end soon."""

    @abstractmethod
    def _play(self) -> GameEnd:
        """Play the game to its end."""

    def _run(self) -> None:
        try:
            end = self._play()
        except CrownbridgeError as error:
            end = GameEnd(Outcome(None, Termination.INTERRUPTED, str(error)), ("", ""))
        except OSError as error:
            end = GameEnd(Outcome(None, Termination.INTERRUPTED, f"the server cannot continue: {error}"), ("", ""))
        except Exception:  # noqa: BLE001 (an internal error: the room reports it and stays usable)
            print_traceback()
            end = GameEnd(Outcome(None, Termination.INTERRUPTED, "internal error; see the server's terminal"), ("", ""))
        self._on_end(self, end if self._verdict is None else GameEnd(self._verdict, end.statuses))

    def _write(self, event: Event) -> None:
        self._on_event(self, event)


class RefereedGame(GameThread):
    """A game that the referee judges."""

    def __init__(  # noqa: PLR0913 (all that a game depends on)
        self,
        on_event: Callable[[GameThread, Event], None],
        on_end: Callable[[GameThread, GameEnd], None],
        *,
        players: tuple[Player, Player],
        control: TimeControl,
        adjudicators: Sequence[Adjudicator],
        start: Position[Any],
        ply: int,
        left: ClockLeft,
        may_be_void: bool,
    ) -> None:
        super().__init__(on_event, on_end)
        self._pages = {
            side: player.interface
            for side, player in enumerate(players)
            if isinstance(player, HumanPlayer) and isinstance(player.interface, PageInterface)
        }
        first, second = (seconds if player.timed else None for seconds, player in zip(left, players, strict=True))
        self._writer = EventWriter(start, ply, (first, second), self._write)
        # Set to None after the game: it refers to the engines and, by its observer, to this object.
        self._referee: Referee | None = Referee(
            start.game,
            players,
            control,
            start=start,
            observers=[partial(self._observe, players)],
            adjudicators=[*adjudicators, move_limit(MOST_MOVES)],
            clock=Clock(control, (first, second)),
            may_be_void=may_be_void,
        )

    @property
    def position(self) -> Position[Any]:
        """The current position."""
        return self._writer.position

    def play(self, side: Side, move: Any) -> None:
        """Make a human's move."""
        self._pages[side].give(move)

    def _interrupt(self) -> None:
        referee = self._referee
        if referee is not None:
            referee.interrupt()

    def _play(self) -> GameEnd:
        assert self._referee is not None  # noqa: S101 (it plays one game only)
        try:
            record = self._referee.play()
            is_void = self._referee.is_void
        finally:
            self._referee = None
        self._writer.close()
        return GameEnd(record.outcome, record.statuses, is_void)

    def _observe(self, players: tuple[Player, Player], event: Any) -> None:
        if self._verdict is not None and not isinstance(event, Output):
            return
        match event:
            case Thinking():
                player = players[event.side]
                seconds = event.seconds if player.timed else math.inf
                self._writer.thinking(event._replace(seconds=seconds), human=isinstance(player, HumanPlayer))
            case Output(side, stream, data):
                self._writer.output(side, stream, data)
            case Moved():
                self._writer.moved(event)


class RelayedGame(GameThread):
    """A game between two programs that exchange messages without a referee."""

    def __init__(  # noqa: PLR0913 (all that it depends on)
        self,
        on_event: Callable[[GameThread, Event], None],
        on_end: Callable[[GameThread, GameEnd], None],
        *,
        game: Game[Any],
        protocol: type[Dialogue],
        commands: tuple[list[str], list[str]],
        seconds: float | None,
        launch_options: LaunchOptions,
    ) -> None:
        super().__init__(on_event, on_end)
        texts = [f"{protocol.protocol}:{' '.join(words)}" for words in commands]
        self._names = {side: who(text, side) for text, side in zip(texts, game.sides, strict=True)}
        options = launch_options, launch_options
        self._relay = Relay(game, protocol, commands, seconds or _RELAY_SECONDS, options, self._output)
        self._writer = EventWriter(game.initial(), 0, (None, None), self._write, opens=self._relay.opener)

    def _output(self, side: Side, stream: str, data: bytes) -> None:
        self._writer.output(side, stream, data)

    def _interrupt(self) -> None:
        self._relay.interrupt()

    def _play(self) -> GameEnd:
        outcome = Outcome(None, Termination.INTERRUPTED)
        statuses = "", ""
        messages = 0
        for event in self._relay.run():
            if isinstance(event, Relayed):
                messages += 1
                self._writer.relayed(event)
                if event.message is not None and event.message.outcome is not None:
                    outcome = replace(event.message.outcome, detail=f"reported by {self._names[event.side]}")
                if messages == MOST_MOVES:
                    self.end(Outcome(None, Termination.INTERRUPTED, f"stopped after {MOST_MOVES:,} messages"))
            else:
                statuses = event.statuses
                if outcome.termination is Termination.INTERRUPTED:
                    outcome = Outcome(None, Termination.INTERRUPTED, f"{self._names[event.side]} {event.reason}")
        self._writer.close()
        return GameEnd(outcome, statuses)
