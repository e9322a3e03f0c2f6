"""Two programs joined to each other: every line is passed on, whatever it says, and shown with what is wrong with it.

The referee's opposite: nothing is judged. The game ends when a program ends, says nothing for too long, or says that it
is over.
"""

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from crownbridge.errors import MoveError
from crownbridge.games import Game, Position, Side
from crownbridge.players import FaultError
from crownbridge.players.process import ANYWHERE, Program, Surroundings
from crownbridge.protocols import Nonsense, Played
from crownbridge.protocols.kth import BEGINNING, Kth, parse_message


class Relayed(NamedTuple):
    """A line that one program sent, and that was passed on to the other."""

    side: Side
    line: bytes
    position: Position[Any] | None
    """The position that the line tells, right or wrong; `None` where it tells none."""
    move: Any
    """The move that it tells, or `None`."""
    problem: str
    """Why it is not what the rules and the protocol allow; empty when it is."""
    seconds: float
    stdout: bytes
    stderr: bytes


class Silence(NamedTuple):
    """The end: who ended it, and how."""

    side: Side
    reason: str
    statuses: tuple[str, str]
    """How each program ended, by side."""


class Relay:
    """Joins two checkers clients that speak the KTH protocol; the one that is given `init` starts and plays white."""

    def __init__(
        self,
        game: Game[Any],
        commands: tuple[list[str], list[str]],
        seconds: float,
        surroundings: tuple[Surroundings, Surroundings] = (ANYWHERE, ANYWHERE),
    ) -> None:
        self._game = game
        self._commands = commands
        self._seconds = seconds
        self._surroundings = surroundings

    def run(self) -> Iterator[Relayed | Silence]:
        """Every line as it comes, and then the end."""
        red, white = self._game.sides
        programs: dict[Side, Program] = {}
        side, reason = white, ""
        try:
            for seat, command, around in zip((red, white), self._commands, self._surroundings, strict=True):
                side = seat
                programs[seat] = Program(command, around)
            side = white
            before: Position[Any] | None = None
            while True:
                relayed = self._next(programs[side], side, before)
                yield relayed
                programs[side.other].send(relayed.line + b"\n", time.monotonic() + self._seconds)
                before, side = relayed.position, side.other
                told = parse_message(relayed.line)
                if told is not None and told.description in ("-2", "-3", "-4"):
                    reason = "said that the game is over"
                    break
        except FaultError as fault:
            reason = str(fault)
        finally:
            for program in programs.values():
                program.close()
        statuses = [str(programs[seat].end) if seat in programs else "not started" for seat in (red, white)]
        yield Silence(side, reason, (statuses[0], statuses[1]))

    def _next(self, program: Program, side: Side, before: Position[Any] | None) -> Relayed:
        began = time.monotonic()
        line = program.read_line(began + self._seconds)
        seconds = time.monotonic() - began
        stdout, stderr, _ = program.take_output()
        position, move, problem = self._examine(side, line, before)
        return Relayed(side, line, position, move, problem, seconds, stdout, stderr)

    def _examine(self, side: Side, line: bytes, before: Position[Any] | None) -> tuple[Position[Any] | None, Any, str]:
        """What a line tells, and what is wrong with it."""
        told = parse_message(line)
        position = None
        if told is not None:
            try:
                position = self._game.parse(told.state)
            except ValueError as error:
                return None, None, str(error)
            if told.description == BEGINNING:
                return position, None, "" if before is None else "the game has begun already"
        reply = Kth(self._game, side).read(line)
        if isinstance(reply, Nonsense):
            return position, None, "" if told and told.description in ("-2", "-3", "-4") else reply.reason
        if not isinstance(reply, Played) or before is None:
            return position, getattr(reply, "move", None), ""
        try:
            after = before.play(reply.move)
        except MoveError as error:
            return position, reply.move, str(error)
        wrong = reply.claim != str(after)
        return position, reply.move, f"after {reply.move} the state should be {str(after)!r}" if wrong else ""
