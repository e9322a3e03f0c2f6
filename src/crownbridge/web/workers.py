"""Worker processes for requests that compute; threads would compete with the event loop for the interpreter's lock."""

import asyncio
import os
import shutil
import signal
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.util import get_temp_dir
from queue import SimpleQueue
from threading import Condition, Thread, get_native_id
from typing import Any

from crownbridge.errors import ConflictError

MOST_SECONDS = 600.0
"""Time limit of a task."""
MOST_WAITING = 100
"""Maximum number of tasks of a client that wait."""
MOST_BYTES = 100_000_000
"""Maximum size of all requests of a client that are received, wait or are answered."""
_POLL_SECONDS = 0.1
_TOO_MANY = "too many requests wait for the server; try again later"
_NICENESS = 5

_processes = get_context("forkserver")  # a worker must not inherit connections of the server
_processes.set_forkserver_preload(
    ["crownbridge.tournaments.game_runner", "crownbridge.web.app"]
)  # also for tournaments


def lower_priority() -> None:
    """Let this thread, and those that it starts, yield the processors to the event loop and to games.

    For searches only: a thread that holds the interpreter's lock for long would slow down all others.
    """
    thread = get_native_id()
    niceness = os.getpriority(os.PRIO_PROCESS, thread)
    os.setpriority(os.PRIO_PROCESS, thread, max(niceness, _NICENESS))  # only root may raise a priority


@dataclass(eq=False)
class _Task:
    """A call of a function; the pool compares tasks by identity."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    result: Future[Any] = field(default_factory=Future)
    is_abandoned: bool = False


class WorkerPool:
    """Calls functions in a few processes, which start when they are needed. Clients take turns. Thread-safe."""

    def __init__(self, size: int | None = None) -> None:
        """Use up to `size` processes, by default one per processor and at least two."""
        self._size = size or max(len(os.sched_getaffinity(0)), 2)
        self._most_each = max(self._size - 1, 1)
        """Maximum number of processes that work for one client, so that another one need not wait for it."""
        self._waiting: dict[str, deque[_Task]] = {}
        """The tasks of each client; the client whose turn is next comes first."""
        self._running = Counter[str]()
        self._sizes = Counter[str]()
        """Bytes of the requests of each client."""
        self._threads: list[Thread] = []
        self._workers: set[_Worker] = set()
        self._changed = Condition()
        self._closed = False

    async def run(self, client: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function of a module in a worker process, and return its result or raise its exception.

        Raise ConflictError if too many tasks of the client wait, or if this one takes too long. If this is cancelled,
        the task does not start or, if it has started, its process is ended before CancelledError is raised.
        """
        task = _Task(function, arguments)
        with self._changed:
            if len(self._waiting.get(client, ())) >= MOST_WAITING or self._closed:
                raise ConflictError(_TOO_MANY)
            self._waiting.setdefault(client, deque()).append(task)
            if len(self._threads) < min(self._size, self._running.total() + sum(map(len, self._waiting.values()))):
                self._threads.append(Thread(target=self._serve, daemon=True, name="worker"))
                self._threads[-1].start()
            self._changed.notify()
        result = asyncio.wrap_future(task.result)
        try:
            return await asyncio.shield(result)
        except asyncio.CancelledError:
            self._abandon(client, task)
            await asyncio.gather(result, return_exceptions=True)
            raise

    def reserve(self, client: str, size: int) -> None:
        """Count bytes of a request until `release`. Raise ConflictError if the requests of the client are too large."""
        with self._changed:
            if self._sizes[client] + size > MOST_BYTES:
                raise ConflictError(_TOO_MANY)
            self._sizes[client] += size

    def release(self, client: str, size: int) -> None:
        """Stop counting bytes of a request that has been answered."""
        with self._changed:
            self._sizes -= Counter({client: size})

    def close(self) -> None:
        """End all processes; tasks that are not done raise ConflictError."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            for worker in self._workers:
                worker.kill()
        for thread in self._threads:
            thread.join()
        for task in (task for tasks in self._waiting.values() for task in tasks):
            if task.result.set_running_or_notify_cancel():
                task.result.set_exception(ConflictError("the server is stopping"))

    def _serve(self) -> None:
        """Give tasks to one worker process, one after another."""
        worker: _Worker | None = None
        while (turn := self._next()) is not None:
            client, task = turn
            task.result.set_running_or_notify_cancel()  # from now on, only `is_abandoned` ends it
            answer: Callable[[], None]
            try:
                worker = worker or self._start_worker()
                answer = partial(task.result.set_result, worker.call(task))
            except _WorkerDiedError:
                assert worker is not None  # noqa: S101 (it has died)
                self._end_worker(worker)
                worker = None
                problem = "the request needs too much time or memory, or the server stops; send less at a time"
                answer = partial(task.result.set_exception, ConflictError(problem))
            except Exception as error:  # noqa: BLE001 (raised where the result is awaited)
                answer = partial(task.result.set_exception, error)
            with self._changed:
                self._running -= Counter((client,))
                self._changed.notify_all()
            answer()
        if worker is not None:
            self._end_worker(worker)

    def _abandon(self, client: str, task: _Task) -> None:
        """Remove a task that waits, or have its worker ended."""
        with self._changed:
            task.is_abandoned = True
            tasks = self._waiting.get(client, deque())
            if task in tasks:
                tasks.remove(task)
                if not tasks:
                    del self._waiting[client]
                task.result.cancel()

    def _next(self) -> tuple[str, _Task] | None:
        """Wait for the next client's task, and return both; None if the pool is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._next_client() is not None)
            client = self._next_client()
            if self._closed or client is None:
                return None
            tasks = self._waiting.pop(client)
            task = tasks.popleft()
            if tasks:
                self._waiting[client] = tasks  # behind the other clients
            self._running[client] += 1
            return client, task

    def _next_client(self) -> str | None:
        return next((client for client in self._waiting if self._running[client] < self._most_each), None)

    def _start_worker(self) -> "_Worker":
        worker = _Worker()
        with self._changed:
            self._workers.add(worker)
            if self._closed:
                worker.kill()
        return worker

    def _end_worker(self, worker: "_Worker") -> None:
        with self._changed:
            self._workers.remove(worker)
        worker.close()


class _WorkerDiedError(Exception):
    """The process was killed, or has exited, or has to be ended."""


class _Worker:
    """The server's end of the connection to a worker process."""

    def __init__(self) -> None:
        self._connection, theirs = _processes.Pipe()
        self._process = _processes.Process(target=_work, args=(theirs, get_temp_dir()), daemon=True)
        self._process.start()
        theirs.close()

    def call(self, task: _Task) -> Any:
        """Return the result of a function or raise its exception.

        Raise _WorkerDiedError if the process ends first, or has to be ended, because the task is too long or abandoned.
        """
        latest = time.monotonic() + MOST_SECONDS
        try:
            self._connection.send((task.function, task.arguments))
            while not self._connection.poll(_POLL_SECONDS):
                if task.is_abandoned or time.monotonic() > latest:
                    raise _WorkerDiedError
            result, error = self._connection.recv()
        except (EOFError, OSError):
            raise _WorkerDiedError from None
        if error is not None:
            raise error
        return result

    def kill(self) -> None:
        """Kill the process."""
        self._process.kill()

    def close(self) -> None:
        """Kill the process, wait for its end, and close the connection."""
        self._process.kill()
        self._process.join()
        self._connection.close()


def _work(connection: Connection, folder: str) -> None:
    """Call functions in a worker process until the server ends.

    `folder` is the temporary folder of multiprocessing, which the workers delete if the server was killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C
    lower_priority()
    tasks = SimpleQueue[tuple[Callable[..., Any], tuple[Any, ...]]]()
    Thread(target=_receive, args=(connection, folder, tasks), daemon=True).start()
    while True:
        function, arguments = tasks.get()
        try:
            connection.send((function(*arguments), None))
        except Exception as error:  # noqa: BLE001 (raised in the server)
            error.add_note(traceback.format_exc())
            connection.send((None, error))


def _receive(connection: Connection, folder: str, tasks: SimpleQueue[Any]) -> None:
    """Receive tasks; exit at once when the server has ended, also during a task."""
    try:
        while True:
            tasks.put(connection.recv())
    except (EOFError, OSError):
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)
