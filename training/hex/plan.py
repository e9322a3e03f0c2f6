"""The training plan: which board sizes are trained, how much, and from when on."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SizePlan:
    """The plan of one board size."""

    size: int
    games: int
    """Number of games in lockstep, and number of positions per update."""
    period: int = 1
    """The size is active in one of `period` steps."""
    phase: int = 0
    start: float = 0.0
    """Fraction of the training at which the size becomes active."""

    def is_active(self, step: int, progress: float) -> bool:
        """Return True if the size is active in a step."""
        return progress >= self.start and step % self.period == self.phase


DEFAULT_PLAN = (
    SizePlan(5, 1024, 32, 1),
    SizePlan(6, 1024, 16, 5),
    SizePlan(7, 1024, 4, 0),
    SizePlan(8, 1024, 16, 13),
    SizePlan(9, 1024, 4, 2),
    SizePlan(11, 4096, start=0.02),
    SizePlan(13, 1024, start=0.04),
    SizePlan(14, 512, 16, 7, start=0.1),
    SizePlan(16, 512, 16, 11, start=0.12),
    SizePlan(19, 512, 16, 15, start=0.15),
)
"""Small boards first, which are learnt fastest; then mostly 11x11."""


def single_size(size: int, games: int) -> tuple[SizePlan, ...]:
    """Return a plan with a single size."""
    return (SizePlan(size, games),)
