"""hexmon as a child process: commands in, events out, in a thread of its own."""

import math
import re
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

from crownbridge.errors import printable, quoted
from crownbridge.games import Termination
from crownbridge.games.hex import Move, Side
from crownbridge.hextk.setup import Setup
from crownbridge.players import FaultError
from crownbridge.players.process import Program, Sandbox, Surroundings

_STONE = re.compile(rb"(red|blue) ([0-9]{1,2}) ([0-9]{1,2})")
_LOOK_SECONDS = 0.2  # how soon the death of a hexmon is seen that nobody has asked
_QUIT_SECONDS = 2.5  # hexmon gives its AIs two
_MOST_LINES = 12


class Stone(NamedTuple):
    """hexmon has put a stone: the echo of one that was sent, or an AI's move."""

    side: Side
    move: Move


class Ended(NamedTuple):
    """hexmon has ended, or said something that is not an answer."""

    reason: str
    output: str = ""
    """The last lines of what it and its AIs printed beside that on stderr."""


Event = Stone | Ended
Notify = Callable[[Event], None]


class Monitor:
    """A running hexmon. Each command is answered by one event; after `Ended` there are no more."""

    def __init__(self, setup: Setup, notify: Notify, sandbox: Sandbox = Sandbox.AUTO) -> None:
        """Start hexmon; `notify` is called in another thread. Raise OptionError or FaultError if that fails."""
        self._notify = notify
        self._commands: SimpleQueue[str | None] = SimpleQueue()
        self._program = Program(setup.command(), Surroundings(sandbox=sandbox.resolved()))
        self._thread = Thread(target=self._serve, name="hexmon", daemon=True)
        self._thread.start()

    def send(self, command: str) -> None:
        """Send a command, after those that have not been answered yet."""
        self._commands.put(command)

    def close(self) -> None:
        """End hexmon, also while an AI is thinking. Does not wait."""
        self._commands.put(None)
        self._program.interrupt()

    def join(self) -> None:
        """Wait until hexmon has ended, after `close`."""
        self._thread.join()

    def _serve(self) -> None:
        try:
            while (command := self._next_command()) is not None:
                self._program.send(f"{command}\n".encode(), math.inf)
                self._notify(parse_answer(self._program.read_line(math.inf)))
            self._program.send(b"quit\n", time.monotonic() + _QUIT_SECONDS)
            self._program.hang_up(_QUIT_SECONDS)
        except FaultError as fault:
            if fault.termination is not Termination.INTERRUPTED:
                self._notify(self._explained(fault))
        finally:
            self._program.close()

    def _next_command(self) -> str | None:
        """Wait for a command, or None to end. Raise FaultError if hexmon ends meanwhile."""
        while True:
            try:
                return self._commands.get(timeout=_LOOK_SECONDS)
            except Empty:
                self._check_alive()

    def _check_alive(self) -> None:
        try:
            self._program.await_output(time.monotonic())
        except FaultError as fault:
            if fault.termination is not Termination.TIMEOUT:
                raise

    def _explained(self, fault: FaultError) -> Ended:
        """Return the end with hexmon's own complaint, where there is one."""
        self._program.close()
        lines = self._program.take_output()[1].decode("utf-8", "replace").splitlines()
        complaints = [line for line in lines if line.startswith("hexmon: ")]
        reason = complaints[-1] if complaints else f"hexmon {fault}"
        others = [line for line in lines if line != reason]
        return Ended(printable(reason), printable("\n".join(others[-_MOST_LINES:]), keep="\n"))


def parse_answer(line: bytes) -> Event:
    """Return what a line of hexmon means."""
    match = _STONE.fullmatch(line.strip())
    if match is None:
        return Ended(f"hexmon answered {quoted(line)}, which is not a stone")
    return Stone(Side[match[1].decode().upper()], Move(int(match[2]), int(match[3])))
