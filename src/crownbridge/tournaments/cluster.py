"""Executor for a dask.distributed cluster. No other module imports this one, because it needs dask."""

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
"""Address that requests workers from SLURM."""
AHEAD = 2
"""Number of games submitted for each worker thread, so that none waits for the next."""
PATIENCE = 0.2
"""Seconds to wait for finished games."""
ATTEMPTS = 10
"""Number of times a game is submitted; the cluster itself retries a few times if a worker is lost."""

_CONNECT_SECONDS = 5.0
_COUNT_EVERY = 1.0  # seconds between two counts of the workers
_RETRIES = 2  # of a game that raised an exception
_MOST_RUNNERS = 4  # cached by a worker's thread

_connect: Any = Client  # which has no types
_here = threading.local()


class Cluster(Executor):
    """Runs games as tasks of a cluster, which may play a game twice but returns it once."""

    def __init__(self, make_play: Callable[[], Play], address: str, limit: int | None = None) -> None:
        """Connect to the scheduler at `address`; `make_play` is sent to every worker.

        `limit` is the maximum number of concurrent games, and of workers requested from SLURM. Raise InputError if
        there is no cluster.
        """
        if address != SLURM and not _is_address(address):
            raise InputError(
                f"{quoted(address)} is not the address of a scheduler; expected tcp://HOST:PORT or {SLURM}"
            )
        self._make_play = pickle.dumps(make_play)
        self._limit = limit
        self._name = f"crownbridge-{uuid.uuid4().hex}"  # the cluster may be shared
        self._games: dict[Future[Played], _Game] = {}
        self._threads, self._counted = 0, float("-inf")
        self._allocation = _slurm(limit) if address == SLURM else None
        self._address = address if self._allocation is None else self._allocation.scheduler_address
        try:
            self._client: Any = _connect(self._address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except OSError as error:
            self._end_allocation()
            raise InputError(
                f"no dask scheduler answers at {quoted(address)}; start one with: dask scheduler"
            ) from error

    @property
    def threads(self) -> int:
        """The number of worker threads, each of which plays one game."""
        if time.monotonic() - self._counted > _COUNT_EVERY:
            try:
                self._threads = sum(self._client.nthreads().values())
            except (OSError, CancelledError) as error:
                raise self._lost() from error
            self._counted = time.monotonic()
        return self._threads

    @property
    def free_slots(self) -> int:
        """The number of games that can be submitted; at least one game waits if there are no workers yet."""
        most = max(1, AHEAD * self.threads)
        return max(0, min(most, self._limit or most) - len(self._games))

    @property
    def busy(self) -> bool:
        """True if a game is not finished yet."""
        return bool(self._games)

    def submit(self, pairing: Pairing) -> None:
        """Submit a game as a task."""
        self._send(_Game(pairing, 1))

    def _send(self, game: "_Game") -> None:
        # A cancelled key cannot be used again, so it includes the attempt.
        key = f"{self._name}/{game.pairing.identity}/{game.attempt}"
        try:
            task = self._client.submit(_play, self._make_play, game.pairing, key=key, pure=False, retries=_RETRIES)
        except CommClosedError as error:
            raise self._lost() from error
        fetched = asyncio.run_coroutine_threadsafe(self._fetch(task), self._client.loop.asyncio_loop)
        self._games[fetched] = game

    async def _fetch(self, task: Any) -> Played:
        """Return the result of a task; dask computes it again if it is lost."""
        (played,) = await self._client.gather([task], asynchronous=True)
        assert isinstance(played, Played)  # noqa: S101 (the type that `_play` returns)
        return played

    def finished(self) -> list[Played]:
        """Return finished games; raise CrownbridgeError if the connection is lost, or a game too many times."""
        done, _ = wait(self._games, PATIENCE, FIRST_COMPLETED)
        finished: list[Played] = []
        for fetched in done:
            game = self._games.pop(fetched)
            if fetched.cancelled() or isinstance(fetched.exception(), KilledWorker | CancelledError):
                self._resend(game)
            elif isinstance(error := fetched.exception(), CommClosedError):
                raise self._lost() from error
            else:
                finished.append(fetched.result())
        if not finished and self._client.status in {"closed", "closing"}:
            raise self._lost()
        return finished

    def _resend(self, game: "_Game") -> None:
        if self._client.status != "running":
            raise self._lost()
        if game.attempt == ATTEMPTS:
            raise CrownbridgeError(
                f"the cluster has lost {game.pairing.identity} {ATTEMPTS} times; check the memory of its workers"
            )
        self._send(game._replace(attempt=game.attempt + 1))

    def _lost(self) -> CrownbridgeError:
        return CrownbridgeError(
            f"the dask scheduler at {quoted(self._address)} is lost; finished games are stored, and the same command "
            "resumes the tournament"
        )

    def close(self) -> None:
        """Cancel games that have not started. Running games finish, and their results are dropped."""
        for fetched in self._games:
            fetched.cancel()
        self._games.clear()
        self._client.close()  # the scheduler drops tasks without clients
        self._end_allocation()

    def _end_allocation(self) -> None:
        if self._allocation is not None:
            self._allocation.close()


class _Game(NamedTuple):
    """A submitted game."""

    pairing: Pairing
    attempt: int


def _is_address(text: str) -> bool:
    try:
        url = urlsplit(text)
        return url.scheme in {"tcp", "tls"} and bool(url.hostname) and url.port is not None
    except ValueError:
        return False


def _slurm(workers: int | None) -> Any:
    """Return a SLURM cluster with one-thread workers, configured for dask-jobqueue. Raise InputError."""
    try:
        jobqueue: Any = import_module("dask_jobqueue")  # only needed here
    except ModuleNotFoundError as error:
        raise InputError("SLURM needs dask-jobqueue; pip install 'crownbridge[cluster]'") from error
    cores = dask.config.get("jobqueue.slurm.cores", None)
    if not cores or not dask.config.get("jobqueue.slurm.memory", None):
        raise InputError(
            "the size of a SLURM job is missing; set cores and memory under jobqueue.slurm in dask's configuration"
        )
    cluster = jobqueue.SLURMCluster(processes=cores, scheduler_options={"dashboard": False, "dashboard_address": ":0"})
    cluster.scale(n=workers or cores)
    return cluster


def _play(make_play: bytes, pairing: Pairing) -> Played:
    """Play a game on a worker; each of its threads creates its own game runner for the first game."""
    runners: dict[bytes, Play] = vars(_here).setdefault("runners", {})
    if make_play not in runners:
        if len(runners) == _MOST_RUNNERS:
            del runners[next(iter(runners))]
        runners[make_play] = pickle.loads(make_play)()  # noqa: S301 (a cluster trusts its clients)
    return runners[make_play](pairing)
