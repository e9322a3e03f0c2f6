"""The time control and the clock of a game."""

from typing import NamedTuple

MARGIN = 0.1
"""Default of `TimeControl.margin` in seconds."""
STARTUP = 5.0
"""Default of `TimeControl.startup` in seconds."""


class TimeControl(NamedTuple):
    """The time control of a game, in seconds. With neither `per_move` nor `per_game`, time is unlimited."""

    per_move: float | None = None
    per_game: float | None = None
    increment: float = 0.0
    """Time added to the clock after every move."""
    margin: float = MARGIN
    """Tolerated delay, for the communication with a program: for each move, or once for the whole of `per_game`."""
    startup: float = STARTUP
    """Extra time for a program's first move, because the program may still be starting."""
    options: tuple[str, str] = ("", "")
    """Names of the options or configuration keys that set the time per move and per game, for messages."""


_ROUNDING = 1e-6
"""More than the rounding error of the difference of two times: an answer at the deadline is in time."""
_NO_LIMIT = 30 * 86_400.0


class Clock:
    """The clocks of both sides during one game."""

    def __init__(self, control: TimeControl, left: tuple[float | None, float | None] | None = None) -> None:
        """Create the clocks; `left` is the remaining time by side if a game is resumed."""
        self.control = control
        self.left = list(left or (control.per_game, control.per_game))
        self._grace = [control.startup, control.startup]
        """Remaining startup time by side; a negative rest is subtracted from the time for the first move."""

    def start(self, side: int, seconds: float) -> None:
        """Count the time that a program took to start as part of its first move."""
        self._grace[side] -= seconds

    def budget(self, side: int) -> float:
        """Return the seconds that the side may use for its next move."""
        budget, left = self.control.per_move, self.left[side]
        if left is not None and (budget is None or left < budget):
            budget = left
        return _NO_LIMIT if budget is None else max(budget + min(self._grace[side], 0.0), 0.0)

    def allowance(self, side: int) -> float:
        """Return the seconds by which the side may exceed its budget before it loses on time."""
        overdrawn = min(self.left[side] or 0.0, 0.0)
        return self.control.margin + overdrawn + max(self._grace[side], 0.0)

    def spend(self, side: int, seconds: float) -> bool:
        """Subtract the time of a move; return True if it was within the limits."""
        budget = self.budget(side)
        within = seconds <= budget + self.allowance(side) + _ROUNDING
        grace, self._grace[side] = self._grace[side], 0.0
        seconds = min(seconds, budget) if grace > 0 else seconds - grace
        left = self.left[side]
        if left is not None:
            self.left[side] = left - seconds + self.control.increment
        return within
