"""A room: two players, a game, a time control, and one or more games in sequence."""

import time
from collections import deque
from collections.abc import Callable
from threading import Condition, RLock
from typing import Any, NamedTuple

from crownbridge.arena import ATTEMPTS, TimeControl, who
from crownbridge.arena.clock import STARTUP
from crownbridge.errors import ConflictError, FileError, InputError, NotFoundError, OptionError, ShortageError, quoted
from crownbridge.games import Game, Outcome, Position, Termination
from crownbridge.protocols import Dialogue, available_protocols, dialogue_class, protocols_for
from crownbridge.web import frames
from crownbridge.web.feed import Feed
from crownbridge.web.journal import Journal, Part
from crownbridge.web.rooms.game_thread import GameEnd, GameThread, RefereedGame, RelayedGame
from crownbridge.web.rooms.player_factory import PlayerFactory, is_program
from crownbridge.web.rooms.state import HUMAN, RoomState, clock_at
from crownbridge.web.schemas import (
    EVENT,
    Began,
    Clock,
    Ended,
    Event,
    GameDocument,
    Moved,
    Opened,
    Printed,
    Renamed,
    Setup,
    Thinking,
    TookBack,
)

_TIME_FIELDS = "Seconds per move", "Minutes each"
"""Labels of the time fields in the form of a room: per move, per game."""
_STOP_SECONDS = 15.0
"""Time limit for programs to exit when a game is stopped."""
_FULL = "the log of this room is full"
_RETRY_SECONDS = 1.0
"""Seconds until an event is written again for which there was no space."""
_MOVE_SECONDS = 2.0
"""Time limit for a human's move to be made."""
MOST_BYTES = 128 << 20
"""Size of a room's journal at which its games are stopped, because programs may print endlessly."""


class LoggedGame(NamedTuple):
    """A game as a part of a room's log, which is read when it is needed."""

    name: str
    setup: Setup
    events: int
    part: Part

    def document(self) -> GameDocument:
        """Return the game as far as it was played. Raise FileError."""
        state = RoomState(keep_output=True)
        state.apply(Opened(setup=self.setup))
        for line in self.part.read():
            state.apply(EVENT.validate_json(line))
        return state.game.model_copy(update={"id": self.name})


class Room:
    """Runs commands of pages, and logs the events that result. Thread-safe."""

    def __init__(self, name: str, journal: Journal, player_factory: PlayerFactory) -> None:
        """Open a room in the state of its journal. Raise FileError if that is damaged."""
        self.name = name
        self.state = RoomState()
        self.problem = ""
        """Why the game waits or has stopped, such as a full disk; empty if it continues."""
        self._journal = journal
        self._player_factory = player_factory
        self._lock = RLock()
        self.feed = Feed(journal, self._may_grow, self._lock)
        self._changed = Condition(self._lock)
        self._closed = False
        self._game_thread: GameThread | None = None
        self._unwritten = deque[Event]()
        """Events of the game for which there is no space in the journal."""
        self._answered: Thinking | None = None
        """The request that a human has answered, so that a second move is not taken as the next one."""
        journal.replay(EVENT, self.state.apply)
        if self.is_opened:
            try:
                frames.start_position(self._game, self.state.setup.start)
            except InputError as error:
                raise FileError(f"{journal.path} has a game that cannot be played: {error}") from error

    @classmethod
    def create(
        cls, name: str, make_journal: Callable[[], Journal], setup: Setup, player_factory: PlayerFactory
    ) -> "Room":
        """Create a room. Raise InputError or ForbiddenError before anything is written, and FileError."""
        check_setup(setup, player_factory)
        room = cls(name, make_journal(), player_factory)
        with room._lock:
            try:
                room._write(Opened(setup=setup))
            except FileError:
                room.delete()
                raise
        return room

    # -- commands; with `game`, they raise ConflictError unless it is the number of the current game

    def run(self) -> None:
        """Start the first game, or play again. Raise ConflictError if a game is running."""
        with self._lock:
            if self._game_thread is not None:
                raise ConflictError("a game is already running in this room")
            self._check_space()
            self._write(self._beginning(self.state.setup.games - 1))
            self._play_on()

    def stop(self, game: int | None = None) -> None:
        """Stop the game, and wait until its programs have exited. Raise ConflictError if no game is running."""
        with self._lock:
            self._check_game(game)
            game_thread = self._end(Outcome(None, Termination.INTERRUPTED, "stopped"))
            if self.problem:
                raise ConflictError(f"{self.problem}; the game will end when that is possible")
        game_thread.wait(_STOP_SECONDS)

    def resign(self, side: int, game: int | None = None) -> None:
        """Resign for a human. Raise ConflictError if no game is running or the side is not a human's."""
        with self._lock:
            self._check_game(game)
            self._playing()
            if self.state.seats[side] != HUMAN:
                raise ConflictError("only a human can resign")
            sides = self._game.sides
            self._end(Outcome(sides[side].other, Termination.RESIGNATION, f"{who(HUMAN, sides[side])} resigned"))

    def move(self, ply: int, text: str, game: int | None = None) -> None:
        """Make a human's move in the position at that ply, and wait for it. Raise ConflictError or MoveError."""
        with self._lock:
            self._check_game(game)
            game_thread = self._playing()
            request, frame = self.state.thinking, self.state.frame
            if (
                not isinstance(game_thread, RefereedGame)
                or request is None
                or request.legal is None
                or request is self._answered
            ):
                raise ConflictError("it is not your turn")
            if ply != frame.ply:
                raise ConflictError(f"the game is at ply {frame.ply}, not {ply}")
            game_thread.play(self._game.sides[request.side], game_thread.position.parse_move(text))
            self._answered = request
            self._changed.wait_for(lambda: self.state.thinking is not request, _MOVE_SECONDS)

    def undo(self, game: int | None = None) -> None:
        """Go back to the last position in which a human was to move. Raise ConflictError if there is none."""
        with self._lock:
            self._check_game(game)
            self._check_undoable()
            positions = self._positions()
            turns = [ply for ply, at in enumerate(positions[:-1]) if self._asks_human(at)]
            if not turns:
                raise ConflictError("there is no move to undo")
            ply = turns[-1]
            redo = len(self.state.undone) + self.state.frame.ply - ply
            self._write(TookBack(frame=self.state.game.frames[ply], clock=self._clock_now(), redo=redo))
            self._play_on()

    def redo(self, game: int | None = None) -> None:
        """Repeat undone moves up to the next human's turn. Raise ConflictError if there are none."""
        with self._lock:
            self._check_game(game)
            self._check_undoable()
            undone = self.state.undone
            if not undone:
                raise ConflictError("there is no move to redo")
            clock, position = self._clock_now(), self._positions()[-1]
            moves: list[Event] = []
            for number, (frame, turn) in enumerate(undone, 1):
                assert frame.move is not None  # noqa: S101 (a move led there)
                position = position.play(frame.move.text)
                turn_now = turn.model_copy(update={"clock": clock})
                moves.append(Moved(frame=frame, turn=turn_now, redo=len(undone) - number))
                if self._asks_human(position):
                    break
            self._write(*moves)
            self._play_on()

    def rename(self, title: str) -> None:
        """Set the title; an empty one stands for the players."""
        with self._lock:
            self._write(Renamed(title=title))
            if self._game_thread is None:
                self._journal.close_file()

    def position(self, game: int | None = None) -> Position[Any]:
        """Return the current position. Raise ConflictError if no game has started or it is relayed."""
        with self._lock:
            self._check_game(game)
            if self.state.phase == "ready" or self.state.setup.relay:
                raise ConflictError("there is no refereed game in this room")
            return self._positions()[-1]

    # -- called by the server

    def resume(self) -> None:
        """Resume the game that was running when the room was closed; end it if programs took part."""
        with self._lock:
            if self.state.phase == "playing":
                if self._has_programs():
                    stopped = Outcome(None, Termination.INTERRUPTED, "the server was stopped")
                    self._write(Ended(number=self.state.number, outcome=frames.outcome_schema(stopped)))
                else:
                    self._play_on()
            elif self._continues():
                self._write(self._beginning(self.state.left - 1))
                self._play_on()

    def close(self) -> None:
        """Stop the game; it can be resumed from the journal."""
        self._shut(self._journal.close_file)

    def suspend(self) -> bool:
        """Close the room if it only waits for a human's move; return True if it did."""
        with self._lock:
            request = self.state.thinking
            waits = request is not None and request.legal is not None and request is not self._answered
            if self._game_thread is None or not waits or self._has_programs():
                return False
            self._leave()
            self._closed = True
            self.feed.close()
            self._journal.close_file()
            return True

    def delete(self) -> None:
        """Stop the game, and delete the journal."""
        self._shut(self._journal.remove)

    def _shut(self, close_journal: Callable[[], None]) -> None:
        """Close the room for all who hold a reference to it: nothing is written from now on."""
        with self._lock:
            game_thread, self._game_thread = self._game_thread, None
            self._closed = True
            self.feed.close()
            close_journal()
        if game_thread is not None:
            game_thread.leave()
            game_thread.wait(_STOP_SECONDS)

    @property
    def is_opened(self) -> bool:
        """Whether the journal has the set-up; a kill may leave an empty one."""
        return len(self._journal) > 0

    @property
    def size(self) -> int:
        """Size of the journal in bytes."""
        return self._journal.size

    @property
    def is_closed(self) -> bool:
        """Whether it was closed, suspended or deleted."""
        return self._closed

    @property
    def is_busy(self) -> bool:
        """Whether a game is running; between two games of a series, it is."""
        with self._lock:
            return self._game_thread is not None

    @property
    def is_paused(self) -> bool:
        """Whether a game has started, or is next in a series, that is not running."""
        with self._lock:
            return self._game_thread is None and (self.state.phase == "playing" or self._continues())

    def document(self, number: int) -> GameDocument:
        """Return a game as far as it was played. Raise NotFoundError."""
        return self.logged(number).document()

    def logged(self, number: int) -> "LoggedGame":
        """Return the part of the log of a game. Raise NotFoundError."""
        with self._lock:
            begins = self.state.begins
            if not 1 <= number <= len(begins):
                raise NotFoundError(f"there is no game {number} in this room; the last one is {len(begins)}")
            end = begins[number] - 1 if number < len(begins) else len(self._journal)
            begin = begins[number - 1] - 1
            return LoggedGame(f"{self.name}-{number}", self.state.setup, end - begin, self._journal.part(begin, end))

    # -- internal

    def _may_grow(self) -> bool:
        """Return True if events may follow that a watcher must see at once: people have clocks, and start games."""
        return self.is_busy or HUMAN in self.state.setup.players

    @property
    def _game(self) -> Game[Any]:
        return frames.load_game(self.state.setup.game, self.state.setup.options)

    def _check_game(self, number: int | None) -> None:
        """Raise ConflictError if a command is for another game than the current or last one."""
        if number is not None and number != self.state.number:
            raise ConflictError(f"the command is for game {number}, but the room is at game {self.state.number}")

    def _playing(self) -> GameThread:
        if self.is_paused:
            raise ConflictError("too many games are running to resume this one; stop one first")
        if self.state.phase != "playing" or self._game_thread is None:
            raise ConflictError("no game is running in this room")
        return self._game_thread

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
        positions = [frames.start_position(self._game, self.state.setup.start)]
        for frame in self.state.game.frames[1:]:
            assert frame.move is not None  # noqa: S101 (a move led there)
            positions.append(positions[-1].play(frame.move.text))
        return positions

    def _check_undoable(self) -> None:
        if self.state.phase == "ready":
            raise ConflictError("no game has started in this room")
        if self._has_programs():
            raise ConflictError("moves cannot be undone in a game with a program")
        if HUMAN not in self.state.seats:
            raise ConflictError("moves can only be undone in a game with a human")
        self._check_space()

    def _check_space(self) -> None:
        if self._journal.size > MOST_BYTES:
            raise ConflictError(f"{_FULL}; open another one")

    def _clock_now(self) -> Clock:
        """Return the clock, less the time that the side to move has used."""
        return clock_at(self.state.clock, self.state.thinking, time.time())

    def _beginning(self, left: int) -> Began:
        """Return the event that begins the next game."""
        setup, number = self.state.setup, self.state.number + 1
        seats, names = (of(setup, self.state.round_of(number)) for of in (seats_of, names_of))
        start = frames.start_position(self._game, setup.start)
        return Began(number=number, players=names, seats=seats, frame=frames.first_frame(start), left=left)

    def _play_on(self) -> None:
        """Play the game from its current position, and leave the game thread that played it, if any."""
        self._leave()
        self._unwritten.clear()
        setup, seats, game = self.state.setup, self.state.seats, self._game
        try:
            if setup.relay:
                protocol, commands = relay_commands(self._player_factory, seats, game.name)
                launch_options = self._player_factory.launch_options
                game_thread: GameThread = RelayedGame(
                    self._on_event,
                    self._on_end,
                    game=game,
                    protocol=protocol,
                    commands=commands,
                    seconds=setup.time.move_seconds,
                    launch_options=launch_options,
                )
            else:
                first, second = (self._player_factory.player(seat, game.name) for seat in seats)
                control = self._player_factory.control or time_control(setup, startup=self._has_programs())
                game_thread = RefereedGame(
                    self._on_event,
                    self._on_end,
                    players=(first, second),
                    control=control,
                    adjudicators=self._player_factory.adjudicators,
                    start=self._positions()[-1],
                    ply=self.state.frame.ply,
                    left=self.state.clock,
                    may_be_void=self.state.attempts < ATTEMPTS - 1,
                )
        except Exception as error:  # noqa: BLE001 (a player that was valid when the room was created may have become invalid)
            broken = Outcome(None, Termination.INTERRUPTED, str(error))
            self._write(Ended(number=self.state.number, outcome=frames.outcome_schema(broken)))
            return
        self._game_thread = game_thread
        game_thread.start()

    def _end(self, verdict: Outcome) -> GameThread:
        with self._lock:
            game_thread = self._playing()
            game_thread.end(verdict)
            return game_thread

    def _leave(self) -> None:
        game_thread, self._game_thread = self._game_thread, None
        if game_thread is not None:
            game_thread.leave()

    def _on_event(self, game_thread: GameThread, event: Event) -> None:
        with self._lock:
            if self._write_for(game_thread, event) and self._journal.size > MOST_BYTES:
                game_thread.end(Outcome(None, Termination.INTERRUPTED, f"stopped: {_FULL}"))

    def _on_end(self, game_thread: GameThread, end: GameEnd) -> None:
        with self._lock:
            outcome, redo = frames.outcome_schema(end.outcome), len(self.state.undone)
            ended = Ended(
                number=self.state.number, outcome=outcome, statuses=end.statuses, redo=redo, is_void=end.is_void
            )
            plays_again = end.is_void and HUMAN not in self.state.seats
            try:
                if not self._write_for(game_thread, ended):
                    return
                goes_on = plays_again or self._continues()
                if goes_on and not self._write_for(game_thread, self._beginning(self.state.left - (not plays_again))):
                    return
            except FileError as error:
                self.problem = str(error)
                goes_on = False
            self._game_thread = None
            if goes_on:
                self._play_on()
            else:
                self._journal.close_file()

    def _write_for(self, game_thread: GameThread, event: Event) -> bool:
        """Write an event of a game; while there is no space, say so and wait. Return False if the game was left.

        Output is written with the next event in this case: the program that prints it is thinking.
        """
        if game_thread is self._game_thread:
            self._unwritten.append(event)
        while game_thread is self._game_thread and self._unwritten:
            earliest = self._unwritten.popleft()
            if isinstance(earliest, Thinking):
                earliest.at = time.time()  # the clock starts afterwards
            try:
                self._write(earliest)
            except ShortageError as error:
                self.problem = str(error)
                self._unwritten.appendleft(earliest)
                if isinstance(event, Printed):
                    break
                self._changed.wait(_RETRY_SECONDS)
            else:
                self.problem = ""
        return game_thread is self._game_thread

    def _write(self, *events: Event) -> None:
        """Write events, all or none of them. Raise ConflictError or FileError."""
        if self._closed:
            raise ConflictError("the room was closed meanwhile; open it again")
        for number, event in enumerate(events, len(self._journal) + 1):
            event.seq = number
        self._journal.append(*(event.model_dump_json().encode() for event in events))
        for event in events:
            self.state.apply(event)
        self.feed.notify()
        self._changed.notify_all()


def check_setup(setup: Setup, player_factory: PlayerFactory) -> None:
    """Raise InputError or ForbiddenError if a set-up is invalid."""
    game = frames.load_game(setup.game, setup.options)
    if frames.start_position(game, setup.start).outcome() is not None:
        raise OptionError("the game is over in the start position; choose another")
    if setup.relay:
        if setup.start is not None:
            raise OptionError("relayed programs play from the initial position; omit start or relay")
        protocol, _ = relay_commands(player_factory, setup.players, game.name)
        protocol(game, game.sides[0])
        return
    for text in setup.players:
        player_factory.player(text, game.name).close()


def is_swapped(setup: Setup, number: int) -> bool:
    """Return True if the players have exchanged sides in a game, void ones not counted: the first one begins the first.

    Of two relayed programs, the one that sends the first message has the second side.
    """
    if setup.relay:
        return _speaks_first(setup.players[0]) and not _speaks_first(setup.players[1])
    return setup.alternate and number % 2 == 0


def seats_of(setup: Setup, number: int) -> tuple[str, str]:
    """Return the players of a game by side."""
    one, two = setup.players
    return (two, one) if is_swapped(setup, number) else (one, two)


def names_of(setup: Setup, number: int) -> tuple[str, str]:
    """Return the names of the players of a game by side; a player without a name has that of its kind."""
    one, two = (name.strip() or player for name, player in zip(setup.names, setup.players, strict=True))
    return (two, one) if is_swapped(setup, number) else (one, two)


def score_of(state: RoomState) -> tuple[float, float]:
    """Return the points of both players over the finished games of a room."""
    points = [0.0, 0.0]
    for number, outcome in state.results.items():
        if outcome.winner is not None:
            points[1 - outcome.winner if is_swapped(state.setup, state.round_of(number)) else outcome.winner] += 1
        elif outcome.termination is not Termination.INTERRUPTED:
            points = [points[0] + 0.5, points[1] + 0.5]
    return points[0], points[1]


def _speaks_first(text: str) -> bool:
    """Return True if a program's command line has the opening word of its protocol."""
    protocol, _, command = text.partition(":")
    return protocol in available_protocols() and dialogue_class(protocol).opening_word in command.split(" ")


def relay_commands(
    player_factory: PlayerFactory, seats: tuple[str, str], game_name: str
) -> tuple[type[Dialogue], tuple[list[str], list[str]]]:
    """Return the protocol of two programs and their command lines, split at single spaces.

    Raise ForbiddenError or OptionError if their messages cannot be relayed.
    """
    protocols = {kind.protocol: kind for kind in protocols_for(game_name) if kind.opening_word is not None}
    if not protocols:
        raise OptionError(f"no protocol of {game_name} supports relaying; omit relay")
    parts = [player_factory.resolved(seat).partition(":") for seat in seats]
    for seat, (name, _, command) in zip(seats, parts, strict=True):
        if name not in protocols or name != parts[0][0] or not command.strip():
            raise OptionError(f"{quoted(seat)} cannot be relayed; expected {' or '.join(protocols)}:COMMAND")
    return protocols[parts[0][0]], (parts[0][2].split(" "), parts[1][2].split(" "))


def time_control(setup: Setup, *, startup: bool) -> TimeControl:
    """Return the time control of a set-up, with time for programs to start up."""
    limits = setup.time
    grace = STARTUP if startup else 0.0
    return TimeControl(limits.move_seconds, limits.game_seconds, limits.increment, startup=grace, options=_TIME_FIELDS)
