"""Two programs joined to each other: every line is passed on, whatever it says, and shown with what is wrong with it.

The referee's opposite: nothing is judged. The game ends when a program ends, says nothing for too long, or says that it
is over.
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
"""For the first message where no command has the opening word: both programs then usually wait for each other."""


class Relayed(NamedTuple):
    """A line that one program sent, and that was passed on to the other."""

    side: Side
    line: bytes
    position: Position[Any] | None
    """The position that the line tells, right or wrong; `None` where it tells none."""
    move: Any
    """The move that it tells, or `None`."""
    told: RelayedLine | None
    """What the line says, or `None` if it is not of the protocol."""
    problem: str
    """Why it is not what the rules and the protocol allow; empty when it is."""
    seconds: float
    stdout: bytes
    stderr: bytes
    dropped: int


class Silence(NamedTuple):
    """The end: who ended it, and how."""

    side: Side
    reason: str
    statuses: tuple[str, str]
    """How each program ended, by side."""
    last_words: tuple[tuple[bytes, bytes], tuple[bytes, bytes]]
    """What each still printed on stdout and stderr, by side."""


class Relay:
    """Joins two programs of a protocol that has an opening word; the one that is given the word speaks first."""

    def __init__(  # noqa: PLR0913, PLR0917 (all that it depends on)
        self,
        game: Game[Any],
        protocol: type[Dialogue],
        commands: tuple[list[str], list[str]],
        seconds: float,
        launch_options: tuple[LaunchOptions, LaunchOptions] = (DEFAULT_LAUNCH, DEFAULT_LAUNCH),
        listener: Callable[[Side, str, bytes], None] | None = None,
    ) -> None:
        """The `listener` hears what each prints, as it comes: the side, `stdout` or `stderr`, and the bytes.

        Raise OptionError if the protocol is not for the game's options.
        """
        self._game = game
        self._dialogues = {side: protocol(game, side) for side in game.sides}
        self.opener = next(side for side in game.sides if self._dialogues[side].greets)
        """The side that is to speak first."""
        self._commands = commands
        self._seconds = seconds
        self._launch_options = launch_options
        self._listener = listener
        self._programs: dict[Side, Program] = {}
        self._interrupted = False

    def interrupt(self) -> None:
        """Has the game end as if a program had; from any thread."""
        self._interrupted = True
        for program in list(self._programs.values()):
            program.interrupt()

    def run(self) -> Iterator[Relayed | Silence]:
        """Every line as it comes, and then the end."""
        programs = self._programs
        blamed, reason, problem, failed = self.opener, "", "", False
        try:
            for side, command, around in zip(self._game.sides, self._commands, self._launch_options, strict=True):
                blamed = side
                listener = None if self._listener is None else partial(self._listener, side)
                opponents = self._launch_options[side.other].named_files(self._commands[side.other])
                around = around._replace(hidden=(*around.hidden, *opponents))  # noqa: PLW2901 (the same, with more hidden)
                programs[side] = Program(command, around, None, listener)
                if self._interrupted:
                    programs[side].interrupt()
            for side, program in programs.items():
                program.accompany(programs[side.other])
            before: Position[Any] | None = None
            blamed = expected = self.opener
            spoken = self._first_line(programs, expected)
            while True:
                blamed, line, seconds = spoken
                relayed = self._relayed(programs[blamed], blamed, line, seconds, before)
                yield relayed
                problem = relayed.problem
                before = relayed.position or before
                blamed = expected = blamed.other
                programs[expected].send(line + b"\n", time.monotonic() + self._seconds)
                if relayed.told is not None and relayed.told.outcome is not None:
                    break
                spoken = self._next_line(programs, expected, self._seconds)
            blamed, reason = blamed.other, "said that the game is over"
        except FaultError as fault:
            reason = str(fault)
            failed = fault.termination in (Termination.CRASH, Termination.DISCONNECT)
        finally:
            close_together(*programs.values())
        statuses = [str(programs[side].end) if side in programs else "not started" for side in self._game.sides]
        rest = [programs[side].take_output() if side in programs else (b"", b"", 0) for side in self._game.sides]
        if failed and (cause := crash_cause(rest[blamed][1])):
            reason += f": {cause}"
        if failed and problem:  # the other one has only ended because of it
            blamed, reason = blamed.other, f"sent a wrong line: {problem}; then {blamed} {reason}"
        yield Silence(blamed, reason, (statuses[0], statuses[1]), (rest[0][:2], rest[1][:2]))

    def _first_line(self, programs: dict[Side, Program], expected: Side) -> tuple[Side, bytes, float]:
        """Return the first line. Raise FaultError if none comes, soon where no command has the opening word."""
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
                f"has sent no first message within {most:g} s; is one of the programs started with the word {word}?"
            )
            raise FaultError(fault.termination, reason) from None

    def _next_line(
        self, programs: dict[Side, Program], expected: Side, most_seconds: float
    ) -> tuple[Side, bytes, float]:
        """The next line of whichever program has one, though one of them is expected to speak."""
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
        told = self._dialogues[side].parse_relayed(line)
        position, move, problem = self._examine(side, line, told, before)
        return Relayed(side, line, position, move, told, problem, seconds, stdout, stderr, dropped)

    def _examine(
        self, side: Side, line: bytes, told: RelayedLine | None, before: Position[Any] | None
    ) -> tuple[Position[Any] | None, Any, str]:
        """Return the position and the move that a line tells, and what is wrong with it."""
        try:
            position = None if told is None else self._game.parse(told.position)
        except PositionError as error:
            return None, None, str(error)
        if told is not None and told.begins:
            return position, None, "" if before is None else "the game has begun already"
        if told is not None and told.outcome is not None:
            outcome = None if before is None else before.outcome()
            right = outcome is not None and told.outcome.winner == outcome.winner
            return position, None, "" if right else f"says that the game is over: {quoted(line)}"
        reply = self._dialogues[side].read(line)
        if isinstance(reply, MoveReply):
            return position, reply.move, "" if before is None else _what_is_wrong(before, reply)
        return position, None, reply.reason if isinstance(reply, ProtocolViolation) else ""


def _what_is_wrong(before: Position[Any], reply: MoveReply) -> str:
    try:
        judge(before, Decision(reply.move, 0.0, claim=reply.claim))
    except FaultError as fault:
        return str(fault)
    return ""
