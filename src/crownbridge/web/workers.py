"""Worker processes for requests that compute; threads would compete with the event loop for the interpreter's lock."""

import asyncio
import os
import shutil
import signal
import traceback
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.util import get_temp_dir
from queue import SimpleQueue
from threading import Condition, Thread, get_native_id
from typing import Any, NamedTuple

from crownbridge.errors import ConflictError

MOST_SECONDS = 600.0
"""Time limit of a task."""
MOST_WAITING = 100
"""Maximum number of tasks of a client that wait."""
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


class _Task(NamedTuple):
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    result: Future[Any]


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
        self._threads: list[Thread] = []
        self._workers: set[_Worker] = set()
        self._changed = Condition()
        self._closed = False

    async def run(self, client: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function of a module in a worker process, and return its result or raise its exception.

        Raise ConflictError if too many tasks of the client wait, or if this one takes too long.
        """
        task = _Task(function, arguments, Future())
        with self._changed:
            if len(self._waiting.get(client, ())) >= MOST_WAITING or self._closed:
                raise ConflictError("too many requests wait for the server; try again later")
            self._waiting.setdefault(client, deque()).append(task)
            if len(self._threads) < min(self._size, self._running.total() + sum(map(len, self._waiting.values()))):
                self._threads.append(Thread(target=self._serve, daemon=True, name="worker"))
                self._threads[-1].start()
            self._changed.notify()
        return await asyncio.wrap_future(task.result)

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
            try:
                if task.result.set_running_or_notify_cancel():
                    worker = worker or self._start_worker()
                    task.result.set_result(worker.call(task.function, task.arguments))
            except _WorkerDiedError:
                assert worker is not None  # noqa: S101 (it has died)
                self._end_worker(worker)
                worker = None
                task.result.set_exception(
                    ConflictError("the request needs too much time or memory, or the server stops; send less at a time")
                )
            except Exception as error:  # noqa: BLE001 (raised where the result is awaited)
                task.result.set_exception(error)
            finally:
                with self._changed:
                    self._running -= Counter((client,))
                    self._changed.notify_all()
        if worker is not None:
            self._end_worker(worker)

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
    """The process was killed, or has exited."""


class _Worker:
    """The server's end of the connection to a worker process."""

    def __init__(self) -> None:
        self._connection, theirs = _processes.Pipe()
        self._process = _processes.Process(target=_work, args=(theirs, get_temp_dir()), daemon=True)
        self._process.start()
        theirs.close()

    def call(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Return the result of a function or raise its exception; raise _WorkerDiedError if the process ends first."""
        try:
            self._connection.send((function, arguments))
            if not self._connection.poll(MOST_SECONDS):
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
