"""hexmon as a child process, with its own thread."""

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
from crownbridge.players.process import LaunchOptions, Program, Sandbox

_STONE = re.compile(rb"(red|blue) ([0-9]{1,2}) ([0-9]{1,2})")
_POLL_SECONDS = 0.2  # interval at which the exit of an idle hexmon is detected
_QUIT_SECONDS = 2.5  # hexmon allows its AIs 2 s
_MOST_LINES = 12


class Stone(NamedTuple):
    """hexmon has placed a stone: the echo of a command, or an AI's move."""

    side: Side
    move: Move


class Ended(NamedTuple):
    """hexmon has exited, or sent an invalid reply."""

    reason: str
    output: str = ""
    """Last lines on stderr of hexmon and its AIs, without the reason."""


Event = Stone | Ended
Notify = Callable[[Event], None]


class Monitor:
    """A running hexmon. Each command results in one event; `Ended` is the last event."""

    def __init__(self, setup: Setup, notify: Notify, sandbox: Sandbox = Sandbox.AUTO) -> None:
        """Start hexmon; `notify` is called in another thread. Raise OptionError or FaultError if that fails."""
        self._notify = notify
        self._commands: SimpleQueue[str | None] = SimpleQueue()
        self._program = Program(setup.command(), LaunchOptions(sandbox=sandbox.resolved()))
        self._thread = Thread(target=self._serve, name="hexmon", daemon=True)
        self._thread.start()

    def send(self, command: str) -> None:
        """Queue a command."""
        self._commands.put(command)

    def close(self) -> None:
        """End hexmon without waiting, even if an AI is thinking."""
        self._commands.put(None)
        self._program.interrupt()

    def join(self) -> None:
        """Wait until hexmon has exited, after `close`."""
        self._thread.join()

    def _serve(self) -> None:
        try:
            while (command := self._next_command()) is not None:
                self._program.send(f"{command}\n".encode(), math.inf)
                self._notify(parse_reply(self._program.read_line(math.inf)))
            self._program.send(b"quit\n", time.monotonic() + _QUIT_SECONDS)
            self._program.hang_up(_QUIT_SECONDS)
        except FaultError as fault:
            if fault.termination is not Termination.INTERRUPTED:
                self._notify(self._explained(fault))
        finally:
            self._program.close()

    def _next_command(self) -> str | None:
        """Wait for a command, or None to end. Raise FaultError if hexmon exits meanwhile."""
        while True:
            try:
                return self._commands.get(timeout=_POLL_SECONDS)
            except Empty:
                self._check_alive()

    def _check_alive(self) -> None:
        try:
            self._program.await_output(time.monotonic())
        except FaultError as fault:
            if fault.termination is not Termination.TIMEOUT:
                raise

    def _explained(self, fault: FaultError) -> Ended:
        """Return the event for a fault, with hexmon's error message if there is one."""
        self._program.close()
        lines = self._program.take_output()[1].decode("utf-8", "replace").splitlines()
        messages = [line for line in lines if line.startswith("hexmon: ")]
        reason = messages[-1] if messages else f"hexmon {fault}"
        others = [line for line in lines if line != reason]
        return Ended(printable(reason), printable("\n".join(others[-_MOST_LINES:]), keep="\n"))


def parse_reply(line: bytes) -> Event:
    """Return the event of a line from hexmon."""
    match = _STONE.fullmatch(line.strip())
    if match is None:
        return Ended(f"hexmon answered {quoted(line)}, which is not a stone")
    return Stone(Side[match[1].decode().upper()], Move(int(match[2]), int(match[3])))
