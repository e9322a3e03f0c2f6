"""The checkers engine: the native search, with a policy for its time."""

from crownbridge._core import CheckersSearch, CheckersSearchReport
from crownbridge.engines.engine import NO_LIMIT, Engine, Limit, SearchRequest, Thought
from crownbridge.engines.timing import allot

_FORCED_NODES = 2_000


class CheckersEngine(Engine):
    """Iterative deepening, as far as the limit allows, and never beyond its own."""

    def __init__(self, search: CheckersSearch, own: Limit = NO_LIMIT) -> None:
        self._search = search
        self._own = own

    def think(self, request: SearchRequest) -> Thought:
        """Return the best move found; the only legal move at once if time is limited."""
        position, limit, stop, progress = request.within(self._own)
        enough, most = allot(limit)
        forced = most is not None and len(position.legal_moves()) == 1
        report = self._search.run(
            position,  # type: ignore[arg-type]  # one of checkers
            depth=limit.depth,
            nodes=_FORCED_NODES if forced else limit.nodes,
            seconds=most,
            soft_seconds=enough,
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
