"""What the two Hex programs share: the options that choose how the engine plays."""

import argparse
import re

from crownbridge.engines import Engine
from crownbridge.engines.hex import Parameters
from crownbridge.engines.hex.parameters import LEVEL_MEGABYTES, PLAYOUTS
from crownbridge.errors import OptionError

MOST_ITERATIONS = 10**9
_FEW_ITERATIONS = 16_000  # their tree stays small
_LEAST_SECONDS, _MOST_SECONDS = 0.001, 86_400


def add_options(parser: argparse.ArgumentParser, time_help: str) -> None:
    """Those of the engine."""
    parser.add_argument("--per-move", type=float, metavar="SECONDS", help=time_help)
    parser.add_argument("--level", type=int, metavar="N", help="strength, 1 to 10 (default 10)")
    parser.add_argument("--evaluation", metavar="NAME", help="network (default by time) or playouts (by iterations)")
    parser.add_argument("--threads", type=int, metavar="N", help="search with so many threads")
    parser.add_argument("--seed", type=int, metavar="N", help="repeat what is chosen by chance")


def checked_time(asked: argparse.Namespace) -> float | None:
    """The seconds for a move, if they were given. Raises OptionError."""
    seconds: float | None = asked.per_move
    if seconds is not None and not _LEAST_SECONDS <= seconds <= _MOST_SECONDS:
        raise OptionError(f"--per-move: {seconds}; expected a number from {_LEAST_SECONDS} to {_MOST_SECONDS:,}")
    return seconds


def checked_iterations(iterations: int | None) -> int | None:
    """The iterations for a move, if they were given. Raises OptionError."""
    if iterations is not None and not 1 <= iterations <= MOST_ITERATIONS:
        raise OptionError(f"the iterations are {iterations}; expected a whole number from 1 to {MOST_ITERATIONS:,}")
    return iterations


def chosen_engine(asked: argparse.Namespace, iterations: int | None) -> Engine:
    """The engine that the options describe; with few iterations, it asks for little memory.

    Iterations are meant to be playouts, which take far less time each than a network. Raises OptionError or FileError.
    """
    names = ("level", "evaluation", "threads", "seed")
    chosen = {name: getattr(asked, name) for name in names if getattr(asked, name) is not None}
    if iterations is not None:
        chosen.setdefault("evaluation", PLAYOUTS)
    if iterations is not None and iterations <= _FEW_ITERATIONS:
        chosen["megabytes"] = LEVEL_MEGABYTES
    try:
        return Parameters(**chosen).engine()
    except OptionError as error:
        raise OptionError(re.sub(r"^the option (\w+) is ", r"--\1: ", str(error))) from None
