"""Games on many machines: tasks of a dask.distributed cluster. Nothing else imports this module, and so dask."""

import asyncio
import pickle
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from importlib import import_module
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import dask
from distributed import CancelledError, Client, KilledWorker
from distributed.comm.core import CommClosedError

from crownbridge.errors import CrownbridgeError, InputError, quoted
from crownbridge.tournaments.executor import Executor, Play, Played
from crownbridge.tournaments.scheduler import Pairing

SLURM = "slurm"
"""The address that asks SLURM for workers."""
AHEAD = 2
"""Games under way for each thread of the workers, so that none waits for the next."""
PATIENCE = 0.2
"""Seconds to wait for games to come back."""
ATTEMPTS = 10
"""How often a game is given to the cluster, which itself begins it anew when a worker is lost, but not for ever."""

_CONNECT_SECONDS = 5.0
_COUNT_EVERY = 1.0  # seconds between two looks at how many workers there are
_RETRIES = 2  # of a game whose worker was there, but failed
_MOST_TABLES = 4  # kept by a worker's thread

_connect: Any = Client  # which has no types
_here = threading.local()


class Cluster(Executor):
    """Games as tasks, each with its identity. The cluster may play one twice, but it comes back once."""

    def __init__(self, make_play: Callable[[], Play], address: str, limit: int | None = None) -> None:
        """`make_play` goes to every worker; `limit` is of games at a time, and of workers that SLURM is asked for.

        Raises InputError where there is no cluster.
        """
        if address != SLURM and not _is_address(address):
            raise InputError(f"{quoted(address)} is no scheduler's address; expected tcp://HOST:PORT or {SLURM}")
        self._make_play = pickle.dumps(make_play)
        self._limit = limit
        self._name = f"crownbridge-{uuid.uuid4().hex}"  # others may play on the same cluster
        self._games: dict[Future[Played], _Game] = {}
        self._threads, self._counted = 0, float("-inf")
        self._allocation = _slurm(limit) if address == SLURM else None
        self._address = address if self._allocation is None else self._allocation.scheduler_address
        try:
            self._client: Any = _connect(self._address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except OSError as error:
            self._end_allocation()
            raise InputError(
                f"no dask scheduler answers at {quoted(address)}; `dask scheduler` starts one, and says its address"
            ) from error

    @property
    def threads(self) -> int:
        """How many games the workers that are there play at a time."""
        if time.monotonic() - self._counted > _COUNT_EVERY:
            try:
                self._threads = sum(self._client.nthreads().values())
            except (OSError, CancelledError) as error:
                raise self._lost() from error
            self._counted = time.monotonic()
        return self._threads

    @property
    def room(self) -> int:
        """What the workers still take. Where there are none yet, one game waits for them."""
        most = max(1, AHEAD * self.threads)
        return max(0, min(most, self._limit or most) - len(self._games))

    @property
    def busy(self) -> bool:
        """Whether the cluster has a game."""
        return bool(self._games)

    def submit(self, pairing: Pairing) -> None:
        """Makes a task of it."""
        self._give(_Game(pairing, 1))

    def _give(self, game: "_Game") -> None:
        # A key that was given up cannot be used again, so the attempt is a part of it.
        key = f"{self._name}/{game.pairing.identity}/{game.attempt}"
        try:
            task = self._client.submit(_play, self._make_play, game.pairing, key=key, pure=False, retries=_RETRIES)
        except CommClosedError as error:
            raise self._lost() from error
        fetched = asyncio.run_coroutine_threadsafe(self._fetch(task), self._client.loop.asyncio_loop)
        self._games[fetched] = game

    async def _fetch(self, task: Any) -> Played:
        """Waits for the result to be here: one that is lost on the way is made again."""
        (played,) = await self._client.gather([task], asynchronous=True)
        assert isinstance(played, Played)  # noqa: S101 (what `_play` returns)
        return played

    def finished(self) -> list[Played]:
        """The games that came back. Raises CrownbridgeError when the cluster is lost, or a game is too often."""
        done, _ = wait(self._games, PATIENCE, FIRST_COMPLETED)
        found: list[Played] = []
        for fetched in done:
            game = self._games.pop(fetched)
            if fetched.cancelled() or isinstance(fetched.exception(), KilledWorker | CancelledError):
                self._give_again(game)
            elif isinstance(error := fetched.exception(), CommClosedError):
                raise self._lost() from error
            else:
                found.append(fetched.result())
        if not found and self._client.status in {"closed", "closing"}:
            raise self._lost()
        return found

    def _give_again(self, game: "_Game") -> None:
        if self._client.status != "running":
            raise self._lost()
        if game.attempt == ATTEMPTS:
            raise CrownbridgeError(
                f"the cluster has lost {game.pairing.identity} {ATTEMPTS} times; do its workers have enough memory?"
            )
        self._give(game._replace(attempt=game.attempt + 1))

    def _lost(self) -> CrownbridgeError:
        return CrownbridgeError(
            f"the dask scheduler at {quoted(self._address)} is gone; what was played is stored, and the same command "
            "goes on with it"
        )

    def close(self) -> None:
        """Takes back what has not begun. A game that a worker plays is played to its end, and forgotten."""
        for fetched in self._games:
            fetched.cancel()
        self._games.clear()
        self._client.close()  # the scheduler drops the tasks that nobody else wants
        self._end_allocation()

    def _end_allocation(self) -> None:
        if self._allocation is not None:
            self._allocation.close()


class _Game(NamedTuple):
    """A game that the cluster has."""

    pairing: Pairing
    attempt: int


def _is_address(text: str) -> bool:
    try:
        found = urlsplit(text)
        return found.scheme in {"tcp", "tls"} and bool(found.hostname) and found.port is not None
    except ValueError:
        return False


def _slurm(workers: int | None) -> Any:
    """Workers of one thread each, as jobs of SLURM, by the settings of dask-jobqueue. Raises InputError."""
    try:
        jobqueue: Any = import_module("dask_jobqueue")  # needed by this alone
    except ModuleNotFoundError as error:
        raise InputError("for SLURM, dask-jobqueue is needed; pip install 'crownbridge[cluster]'") from error
    cores = dask.config.get("jobqueue.slurm.cores", None)
    if not cores or not dask.config.get("jobqueue.slurm.memory", None):
        raise InputError("say how large a SLURM job is: cores and memory under jobqueue.slurm in dask's settings")
    cluster = jobqueue.SLURMCluster(processes=cores, scheduler_options={"dashboard": False, "dashboard_address": ":0"})
    cluster.scale(n=workers or cores)
    return cluster


def _play(make_play: bytes, pairing: Pairing) -> Played:
    """What a worker does. Each of its threads has its own table, made with the first game."""
    tables: dict[bytes, Play] = vars(_here).setdefault("tables", {})
    if make_play not in tables:
        if len(tables) == _MOST_TABLES:
            del tables[next(iter(tables))]
        tables[make_play] = pickle.loads(make_play)()  # noqa: S301 (a cluster trusts who uses it)
    return tables[make_play](pairing)
