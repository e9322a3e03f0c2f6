"""A program as a player, through one of the protocols."""

import time
from pathlib import Path
from typing import Any

from crownbridge.errors import quoted
from crownbridge.games import Game, Outcome, Position, Side, Termination
from crownbridge.players.crash_cause import crash_cause
from crownbridge.players.player import FaultError, Player, TimeLimit
from crownbridge.players.process import ANYWHERE, Program, Surroundings, Watcher, close_together
from crownbridge.protocols import Dialogue, Nonsense, Played, Resigned, Stopped, Turn
from crownbridge.records import Decision

_BROKE_PROTOCOL = "broke the protocol"
LAST_CHANCE = 0.5
"""Seconds in which a program that was silent may end by itself."""
_FLUSH = "flush stdout after every line"


class ProgramPlayer(Player):
    """Starts the program anew for every game."""

    def __init__(
        self,
        name: str,
        command: list[str],
        protocol: type[Dialogue],
        surroundings: Surroundings = ANYWHERE,
    ) -> None:
        self.name = name
        self._command = command
        self._protocol = protocol
        self.starts_anywhere = protocol.starts_anywhere
        """Whether a game can start from any position."""
        self.protocol = protocol.protocol
        self._surroundings = surroundings
        self.watch: Watcher | None = None
        """Hears every line between us and the program."""
        self._program: Program | None = None
        self._passed_over = b""
        self._opponents_files: frozenset[Path] = frozenset()
        self._started: list[str] = []

    def start(self, game: Game[Any], side: Side, limit: TimeLimit) -> float:
        """Start the program, and read its greeting if the protocol has one: a part of the first move."""
        self._dialogue = self._protocol(game, side)
        command = [*self.command(game, side), *self._dialogue.arguments()]
        self._started = command
        program = self._program = Program(command, self._around(), self.watch, self.listener)
        began = time.monotonic()
        deadline = began + limit.seconds + limit.allowance
        try:
            program.send(self._dialogue.start(int(limit.seconds * 1000)), deadline)
            greeted: Nonsense | bool = not self._dialogue.greets
            while greeted is False:
                greeted = self._dialogue.read_greeting(program.read_line(deadline))
            if isinstance(greeted, Nonsense):
                raise FaultError(Termination.PROTOCOL_ERROR, _BROKE_PROTOCOL, hint=greeted.reason)
        except FaultError as fault:
            raise self._explained(fault, program, began, 0.0) from None
        return time.monotonic() - began if self._dialogue.greets else 0.0

    def face(self, other: Player) -> None:
        """Keeps the opponent's files from our program, which may lie in the same folder."""
        if isinstance(other, ProgramPlayer):
            self._opponents_files = other.files()

    def files(self) -> frozenset[Path]:
        """The files that the command line names."""
        return self._surroundings.named_files(self._command)

    def _around(self) -> Surroundings:
        around = self._surroundings
        return around._replace(hidden=(*around.hidden, *self._opponents_files))

    def accompany(self, other: Player) -> None:
        """Takes in what the opponent's program prints while we wait for ours."""
        if isinstance(other, ProgramPlayer):
            self._running().accompany(other._running())

    def command(self, game: Game[Any], side: Side) -> list[str]:  # noqa: ARG002 (for those whose command depends on it)
        """The command line for a game, without what the protocol adds."""
        return self._command

    def choose(self, position: Position[Any], last: Turn | None, limit: TimeLimit) -> Decision:
        """Asks, and reads lines until one is an answer."""
        program = self._running()
        cpu, began = program.cpu_seconds(), time.monotonic()
        deadline = began + limit.seconds + limit.allowance
        self._passed_over = b""
        try:
            if not program.is_attended:
                program.drain()
            if last is not None or not self._dialogue.moves_unasked:
                self._refuse_early_words(program)
            self._dialogue.timed_by_moves = limit.clock is None
            program.send(self._dialogue.ask(position, last, int(limit.seconds * 1000)), deadline)
            while True:
                line = program.read_line(deadline)
                reply = self._dialogue.read(line)
                if reply is not None:
                    break
                self._passed_over = line
            match reply:
                case Played():
                    return self._turn(program, began, cpu)._replace(line=line, **reply._asdict())
                case Resigned():
                    raise FaultError(Termination.RESIGNATION, "resigned")
                case Stopped(reason):
                    raise self._stop_fault(reason)
                case Nonsense(reason):
                    raise FaultError(Termination.PROTOCOL_ERROR, _BROKE_PROTOCOL, hint=reason)
        except FaultError as fault:
            raise self._explained(fault, program, began, cpu) from None

    def _explained(self, fault: FaultError, program: Program, began: float, cpu: float) -> FaultError:
        """The fault with what the program had done of its turn, and with what may explain it."""
        turn = self._turn(program, began, cpu)
        hint = fault.hint
        if fault.termination is Termination.CRASH and (cause := crash_cause(turn.stderr)):
            hint = f"{hint}; {cause}" if hint else cause
            if missed := self._around().missed(self._started, _last_line(turn.stderr)):
                hint += f"; the sandbox hides {missed}; --read makes it visible"
        elif fault.termination is Termination.TIMEOUT:
            hint, turn = self._silence(program, turn)
        return FaultError(fault.termination, fault.reason, turn, hint)

    def _silence(self, program: Program, turn: Decision) -> tuple[str, Decision]:
        """What may explain that no answer came in time, and the turn with what the program printed until then."""
        if turn.stdout and not turn.stdout.endswith(b"\n"):
            return f"it printed {quoted(turn.stdout[-80:])} without an end of line", turn
        if self._passed_over.strip():
            return f"it printed {quoted(self._passed_over)}, which means nothing here", turn
        if program.has_printed:
            return "", turn
        program.hang_up(LAST_CHANCE)  # what it has printed but not flushed comes when it ends
        stdout, stderr, dropped = program.take_output()
        turn = turn._replace(stdout=stdout, stderr=turn.stderr + stderr, dropped=turn.dropped + dropped)
        if stdout:
            return f"{quoted(stdout.splitlines()[0])} came only when its input was closed; {_FLUSH}", turn
        return "nothing has ever come; does it flush its output?", turn

    def _refuse_early_words(self, program: Program) -> None:
        """Raise FaultError for a line that was printed before it was asked for, unless it means nothing."""
        while (line := program.buffered_line()) is not None:
            reply = self._dialogue.read(line)
            if isinstance(reply, Stopped):
                raise self._stop_fault(reply.reason)
            if reply is not None:
                raise FaultError(Termination.PROTOCOL_ERROR, "moved before it was its turn", hint=quoted(line))

    def _stop_fault(self, reason: str) -> FaultError:
        return FaultError(self._dialogue.stop_termination, "broke the game off", hint=reason)

    @staticmethod
    def _turn(program: Program, began: float, cpu: float) -> Decision:
        """What is known of a turn that began then, but for its move."""
        seconds = time.monotonic() - began
        stdout, stderr, dropped = program.take_output()
        used = program.cpu_seconds() - cpu
        return Decision(None, seconds, used, program.measure_memory(), stdout, stderr, dropped)

    def finish(self, outcome: Outcome, last: Turn | None, seconds: float = 0.1) -> Decision | None:
        """Tells the program the end, and gives it a moment for its last words."""
        program = self._running()
        began = time.monotonic()
        try:
            farewell = self._dialogue.end(outcome, last)
            program.send(farewell, began + seconds)
            if farewell:
                program.read_line(began + seconds)
        except FaultError:
            pass  # the game is over: nothing depends on it any more
        turn = self._turn(program, began, program.cpu_seconds())
        return turn if turn.stdout or turn.stderr else None

    def interrupt(self) -> None:
        """Has whoever waits for the program give up."""
        program = self._program
        if program is not None:
            program.interrupt()

    def hang_up(self, seconds: float) -> bool:
        """Closes the program's input; says whether it ends by itself in that time."""
        return self._running().hang_up(seconds)

    def close(self) -> None:
        """Ends the program, and keeps what it still printed."""
        program, self._program = self._program, None
        if program is not None:
            program.close()
            self.status = str(program.end)
            stdout, stderr, dropped = program.take_output()
            if stdout or stderr:
                self.last_words = Decision(None, 0.0, 0.0, program.memory, stdout, stderr, dropped)

    @staticmethod
    def close_together(*players: Player) -> None:
        """Ends the programs of several players side by side."""
        programs = (player._program for player in players if isinstance(player, ProgramPlayer))
        close_together(*(program for program in programs if program is not None))
        for player in players:
            player.close()

    def _running(self) -> Program:
        assert self._program is not None, "start() comes first"  # noqa: S101 (a mistake of ours)
        return self._program


def _last_line(stderr: bytes) -> str:
    lines = stderr.strip().splitlines()
    return lines[-1].decode("utf-8", "replace") if lines else ""
