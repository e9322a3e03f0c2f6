"""A running program: lines to and from it, each within a deadline, and a certain end."""

import contextlib
import errno
import os
import re
import select
import threading
import time
from collections.abc import Callable
from pathlib import Path

from crownbridge.errors import quoted
from crownbridge.games import Termination
from crownbridge.players.player import FaultError, Listener
from crownbridge.players.process.guard import END_SECONDS, End, Guard
from crownbridge.players.process.limits import ANYWHERE, Surroundings
from crownbridge.players.process.output import Output

LONGEST_LINE = 64 * 1024
MOST_PENDING = 1024 * 1024
"""Bytes of stdout that may come in one turn."""
POLITE_SECONDS = 0.2
MEMORY_INTERVAL = 0.05
"""Peak memory is read at most this often: it costs more than a fast move."""

Watcher = Callable[[str, bytes], None]
"""Hears every line as it is sent, marked `>`, or read, marked `<`."""

_PEAK = re.compile(rb"^VmHWM:\s*(\d+) kB$", re.MULTILINE)  # a line of its own: a program chooses its name in another
_READ = 64 * 1024
_LONGEST_WAIT = 86_400.0
_MOST_READS = 64  # of what is left in a pipe at the end


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
        self._guard = Guard(command, surroundings)
        process = self._guard.process
        assert process.stdin is not None  # noqa: S101 (a pipe was asked for)
        assert process.stdout is not None  # noqa: S101 (a pipe was asked for)
        assert process.stderr is not None  # noqa: S101 (a pipe was asked for)
        self._stdin, self._stdout = process.stdin.fileno(), process.stdout.fileno()
        self._printed, self._complained = Output(), Output()
        self._outputs = {self._stdout: self._printed, process.stderr.fileno(): self._complained}
        self._poll = select.poll()
        for stream in (self._stdin, *self._outputs):
            os.set_blocking(stream, False)
        for stream in self._outputs:
            self._poll.register(stream, select.POLLIN)
        self._wake: int | None = os.eventfd(0, os.EFD_NONBLOCK)
        self._waking = threading.Lock()
        self._poll.register(self._wake, select.POLLIN)
        self._company: Program | None = None
        self.is_attended = False
        """Whether another one takes in what this one prints while it waits."""
        self._lines = bytearray()
        self.has_printed = False
        """Whether anything has ever come on stdout."""
        self._closed = False
        self._memory_read = 0.0
        self.memory = 0
        self.pid = self._guard.pid
        self._cpu_clock = _cpu_clock(self.pid)

    @property
    def end(self) -> End | None:
        """How the program ended, or `None` while it runs."""
        return self._guard.end

    def accompany(self, other: "Program") -> None:
        """Takes in what the other one prints, too, while we wait for this one, so that it is never held up."""
        self._company = other
        other.is_attended = True
        for stream in other._outputs:
            self._poll.register(stream, select.POLLIN)

    # -- talking

    def send(self, data: bytes, deadline: float) -> None:
        """Writes all of it. Raises FaultError when the program does not take it in time, or has gone."""
        if self._watch is not None:
            for line in data.splitlines():
                self._watch(">", line)
        if data and self._guard.process.stdin is not None and self._guard.process.stdin.closed:
            raise FaultError(Termination.DISCONNECT, "gets no more input")  # its number may be another file's by now
        while data:
            try:
                data = data[os.write(self._stdin, data) :]
            except BlockingIOError:
                self._poll.register(self._stdin, select.POLLOUT)
                try:
                    if self._wait(deadline):
                        raise FaultError(Termination.TIMEOUT, "did not read its input in time") from None
                finally:
                    self._poll.unregister(self._stdin)
            except OSError as error:
                if error.errno != errno.EPIPE:
                    raise
                raise self._gone("closed its input") from None

    def buffered_line(self) -> bytes | None:
        """A line that has already come, or `None`. Raises FaultError when it is too long."""
        end = self._lines.find(b"\n")
        if end > LONGEST_LINE or (end < 0 and len(self._lines) > LONGEST_LINE):
            raise FaultError(Termination.PROTOCOL_ERROR, f"printed a line of more than {LONGEST_LINE} bytes")
        if end < 0:
            return None
        line = bytes(self._lines[:end])
        del self._lines[: end + 1]
        if self._watch is not None:
            self._watch("<", line)
        return line

    def read_line(self, deadline: float) -> bytes:
        """The next line, without its newline. Raises FaultError when none comes in time, or the program has gone."""
        while (line := self.buffered_line()) is None:
            self.await_output(deadline)
        return line

    def await_output(self, deadline: float) -> None:
        """Waits for more of this program, or of the one it accompanies. Raises FaultError like `read_line`."""
        if self._stdout not in self._outputs:
            raise self._gone("closed its output")
        if self._printed.total > MOST_PENDING:
            raise FaultError(Termination.PROTOCOL_ERROR, f"printed more than {MOST_PENDING} bytes in one turn")
        if self._wait(deadline) and b"\n" not in self._lines:
            raise FaultError(Termination.TIMEOUT, "did not answer in time")

    def drain(self) -> None:
        """Takes in whatever has come, without waiting."""
        for stream, _ in self._poll.poll(0):
            self._take(stream)

    def _wait(self, deadline: float) -> bool:
        """Takes in whatever comes next; says whether the time is up."""
        left = deadline - time.monotonic()
        for stream, _ in self._poll.poll(min(max(left, 0.0), _LONGEST_WAIT) * 1000):
            if stream == self._wake:
                raise FaultError(Termination.INTERRUPTED, "was stopped")
            self._take(stream)
        return left <= 0

    def interrupt(self) -> None:
        """Has whoever waits for the program, now or later, give up with FaultError; from any thread."""
        with self._waking:
            if self._wake is not None:
                os.eventfd_write(self._wake, 1)

    def _take(self, stream: int) -> None:
        """Reads once from a stream of this program, or of the one it accompanies."""
        owner = self if stream in self._outputs else self._company
        if owner is None or stream not in owner._outputs:
            if stream not in (self._stdin, self._wake):  # one that its owner has done with
                self._poll.unregister(stream)
            return
        if owner is not self and owner._printed.total > MOST_PENDING:
            self._poll.unregister(stream)  # it will hear of it when its turn comes
        elif not owner._read(stream):
            with contextlib.suppress(KeyError):
                self._poll.unregister(stream)

    def _read(self, stream: int) -> bool:
        """Takes in what has come on a stream of ours; says whether there can be more."""
        try:
            data = os.read(stream, _READ)
        except BlockingIOError:
            return True
        if not data:
            self._poll.unregister(stream)
            del self._outputs[stream]
            return False
        self._outputs[stream].add(data)
        if stream == self._stdout:
            self.has_printed = True
            if len(self._lines) <= MOST_PENDING:  # beyond that, nobody will read them
                self._lines += data
        if self._listener is not None:
            self._listener("stdout" if stream == self._stdout else "stderr", data)
        return True

    def _gone(self, what: str) -> FaultError:
        """The fault of a program that no longer listens or talks: it ended, or only closed a stream."""
        self._await_end(time.monotonic() + POLITE_SECONDS)
        where = f" in the middle of a line: {quoted(bytes(self._lines))}" if self._lines else ""
        if self.end is None:
            return FaultError(Termination.DISCONNECT, what + where)
        if self.end.by_signal:
            return FaultError(Termination.CRASH, f"crashed{where}", hint=str(self.end))
        return FaultError(Termination.CRASH, f"{self.end}{where}")

    # -- measuring

    def cpu_seconds(self) -> float:
        """Processor time that the program has used so far, without that of its children."""
        if self._guard.end is None:
            try:
                return time.clock_gettime(self._cpu_clock)
            except OSError:  # it has just ended
                pass
            self._await_end(time.monotonic() + POLITE_SECONDS)
        return self.end.cpu_seconds if self.end is not None else 0.0

    def measure_memory(self) -> int:
        """Peak memory so far in bytes, as of the last time that it was worth reading."""
        now = time.monotonic()
        if now - self._memory_read > MEMORY_INTERVAL:
            self._memory_read = now
            with contextlib.suppress(OSError):
                found = _PEAK.search(Path(f"/proc/{self.pid}/status").read_bytes())
                if found:
                    self.memory = int(found[1]) * 1024
        return self.memory

    def take_output(self) -> tuple[bytes, bytes, int]:
        """What came on stdout and stderr since the last call, and how many bytes were not kept."""
        if not self._closed:
            self.drain()
        printed, complained = self._printed.take(), self._complained.take()
        return printed.head + printed.tail, complained.head + complained.tail, printed.dropped + complained.dropped

    # -- ending

    def hang_up(self, seconds: float) -> bool:
        """Closes the program's input; says whether it ends by itself in that time."""
        if self._guard.process.stdin is not None:
            self._guard.process.stdin.close()
        self._await_end(time.monotonic() + seconds)
        return self.end is not None

    def close(self) -> None:
        """Ends the program; may be called more than once."""
        close_together(self)

    def _await_end(self, deadline: float) -> None:
        """Waits for the report of the program's end, and takes in what it prints meanwhile."""
        control = self._guard.control
        self._poll.register(control, select.POLLIN)
        if self._wake is not None:  # an end is not interrupted
            self._poll.unregister(self._wake)
        while self.end is None:
            left = deadline - time.monotonic()
            for stream, _ in self._poll.poll(max(left, 0.0) * 1000):
                if stream == control.fileno():
                    self._guard.listen()
                else:
                    self._take(stream)
            if left <= 0:
                break
        self._poll.unregister(control)
        if self._wake is not None:
            self._poll.register(self._wake, select.POLLIN)
        if self.end is not None:
            self.memory = max(self.memory, self.end.memory)

    def _release(self) -> None:
        """Takes in what is left in the pipes, and frees them."""
        for stream in list(self._outputs):
            for _ in range(_MOST_READS):
                if not _is_readable(stream) or not self._read(stream):
                    break
        self._guard.release()
        with self._waking:
            if self._wake is not None:
                os.close(self._wake)
                self._wake = None
        self._closed = True


def _is_readable(stream: int) -> bool:
    """Return True if there is something to read, or the end of the file."""
    poll = select.poll()  # not `select`, which takes no file descriptor above 1023
    poll.register(stream, select.POLLIN)
    return bool(poll.poll(0))


def close_together(*programs: Program) -> None:
    """Ends programs side by side: by the end of their input, by TERM, by KILL of all that they started."""
    running = [program for program in programs if not program._closed]
    for program in running:
        program.hang_up(0)
    for order, seconds in ((b"", POLITE_SECONDS), (b"t", POLITE_SECONDS), (b"k", END_SECONDS)):
        left = [program for program in running if program.end is None]
        if order:
            for program in left:
                program._guard.order(order)
        deadline = time.monotonic() + seconds
        for program in left:
            program._await_end(deadline)
    for program in running:
        program._release()


def _cpu_clock(pid: int) -> int:
    """The kernel's number for the clock that counts a process's CPU time."""
    return (~pid << 3) | 2
