"""Relay between two programs: each line is forwarded unchanged, and reported with what is wrong with it.

Unlike the referee, the relay judges nothing. The game ends when a program exits, stays silent for too long, or
announces the end of the game.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from crownbridge.arena.referee import judge
from crownbridge.errors import PositionError, quoted
from crownbridge.games import Game, Position, Side, Termination
from crownbridge.players import FaultError
from crownbridge.players.crash_cause import crash_cause
from crownbridge.players.process import DEFAULT_LAUNCH, LaunchOptions, Program, close_together
from crownbridge.protocols import Dialogue, MoveReply, ProtocolViolation, RelayedLine
from crownbridge.records import Decision

UNSTARTED_SECONDS = 20.0
"""Timeout for the first message if no command has the opening word: both programs then usually wait for each other."""


class Relayed(NamedTuple):
    """A line that one program sent and that was forwarded to the other."""

    side: Side
    line: bytes
    position: Position[Any] | None
    """The position that the line states, right or wrong, or `None`."""
    move: Any
    """The move that the line states, or `None`."""
    message: RelayedLine | None
    """The parsed line, or `None` if it does not follow the protocol."""
    problem: str
    """The violation of the rules or the protocol; empty if there is none."""
    seconds: float
    stdout: bytes
    stderr: bytes
    dropped: int


class RelayEnded(NamedTuple):
    """The end of a relayed game, and the side that caused it."""

    side: Side
    reason: str
    statuses: tuple[str, str]
    """Exit status of each program, by side."""
    last_words: tuple[tuple[bytes, bytes], tuple[bytes, bytes]]
    """Remaining output of each program on stdout and stderr, by side."""


class Relay:
    """Connects two programs whose protocol has an opening word; the program that gets the word as argument starts."""

    def __init__(  # noqa: PLR0913, PLR0917 (all that it depends on)
        self,
        game: Game[Any],
        protocol: type[Dialogue],
        commands: tuple[list[str], list[str]],
        seconds: float,
        launch_options: tuple[LaunchOptions, LaunchOptions] = (DEFAULT_LAUNCH, DEFAULT_LAUNCH),
        listener: Callable[[Side, str, bytes], None] | None = None,
    ) -> None:
        """Prepare the game; `listener` is called with the side, `stdout` or `stderr`, and the bytes of all output.

        Raise OptionError if the protocol does not support the game's options.
        """
        self._game = game
        self._dialogues = {side: protocol(game, side) for side in game.sides}
        self.opener = next(side for side in game.sides if self._dialogues[side].greets)
        """The side that sends the first message."""
        self._commands = commands
        self._seconds = seconds
        self._launch_options = launch_options
        self._listener = listener
        self._programs: dict[Side, Program] = {}
        self._interrupted = False

    def interrupt(self) -> None:
        """End the game as if a program had exited. May be called from any thread."""
        self._interrupted = True
        for program in list(self._programs.values()):
            program.interrupt()

    def run(self) -> Iterator[Relayed | RelayEnded]:
        """Yield every line as it comes, and finally the end."""
        programs = self._programs
        blamed, reason, problem, failed = self.opener, "", "", False
        try:
            for side, command, options in zip(self._game.sides, self._commands, self._launch_options, strict=True):
                blamed = side
                listener = None if self._listener is None else partial(self._listener, side)
                opponents = self._launch_options[side.other].named_files(self._commands[side.other])
                options = options._replace(hidden=(*options.hidden, *opponents))  # noqa: PLW2901 (the same, with more hidden)
                programs[side] = Program(command, options, None, listener)
                if self._interrupted:
                    programs[side].interrupt()
            for side, program in programs.items():
                program.accompany(programs[side.other])
            before: Position[Any] | None = None
            blamed = expected = self.opener
            received = self._first_line(programs, expected)
            while True:
                blamed, line, seconds = received
                relayed = self._relayed(programs[blamed], blamed, line, seconds, before)
                yield relayed
                problem = relayed.problem
                before = relayed.position or before
                blamed = expected = blamed.other
                programs[expected].send(line + b"\n", time.monotonic() + self._seconds)
                if relayed.message is not None and relayed.message.outcome is not None:
                    break
                received = self._next_line(programs, expected, self._seconds)
            blamed, reason = blamed.other, "announced that the game is over"
        except FaultError as fault:
            reason = str(fault)
            failed = fault.termination in (Termination.CRASH, Termination.DISCONNECT)
        finally:
            close_together(*programs.values())
        statuses = [programs[side].status if side in programs else "not started" for side in self._game.sides]
        rest = [programs[side].take_output() if side in programs else (b"", b"", 0) for side in self._game.sides]
        if failed and (cause := crash_cause(rest[blamed][1])):
            reason += f": {cause}"
        if failed and problem:  # the other program has exited because of the wrong line
            blamed, reason = blamed.other, f"sent a wrong line: {problem}; then {blamed} {reason}"
        yield RelayEnded(blamed, reason, (statuses[0], statuses[1]), (rest[0][:2], rest[1][:2]))

    def _first_line(self, programs: dict[Side, Program], expected: Side) -> tuple[Side, bytes, float]:
        """Return the first line; raise FaultError if none comes, early if no command has the opening word."""
        word = self._dialogues[self.opener].opening_word
        if any(word in command for command in self._commands):
            return self._next_line(programs, expected, self._seconds)
        try:
            return self._next_line(programs, expected, min(self._seconds, UNSTARTED_SECONDS))
        except FaultError as fault:
            if fault.termination is not Termination.TIMEOUT:
                raise
            most = min(self._seconds, UNSTARTED_SECONDS)
            reason = (
                f"has not sent a first message within {most:g} s; start one of the programs with the argument {word}"
            )
            raise FaultError(fault.termination, reason) from None

    def _next_line(
        self, programs: dict[Side, Program], expected: Side, most_seconds: float
    ) -> tuple[Side, bytes, float]:
        """Return the next line of either program; wait for the expected one."""
        began = time.monotonic()
        while True:
            for side in (expected.other, expected):
                line = programs[side].buffered_line()
                if line is not None:
                    return side, line, time.monotonic() - began
            programs[expected].await_output(began + most_seconds)

    def _relayed(
        self, program: Program, side: Side, line: bytes, seconds: float, before: Position[Any] | None
    ) -> Relayed:
        stdout, stderr, dropped = program.take_output()
        message = self._dialogues[side].parse_relayed(line)
        position, move, problem = self._examine(side, line, message, before)
        return Relayed(side, line, position, move, message, problem, seconds, stdout, stderr, dropped)

    def _examine(
        self, side: Side, line: bytes, message: RelayedLine | None, before: Position[Any] | None
    ) -> tuple[Position[Any] | None, Any, str]:
        """Return the position and the move that a line states, and what is wrong with it."""
        try:
            position = None if message is None else self._game.parse(message.position)
        except PositionError as error:
            return None, None, str(error)
        if message is not None and message.begins:
            return position, None, "" if before is None else "the game has already started"
        if message is not None and message.outcome is not None:
            outcome = None if before is None else before.outcome()
            right = outcome is not None and message.outcome.winner == outcome.winner
            return position, None, "" if right else f"claims that the game is over: {quoted(line)}"
        reply = self._dialogues[side].read(line)
        if isinstance(reply, MoveReply):
            return position, reply.move, "" if before is None else _violation(before, reply)
        return position, None, reply.reason if isinstance(reply, ProtocolViolation) else ""


def _violation(before: Position[Any], reply: MoveReply) -> str:
    try:
        judge(before, Decision(reply.move, 0.0, claim=reply.claim))
    except FaultError as fault:
        return str(fault)
    return ""
