"""What a level of strength is, whatever the game."""

from typing import NamedTuple


class Level(NamedTuple):
    """What a level may see, and how it errs."""

    name: str
    nodes: int | None
    """How much it looks at for a move, as a `Limit` counts; `None` is as much as time allows."""
    noise: float = 0.0
    """How far its judgement is off, at random: in hundredths of a man, or in chances to win."""
    blunders: float = 0.0
    """How often it plays any move at all."""
