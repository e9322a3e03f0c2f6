"""Plain minimax: a fixed number of moves ahead, and what that comes to."""

from typing import NamedTuple

from crownbridge._core import CheckersEvaluation, checkers_minimax
from crownbridge.engines.checkers.engine import thought
from crownbridge.engines.engine import Engine, Limit, SearchRequest, Thought
from crownbridge.engines.timing import allot


class Switches(NamedTuple):
    """What saves work, and changes no score."""

    alpha_beta: bool = True
    cache: bool = True
    reorder_moves: bool = True


class MinimaxEngine(Engine):
    """Looks exactly so many moves ahead; when time or nodes are used up, it plays the best of the moves looked at.

    `noise` is how far its judgement is off, at random, in hundredths of a man.
    """

    def __init__(
        self, evaluation: CheckersEvaluation, own: Limit, switches: Switches, noise: int = 0, seed: int = 0
    ) -> None:
        self._evaluation = evaluation
        self._own = own
        self._switches = switches
        self._noise = noise
        self._seed = seed

    def think(self, request: SearchRequest) -> Thought:
        """Return the best move found."""
        position, limit, stop, progress = request.within(self._own)
        assert limit.depth is not None, "minimax needs a depth"  # noqa: S101 (a mistake of ours)
        found = thought(
            checkers_minimax(
                position,  # type: ignore[arg-type]  # one of checkers
                self._evaluation,
                limit.depth,
                *self._switches,
                seconds=allot(limit).most,
                nodes=limit.nodes,
                noise=self._noise,
                seed=self._seed,
                stop=stop,
            )
        )
        if progress is not None:
            progress(found)
        return found
