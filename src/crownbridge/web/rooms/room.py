"""A room: two seats, a game, a time control; several games one after another."""

import time
from collections.abc import Callable
from threading import Condition, RLock
from typing import Any

from crownbridge.arena import TimeControl, who
from crownbridge.errors import FileError, InputError, OptionError, RoomError, UnknownRoomError, quoted
from crownbridge.games import Game, Outcome, Position, Termination
from crownbridge.protocols import Dialogue, available_protocols, dialogue_class, protocols_for
from crownbridge.web import frames
from crownbridge.web.feed import Feed
from crownbridge.web.journal import Journal
from crownbridge.web.messages import (
    EVENT,
    Began,
    Clock,
    Ended,
    Event,
    GameDocument,
    Moved,
    Opened,
    Setup,
    Thinking,
    TookBack,
)
from crownbridge.web.rooms.seats import Seating, is_program
from crownbridge.web.rooms.state import HUMAN, State, clock_at
from crownbridge.web.rooms.table import End, RefereedTable, RelayedTable, Table

_TIME_FIELDS = "Seconds per move", "Minutes each"
"""Of the form that sets a room up: for a move, for a game."""
_STARTUP_SECONDS = 5.0
_PATIENCE = 15.0
"""For programs to be gone when a game is stopped."""
_FULL = "the log of this room is full"
_MOMENT = 2.0
"""For a move to be made."""
MOST_BYTES = 128 << 20
"""Of a room's journal, beyond which no game goes on: programs may print for ever."""


class Room:
    """Takes commands from pages and tells by its log what comes of them. For any thread."""

    def __init__(self, name: str, journal: Journal, seating: Seating) -> None:
        """Opens a room as its journal left it. Raises FileError where that is damaged."""
        self.name = name
        self.feed = Feed(journal)
        self.state = State()
        self._journal = journal
        self._seating = seating
        self._lock = RLock()
        self._changed = Condition(self._lock)
        self._closed = False
        self._table: Table | None = None
        self._answered: Thinking | None = None
        """The question to which a human has moved, so that a second move is not taken for the next turn's."""
        journal.replay(EVENT, self.state.apply)
        if self.is_opened:
            try:
                frames.start_of(self._game, self.state.setup.start)
            except InputError as error:
                raise FileError(f"{journal.path} tells a game that cannot be played here: {error}") from error

    @classmethod
    def create(cls, name: str, make_journal: Callable[[], Journal], setup: Setup, seating: Seating) -> "Room":
        """A new room. Raises InputError or ForbiddenError, and leaves nothing then."""
        checked(setup, seating)
        room = cls(name, make_journal(), seating)
        with room._lock:
            room._write(Opened(setup=setup))
        return room

    # -- commands; with the number of a `game`, they are for no other one

    def run(self) -> None:
        """Begins, or plays again. Raises RoomError."""
        with self._lock:
            if self._table is not None:
                raise RoomError("a game is being played here already")
            self._check_space()
            self._begin(self.state.setup.games - 1)

    def stop(self, game: int | None = None) -> None:
        """Breaks the game off, and waits until its programs are gone. Raises RoomError."""
        with self._lock:
            self._check_game(game)
            table = self._end(Outcome(None, Termination.INTERRUPTED, "stopped"))
        table.wait(_PATIENCE)

    def resign(self, side: int, game: int | None = None) -> None:
        """A human gives up. Raises RoomError."""
        with self._lock:
            self._check_game(game)
            self._playing()
            if self.state.seats[side] != HUMAN:
                raise RoomError("only a human can resign here")
            sides = self._game.sides
            self._end(Outcome(sides[side].other, Termination.RESIGNATION, f"{who(HUMAN, sides[side])} resigned"))

    def move(self, ply: int, text: str, game: int | None = None) -> None:
        """A human's move in the position at that ply; returns when it is made. Raises RoomError or MoveError."""
        with self._lock:
            self._check_game(game)
            table = self._playing()
            asked, frame = self.state.thinking, self.state.frame
            if not isinstance(table, RefereedTable) or asked is None or asked.legal is None or asked is self._answered:
                raise RoomError("it is not your turn")
            if ply != frame.ply:
                raise RoomError(f"the game stands at ply {frame.ply}, not {ply}")
            table.play(self._game.sides[asked.side], table.position.parse_move(text))
            self._answered = asked
            self._changed.wait_for(lambda: self.state.thinking is not asked, _MOMENT)

    def undo(self, game: int | None = None) -> None:
        """Goes back to the last turn of a human. Raises RoomError."""
        with self._lock:
            self._check_game(game)
            self._check_undoable()
            positions = self._positions()
            turns = [ply for ply, at in enumerate(positions[:-1]) if self._asks_human(at)]
            if not turns:
                raise RoomError("there is nothing to take back")
            self._leave()
            ply = turns[-1]
            redo = len(self.state.undone) + self.state.frame.ply - ply
            self._write(TookBack(frame=self.state.game.frames[ply], clock=self._clock_now(), redo=redo))
            self._go_on()

    def redo(self, game: int | None = None) -> None:
        """Makes the moves again that were taken back, up to the next turn of a human. Raises RoomError."""
        with self._lock:
            self._check_game(game)
            self._check_undoable()
            undone = self.state.undone
            if not undone:
                raise RoomError("there is nothing to play again")
            self._leave()
            clock, position = self._clock_now(), self._positions()[-1]
            for number, (frame, turn) in enumerate(undone, 1):
                assert frame.move is not None  # noqa: S101 (a move led there)
                position = position.play(frame.move.text)
                turn_now = turn.model_copy(update={"clock": clock})
                self._write(Moved(frame=frame, turn=turn_now, redo=len(undone) - number))
                if self._asks_human(position):
                    break
            self._go_on()

    def position(self, game: int | None = None) -> Position[Any]:
        """Where the game stands. Raises RoomError where none was begun, or what was said makes none."""
        with self._lock:
            self._check_game(game)
            if self.state.phase == "ready" or self.state.setup.relay:
                raise RoomError("no game by the rules is being played here")
            return self._positions()[-1]

    # -- the server's own

    def go_on(self) -> None:
        """Takes up the game that was being played when it was closed, or tells that it was broken off."""
        with self._lock:
            if self.state.phase == "playing":
                if self._has_programs():
                    stopped = Outcome(None, Termination.INTERRUPTED, "the server was stopped")
                    self._write(Ended(number=self.state.number, outcome=frames.shown_outcome(stopped)))
                else:
                    self._go_on()
            elif self._continues():
                self._begin(self.state.left - 1)

    def close(self) -> None:
        """Ends everything; what was being played can be taken up from the journal."""
        self._shut(self._journal.rest)

    def put_away(self) -> bool:
        """Closes it if it does no more than wait for a human; says whether."""
        with self._lock:
            asked = self.state.thinking
            waits = asked is not None and asked.legal is not None and asked is not self._answered
            if self._table is None or not waits or self._has_programs():
                return False
            self._leave()
            self._closed = True
            self.feed.close()
            self._journal.rest()
            return True

    def delete(self) -> None:
        """Ends everything and forgets it."""
        self._shut(self._journal.remove)

    def _shut(self, put_away: Callable[[], None]) -> None:
        """Nothing is written any more, even for those who have this room in their hands already."""
        with self._lock:
            table, self._table = self._table, None
            self._closed = True
            self.feed.close()
            put_away()
        if table is not None:
            table.leave()
            table.wait(_PATIENCE)

    @property
    def is_opened(self) -> bool:
        """Whether the journal tells what is played here; a kill may have left an empty one."""
        return len(self._journal) > 0

    @property
    def size(self) -> int:
        """Bytes of its journal."""
        return self._journal.size

    @property
    def is_closed(self) -> bool:
        """Whether it was put away or deleted, so that nothing happens here any more."""
        return self._closed

    @property
    def is_busy(self) -> bool:
        """Whether a game is under way; from one game of a series to the next, it is."""
        with self._lock:
            return self._table is not None

    @property
    def is_paused(self) -> bool:
        """Whether a game was begun, or is to follow by itself, that nobody plays now."""
        with self._lock:
            return self._table is None and (self.state.phase == "playing" or self._continues())

    def document(self, number: int) -> GameDocument:
        """Return a game as far as it was played. Raise UnknownRoomError."""
        with self._lock:
            begins = self.state.begins
            if not 1 <= number <= len(begins):
                raise UnknownRoomError(f"there is no game {number} in this room; there are {len(begins)}")
            end = begins[number] - 1 if number < len(begins) else len(self._journal)
            lines = self._journal.read(begins[number - 1] - 1, end)
        state = State(keep_output=True)
        state.apply(Opened(setup=self.state.setup))
        for line in lines:
            state.apply(EVENT.validate_json(line))
        return state.game.model_copy(update={"id": f"{self.name}-{number}"})

    # -- inside

    @property
    def _game(self) -> Game[Any]:
        return frames.chosen(self.state.setup.game, self.state.setup.options)

    def _check_game(self, number: int | None) -> None:
        """Raise RoomError if a command is for another game than the one that is played here, or was last."""
        if number is not None and number != self.state.number:
            raise RoomError(f"this is for game {number}, but the room is at game {self.state.number}")

    def _playing(self) -> Table:
        if self.is_paused:
            raise RoomError("too many games are being played at once for this one to go on; stop one first")
        if self.state.phase != "playing" or self._table is None:
            raise RoomError("no game is being played here")
        return self._table

    def _has_programs(self) -> bool:
        return self.state.setup.relay or any(map(is_program, self.state.seats))

    def _continues(self) -> bool:
        if self.state.phase != "over" or self.state.left == 0 or HUMAN in self.state.seats:
            return False
        outcome = self.state.game.outcome
        return outcome is not None and outcome.termination is not Termination.INTERRUPTED

    def _asks_human(self, position: Position[Any]) -> bool:
        return self.state.seats[position.side_to_move] == HUMAN

    def _positions(self) -> list[Position[Any]]:
        found = [frames.start_of(self._game, self.state.setup.start)]
        for frame in self.state.game.frames[1:]:
            assert frame.move is not None  # noqa: S101 (a move led there)
            found.append(found[-1].play(frame.move.text))
        return found

    def _check_undoable(self) -> None:
        if self.state.phase == "ready":
            raise RoomError("no game was begun here")
        if self._has_programs():
            raise RoomError("a program at the table cannot take moves back")
        if HUMAN not in self.state.seats:
            raise RoomError("nobody sits here who could take a move back")
        self._check_space()

    def _check_space(self) -> None:
        if self._journal.size > MOST_BYTES:
            raise RoomError(f"{_FULL}; make another one")

    def _clock_now(self) -> Clock:
        """The clock, less what the side to move has thought already."""
        return clock_at(self.state.clock, self.state.thinking, time.time())

    def _begin(self, left: int) -> None:
        setup, number = self.state.setup, self.state.number + 1
        seats = seats_of(setup, number)
        start = frames.start_of(self._game, setup.start)
        self._write(Began(number=number, players=seats, seats=seats, frame=frames.first_frame(start), left=left))
        self._go_on()

    def _go_on(self) -> None:
        """Has the game played from where it stands."""
        setup, seats, game = self.state.setup, self.state.seats, self._game
        try:
            if setup.relay:
                protocol, commands = joined(self._seating, seats, game.name)
                around = self._seating.launch_options
                table: Table = RelayedTable(
                    self._tell,
                    self._done,
                    game=game,
                    protocol=protocol,
                    commands=commands,
                    seconds=setup.time.move_seconds,
                    launch_options=around,
                )
            else:
                first, second = (self._seating.player(seat, game.name) for seat in seats)
                control = time_control(setup, startup=self._has_programs())
                table = RefereedTable(
                    self._tell,
                    self._done,
                    players=(first, second),
                    control=control,
                    start=self._positions()[-1],
                    ply=self.state.frame.ply,
                    left=self.state.clock,
                )
        except Exception as error:  # noqa: BLE001 (what was right when the room was made may be so no more)
            broken = Outcome(None, Termination.INTERRUPTED, str(error))
            self._write(Ended(number=self.state.number, outcome=frames.shown_outcome(broken)))
            return
        self._table = table
        table.start()

    def _end(self, verdict: Outcome) -> Table:
        with self._lock:
            table = self._playing()
            table.end(verdict)
            return table

    def _leave(self) -> None:
        table, self._table = self._table, None
        if table is not None:
            table.leave()

    def _tell(self, table: Table, event: Event) -> None:
        with self._lock:
            if table is self._table:
                self._write(event)
                if self._journal.size > MOST_BYTES:
                    table.end(Outcome(None, Termination.INTERRUPTED, f"stopped: {_FULL}"))

    def _done(self, table: Table, end: End) -> None:
        with self._lock:
            if table is not self._table:
                return
            self._table = None
            outcome = frames.shown_outcome(end.outcome)
            redo = len(self.state.undone)
            self._write(Ended(number=self.state.number, outcome=outcome, statuses=end.statuses, redo=redo))
            if self._continues():
                self._begin(self.state.left - 1)
            else:
                self._journal.rest()

    def _write(self, event: Event) -> None:
        if self._closed:
            raise RoomError("the room was closed meanwhile; ask for it again")
        event.seq = len(self._journal) + 1
        self._journal.append(event.model_dump_json().encode())
        self.state.apply(event)
        self.feed.notify()
        self._changed.notify_all()


def checked(setup: Setup, seating: Seating) -> None:
    """Raises InputError or ForbiddenError where a room cannot be made so."""
    game = frames.chosen(setup.game, setup.options)
    if frames.start_of(game, setup.start).outcome() is not None:
        raise OptionError("the game is over in the position to start from; choose another")
    if setup.relay:
        if setup.start is not None:
            raise OptionError("programs that are joined play from the initial position; leave start or relay out")
        protocol, _ = joined(seating, setup.players, game.name)
        protocol(game, game.sides[0])
        return
    for text in setup.players:
        seating.player(text, game.name).close()


def seats_of(setup: Setup, number: int) -> tuple[str, str]:
    """Who plays which side in that game: the first player begins the first game, and then they take turns.

    Of joined programs, the one that is told to speak first sits on the second side.
    """
    one, two = setup.players
    turned = _speaks_first(one) and not _speaks_first(two) if setup.relay else setup.alternate and number % 2 == 0
    return (two, one) if turned else (one, two)


def _speaks_first(text: str) -> bool:
    """Return True if a program's command line has the opening word of its protocol."""
    protocol, _, command = text.partition(":")
    return protocol in available_protocols() and dialogue_class(protocol).opening_word in command.split(" ")


def joined(
    seating: Seating, seats: tuple[str, str], game_name: str
) -> tuple[type[Dialogue], tuple[list[str], list[str]]]:
    """Return the protocol of two programs and the words of their command lines, which a single space parts.

    Raise ForbiddenError or OptionError if they cannot be joined.
    """
    protocols = {kind.protocol: kind for kind in protocols_for(game_name) if kind.opening_word is not None}
    if not protocols:
        raise OptionError(f"no protocol of {game_name} joins programs; leave relay out")
    found = [seating.resolved(seat).partition(":") for seat in seats]
    for seat, (name, _, command) in zip(seats, found, strict=True):
        if name not in protocols or name != found[0][0] or not command.strip():
            raise OptionError(f"{quoted(seat)} cannot be joined; expected {' or '.join(protocols)}:COMMAND")
    return protocols[found[0][0]], (found[0][2].split(" "), found[1][2].split(" "))


def time_control(setup: Setup, *, startup: bool) -> TimeControl:
    """The time of a set-up; programs may need a while to start."""
    given = setup.time
    grace = _STARTUP_SECONDS if startup else 0.0
    return TimeControl(given.move_seconds, given.game_seconds, given.increment, startup=grace, options=_TIME_FIELDS)
