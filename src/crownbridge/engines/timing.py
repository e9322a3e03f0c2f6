"""Time management: the time budget of one move."""

from typing import NamedTuple

from crownbridge.engines.engine import Limit

MOVES_TO_GO = 24
"""Assumed number of moves left in the game, at any stage."""
OVERHEAD = 0.015
"""Fixed part of the move overhead in seconds: the time between the end of the search and the arrival of the answer."""


class TimeBudget(NamedTuple):
    """Time budget of one move in seconds; `None` means unlimited."""

    soft: float | None
    """Soft limit: start no new iteration after it."""
    hard: float | None
    """Hard limit: stop the search and answer."""

    def after(self, seconds: float) -> "TimeBudget":
        """Return the budget that is left after a number of seconds."""
        return TimeBudget(*(None if time is None else max(time - seconds, 0.0) for time in self))


def time_budget(limit: Limit, overhead: float = OVERHEAD) -> TimeBudget:
    """Return the time budget under a limit: the time per move or a share of the clock, minus the move overhead."""
    soft = hard = limit.seconds
    if limit.clock is not None:
        left = max(limit.clock, 0.0)
        share = min(left / MOVES_TO_GO + 0.75 * limit.increment, left / 3)
        usual = 0.6 * share  # an iteration that starts before it ends well after it
        soft = usual if soft is None else min(soft, usual)
        hard = min(4 * share, left / 3, left if hard is None else hard)
    return TimeBudget(_minus_overhead(soft, overhead), _minus_overhead(hard, overhead))


def _minus_overhead(seconds: float | None, overhead: float) -> float | None:
    """Subtract the move overhead, which grows with the time but is at most a quarter of it and 0.1 s."""
    return None if seconds is None else max(seconds - min(overhead + 0.02 * seconds, seconds / 4, 0.1), 0.0)
