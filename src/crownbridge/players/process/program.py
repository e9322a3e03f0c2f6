"""A child process with line-based communication, deadlines and reliable termination."""

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
from crownbridge.players.process.limits import DEFAULT_LAUNCH, LaunchOptions, Sandbox
from crownbridge.players.process.output import Output

LONGEST_LINE = 64 * 1024
MOST_PENDING = 1024 * 1024
"""Maximum number of bytes on stdout in one turn."""
POLITE_SECONDS = 0.2
EXIT_SECONDS = 2.0
"""Time for a program that has closed its output to exit, so that its exit status can be reported on a busy machine."""
LONG_TURN_SECONDS = 0.005
"""Time after which the opponent is stopped until the end of the turn; stopping it at once would slow fast games."""
LEAST_EXTENSION = 0.002
"""Least seconds by which a turn is extended at a time, which bounds the number of measurements."""
MEMORY_INTERVAL = 0.05
"""Minimum seconds between two readings of the peak memory, each of which takes longer than a fast move."""

Watcher = Callable[[str, bytes], None]
"""Callback for every line: takes `>` for a line sent or `<` for a line read, and the line."""

_PEAK = re.compile(rb"^VmHWM:\s*(\d+) kB$", re.MULTILINE)  # anchored: the program's name is arbitrary
_READ = 64 * 1024
_LONGEST_WAIT = 86_400.0
_MOST_READS = 64  # maximum number of reads from a pipe at the end


class Program:
    """An untrusted program, started without a shell. `close` always ends it with all its child processes."""

    def __init__(
        self,
        command: list[str],
        launch_options: LaunchOptions = DEFAULT_LAUNCH,
        watch: Watcher | None = None,
        listener: Listener | None = None,
    ) -> None:
        self._watch = watch
        self._listener = listener
        self._guard = Guard(command, launch_options)
        process = self._guard.process
        assert process.stdin is not None  # noqa: S101 (a pipe was requested)
        assert process.stdout is not None  # noqa: S101 (a pipe was requested)
        assert process.stderr is not None  # noqa: S101 (a pipe was requested)
        self._stdin, self._stdout = process.stdin.fileno(), process.stdout.fileno()
        self._stdout_buffer, self._stderr_buffer = Output(), Output()
        self._outputs = {self._stdout: self._stdout_buffer, process.stderr.fileno(): self._stderr_buffer}
        self._poll = select.poll()
        for stream in (self._stdin, *self._outputs):
            os.set_blocking(stream, False)
        for stream in self._outputs:
            self._poll.register(stream, select.POLLIN)
        self._wake: int | None = os.eventfd(0, os.EFD_NONBLOCK)
        self._waking = threading.Lock()
        self._poll.register(self._wake, select.POLLIN)
        self._accompanied: Program | None = None
        self._may_ponder = launch_options.ponders or launch_options.sandbox is Sandbox.NONE
        self._is_paused = False
        self._had_turn = False
        self._long_at: float | None = None
        """When the turn becomes a long one, or None if it is one already, or not a turn."""
        self._longest_extension = self._thread_time_before = 0.0
        self.waited = 0.0
        """Seconds by which the turn was extended, because other programs kept the processors from this one."""
        self.arrival = 0.0
        """When the last output was read; at the deadline if this process was too busy to read it in time."""
        self.is_attended = False
        """True if another program reads the output of this one while it waits."""
        self._lines = bytearray()
        self.has_printed = False
        """True if the program has printed anything on stdout."""
        self._closed = False
        self._memory_read = 0.0
        self.memory = 0
        self.pid = self._guard.pid
        self._cpu_clock = _cpu_clock(self.pid)

    @property
    def end(self) -> End | None:
        """The end of the program, or `None` while it is running."""
        return self._guard.end

    @property
    def status(self) -> str:
        """How the program ended, what may have caused it, and its processor time."""
        end = self.end
        if end is None:
            return "running"
        return "; ".join(filter(None, (end.how, end.note, f"{end.cpu_seconds:.2f} s of processor time")))

    def accompany(self, other: "Program") -> None:
        """Also read the other program's output while waiting for this one, so that the other does not block."""
        self._accompanied = other
        other.is_attended = True
        for stream in other._outputs:
            self._poll.register(stream, select.POLLIN)

    def begin_turn(self, longest_extension: float = 0.0) -> None:
        """Let the program run, and stop the accompanied one if the turn is long.

        Until `end_turn`, deadlines are extended by the time for which other programs keep the processors from this one,
        but at most by `longest_extension` seconds.
        """
        self.resume()
        self.waited, self._longest_extension = 0.0, longest_extension
        self._thread_time_before = time.thread_time()
        self._had_turn = True
        self._long_at = time.monotonic() + LONG_TURN_SECONDS

    def end_turn(self) -> None:
        """Do not extend deadlines any more."""
        self.waited = self._longest_extension = 0.0

    def rest(self) -> None:
        """Stop the program during its opponent's turn, unless it may ponder or, before its first turn, is starting."""
        if self._had_turn and not self._may_ponder:
            self.pause()

    def pause(self) -> None:
        """Stop all processes of the program until `resume` is called."""
        self._is_paused = True
        self._guard.order(b"s")

    def resume(self) -> None:
        """Continue after `pause`."""
        if self._is_paused:
            self._is_paused = False
            self._guard.ask(b"c", "continued")

    def measured_turn(self) -> tuple[float, float]:
        """Return how long other programs kept the processors from this one in its turn, and how long it computed.

        Both are in seconds, include child processes, and are 0 unless the turn is a long one.
        """
        if not self._had_turn or self._long_at is not None:
            return 0.0, 0.0
        waited, computed = (self._guard.ask(b"e", "waited") or "0 0").split()
        return int(waited) / 1e6, int(computed) / 1e6

    # -- communication

    def send(self, data: bytes, deadline: float) -> None:
        """Write all data. Raise FaultError if the program does not read it in time or has exited.

        A program that has exited after a complete line does not fail here: `read_line` returns the line.
        """
        if self._watch is not None:
            for line in data.splitlines():
                self._watch(">", line)
        if data and self._guard.process.stdin is not None and self._guard.process.stdin.closed:
            raise FaultError(Termination.DISCONNECT, "gets no more input")  # the descriptor may have been reused
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
                fault = self._disconnected("closed its input")
                if self.end is not None and b"\n" in self._lines:
                    return
                raise fault from None

    def buffered_line(self) -> bytes | None:
        """Return a line that has already arrived, or `None`. Raise FaultError if it is too long."""
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
        """Return the next line, without its newline. Raise FaultError on time-out or if the program has exited."""
        while (line := self.buffered_line()) is None:
            self.await_output(deadline)
        return line

    def await_output(self, deadline: float) -> None:
        """Wait for output of this program or the accompanied one. Raise FaultError like `read_line`."""
        if self._stdout not in self._outputs:
            raise self._disconnected("closed its output")
        if self._stdout_buffer.total > MOST_PENDING:
            raise FaultError(Termination.PROTOCOL_ERROR, f"printed more than {MOST_PENDING} bytes in one turn")
        if self._wait(deadline) and b"\n" not in self._lines:
            raise FaultError(Termination.TIMEOUT, "did not answer in time")

    def drain(self) -> None:
        """Read all available output without waiting."""
        for stream, _ in self._poll.poll(0):
            self._take(stream)

    def _wait(self, deadline: float) -> bool:
        """Wait for output and read it; return True if the deadline has passed and is not extended."""
        deadline += self.waited
        now = time.monotonic()
        left = deadline - now
        longest = min(max(left, 0.0), _LONGEST_WAIT)
        if self._long_at is not None:
            if now >= self._long_at:
                self._on_long_turn()
            else:
                longest = min(longest, self._long_at - now)
        for stream, _ in self._poll.poll(longest * 1000):
            if stream == self._wake:
                raise FaultError(Termination.INTERRUPTED, "was stopped")
            self._take(stream)
        after = time.monotonic()
        self.arrival = min(after, deadline) if left > 0 else after
        return left <= 0 and not self._extend_turn()

    def _extend_turn(self) -> bool:
        """Extend the turn by the time for which other programs kept the processors from this one; return True if so."""
        if self.waited >= self._longest_extension:
            return False
        before, (waited, _) = self.waited, self.measured_turn()
        waited -= time.thread_time() - self._thread_time_before  # in which this thread read a flood of output
        self.waited = max(before, min(waited, self._longest_extension))
        return self.waited >= before + LEAST_EXTENSION

    def _on_long_turn(self) -> None:
        self._long_at = None
        self._guard.order(b"b")
        if self._accompanied is not None:
            self._accompanied.rest()

    def interrupt(self) -> None:
        """Make the current or next wait for the program raise FaultError; thread-safe."""
        with self._waking:
            if self._wake is not None:
                os.eventfd_write(self._wake, 1)

    def _take(self, stream: int) -> None:
        """Read once from a stream of this program or the accompanied one."""
        owner = self if stream in self._outputs else self._accompanied
        if owner is None or stream not in owner._outputs:
            if stream not in (self._stdin, self._wake):  # a stream that its owner has closed
                self._poll.unregister(stream)
            return
        if owner is not self and owner._stdout_buffer.total > MOST_PENDING:
            self._poll.unregister(stream)  # its own turn will raise the fault
        elif not owner._read(stream):
            with contextlib.suppress(KeyError):
                self._poll.unregister(stream)

    def _read(self, stream: int) -> bool:
        """Read from a stream of this program; return False at the end of the stream."""
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
            if len(self._lines) <= MOST_PENDING:  # beyond that, the turn is a fault
                self._lines += data
        if self._listener is not None:
            self._listener("stdout" if stream == self._stdout else "stderr", data)
        return True

    def _disconnected(self, what: str) -> FaultError:
        """Return the fault of a program that exited or closed a stream."""
        self._await_end(time.monotonic() + EXIT_SECONDS)
        where = f" in the middle of a line: {quoted(bytes(self._lines))}" if self._lines else ""
        if self.end is None:
            return FaultError(Termination.DISCONNECT, what + where)
        how, _, _, by_signal, excuse, note = self.end
        reason, parts = ("crashed", [how, note]) if by_signal else (how, [note])
        return FaultError(Termination.CRASH, f"{reason}{where}", hint="; ".join(filter(None, parts)), excuse=excuse)

    # -- measurement

    def cpu_seconds(self) -> float:
        """Return the CPU time that the program has used so far, without its child processes."""
        if self._guard.end is None:
            try:
                return time.clock_gettime(self._cpu_clock)
            except OSError:  # it has just exited
                pass
            self._await_end(time.monotonic() + POLITE_SECONDS)
        return self.end.cpu_seconds if self.end is not None else 0.0

    def measure_memory(self) -> int:
        """Return the peak memory so far in bytes, read at most every `MEMORY_INTERVAL` seconds."""
        now = time.monotonic()
        if now - self._memory_read > MEMORY_INTERVAL:
            self._memory_read = now
            with contextlib.suppress(OSError):
                match = _PEAK.search(Path(f"/proc/{self.pid}/status").read_bytes())
                if match:
                    self.memory = int(match[1]) * 1024
        return self.memory

    def take_output(self) -> tuple[bytes, bytes, int]:
        """Return the output on stdout and stderr since the last call, and the number of bytes dropped."""
        if not self._closed:
            self.drain()
        stdout, stderr = self._stdout_buffer.take(), self._stderr_buffer.take()
        return stdout.head + stdout.tail, stderr.head + stderr.tail, stdout.dropped + stderr.dropped

    # -- termination

    def hang_up(self, seconds: float) -> bool:
        """Close the program's input; return True if it exits within the time."""
        self.resume()
        if self._guard.process.stdin is not None:
            self._guard.process.stdin.close()
        self._await_end(time.monotonic() + seconds)
        return self.end is not None

    def close(self) -> None:
        """End the program; may be called repeatedly."""
        close_together(self)

    def _await_end(self, deadline: float) -> None:
        """Wait for the report of the program's end, and read its output meanwhile."""
        control = self._guard.control
        self._poll.register(control, select.POLLIN)
        if self._wake is not None:  # the wait for the end cannot be interrupted
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
        """Read the rest of the pipes and close them."""
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
    """End programs in parallel: close their input, then send SIGTERM, then kill all their processes."""
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
    """Return the kernel's identifier of the CPU-time clock of a process."""
    return (~pid << 3) | 2
