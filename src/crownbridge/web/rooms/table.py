"""A game under way: the referee, or the relay, in a thread of its own."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from threading import Thread
from typing import Any, NamedTuple

from crownbridge.arena import (
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
from crownbridge.players.process import Surroundings
from crownbridge.protocols import Dialogue
from crownbridge.web.log import print_traceback
from crownbridge.web.messages import Clock as ClockLeft
from crownbridge.web.messages import Event
from crownbridge.web.rooms.scribe import Scribe
from crownbridge.web.rooms.seats import PageFront

MOST_MOVES = 20_000
"""Of one game, so that two programs that go on for ever do not fill the disk."""
_RELAY_SECONDS = 86_400.0


class End(NamedTuple):
    """How a game at a table ended."""

    outcome: Outcome
    statuses: tuple[str, str]


class Table(ABC):
    """Plays one game and tells of it: each event, and at last the end."""

    def __init__(self, tell: Callable[["Table", Event], None], done: Callable[["Table", End], None]) -> None:
        self._tell = tell
        self._done = done
        self._verdict: Outcome | None = None
        self._thread = Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begins, and returns at once."""
        self._thread.start()

    def end(self, verdict: Outcome) -> None:
        """Breaks the game off with that outcome, unless it is being broken off already."""
        if self._verdict is None:
            self._verdict = verdict
        self._interrupt()

    def leave(self) -> None:
        """Breaks the game off; nothing more is to be told."""
        self._interrupt()

    def wait(self, seconds: float) -> None:
        """Waits until everything has ended."""
        self._thread.join(seconds)

    @abstractmethod
    def _interrupt(self) -> None:
        """Has the game end soon."""

    @abstractmethod
    def _play(self) -> End:
        """Plays it."""

    def _run(self) -> None:
        try:
            end = self._play()
        except CrownbridgeError as error:
            end = End(Outcome(None, Termination.INTERRUPTED, str(error)), ("", ""))
        except Exception:  # noqa: BLE001 (our own fault: the room says so, and goes on)
            print_traceback()
            end = End(Outcome(None, Termination.INTERRUPTED, "the server failed; its terminal tells how"), ("", ""))
        self._done(self, end if self._verdict is None else End(self._verdict, end.statuses))

    def _write(self, event: Event) -> None:
        self._tell(self, event)


class RefereedTable(Table):
    """A game by the rules."""

    def __init__(  # noqa: PLR0913 (all that a game depends on)
        self,
        tell: Callable[[Table, Event], None],
        done: Callable[[Table, End], None],
        *,
        players: tuple[Player, Player],
        control: TimeControl,
        start: Position[Any],
        ply: int,
        left: ClockLeft,
    ) -> None:
        super().__init__(tell, done)
        self._pages = {
            side: player.front
            for side, player in enumerate(players)
            if isinstance(player, HumanPlayer) and isinstance(player.front, PageFront)
        }
        self._scribe = Scribe(start, ply, left, self._write)
        # Until the game is over: it holds the engines, and leads back to us.
        self._referee: Referee | None = Referee(
            start.game,
            players,
            control,
            start=start,
            observers=[partial(self._observe, players)],
            adjudicators=[move_limit(MOST_MOVES)],
            clock=Clock(control, left),
        )

    @property
    def position(self) -> Position[Any]:
        """Where the game stands."""
        return self._scribe.position

    def play(self, side: Side, move: Any) -> None:
        """A human's move."""
        self._pages[side].give(move)

    def _interrupt(self) -> None:
        referee = self._referee
        if referee is not None:
            referee.interrupt()

    def _play(self) -> End:
        assert self._referee is not None  # noqa: S101 (a table is for one game)
        try:
            record = self._referee.play()
        finally:
            self._referee = None
        self._scribe.close()
        return End(record.outcome, record.statuses)

    def _observe(self, players: tuple[Player, Player], event: Any) -> None:
        if self._verdict is not None and not isinstance(event, Output):
            return
        match event:
            case Thinking():
                player = players[event.side]
                seconds = event.seconds if player.timed else math.inf
                self._scribe.thinking(event._replace(seconds=seconds), human=isinstance(player, HumanPlayer))
            case Output(side, stream, data):
                self._scribe.output(side, stream, data)
            case Moved():
                self._scribe.moved(event)


class RelayedTable(Table):
    """Two programs that talk to each other, and nobody who judges."""

    def __init__(  # noqa: PLR0913 (all that it depends on)
        self,
        tell: Callable[[Table, Event], None],
        done: Callable[[Table, End], None],
        *,
        game: Game[Any],
        protocol: type[Dialogue],
        commands: tuple[list[str], list[str]],
        seconds: float | None,
        surroundings: Surroundings,
    ) -> None:
        super().__init__(tell, done)
        texts = [f"{protocol.protocol}:{' '.join(words)}" for words in commands]
        self._names = {side: who(text, side) for text, side in zip(texts, game.sides, strict=True)}
        around = surroundings, surroundings
        self._relay = Relay(game, protocol, commands, seconds or _RELAY_SECONDS, around, self._output)
        self._scribe = Scribe(game.initial(), 0, (None, None), self._write, opens=self._relay.opener)

    def _output(self, side: Side, stream: str, data: bytes) -> None:
        self._scribe.output(side, stream, data)

    def _interrupt(self) -> None:
        self._relay.interrupt()

    def _play(self) -> End:
        outcome = Outcome(None, Termination.INTERRUPTED)
        statuses = "", ""
        messages = 0
        for event in self._relay.run():
            if isinstance(event, Relayed):
                messages += 1
                self._scribe.relayed(event)
                if event.message is not None and event.message.outcome is not None:
                    outcome = replace(event.message.outcome, detail=f"{self._names[event.side]} said so")
                if messages == MOST_MOVES:
                    self.end(Outcome(None, Termination.INTERRUPTED, f"stopped after {MOST_MOVES:,} messages"))
            else:
                statuses = event.statuses
                if outcome.termination is Termination.INTERRUPTED:
                    outcome = Outcome(None, Termination.INTERRUPTED, f"{self._names[event.side]} {event.reason}")
        self._scribe.close()
        return End(outcome, statuses)
