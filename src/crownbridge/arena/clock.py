"""How much time the players have."""

from typing import NamedTuple


class TimeControl(NamedTuple):
    """The time for a game, in seconds. With neither a game's nor a move's time, a move may take a day."""

    per_move: float | None = None
    per_game: float | None = None
    increment: float = 0.0
    """Added to the game's time with every move."""
    margin: float = 0.05
    """What a move may take longer than its time before it is lost: for the way between us and the program."""


class Clock:
    """The time of both sides during one game."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.left = [control.per_game, control.per_game]

    def budget(self, side: int) -> float:
        """How long the side may think now."""
        limits = [limit for limit in (self.left[side], self.control.per_move) if limit is not None]
        return max(min(limits, default=86_400.0), 0.0)

    def spend(self, side: int, seconds: float) -> bool:
        """Takes the time of a move off; says whether it was within the limits."""
        within = seconds <= self.budget(side) + self.control.margin
        left = self.left[side]
        if left is not None:
            self.left[side] = max(left - seconds, 0.0) + self.control.increment
        return within
