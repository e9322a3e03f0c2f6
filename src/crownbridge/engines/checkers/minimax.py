"""Plain minimax: a fixed number of moves ahead, and what that comes to."""

from collections.abc import Callable
from typing import Any, NamedTuple

from crownbridge._core import CheckersEvaluation, StopFlag, checkers_minimax
from crownbridge.engines.checkers.engine import thought
from crownbridge.engines.engine import Engine, Limit, Thought
from crownbridge.engines.timing import allot
from crownbridge.games import Position


class Switches(NamedTuple):
    """What saves work, and changes no score."""

    alpha_beta: bool = True
    cache: bool = True
    reorder_moves: bool = True


class MinimaxEngine(Engine):
    """Looks exactly so many moves ahead; when time is up, it plays the best of the moves it has looked at."""

    def __init__(self, evaluation: CheckersEvaluation, own: Limit, switches: Switches) -> None:
        self._evaluation = evaluation
        self._own = own
        self._switches = switches

    def think(
        self,
        position: Position[Any],
        limit: Limit,
        stop: StopFlag | None = None,
        progress: Callable[[Thought], None] | None = None,
    ) -> Thought:
        """The best move found."""
        limit = limit.within(self._own)
        assert limit.depth is not None, "minimax needs a depth"  # noqa: S101 (a mistake of ours)
        found = thought(
            checkers_minimax(
                position,  # type: ignore[arg-type]  # one of checkers
                self._evaluation,
                limit.depth,
                *self._switches,
                seconds=allot(limit).most or 0.0,
                stop=stop,
            )
        )
        if progress is not None:
            progress(found)
        return found
