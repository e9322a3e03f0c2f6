"""Games on the cores of this machine: processes that live as long as the tournament."""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any

from crownbridge.errors import CrownbridgeError
from crownbridge.tournaments.executor import Executor, Play, Played
from crownbridge.tournaments.scheduler import Pairing

AHEAD = 2
"""How many games a worker is given at a time, so that it never waits for the next."""
PATIENCE = 0.2
"""Seconds to wait for games to come back."""
ATTEMPTS = 3
"""How often a game is begun again after its worker has died."""

_processes = get_context("forkserver")


class Workers(Executor):
    """Long-lived worker processes. One that dies is replaced, and its games are begun again."""

    def __init__(self, make_play: Callable[[], Play], count: int, *, pin: bool = False) -> None:
        """`make_play` goes to every worker, and makes there what plays its games; `pin` gives each its own core."""
        self._make_play = make_play
        cores = sorted(os.sched_getaffinity(0))
        self._workers = [_Worker(make_play, cores[i % len(cores)] if pin else None) for i in range(count)]
        self._attempts: dict[str, int] = {}

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

    def _give(self, pairing: Pairing) -> None:
        min(self._workers, key=lambda worker: len(worker.games)).give(pairing)

    def finished(self) -> list[Played]:
        """The games that came back. Raises CrownbridgeError when a game's worker has died too often, or failed."""
        ready = wait([worker.connection for worker in self._workers], PATIENCE)
        found: list[Played] = []
        for number, worker in enumerate(self._workers):
            if worker.connection not in ready:
                continue
            played = worker.take()
            found += played
            for game in played:
                self._attempts.pop(game.pairing.identity, None)
            if not worker.alive:
                self._replace(number)
        return found

    def _replace(self, number: int) -> None:
        lost = self._workers[number]
        lost.close()
        self._workers[number] = _Worker(self._make_play, lost.core)
        for position, pairing in enumerate(lost.games):
            self._attempts[pairing.identity] += position == 0  # the first was being played
            if self._attempts[pairing.identity] > ATTEMPTS:
                raise CrownbridgeError(
                    f"the worker that plays {pairing.identity} has died {ATTEMPTS} times; is there enough memory?"
                )
            self._give(pairing)

    def withdraw(self) -> None:
        """Leaves each worker the game that it plays."""
        for worker in self._workers:
            worker.send(None)

    def close(self) -> None:
        """Ends the workers, and with them the programs that they started."""
        for worker in self._workers:
            worker.close()


class _Worker:
    """One process, and the games it was given."""

    def __init__(self, make_play: Callable[[], Play], core: int | None) -> None:
        self.core = core
        self.games: deque[Pairing] = deque()
        self.alive = True
        self.connection, theirs = _processes.Pipe()
        self._process = _processes.Process(target=_work, args=(theirs, make_play, core), daemon=True)
        self._process.start()
        theirs.close()

    def give(self, pairing: Pairing) -> None:
        self.games.append(pairing)
        self.send(pairing)

    def send(self, wish: Pairing | None) -> None:
        """A game that it is to play, or `None`: to give back those that it has not begun."""
        try:
            self.connection.send(wish)
        except OSError:
            self.alive = False  # `take` will find out

    def take(self) -> list[Played]:
        """What has come back."""
        found: list[Played] = []
        try:
            while self.connection.poll():
                answer: Any = self.connection.recv()
                if isinstance(answer, BaseException):
                    raise answer
                if isinstance(answer, Played):
                    found.append(answer)
                self.games.remove(answer.pairing if isinstance(answer, Played) else answer)
        except (EOFError, ConnectionError):
            self.alive = False
        return found

    def close(self) -> None:
        self._process.kill()
        self._process.join()
        self.connection.close()


def _work(connection: Connection, make_play: Callable[[], Play], core: int | None) -> None:
    """What a worker does: plays the games that it is given, until nobody gives any."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the user's Ctrl-C is for the tournament to answer
    if core is not None:
        os.sched_setaffinity(0, {core})
    given: deque[Pairing] = deque()
    arrived = threading.Condition()
    sending = threading.Lock()

    def answer(what: object) -> None:
        with sending:
            connection.send(what)

    def listen() -> None:
        try:
            while True:
                wish = connection.recv()
                with arrived:
                    if wish is not None:
                        given.append(wish)
                        arrived.notify()
                    while wish is None and given:
                        answer(given.pop())
        except (EOFError, OSError):
            os._exit(0)  # the tournament is gone: its programs go with us

    threading.Thread(target=listen, daemon=True).start()
    try:
        play = make_play()
        while True:
            with arrived:
                arrived.wait_for(lambda: given)
                pairing = given.popleft()
            answer(play(pairing))
    except Exception as error:  # noqa: BLE001 (told to the tournament, which ends with it)
        answer(error)
