"""A program as a player, connected by a protocol."""

import time
from pathlib import Path
from typing import Any

from crownbridge.errors import quoted
from crownbridge.games import Game, Outcome, Position, Side, Termination
from crownbridge.players.crash_cause import crash_cause
from crownbridge.players.player import FaultError, Player, TimeLimit
from crownbridge.players.process import DEFAULT_LAUNCH, LaunchOptions, Program, Watcher, close_together
from crownbridge.players.process.guard import warn_of_hidden_file
from crownbridge.protocols import Abort, Dialogue, LastMove, MoveReply, ProtocolViolation, Resignation
from crownbridge.records import Decision

_PROTOCOL_VIOLATION = "violated the protocol"
LAST_CHANCE = 0.5
"""Seconds for a silent program to exit after its input is closed."""
MOST_EXTENSION = 2.0
"""Longest extension of a turn, relative to its time: some programs could otherwise pretend to wait without end."""
_FLUSH = "flush stdout after every line"


class ProgramPlayer(Player):
    """A player that starts a program for every game."""

    def __init__(
        self,
        name: str,
        command: list[str],
        protocol: type[Dialogue],
        launch_options: LaunchOptions = DEFAULT_LAUNCH,
    ) -> None:
        self.name = name
        self._command = command
        self._protocol = protocol
        self.starts_anywhere = protocol.starts_anywhere
        """True if a game can start from any position."""
        self.protocol = protocol.protocol
        self._launch_options = launch_options
        self.watch: Watcher | None = None
        """Callback for every line to and from the program."""
        self._program: Program | None = None
        self._ignored_line = b""
        self._opponents_files: frozenset[Path] = frozenset()
        self._started: list[str] = []

    def start(self, game: Game[Any], side: Side, limit: TimeLimit) -> float:
        """Start the program and read its greeting if the protocol has one, which counts as part of the first move."""
        self._dialogue = self._protocol(game, side)
        command = [*self.command(game, side), *self._dialogue.arguments()]
        self._started = command
        program = self._program = Program(command, self._without_opponent(), self.watch, self.listener)
        began = time.monotonic()
        deadline = began + limit.seconds + limit.allowance
        try:
            program.send(self._dialogue.start(int(limit.seconds * 1000)), deadline)
            greeted: ProtocolViolation | bool = not self._dialogue.greets
            while greeted is False:
                greeted = self._dialogue.read_greeting(program.read_line(deadline))
            if isinstance(greeted, ProtocolViolation):
                raise FaultError(Termination.PROTOCOL_ERROR, _PROTOCOL_VIOLATION, hint=greeted.reason)
        except FaultError as fault:
            raise self._explained(fault, program, began, 0.0) from None
        return time.monotonic() - began if self._dialogue.greets else 0.0

    def face(self, other: Player) -> None:
        """Hide the opponent's files from the program; they may be in the same folder."""
        if isinstance(other, ProgramPlayer):
            self._opponents_files = other.files()

    def files(self) -> frozenset[Path]:
        """Return the files that the command line names."""
        return self._launch_options.named_files(self._command)

    def _without_opponent(self) -> LaunchOptions:
        """Return the launch options with the opponent's files hidden."""
        options = self._launch_options
        return options._replace(hidden=(*options.hidden, *self._opponents_files))

    def accompany(self, other: Player) -> None:
        """Read the output of the opponent's program while waiting for this one."""
        if isinstance(other, ProgramPlayer):
            self._running().accompany(other._running())

    def command(self, game: Game[Any], side: Side) -> list[str]:  # noqa: ARG002 (for subclasses)
        """Return the command line for a game, without the arguments of the protocol."""
        return self._command

    def choose(self, position: Position[Any], last: LastMove | None, limit: TimeLimit) -> Decision:
        """Request a move, and read lines until one is a reply."""
        program = self._running()
        program.begin_turn(MOST_EXTENSION * (limit.seconds + limit.allowance))
        cpu, began = program.cpu_seconds(), time.monotonic()
        deadline = began + limit.seconds + limit.allowance
        self._ignored_line = b""
        try:
            if not program.is_attended:
                program.drain()
            if last is not None or not self._dialogue.moves_unasked:
                self._reject_early_lines(program)
            self._dialogue.timed_by_moves = limit.clock is None
            program.send(self._dialogue.ask(position, last, int(limit.seconds * 1000)), deadline)
            while True:
                line = program.read_line(deadline)
                reply = self._dialogue.read(line)
                if reply is not None:
                    break
                self._ignored_line = line
            match reply:
                case MoveReply():
                    seconds = max(program.arrival - began - program.waited, 0.0)
                    turn = self._turn(program, began, cpu)._replace(seconds=seconds, line=line, **reply._asdict())
                    return turn if seconds <= limit.seconds + limit.allowance else self._with_children(program, turn)
                case Resignation():
                    raise FaultError(Termination.RESIGNATION, "resigned")
                case Abort(reason):
                    raise self._stop_fault(reason)
                case ProtocolViolation(reason):
                    raise FaultError(Termination.PROTOCOL_ERROR, _PROTOCOL_VIOLATION, hint=reason)
        except FaultError as fault:
            raise self._explained(fault, program, began, cpu) from None
        finally:
            program.end_turn()

    def _explained(self, fault: FaultError, program: Program, began: float, cpu: float) -> FaultError:
        """Return a fault with the program's unfinished turn and a possible explanation."""
        turn = self._turn(program, began, cpu)
        hint = fault.hint
        if fault.termination is Termination.CRASH and (cause := crash_cause(turn.stderr)):
            hint = f"{hint}; {cause}" if hint else cause
            warn_of_hidden_file(self._without_opponent(), self._started, _last_line(turn.stderr))
        elif fault.termination is Termination.TIMEOUT:
            hint, turn = self._silence(program, self._with_children(program, turn))
        return FaultError(fault.termination, fault.reason, turn, hint, fault.excuse)

    @staticmethod
    def _with_children(program: Program, turn: Decision) -> Decision:
        """Return a turn with the processor time of child processes."""
        return turn._replace(cpu_seconds=max(turn.cpu_seconds, program.measured_turn()[1]))

    def _silence(self, program: Program, turn: Decision) -> tuple[str, Decision]:
        """Return a possible explanation for a time-out, and the turn with all output of the program."""
        if turn.stdout and not turn.stdout.endswith(b"\n"):
            return f"it printed {quoted(turn.stdout[-80:])} without a newline", turn
        if self._ignored_line.strip():
            return f"it printed {quoted(self._ignored_line)}, which is not part of the protocol", turn
        if program.has_printed:
            return "", turn
        program.hang_up(LAST_CHANCE)  # output that is not flushed arrives when it exits
        stdout, stderr, dropped = program.take_output()
        turn = turn._replace(stdout=stdout, stderr=turn.stderr + stderr, dropped=turn.dropped + dropped)
        if stdout:
            return f"{quoted(stdout.splitlines()[0])} arrived only after its input was closed; {_FLUSH}", turn
        flushes = "" if turn.has_computed else "; does it flush its output?"
        return f"it has printed nothing so far{flushes}", turn

    def _reject_early_lines(self, program: Program) -> None:
        """Raise FaultError if the program printed a reply before the request; ignore other lines."""
        while (line := program.buffered_line()) is not None:
            reply = self._dialogue.read(line)
            if isinstance(reply, Abort):
                raise self._stop_fault(reply.reason)
            if reply is not None:
                raise FaultError(Termination.PROTOCOL_ERROR, "moved out of turn", hint=quoted(line))

    def _stop_fault(self, reason: str) -> FaultError:
        return FaultError(self._dialogue.stop_termination, "aborted the game", hint=reason)

    @staticmethod
    def _turn(program: Program, began: float, cpu: float) -> Decision:
        """Return a turn that began at a time, without its move."""
        seconds = time.monotonic() - began - program.waited
        stdout, stderr, dropped = program.take_output()
        used = max(program.cpu_seconds() - cpu, 0.0)  # the report of the end is rounded down to microseconds
        memory = program.measure_memory()
        return Decision(None, seconds, used, memory, stdout, stderr, dropped, waited=program.waited)

    def finish(self, outcome: Outcome, last: LastMove | None, seconds: float = 0.1) -> Decision | None:
        """Send the end of the game, and wait up to `seconds` for a reply."""
        program = self._running()
        program.resume()
        began = time.monotonic()
        try:
            message = self._dialogue.end(outcome, last)
            program.send(message, began + seconds)
            if message:
                program.read_line(began + seconds)
        except FaultError:
            pass  # the game is already over
        turn = self._turn(program, began, program.cpu_seconds())
        return turn if turn.stdout or turn.stderr else None

    def cpu_seconds(self) -> float:
        """Return the processor time that the program has used in this game."""
        return self._running().cpu_seconds()

    def interrupt(self) -> None:
        """Interrupt the wait for the program."""
        program = self._program
        if program is not None:
            program.interrupt()

    def rest(self) -> None:
        """Stop the program during its opponent's turn, unless it may ponder."""
        self._running().rest()

    def pause(self) -> None:
        """Stop the program until `resume` is called."""
        self._running().pause()

    def resume(self) -> None:
        """Continue the program after `pause`."""
        self._running().resume()

    def hang_up(self, seconds: float) -> bool:
        """Close the program's input; return True if it exits within the time."""
        return self._running().hang_up(seconds)

    def close(self) -> None:
        """End the program, and keep its remaining output."""
        program, self._program = self._program, None
        if program is not None:
            program.close()
            self.status = program.status
            stdout, stderr, dropped = program.take_output()
            if stdout or stderr:
                self.last_words = Decision(None, 0.0, 0.0, program.memory, stdout, stderr, dropped)

    @staticmethod
    def close_together(*players: Player) -> None:
        """End the programs of several players in parallel."""
        programs = (player._program for player in players if isinstance(player, ProgramPlayer))
        close_together(*(program for program in programs if program is not None))
        for player in players:
            player.close()

    def _running(self) -> Program:
        assert self._program is not None, "start() comes first"  # noqa: S101 (an internal error)
        return self._program


def _last_line(stderr: bytes) -> str:
    lines = stderr.strip().splitlines()
    return lines[-1].decode("utf-8", "replace") if lines else ""
