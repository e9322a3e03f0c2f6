"""Clocks of the Hex Text Protocol, as in GTP: a main time, then overtime periods for a number of stones."""

from typing import NamedTuple

from crownbridge.engines import Limit
from crownbridge.games.outcome import Side


class TimeLeft(NamedTuple):
    """The time left of a side."""

    seconds: float
    stones: int = 0
    """Number of moves in the overtime period; 0 in the main time."""

    def limit(self) -> Limit:
        """Return the limit for the next move."""
        return Limit(self.seconds / self.stones) if self.stones else Limit(clock=self.seconds)


class HtpClock:
    """The clocks of both sides; unlimited until they are set."""

    def __init__(self) -> None:
        self._start: TimeLeft | None = None
        self._overtime: TimeLeft | None = None
        self._left: dict[Side, TimeLeft] = {}

    def set(self, main: float, overtime: float, stones: int) -> None:
        """Set both clocks. In GTP, overtime for 0 stones means no limit."""
        self._overtime = TimeLeft(overtime, stones) if stones else None
        unlimited = overtime > 0 and not stones
        self._start = None if unlimited else TimeLeft(main) if main > 0 or not stones else self._overtime
        self.restart()

    def restart(self) -> None:
        """Reset both clocks for the next game."""
        self._left = {}

    def set_left(self, side: Side, left: TimeLeft) -> None:
        """Set the time left of a side."""
        self._left[side] = left

    def limit(self, side: Side) -> Limit | None:
        """Return the limit for a side's next move, or None without a clock."""
        left = self._left.get(side, self._start)
        return None if left is None else left.limit()

    def spend(self, side: Side, seconds: float) -> None:
        """Subtract the time of a move from the main time; overtime is not reduced."""
        left = self._left.get(side, self._start)
        if left is None or left.stones:
            return
        rest = TimeLeft(max(left.seconds - seconds, 0.0))
        self._left[side] = self._overtime if rest.seconds == 0 and self._overtime is not None else rest
