"""Engine options of the commands hexai and htp."""

import argparse
import os
import re

from crownbridge.engines import Engine
from crownbridge.engines.hex import Parameters
from crownbridge.engines.hex.parameters import LEVEL_MEGABYTES, PLAYOUTS
from crownbridge.errors import OptionError

MOST_ITERATIONS = 10**9
MOST_DEFAULT_THREADS = 2
_FEW_ITERATIONS = 16_000  # a search with fewer needs little memory
_LEAST_SECONDS, _MOST_SECONDS = 0.001, 86_400


def add_options(parser: argparse.ArgumentParser, time_help: str) -> None:
    """Add the engine's options to a parser."""
    parser.add_argument("--per-move", type=float, metavar="SECONDS", help=time_help)
    parser.add_argument("--level", type=int, metavar="N", help="strength, 1 to 10 (default 10)")
    parser.add_argument("--evaluation", metavar="NAME", help="network (default by time) or playouts (by iterations)")
    parser.add_argument("--threads", type=int, metavar="N", help="search threads (default 2, or 1 with one core)")
    parser.add_argument("--seed", type=int, metavar="N", help="seed of random choices")


def checked_time(options: argparse.Namespace) -> float | None:
    """Return the seconds per move, or None. Raise OptionError."""
    seconds: float | None = options.per_move
    if seconds is not None and not _LEAST_SECONDS <= seconds <= _MOST_SECONDS:
        raise OptionError(f"--per-move: {seconds}; expected a number from {_LEAST_SECONDS} to {_MOST_SECONDS:,}")
    return seconds


def checked_iterations(iterations: int | None) -> int | None:
    """Return the iterations per move, or None. Raise OptionError."""
    if iterations is not None and not 1 <= iterations <= MOST_ITERATIONS:
        raise OptionError(
            f"the number of iterations is {iterations}; expected a whole number from 1 to {MOST_ITERATIONS:,}"
        )
    return iterations


def chosen_engine(options: argparse.Namespace, iterations: int | None) -> Engine:
    """Return the engine for the options; with few iterations, it allocates little memory.

    A number of iterations selects playouts, which are much faster than the network. Raise OptionError or FileError.
    """
    names = ("level", "evaluation", "threads", "seed")
    parameters = {name: getattr(options, name) for name in names if getattr(options, name) is not None}
    parameters.setdefault("threads", min(MOST_DEFAULT_THREADS, len(os.sched_getaffinity(0))))
    if iterations is not None:
        parameters.setdefault("evaluation", PLAYOUTS)
    if iterations is not None and iterations <= _FEW_ITERATIONS:
        parameters["megabytes"] = LEVEL_MEGABYTES
    try:
        return Parameters(**parameters).engine()
    except OptionError as error:
        raise OptionError(re.sub(r"^the option (\w+) is ", r"--\1: ", str(error))) from None
