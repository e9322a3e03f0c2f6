"""Games on the cores of this machine: processes that live as long as the tournament."""

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
"""How many games a worker is given at a time, so that it never waits for the next."""
PATIENCE = 0.2
"""Seconds to wait for games to come back."""
ATTEMPTS = 3
"""How often a game is begun again after its worker has died; then it is void."""
LOOK_EVERY = 0.2
"""Seconds between two looks at the games under way."""

_LOOK, _WITHDRAW = "look", "withdraw"

_processes = get_context("forkserver")
_processes.set_forkserver_preload(["crownbridge.tournaments.game_runner"])  # imported once, not by every worker


class _Void(NamedTuple):
    """The order to declare a game void."""

    pairing: Pairing
    reason: str


class Workers(Executor):
    """Long-lived worker processes. One that dies is replaced, and its games are begun again."""

    def __init__(self, make_play: Callable[[], Play], count: int, *, pin: bool = False) -> None:
        """`make_play` goes to every worker, and makes there what plays its games; `pin` gives each its own core."""
        self._make_play = make_play
        cores = sorted(os.sched_getaffinity(0))
        self._workers = [_Worker(make_play, cores[i % len(cores)] if pin else None) for i in range(count)]
        self._attempts: dict[str, int] = {}
        self._watcher: Watcher | None = None
        self._looked = 0.0

    def watch(self, watcher: "Watcher") -> None:
        """Has somebody see the games under way a few times a second, while it wants to."""
        self._watcher = watcher

    @property
    def room(self) -> int:
        """What the workers still take."""
        return sum(AHEAD - len(worker.games) for worker in self._workers)

    @property
    def busy(self) -> bool:
        """Whether a worker has a game."""
        return any(worker.games for worker in self._workers)

    def submit(self, pairing: Pairing) -> None:
        """Gives it to the worker with the fewest games."""
        self._attempts[pairing.identity] = 1
        self._give(pairing)

    def _give(self, pairing: Pairing, void: str = "") -> None:
        min(self._workers, key=lambda worker: len(worker.games)).give(pairing, void)

    def finished(self) -> list[Played]:
        """The games that came back. Raises CrownbridgeError when a game's worker has died too often, or failed."""
        self._look()
        ready = wait([worker.connection for worker in self._workers], PATIENCE)
        found: list[Played] = []
        for number, worker in enumerate(self._workers):
            if worker.connection not in ready:
                continue
            played = []
            for answer in worker.take():
                if isinstance(answer, Played):
                    played.append(answer)
                elif self._watcher is not None:
                    self._watcher.see(answer)
            found += played
            for game in played:
                self._attempts.pop(game.pairing.identity, None)
            if not worker.alive:
                self._replace(number)
        return found

    def _look(self) -> None:
        """Asks all workers where their games stand."""
        if self._watcher is None or time.monotonic() < self._looked + LOOK_EVERY or not self._watcher.is_watching:
            return
        self._looked = time.monotonic()
        for worker in self._workers:
            worker.look()

    def _replace(self, number: int) -> None:
        lost = self._workers[number]
        lost.close()
        self._workers[number] = _Worker(self._make_play, lost.core)
        for position, pairing in enumerate(lost.games):
            self._attempts[pairing.identity] += position == 0  # the first was being played
            if self._attempts[pairing.identity] > ATTEMPTS + 1:  # that did not even play it
                raise CrownbridgeError(
                    f"the worker that plays {pairing.identity} has died {ATTEMPTS} times; is there enough memory?"
                )
            died = f"its worker has died {ATTEMPTS} times"
            self._give(pairing, died if self._attempts[pairing.identity] > ATTEMPTS else "")

    def withdraw(self) -> None:
        """Leaves each worker the game that it plays."""
        for worker in self._workers:
            worker.send(_WITHDRAW)

    def close(self) -> None:
        """Ends the workers, and with them the programs that they started."""
        for worker in self._workers:
            worker.close()


class Watcher(Protocol):
    """Somebody who may want to see the games that are being played."""

    @property
    def is_watching(self) -> bool:
        """Whether it wants to; nothing is asked of the workers while it does not."""

    def see(self, snapshot: GameSnapshot) -> None:
        """Sees one game."""


class _Worker:
    """One process, and the games it was given."""

    def __init__(self, make_play: Callable[[], Play], core: int | None) -> None:
        self.core = core
        self.games: deque[Pairing] = deque()
        self.alive = True
        self.connection, theirs = _processes.Pipe()
        self._process = _processes.Process(target=_work, args=(theirs, make_play, core, get_temp_dir()), daemon=True)
        self._process.start()
        theirs.close()

    def give(self, pairing: Pairing, void: str = "") -> None:
        self.games.append(pairing)
        self.send(_Void(pairing, void) if void else pairing)

    def look(self) -> None:
        """Asks where the game stands; `take` gives the answer, if there is one."""
        if self.games:
            self.send(_LOOK)

    def send(self, wish: "Pairing | _Void | str") -> None:
        """A game that it is to play, or a word."""
        try:
            self.connection.send(wish)
        except OSError:
            self.alive = False  # `take` will find out

    def take(self) -> list[Played | GameSnapshot]:
        """What has come back."""
        found: list[Played | GameSnapshot] = []
        while (answer := self._receive()) is not None:
            if isinstance(answer, BaseException):
                raise answer
            if isinstance(answer, Played):
                self.games.remove(answer.pairing)
            elif isinstance(answer, Pairing):
                self.games.remove(answer)
                continue
            found.append(answer)
        return found

    def _receive(self) -> Any:
        """What it has sent next, or `None` where there is nothing more, or it is gone."""
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
    """What a worker does: plays the games that it is given, until nobody gives any.

    The folder is the one in which processes find each other; a tournament that was killed leaves it to its workers.
    """
    show_plain_warnings()
    warnings.simplefilter("ignore", ConfigurationWarning)  # the tournament itself gives them, once
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the user's Ctrl-C is for the tournament to answer
    if core is not None:
        os.sched_setaffinity(0, {core})
    desk = _Desk(connection, folder)
    threading.Thread(target=desk.listen, daemon=True).start()
    try:
        desk.play = make_play()
        while True:
            desk.answer(_carried_out(desk.play, desk.next()))
    except Exception as error:  # noqa: BLE001 (told to the tournament, which ends with it)
        desk.answer(error)


def _carried_out(play: Play, order: "Pairing | _Void") -> Played:
    if isinstance(order, Pairing):
        return play(order)
    table: object = play
    if isinstance(table, SupportsVoid):
        return table.void(*order)
    raise CrownbridgeError(f"{order.pairing.identity} cannot be played: {order.reason}")


class _Desk:
    """Where a worker's orders arrive, and its answers leave."""

    def __init__(self, connection: Connection, folder: str) -> None:
        self._folder = folder
        self.play: Play | None = None
        self._connection = connection
        self._given: deque[Pairing | _Void] = deque()
        self._arrived = threading.Condition()
        self._sending = threading.Lock()

    def listen(self) -> None:
        """Takes orders until the tournament is gone; its programs go with us."""
        try:
            while True:
                order = self._connection.recv()
                if order == _LOOK:
                    self._look()
                elif order == _WITHDRAW:
                    self._withdraw()
                else:
                    with self._arrived:
                        self._given.append(order)
                        self._arrived.notify()
        except (EOFError, OSError):
            shutil.rmtree(self._folder, ignore_errors=True)
            os._exit(0)

    def _look(self) -> None:
        play: object = self.play
        if isinstance(play, SupportsSnapshot) and (snapshot := play.snapshot()) is not None:
            self.answer(snapshot)

    def _withdraw(self) -> None:
        with self._arrived:
            while self._given:
                order = self._given.pop()
                self.answer(order if isinstance(order, Pairing) else order.pairing)

    def next(self) -> "Pairing | _Void":
        """The next game, as soon as there is one."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._given)
            return self._given.popleft()

    def answer(self, message: Played | Pairing | GameSnapshot | Exception) -> None:
        """Tells the tournament; from any thread."""
        with self._sending:
            self._connection.send(message)
