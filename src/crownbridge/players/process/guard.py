"""The connection to the supervisor of a program, which starts the program and ends all of its processes."""

import contextlib
import errno
import fcntl
import os
import re
import select
import shlex
import signal
import socket
import subprocess
import threading
import time
import warnings
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from crownbridge.errors import FileError, SandboxWarning, quoted
from crownbridge.files import LONGEST_PATH
from crownbridge.games import Termination
from crownbridge.players.player import FaultError
from crownbridge.players.process.limits import MEBIBYTE, SUPERVISOR, LaunchOptions, Limits, Sandbox, programs_can_signal

START_SECONDS = 60.0
"""Seconds to wait for a supervisor to start the program; the clock of the game does not run meanwhile."""
DESCRIPTOR_SECONDS = 30.0
"""Seconds to wait for free descriptors."""
_DESCRIPTOR_INTERVAL = 0.1
END_SECONDS = 2.0
"""Seconds to wait for a supervisor to exit before it is killed."""
ANSWER_SECONDS = 1.0
"""Seconds to wait for a supervisor's answer."""
INHERITED = frozenset(
    {"PATH", "LANG", "LANGUAGE", "TZ", "LD_LIBRARY_PATH", "PYTHONPATH", "VIRTUAL_ENV", "CONDA_PREFIX", "JAVA_HOME"}
    | {"DOTNET_ROOT", "OMP_NUM_THREADS"}
)
"""Environment variables that programs inherit besides `LC_*`; all others may be secret."""
_NO_LIMITS = Limits(address_space=None, cpu_seconds=None)
_FIRST_FREE = 3  # after the standard streams
_SHORTAGES = frozenset(map(os.strerror, (errno.EAGAIN, errno.ENOMEM, errno.ENFILE, errno.EMFILE)))
"""Reasons not to start a program that pass."""
_FEWER_GAMES = "this machine lacks resources, or its sandbox failed; run fewer games at a time"
_OUT_OF_MEMORY = "meanwhile the system killed programs because memory ran out"
_CROWDED = "meanwhile other programs of this user started so many processes that it could perhaps start none"
_UNGUARDED = "another program or the system killed the supervisor; run fewer games at a time"
_MOST_WARNINGS = 1000
_DESCRIPTORS = 16
"""Number of descriptors that starting a program takes."""


class End(NamedTuple):
    """The end of a program."""

    how: str
    cpu_seconds: float = 0.0
    memory: int = 0
    by_signal: bool = False
    excuse: str = ""
    """Why the machine is to blame, or empty."""
    note: str = ""
    """A shortage of the machine that may be the cause, but does not excuse the program; or empty."""

    def __str__(self) -> str:
        return self.how


def _await_descriptors() -> None:
    """Wait until there are enough free descriptors; `subprocess` leaks some if there are too few. Raise OSError."""
    deadline = time.monotonic() + DESCRIPTOR_SECONDS
    while True:
        free: list[int] = []
        try:
            while len(free) < _DESCRIPTORS:
                free.append(os.eventfd(0))
        except OSError as error:
            if error.errno not in {errno.EMFILE, errno.ENFILE} or time.monotonic() > deadline:
                raise
        else:
            return
        finally:
            for descriptor in free:
                os.close(descriptor)
        time.sleep(_DESCRIPTOR_INTERVAL)


def warn_of_hidden_file(launch_options: LaunchOptions, command: list[str], text: str = "") -> None:
    """Warn, once, if the sandbox hides an existing file that a text mentions or the command needs.

    The warning is for the user only: results and records may be read by the program's author, who could otherwise find
    out which files exist.
    """
    if missed := launch_options.missed(command, text):
        _warn_once(f"{shlex.join(command)}{missed}")


@lru_cache(_MOST_WARNINGS)
def _warn_once(message: str) -> None:
    warnings.warn(message, SandboxWarning, stacklevel=3)


class Guard:
    """One supervisor and the socket to it."""

    def __init__(self, command: list[str], launch_options: LaunchOptions) -> None:
        self._limits = launch_options.limits if launch_options.sandbox.resolved() is not Sandbox.NONE else None
        self._order = b""
        self._launch_options, self._threads = launch_options, launch_options.counted_threads()
        self._oom_kills = _oom_kills()
        _await_descriptors()
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
                reason = f"{command[0]} cannot be started: {error.strerror}"
                excuse = _FEWER_GAMES if error.strerror in _SHORTAGES else ""  # others the program may cause itself
                raise FaultError(Termination.CRASH, reason, excuse=excuse) from error
            raise FaultError(
                Termination.CRASH, f"{command[0]} cannot be started: too many visible files or arguments"
            ) from None
        finally:
            os.close(descriptor)
        self._notices = b""
        self._reading = threading.Lock()
        self.end: End | None = None
        self.pid = 0
        self.pid = self._await_start(command)

    def _await_start(self, command: list[str]) -> int:
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
        step, _, why = rest.rpartition(": ")
        is_ours = not rest or step or why in _SHORTAGES  # without a step, the program cannot be executed
        reason = f"{command[0]} cannot be started: {rest or 'the supervisor failed'}"
        warn_of_hidden_file(self._launch_options, command)
        raise FaultError(Termination.CRASH, reason, excuse=_FEWER_GAMES if is_ours else "")

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
            case ["exit" | "signal" as kind, *numbers]:
                self.end = self._end_of(*map(int, numbers), by_signal=kind == "signal")
                return ""
            case [] if not is_running:
                self._kill()
                excuse = (
                    "" if self._limits is None or programs_can_signal() else _UNGUARDED
                )  # else by the program itself
                self.end = End("ended with its supervisor, which was killed", excuse=excuse)
        return notice

    def _end_of(self, number: int, microseconds: int, kilobytes: int, killed: int, *, by_signal: bool) -> End:
        """Return the end of a program as the supervisor reports it, with the sender of a signal if it is known.

        The end of a program that has started is never excused: it could end itself in the same way to avoid a loss.
        """
        cpu_seconds, memory = microseconds / 1e6, kilobytes * 1024
        how, note = _signal_name(number) if by_signal else f"exited with status {number}", ""
        is_killed, limits = by_signal and number == signal.SIGKILL, self._limits or _NO_LIMITS
        if by_signal and number in {signal.SIGTERM, signal.SIGKILL} and self._order in {b"t", b"k"}:
            how += ", sent by Crownbridge"
        elif is_killed and limits.cpu_seconds is not None and cpu_seconds >= limits.cpu_seconds:
            how += f" at its limit of {limits.cpu_seconds} s of processor time"
        elif is_killed and killed and limits.address_space is not None:
            how += f" at its limit of {limits.address_space // MEBIBYTE} MiB of memory"
        elif is_killed and _oom_kills() > self._oom_kills:
            note = _OUT_OF_MEMORY
        elif number and self._is_crowded():
            note = _CROWDED
        return End(how, cpu_seconds, memory, by_signal, note=note)

    def _is_crowded(self) -> bool:
        """Return True if other programs have started many of the processes that this one was to be able to start."""
        most, threads = self._launch_options.limits.processes, self._launch_options.counted_threads()
        return most is not None and threads is not None and threads - (self._threads or 0) > most / 4

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            os.killpg(self.pid, signal.SIGKILL)

    def order(self, letter: bytes) -> None:
        """Send an order, a letter that supervisor.c documents."""
        self._order = letter
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


def _oom_kills() -> int:
    """Return how many processes the system has killed because memory ran out; 0 if it does not count them."""
    with contextlib.suppress(OSError):
        match = re.search(rb"^oom_kill (\d+)$", Path("/proc/vmstat").read_bytes(), re.MULTILINE)
        return int(match[1]) if match else 0
    return 0


def _environment(sandbox: Sandbox) -> dict[str, str]:
    """Return the environment variables of a program."""
    kept = {name: value for name, value in os.environ.items() if name in INHERITED or name.startswith("LC_")}
    home = "/tmp" if sandbox.resolved() is Sandbox.STRICT else os.environ.get("HOME", "/")  # noqa: S108 (its own)
    return {**kept, "HOME": home}
