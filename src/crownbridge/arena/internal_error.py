"""Outcomes of games that are void because Crownbridge itself failed."""

import sys
import traceback
from pathlib import Path

from crownbridge.errors import printable
from crownbridge.games import Outcome, Termination

_LONGEST = 200


def void_outcome(reason: str) -> Outcome:
    """Return the outcome of a game that is void because of an internal error."""
    return Outcome(None, Termination.INTERRUPTED, f"internal error: {reason}")


def outcome_of(error: Exception) -> Outcome:
    """Return the void outcome for an unexpected exception, and print its traceback to stderr."""
    sys.stderr.write(printable("".join(traceback.format_exception(error)), keep="\n"))  # it may quote a program
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f" ({Path(frame.filename).name}, line {frame.lineno})" for frame in last)
    return void_outcome(f"{type(error).__name__}: {str(error)[:_LONGEST]}{where}")
