"""The checkers engine: the native search and its time management."""

from crownbridge._core import CheckersSearch, CheckersSearchReport
from crownbridge.engines.engine import NO_LIMIT, Engine, Limit, SearchRequest, Thought
from crownbridge.engines.timing import time_budget

_FORCED_NODES = 2_000
_OVERHEAD = 0.003
"""Less than the usual move overhead: the search checks the clock more than once a millisecond."""


class CheckersEngine(Engine):
    """Iterative deepening within the limit of the request and the engine's own limit."""

    def __init__(self, search: CheckersSearch, own_limit: Limit = NO_LIMIT) -> None:
        self._search = search
        self._own_limit = own_limit

    def think(self, request: SearchRequest) -> Thought:
        """Return the best move; if time is limited, return the only legal move at once."""
        position, limit, stop, progress = request.within(self._own_limit)
        soft, hard = time_budget(limit, _OVERHEAD)
        forced = hard is not None and len(position.legal_moves()) == 1
        report = self._search.run(
            position,  # type: ignore[arg-type]  # a checkers position
            depth=limit.depth,
            nodes=_FORCED_NODES if forced else limit.nodes,
            seconds=hard,
            soft_seconds=soft,
            stop=stop,
            progress=None if progress is None else lambda report: progress(thought(report)),
        )
        return thought(report)

    def forget(self) -> None:
        """Clear the hash table."""
        self._search.forget()


def thought(report: CheckersSearchReport) -> Thought:
    """Convert the report of a native search."""
    line = tuple(report.line)
    return Thought(line[0], line, report.score, report.depth, report.nodes, report.seconds, report.table_hits)
