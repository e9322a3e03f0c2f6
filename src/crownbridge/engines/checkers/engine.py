"""The checkers engine: the native search, with a policy for its time."""

from collections.abc import Callable
from typing import Any

from crownbridge._core import CheckersSearch, CheckersSearchReport, StopFlag
from crownbridge.engines.engine import NO_LIMIT, Engine, Limit, Thought
from crownbridge.engines.timing import allot
from crownbridge.games import Position

_FORCED_NODES = 2_000


class CheckersEngine(Engine):
    """Iterative deepening, as far as the limit allows, and never beyond its own."""

    def __init__(self, search: CheckersSearch, own: Limit = NO_LIMIT) -> None:
        self._search = search
        self._own = own

    def think(
        self,
        position: Position[Any],
        limit: Limit,
        stop: StopFlag | None = None,
        progress: Callable[[Thought], None] | None = None,
    ) -> Thought:
        """The best move found. The only legal move is answered at once where time counts."""
        limit = limit.checked().within(self._own)
        enough, most = allot(limit)
        forced = most is not None and len(position.legal_moves()) == 1
        report = self._search.run(
            position,  # type: ignore[arg-type]  # one of checkers
            depth=limit.depth or 0,
            nodes=_FORCED_NODES if forced else limit.nodes or 0,
            seconds=most or 0.0,
            soft_seconds=enough or 0.0,
            stop=stop,
            progress=None if progress is None else lambda found: progress(thought(found)),
        )
        return thought(report)

    def forget(self) -> None:
        """Forgets what earlier searches found."""
        self._search.forget()


def thought(report: CheckersSearchReport) -> Thought:
    """What a native search reports, in the words of all engines."""
    line = tuple(report.line)
    return Thought(line[0], line, report.score, report.depth, report.nodes, report.seconds, report.table_hits)
