"""The time that the Hex Text Protocol gives, as GTP has it: a main time, then an overtime for so many stones."""

from typing import NamedTuple

from crownbridge.engines import Limit
from crownbridge.games.outcome import Side


class TimeLeft(NamedTuple):
    """What the clock of a side shows."""

    seconds: float
    stones: int = 0
    """For so many moves; 0 is the main time, for all that follow."""

    def limit(self) -> Limit:
        """What it leaves for one move."""
        return Limit(self.seconds / self.stones) if self.stones else Limit(clock=self.seconds)


class HtpClock:
    """The clocks of both sides; without settings there are none."""

    def __init__(self) -> None:
        self._start: TimeLeft | None = None
        self._overtime: TimeLeft | None = None
        self._left: dict[Side, TimeLeft] = {}

    def set(self, main: float, overtime: float, stones: int) -> None:
        """Winds both up. Overtime for 0 stones is how GTP says that there is no limit."""
        self._overtime = TimeLeft(overtime, stones) if stones else None
        unlimited = overtime > 0 and not stones
        self._start = None if unlimited else TimeLeft(main) if main > 0 or not stones else self._overtime
        self.restart()

    def restart(self) -> None:
        """Both begin anew, for the next game."""
        self._left = {}

    def tell(self, side: Side, left: TimeLeft) -> None:
        """Sets a side's to what somebody else measured."""
        self._left[side] = left

    def limit(self, side: Side) -> Limit | None:
        """What is left for a side's move; nothing where there is no clock."""
        left = self._left.get(side, self._start)
        return None if left is None else left.limit()

    def spend(self, side: Side, seconds: float) -> None:
        """Takes the time of a move off the main time; overtime begins anew with each move."""
        left = self._left.get(side, self._start)
        if left is None or left.stones:
            return
        rest = TimeLeft(max(left.seconds - seconds, 0.0))
        self._left[side] = self._overtime if rest.seconds == 0 and self._overtime is not None else rest
