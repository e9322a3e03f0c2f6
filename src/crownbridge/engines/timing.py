"""How long to think: what a limit leaves for one move."""

from typing import NamedTuple

from crownbridge.engines.engine import Limit

MOVES_TO_GO = 24
"""For how many more moves a game's clock is to last, however long the game has been."""


class Allotment(NamedTuple):
    """Seconds for one move; `None` is no limit."""

    enough: float | None
    """After that, nothing that takes long is begun."""
    most: float | None
    """After that, the answer must be there."""

    def after(self, seconds: float) -> "Allotment":
        """What is left when so much has passed."""
        return Allotment(*(None if time is None else max(time - seconds, 0.0) for time in self))


def allot(limit: Limit) -> Allotment:
    """The time for a move: all of its own time, or a share of the clock, less what the way to the answer may cost."""
    enough = most = limit.seconds
    if limit.clock is not None:
        left = max(limit.clock, 0.0)
        share = min(left / MOVES_TO_GO + 0.75 * limit.increment, left / 3)
        usual = 0.6 * share  # a search that is begun before that ends well after it
        enough = usual if enough is None else min(enough, usual)
        most = min(4 * share, left / 3, left if most is None else most)
    return Allotment(_safely(enough), _safely(most))


def _safely(seconds: float | None) -> float | None:
    """Less what may pass between the end of thinking and the answer's arrival."""
    return None if seconds is None else max(seconds - min(0.015 + 0.02 * seconds, seconds / 4, 0.1), 0.0)
