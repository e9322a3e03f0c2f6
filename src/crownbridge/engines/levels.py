"""Playing levels, for all games."""

from typing import NamedTuple


class Level(NamedTuple):
    """Search limit and error rates of a playing level."""

    name: str
    nodes: int | None
    """Node limit per move, as in `Limit`; `None` is unlimited."""
    noise: float = 0.0
    """Size of the random noise added to evaluations: in hundredths of a man, or as a win probability."""
    blunders: float = 0.0
    """Probability of a random move."""
