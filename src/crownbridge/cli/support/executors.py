"""Choice of an executor: workers on this machine, or a cluster."""

import logging
import os
from collections.abc import Callable
from typing import Annotated

import typer

from crownbridge.cli.support.output import echo
from crownbridge.errors import InputError
from crownbridge.tournaments.executor import Executor, Play
from crownbridge.tournaments.workers import Workers

Jobs = Annotated[
    int | None, typer.Option(min=1, max=4096, help="Number of concurrent games (default: number of cores).")
]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster", metavar="ADDRESS", help="Play on a dask cluster: tcp://HOST:PORT of its scheduler, or slurm."
    ),
]


def make_executor(
    make_play: Callable[[], Play], jobs: int | None, address: str | None, *, pin: bool = False
) -> Executor:
    """Return workers on this machine, or the cluster at an address. Raise InputError."""
    if address is not None:
        return _cluster(make_play, jobs, address)
    return Workers(make_play, jobs or len(os.sched_getaffinity(0)), pin=pin)


def _cluster(make_play: Callable[[], Play], limit: int | None, address: str) -> Executor:
    try:
        from crownbridge.tournaments.cluster import Cluster  # noqa: PLC0415 (loads dask, which is optional)
    except ModuleNotFoundError as error:
        raise InputError("--cluster needs dask.distributed; pip install 'crownbridge[cluster]'") from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # our own messages cover its errors
    cluster = Cluster(make_play, address, limit)
    if not cluster.threads:
        echo("the cluster has no workers yet; waiting for them", err=True)
    return cluster
