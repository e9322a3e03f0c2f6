"""How much time the players have."""

from typing import NamedTuple


class TimeControl(NamedTuple):
    """The time for a game, in seconds. With neither a game's nor a move's time, there is no limit."""

    per_move: float | None = None
    per_game: float | None = None
    increment: float = 0.0
    """Added to the game's time with every move."""
    margin: float = 0.05
    """By how much a side may be late, for the way between us and the program; with a game's time, once for all."""
    startup: float = 5.0
    """What a program's first move may take on top, because the program may still be starting."""
    options: tuple[str, str] = ("", "")
    """What a user changes to get another time for a move, and for a game: an option's name, or a key's."""


_NO_LIMIT = 30 * 86_400.0


class Clock:
    """The time of both sides during one game."""

    def __init__(self, control: TimeControl, left: tuple[float | None, float | None] | None = None) -> None:
        """With `left`, by side, a game goes on that was begun before."""
        self.control = control
        self.left = list(left or (control.per_game, control.per_game))
        self._grace = [control.startup, control.startup]
        """What is left of the time to start; negative where a program took longer, which its first move pays for."""

    def start(self, side: int, seconds: float) -> None:
        """Count the time that a program took to start as part of its first move."""
        self._grace[side] -= seconds

    def budget(self, side: int) -> float:
        """How long the side may think now."""
        budget, left = self.control.per_move, self.left[side]
        if left is not None and (budget is None or left < budget):
            budget = left
        return _NO_LIMIT if budget is None else max(budget + min(self._grace[side], 0.0), 0.0)

    def allowance(self, side: int) -> float:
        """By how much the side may exceed that before it has lost."""
        overdrawn = min(self.left[side] or 0.0, 0.0)
        return self.control.margin + overdrawn + max(self._grace[side], 0.0)

    def spend(self, side: int, seconds: float) -> bool:
        """Takes the time of a move off; says whether it was within the limits."""
        budget = self.budget(side)
        within = seconds <= budget + self.allowance(side)
        grace, self._grace[side] = self._grace[side], 0.0
        seconds = min(seconds, budget) if grace > 0 else seconds - grace
        left = self.left[side]
        if left is not None:
            self.left[side] = left - seconds + self.control.increment
        return within
