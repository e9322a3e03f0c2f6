"""Which sizes of the board are played and learnt, how much of each, and from when on."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Share:
    """One size's part in the training."""

    size: int
    games: int
    """Played in lockstep; in every step of the training in which the size takes part, as many positions are learnt."""
    period: int = 1
    """It takes part in every so-manieth step."""
    phase: int = 0
    begins: float = 0.0
    """From that part of the whole training on."""

    def takes_part(self, step: int, progress: float) -> bool:
        """Whether it does in that step."""
        return progress >= self.begins and step % self.period == self.phase


ACCELERATOR = (
    Share(5, 1024, 32, 1),
    Share(6, 1024, 16, 5),
    Share(7, 1024, 4, 0),
    Share(8, 1024, 16, 13),
    Share(9, 1024, 4, 2),
    Share(11, 4096, begins=0.02),
    Share(13, 1024, begins=0.04),
    Share(14, 512, 16, 7, begins=0.1),
    Share(16, 512, 16, 11, begins=0.12),
    Share(19, 512, 16, 15, begins=0.15),
)
"""Small boards first, as they are learnt soonest; then mostly 11x11."""


def single(size: int, games: int) -> tuple[Share, ...]:
    """One size alone."""
    return (Share(size, games),)
