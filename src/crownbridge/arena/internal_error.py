"""What becomes of a game in which Crownbridge itself fails: it is void, and says so."""

import sys
import traceback
from pathlib import Path

from crownbridge.errors import printable
from crownbridge.games import Outcome, Termination

_LONGEST = 200


def void_outcome(reason: str) -> Outcome:
    """Return the outcome of a game that nobody has lost, since the fault is ours."""
    return Outcome(None, Termination.INTERRUPTED, f"internal error: {reason}")


def outcome_of(error: Exception) -> Outcome:
    """Return the same for an unexpected error, whose traceback goes to stderr."""
    sys.stderr.write(printable("".join(traceback.format_exception(error)), keep="\n"))  # it may quote a program
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f" ({Path(frame.filename).name}, line {frame.lineno})" for frame in last)
    return void_outcome(f"{type(error).__name__}: {str(error)[:_LONGEST]}{where}")
