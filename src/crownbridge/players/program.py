"""A program as a player, through one of the protocols."""

import time
from pathlib import Path
from typing import Any

from crownbridge.errors import quoted
from crownbridge.games import Game, Outcome, Position, Side, Termination
from crownbridge.players.player import FaultError, Player, TimeLimit
from crownbridge.players.process import ANYWHERE, Program, Surroundings, Watcher, close_together
from crownbridge.protocols import Dialogue, Nonsense, Played, Resigned, Stopped, Turn
from crownbridge.records import Decision


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
                raise FaultError(Termination.PROTOCOL_ERROR, greeted.reason)
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
                    raise FaultError(Termination.PROTOCOL_ERROR, reason)
        except FaultError as fault:
            raise self._explained(fault, program, began, cpu) from None

    def _explained(self, fault: FaultError, program: Program, began: float, cpu: float) -> FaultError:
        """The fault with what the program had done of its turn, and with what may explain it."""
        turn = self._turn(program, began, cpu)
        hint = ""
        if fault.termination is Termination.CRASH and (complaint := turn.stderr.strip()):
            hint = complaint.splitlines()[-1].decode("utf-8", "replace")[:200]
            if missed := self._around().missed(self._started, hint):
                hint += f"; the sandbox hides {missed}; --read makes it visible"
        elif fault.termination is Termination.TIMEOUT and turn.stdout and not turn.stdout.endswith(b"\n"):
            hint = f"it printed {quoted(turn.stdout[-80:])} without an end of line"
        elif fault.termination is Termination.TIMEOUT and self._passed_over.strip():
            hint = f"it printed {quoted(self._passed_over)}, which means nothing here"
        elif fault.termination is Termination.TIMEOUT and not turn.stdout:
            hint = "nothing came; does it flush its output?"
        return FaultError(fault.termination, f"{fault} ({hint})" if hint else str(fault), turn)

    def _refuse_early_words(self, program: Program) -> None:
        """Raise FaultError for a line that was printed before it was asked for, unless it means nothing."""
        while (line := program.buffered_line()) is not None:
            reply = self._dialogue.read(line)
            if isinstance(reply, Stopped):
                raise self._stop_fault(reply.reason)
            if reply is not None:
                raise FaultError(Termination.PROTOCOL_ERROR, f"moved before it was its turn: {quoted(line)}")

    def _stop_fault(self, reason: str) -> FaultError:
        return FaultError(self._dialogue.stop_termination, f"broke the game off: {reason}")

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
