"""The connection to the supervisor of a program, which starts the program and ends all of its processes."""

import contextlib
import errno
import fcntl
import os
import select
import signal
import socket
import subprocess
import threading
import time
from typing import NamedTuple

from crownbridge.errors import FileError, quoted
from crownbridge.files import LONGEST_PATH
from crownbridge.games import Termination
from crownbridge.players.player import FaultError
from crownbridge.players.process.limits import SUPERVISOR, LaunchOptions, Sandbox

START_SECONDS = 10.0
END_SECONDS = 2.0
"""Seconds to wait for a supervisor to exit before it is killed."""
ANSWER_SECONDS = 1.0
"""Seconds to wait for a supervisor's answer."""
INHERITED = frozenset(
    {"PATH", "LANG", "LANGUAGE", "TZ", "LD_LIBRARY_PATH", "PYTHONPATH", "VIRTUAL_ENV", "CONDA_PREFIX", "JAVA_HOME"}
    | {"DOTNET_ROOT", "OMP_NUM_THREADS"}
)
"""Environment variables that programs inherit besides `LC_*`; all others may be secret."""
_FIRST_FREE = 3  # after the standard streams


class End(NamedTuple):
    """The end of a program."""

    how: str
    cpu_seconds: float = 0.0
    memory: int = 0
    by_signal: bool = False

    def __str__(self) -> str:
        return self.how


class Guard:
    """One supervisor and the socket to it."""

    def __init__(self, command: list[str], launch_options: LaunchOptions) -> None:
        self.control, theirs = socket.socketpair()
        # Not 0 to 2, even if our standard streams are closed: those are the supervisor's standard streams.
        descriptor = fcntl.fcntl(theirs, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE)
        try:
            with theirs:
                self.process = subprocess.Popen(  # noqa: S603 (starting programs is the purpose)
                    [SUPERVISOR, "-x", str(descriptor), *launch_options.command_line(command)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    cwd=launch_options.folder,
                    env=_environment(launch_options.sandbox),
                    pass_fds=[descriptor],
                    bufsize=0,
                )
        except OSError as error:
            self.control.close()
            if launch_options.folder is not None and not launch_options.folder.is_dir():
                folder = quoted(str(launch_options.folder), LONGEST_PATH)
                raise FileError(f"{quoted(command[0])} cannot be started: folder {folder} not found") from None
            if error.errno != errno.E2BIG:
                raise
            raise FaultError(
                Termination.CRASH, f"{command[0]} cannot be started: too many visible files or arguments"
            ) from None
        finally:
            os.close(descriptor)
        self._notices = b""
        self._reading = threading.Lock()
        self.end: End | None = None
        self.pid = 0
        self.pid = self._await_start(command, launch_options)

    def _await_start(self, command: list[str], launch_options: LaunchOptions) -> int:
        self.control.settimeout(START_SECONDS)
        word = rest = ""
        with contextlib.suppress(TimeoutError):
            while not rest and self._receive():
                word, _, rest = self._next_notice().partition(" ")
        self.control.settimeout(0)
        if word == "pid":
            return int(rest)
        if word != "error":  # after an error, it exits by itself
            self.process.kill()
        self.release()
        reason = f"{rest or 'the supervisor failed'}{launch_options.missed(command)}"
        raise FaultError(Termination.CRASH, f"{command[0]} cannot be started: {reason}")

    def _receive(self) -> bool:
        """Receive data from the supervisor; return False if it has exited."""
        data = self.control.recv(256)
        self._notices += data
        return bool(data)

    def _next_notice(self) -> str:
        line, newline, rest = self._notices.partition(b"\n")
        if not newline:
            return ""
        self._notices = rest
        return line.decode()

    def listen(self) -> None:
        """Receive the report of the program's end, if it has arrived."""
        with self._reading:
            self._listen()

    def _listen(self) -> str:
        """Receive the next notice, and return it if it is an answer and not the report of the program's end."""
        notice, is_running = self._next_notice(), True
        if not notice:
            try:
                is_running = self._receive()
            except BlockingIOError:
                return ""
            except OSError:
                is_running = False
            notice = self._next_notice()
        match notice.split():
            case ["exit" | "signal" as kind, number, cpu, memory]:
                how = _signal_name(int(number)) if kind == "signal" else f"exited with status {number}"
                self.end = End(how, int(cpu) / 1e6, int(memory) * 1024, kind == "signal")
                return ""
            case [] if not is_running:
                self._kill()
                self.end = End("ended with its supervisor, which was killed")
        return notice

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            os.killpg(self.pid, signal.SIGKILL)

    def order(self, letter: bytes) -> None:
        """Send an order, a letter that supervisor.c documents."""
        with contextlib.suppress(OSError):
            self.control.send(letter)

    def ask(self, letter: bytes, word: str) -> str:
        """Send an order and return the rest of the answer that begins with `word`; empty if the program ends first."""
        deadline = time.monotonic() + ANSWER_SECONDS
        with self._reading:
            self.order(letter)
            while self.end is None and (left := deadline - time.monotonic()) > 0:
                match self._listen().split():
                    case [first, *rest] if first == word:
                        return " ".join(rest)
                    case []:
                        _await_input(self.control, left)
        return ""

    def release(self) -> None:
        """Close the socket, which makes the supervisor exit, and wait for it."""
        self.control.close()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        try:
            self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:  # the program stopped it
            if self.pid:
                self._kill()
            self.process.kill()
            self.process.wait()


def _await_input(control: socket.socket, seconds: float) -> None:
    poll = select.poll()
    poll.register(control, select.POLLIN)
    poll.poll(seconds * 1000)


def _signal_name(number: int) -> str:
    """Return `segmentation fault (signal 11)`."""
    return f"{(signal.strsignal(number) or 'killed').lower()} (signal {number})"


def _environment(sandbox: Sandbox) -> dict[str, str]:
    """Return the environment variables of a program."""
    kept = {name: value for name, value in os.environ.items() if name in INHERITED or name.startswith("LC_")}
    home = "/tmp" if sandbox.resolved() is Sandbox.STRICT else os.environ.get("HOME", "/")  # noqa: S108 (its own)
    return {**kept, "HOME": home}
