"""A running program: lines to and from it, each within a deadline, and a certain end."""

import contextlib
import errno
import os
import select
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from crownbridge import _core
from crownbridge.errors import quoted
from crownbridge.games import Termination
from crownbridge.players.player import FaultError, Listener
from crownbridge.players.process.limits import ANYWHERE, Sandbox, Surroundings

SUPERVISOR = Path(_core.__file__).parent / "bin" / "supervisor"

LONGEST_LINE = 64 * 1024
MOST_PENDING = 1024 * 1024
"""Bytes of stdout that may come in one turn."""
KEPT = 32 * 1024
"""Bytes of each stream that are kept of one turn at either end."""
START_SECONDS = 10.0
POLITE_SECONDS = 0.3
MEMORY_INTERVAL = 0.05
"""Peak memory is read at most this often: it costs more than a fast move."""

Watcher = Callable[[str, bytes], None]
"""Hears every line as it is sent, marked `>`, or read, marked `<`."""

_READ = 64 * 1024
_LOST = select.POLLHUP | select.POLLERR | select.POLLNVAL


def _cpu_clock(pid: int) -> int:
    """The kernel's number for the clock that counts a process's CPU time."""
    return (~pid << 3) | 2


class End(NamedTuple):
    """How a program ended, or was ended."""

    by_signal: bool
    number: int
    cpu_seconds: float
    memory: int

    def __str__(self) -> str:
        return f"killed by signal {self.number}" if self.by_signal else f"exited with status {self.number}"


class Output:
    """What came on one stream during a turn: the first and the last part, and how much was left out between."""

    def __init__(self) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self.total = 0

    def add(self, data: bytes) -> None:
        """Keeps what there is room for."""
        self.total += len(data)
        room = KEPT - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        if data:
            self._tail += data
            if len(self._tail) > 2 * KEPT:
                del self._tail[:-KEPT]

    def take(self) -> tuple[bytes, int]:
        """What was kept and how much was not; the next turn begins."""
        del self._tail[:-KEPT]
        kept = bytes(self._head + self._tail)
        dropped = self.total - len(kept)
        self._head.clear()
        self._tail.clear()
        self.total = 0
        return kept, dropped


class Program:
    """A program of somebody else's, started without a shell. Whatever it does, it ends when it is closed."""

    def __init__(
        self,
        command: list[str],
        surroundings: Surroundings = ANYWHERE,
        watch: Watcher | None = None,
        listener: Listener | None = None,
    ) -> None:
        self._watch = watch
        self._listener = listener
        self._wrapped = surroundings.sandbox is Sandbox.BWRAP
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 (to start programs is what this is for)
                [SUPERVISOR, "-x", str(theirs.fileno()), *surroundings.command_line(command)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=surroundings.folder,
                pass_fds=[theirs.fileno()],
                bufsize=0,
            )
        assert self._process.stdin is not None  # noqa: S101 (a pipe was asked for)
        assert self._process.stdout is not None  # noqa: S101 (a pipe was asked for)
        assert self._process.stderr is not None  # noqa: S101 (a pipe was asked for)
        self._stdin = self._process.stdin.fileno()
        self._stdout = self._process.stdout.fileno()
        self._stderr = self._process.stderr.fileno()
        for stream in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(stream, False)
        self._poll = select.poll()
        for stream in (self._stdout, self._stderr):
            self._poll.register(stream, select.POLLIN)
        self._lines = bytearray()
        self._printed, self._complained = Output(), Output()
        self._notices = b""
        self._memory_read = 0.0
        self.memory = 0
        self.end: End | None = None
        self.pid = self._await_start(command[0])
        self._cpu_clock = _cpu_clock(self.pid)

    def _await_start(self, name: str) -> int:
        self._control.settimeout(START_SECONDS)
        try:
            notice = self._notice()
        except TimeoutError:
            notice = "error did not start in time"
        word, _, rest = notice.partition(" ")
        if word != "pid":
            self.close()
            raise FaultError(Termination.CRASH, f"{name} cannot be started: {rest or 'the supervisor failed'}")
        return int(rest)

    def _notice(self) -> str:
        """The next line from the supervisor; empty when it has gone. Raises TimeoutError."""
        while b"\n" not in self._notices:
            data = self._control.recv(256)
            if not data:
                return ""
            self._notices += data
        line, _, self._notices = self._notices.partition(b"\n")
        return line.decode()

    # -- talking

    def send(self, data: bytes, deadline: float) -> None:
        """Writes all of it. Raises FaultError when the program does not take it in time, or has gone."""
        if self._watch is not None:
            for line in data.splitlines():
                self._watch(">", line)
        while data:
            try:
                data = data[os.write(self._stdin, data) :]
            except BlockingIOError:
                self._poll.register(self._stdin, select.POLLOUT)
                try:
                    self._wait(deadline, "did not read its input in time")
                finally:
                    self._poll.unregister(self._stdin)
            except OSError as error:
                if error.errno != errno.EPIPE:
                    raise
                raise self._gone("closed its input") from None

    def buffered_line(self) -> bytes | None:
        """A line that has already come, or `None`."""
        end = self._lines.find(b"\n")
        if end < 0:
            if len(self._lines) > LONGEST_LINE:
                raise FaultError(Termination.PROTOCOL_ERROR, f"printed a line of more than {LONGEST_LINE} bytes")
            return None
        line = bytes(self._lines[:end])
        del self._lines[: end + 1]
        if self._watch is not None:
            self._watch("<", line)
        return line.removesuffix(b"\r")

    def read_line(self, deadline: float) -> bytes:
        """The next line, its end taken off. Raises FaultError when none comes in time, or the program has gone."""
        while (line := self.buffered_line()) is None:
            self._wait(deadline, "did not answer in time")
        return line

    def _wait(self, deadline: float, complaint: str) -> None:
        """Takes in whatever the program prints, once, or fails when the time is up."""
        left = deadline - time.monotonic()
        events = self._poll.poll(left * 1000 if left > 0 else 0)
        if not events and left <= 0:
            raise FaultError(Termination.TIMEOUT, complaint)
        for stream, _ in events:
            if stream == self._stdout:
                self._take_stdout()
            elif stream == self._stderr:
                self._take(stream, self._complained)

    def _take_stdout(self) -> None:
        data = self._take(self._stdout, self._printed)
        if not data:
            raise self._gone("closed its output")
        self._lines += data
        if self._printed.total > MOST_PENDING:
            raise FaultError(Termination.PROTOCOL_ERROR, f"printed more than {MOST_PENDING} bytes in one turn")

    def _take(self, stream: int, output: Output) -> bytes:
        try:
            data = os.read(stream, _READ)
        except BlockingIOError:
            return b"\n" if stream == self._stdout else b""
        if data:
            output.add(data)
            if self._listener is not None:
                self._listener("stdout" if stream == self._stdout else "stderr", data)
        else:
            self._poll.unregister(stream)
        return data

    def _gone(self, what: str) -> FaultError:
        """The fault of a program that no longer listens or talks: it ended, or only closed a stream."""
        self._await_end(POLITE_SECONDS)
        where = f" in the middle of a line: {quoted(bytes(self._lines))}" if self._lines else ""
        if self.end is None:
            return FaultError(Termination.DISCONNECT, what + where)
        return FaultError(Termination.CRASH, f"{self.end}{where}")

    # -- measuring

    def cpu_seconds(self) -> float:
        """Processor time used so far."""
        if self.end is not None:
            return self.end.cpu_seconds
        try:
            return time.clock_gettime(self._cpu_clock)
        except OSError:  # it has just ended
            self._await_end(POLITE_SECONDS)
            return self.end.cpu_seconds if self.end is not None else 0.0

    def measure_memory(self) -> int:
        """Peak memory so far in bytes, as of the last time that it was worth reading."""
        now = time.monotonic()
        if now - self._memory_read > MEMORY_INTERVAL:
            self._memory_read = now
            with contextlib.suppress(OSError):
                if self._wrapped:
                    self._look_inside()
                status = Path(f"/proc/{self.pid}/status").read_bytes()
                at = status.find(b"VmHWM:")
                if at >= 0:
                    self.memory = int(status[at + 6 : status.index(b"k", at)]) * 1024
        return self.memory

    def _look_inside(self) -> None:
        """Follows the sandbox's own processes down to the program in it, whose use of time and memory is asked for."""
        while Path(f"/proc/{self.pid}/comm").read_bytes() == b"bwrap\n":
            children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_bytes().split()
            if len(children) != 1:
                return
            self.pid = int(children[0])
            self._cpu_clock = _cpu_clock(self.pid)

    def take_output(self) -> tuple[bytes, bytes, int]:
        """What came on stdout and stderr since the last call, and how many bytes were not kept."""
        with contextlib.suppress(FaultError):
            self._drain_stderr()
        printed, dropped = self._printed.take()
        complained, more = self._complained.take()
        return printed, complained, dropped + more

    def _drain_stderr(self) -> None:
        """What was written to stderr before an answer belongs to the same turn, though it may be read after it."""
        for stream, _ in self._poll.poll(0):
            if stream == self._stderr:
                self._take(stream, self._complained)

    # -- ending

    def hang_up(self, seconds: float) -> bool:
        """Closes the program's input; says whether it ends by itself in that time."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._await_end(seconds)
        return self.end is not None

    def close(self) -> None:
        """Ends the program: by the end of its input, by TERM, by KILL of all that it started. Never fails."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        for order in (b"", b"t", b"k"):
            if self.end is None:
                with contextlib.suppress(OSError):
                    self._control.sendall(order)
                self._await_end(POLITE_SECONDS if order != b"k" else START_SECONDS)
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()
        self._control.close()
        self._process.wait()

    def _await_end(self, seconds: float) -> None:
        """Waits for the supervisor's report; leaves `end` as `None` when it does not come."""
        deadline = time.monotonic() + seconds
        while self.end is None:
            self._control.settimeout(max(deadline - time.monotonic(), 0.001))
            try:
                notice = self._notice()
            except (TimeoutError, OSError):
                return
            match notice.split():
                case ["exit" | "signal" as kind, number, cpu, memory]:
                    self.end = End(kind == "signal", int(number), int(cpu) / 1e6, int(memory) * 1024)
                    self.memory = max(self.memory, self.end.memory)
                case []:
                    self.end = End(by_signal=False, number=127, cpu_seconds=0.0, memory=0)
