"""Executor with worker processes on this machine, which live as long as the tournament."""

import os
import shutil
import signal
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.util import get_temp_dir
from typing import Any, NamedTuple, Protocol

from crownbridge.errors import ConfigurationWarning, CrownbridgeError, show_plain_warnings
from crownbridge.tournaments.executor import Executor, GameSnapshot, Play, Played, SupportsSnapshot, SupportsVoid
from crownbridge.tournaments.scheduler import Pairing

AHEAD = 2
"""Number of games sent to a worker at a time, so that it never waits for the next."""
PATIENCE = 0.2
"""Seconds to wait for finished games."""
ATTEMPTS = 3
"""Number of times a game is started before it is void because its worker dies."""
SNAPSHOT_EVERY = 0.2
"""Seconds between two snapshots of running games."""

_SNAPSHOT, _WITHDRAW = "snapshot", "withdraw"

_processes = get_context("forkserver")
_processes.set_forkserver_preload(["crownbridge.tournaments.game_runner"])  # imported once, not by every worker


class _Void(NamedTuple):
    """A request to declare a game void."""

    pairing: Pairing
    reason: str


class Workers(Executor):
    """Plays games in worker processes. A worker that dies is replaced, and its games are restarted."""

    def __init__(self, make_play: Callable[[], Play], count: int, *, pin: bool = False) -> None:
        """Start `count` workers, each of which calls `make_play`; `pin` gives each worker its own core."""
        self._make_play = make_play
        cores = sorted(os.sched_getaffinity(0))
        self._workers = [_Worker(make_play, cores[i % len(cores)] if pin else None) for i in range(count)]
        self._attempts: dict[str, int] = {}
        self._watcher: Watcher | None = None
        self._requested_at = 0.0

    def watch(self, watcher: "Watcher") -> None:
        """Send snapshots of running games to the watcher a few times a second, while it is watching."""
        self._watcher = watcher

    @property
    def free_slots(self) -> int:
        """The number of games that can be submitted."""
        return sum(AHEAD - len(worker.games) for worker in self._workers)

    @property
    def busy(self) -> bool:
        """True if a worker has a game."""
        return any(worker.games for worker in self._workers)

    def submit(self, pairing: Pairing) -> None:
        """Send a game to the worker with the fewest games."""
        self._attempts[pairing.identity] = 1
        self._send(pairing)

    def _send(self, pairing: Pairing, void: str = "") -> None:
        min(self._workers, key=lambda worker: len(worker.games)).send_game(pairing, void)

    def finished(self) -> list[Played]:
        """Return finished games; raise CrownbridgeError if a worker fails, or dies too often."""
        self._request_snapshots()
        ready = wait([worker.connection for worker in self._workers], PATIENCE)
        finished: list[Played] = []
        for number, worker in enumerate(self._workers):
            if worker.connection not in ready:
                continue
            played = []
            for answer in worker.take():
                if isinstance(answer, Played):
                    played.append(answer)
                elif self._watcher is not None:
                    self._watcher.see(answer)
            finished += played
            for game in played:
                self._attempts.pop(game.pairing.identity, None)
            if not worker.alive:
                self._replace(number)
        return finished

    def _request_snapshots(self) -> None:
        """Request a snapshot of each running game if it is time."""
        if (
            self._watcher is None
            or time.monotonic() < self._requested_at + SNAPSHOT_EVERY
            or not self._watcher.is_watching
        ):
            return
        self._requested_at = time.monotonic()
        for worker in self._workers:
            worker.request_snapshot()

    def _replace(self, number: int) -> None:
        lost = self._workers[number]
        lost.close()
        self._workers[number] = _Worker(self._make_play, lost.core)
        for position, pairing in enumerate(lost.games):
            self._attempts[pairing.identity] += position == 0  # only the first was running
            if self._attempts[pairing.identity] > ATTEMPTS + 1:  # declaring it void failed, too
                raise CrownbridgeError(
                    f"the worker that plays {pairing.identity} has died {ATTEMPTS} times; check the free memory"
                )
            died = f"its worker has died {ATTEMPTS} times"
            self._send(pairing, died if self._attempts[pairing.identity] > ATTEMPTS else "")

    def withdraw(self) -> None:
        """Cancel queued games; each worker keeps its running game."""
        for worker in self._workers:
            worker.send(_WITHDRAW)

    def close(self) -> None:
        """Kill the workers and the programs that they started."""
        for worker in self._workers:
            worker.close()


class Watcher(Protocol):
    """Receiver of snapshots of running games."""

    @property
    def is_watching(self) -> bool:
        """True if snapshots are wanted; the workers send none otherwise."""

    def see(self, snapshot: GameSnapshot) -> None:
        """Receive the state of a game."""


class _Worker:
    """A worker process and the games sent to it."""

    def __init__(self, make_play: Callable[[], Play], core: int | None) -> None:
        self.core = core
        self.games: deque[Pairing] = deque()
        self.alive = True
        self.connection, theirs = _processes.Pipe()
        self._process = _processes.Process(target=_work, args=(theirs, make_play, core, get_temp_dir()), daemon=True)
        self._process.start()
        theirs.close()

    def send_game(self, pairing: Pairing, void: str = "") -> None:
        self.games.append(pairing)
        self.send(_Void(pairing, void) if void else pairing)

    def request_snapshot(self) -> None:
        """Request the state of the running game, which `take` returns later."""
        if self.games:
            self.send(_SNAPSHOT)

    def send(self, request: "Pairing | _Void | str") -> None:
        """Send a game or a command to the process."""
        try:
            self.connection.send(request)
        except OSError:
            self.alive = False

    def take(self) -> list[Played | GameSnapshot]:
        """Return the received games and snapshots."""
        received: list[Played | GameSnapshot] = []
        while (answer := self._receive()) is not None:
            if isinstance(answer, BaseException):
                raise answer
            if isinstance(answer, Played):
                self.games.remove(answer.pairing)
            elif isinstance(answer, Pairing):
                self.games.remove(answer)
                continue
            received.append(answer)
        return received

    def _receive(self) -> Any:
        """Return the next message, or None if there is none or the process has exited."""
        try:
            return self.connection.recv() if self.connection.poll() else None
        except (EOFError, ConnectionError):
            self.alive = False
            return None

    def close(self) -> None:
        self._process.kill()
        self._process.join()
        self.connection.close()


def _work(connection: Connection, make_play: Callable[[], Play], core: int | None, folder: str) -> None:
    """Play games in a worker process until the connection is closed.

    `folder` is the temporary folder of multiprocessing, which the workers delete if the tournament was killed.
    """
    show_plain_warnings()
    warnings.simplefilter("ignore", ConfigurationWarning)  # the tournament itself emits them once
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the tournament handles Ctrl-C
    if core is not None:
        os.sched_setaffinity(0, {core})
    channel = _WorkerChannel(connection, folder)
    threading.Thread(target=channel.listen, daemon=True).start()
    try:
        channel.play = make_play()
        while True:
            channel.answer(_execute(channel.play, channel.next()))
    except Exception as error:  # noqa: BLE001 (sent to the tournament, which fails with it)
        channel.answer(error)


def _execute(play: Play, request: "Pairing | _Void") -> Played:
    if isinstance(request, Pairing):
        return play(request)
    runner: object = play
    if isinstance(runner, SupportsVoid):
        return runner.void(*request)
    raise CrownbridgeError(f"{request.pairing.identity} cannot be played: {request.reason}")


class _WorkerChannel:
    """The worker's end of the connection to the tournament."""

    def __init__(self, connection: Connection, folder: str) -> None:
        self._folder = folder
        self.play: Play | None = None
        self._connection = connection
        self._queue: deque[Pairing | _Void] = deque()
        self._arrived = threading.Condition()
        self._sending = threading.Lock()

    def listen(self) -> None:
        """Receive requests until the connection is closed; then exit, which ends the programs as well."""
        try:
            while True:
                request = self._connection.recv()
                if request == _SNAPSHOT:
                    self._send_snapshot()
                elif request == _WITHDRAW:
                    self._withdraw()
                else:
                    with self._arrived:
                        self._queue.append(request)
                        self._arrived.notify()
        except (EOFError, OSError):
            shutil.rmtree(self._folder, ignore_errors=True)
            os._exit(0)

    def _send_snapshot(self) -> None:
        play: object = self.play
        if isinstance(play, SupportsSnapshot) and (snapshot := play.snapshot()) is not None:
            self.answer(snapshot)

    def _withdraw(self) -> None:
        with self._arrived:
            while self._queue:
                request = self._queue.pop()
                self.answer(request if isinstance(request, Pairing) else request.pairing)

    def next(self) -> "Pairing | _Void":
        """Wait for the next game and return it."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._queue)
            return self._queue.popleft()

    def answer(self, message: Played | Pairing | GameSnapshot | Exception) -> None:
        """Send a message to the tournament. May be called from any thread."""
        with self._sending:
            self._connection.send(message)
