"""Plain minimax search to a fixed depth."""

from typing import NamedTuple

from crownbridge._core import CheckersEvaluation, checkers_minimax
from crownbridge.engines.checkers.engine import thought
from crownbridge.engines.engine import Engine, Limit, SearchRequest, Thought
from crownbridge.engines.timing import time_budget


class MinimaxOptions(NamedTuple):
    """Optimizations, which do not change the score."""

    alpha_beta: bool = True
    cache: bool = True
    reorder_moves: bool = True


class MinimaxEngine(Engine):
    """Searches to a fixed depth; if time or nodes run out, plays the best of the moves searched so far.

    `noise` is the size of random noise added to evaluations, in hundredths of a man.
    """

    def __init__(
        self, evaluation: CheckersEvaluation, own_limit: Limit, options: MinimaxOptions, noise: int = 0, seed: int = 0
    ) -> None:
        self._evaluation = evaluation
        self._own_limit = own_limit
        self._options = options
        self._noise = noise
        self._seed = seed

    def think(self, request: SearchRequest) -> Thought:
        """Return the best move."""
        position, limit, stop, progress = request.within(self._own_limit)
        assert limit.depth is not None, "minimax needs a depth"  # noqa: S101 (internal error)
        result = thought(
            checkers_minimax(
                position,  # type: ignore[arg-type]  # a checkers position
                self._evaluation,
                limit.depth,
                *self._options,
                seconds=time_budget(limit).hard,
                nodes=limit.nodes,
                noise=self._noise,
                seed=self._seed,
                stop=stop,
            )
        )
        if progress is not None:
            progress(result)
        return result
