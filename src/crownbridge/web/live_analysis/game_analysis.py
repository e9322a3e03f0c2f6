"""Move-by-move analyses of games, run in the background."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from threading import Lock, Thread
from typing import Any

from crownbridge._core import StopFlag
from crownbridge.analysis import Annotation, Annotations, Cache, annotations, usual_effort
from crownbridge.engines import Limit
from crownbridge.errors import NotFoundError
from crownbridge.games import Position
from crownbridge.records import GameRecord
from crownbridge.web import frames
from crownbridge.web.feed import HEARTBEAT_SECONDS
from crownbridge.web.live_analysis.schemas import AnalysisSummary, MoveAnnotation, line_schema
from crownbridge.web.log import print_traceback

MOST_BUSY = 2
"""Maximum number of analyses that run at a time, each on all processors. A new one ends the oldest."""
MOST_KEPT = 50
"""Maximum number of analyses whose messages can still be read."""
IDLE_SECONDS = 60.0
"""Seconds after which an analysis without clients ends, to free the processors."""
_POLL_SECONDS = 0.1


class GameAnalysis:
    """The analysis of a game. Its messages are kept, numbered 1, 2, 3, ..."""

    def __init__(self, record: GameRecord, effort: Limit, cache: Cache) -> None:
        self._record = record
        self._positions = record.positions()
        self._effort = effort
        self._cache = cache
        self._stop = StopFlag()
        self._messages: list[bytes] = []
        self._last_read = time.monotonic()
        """The last time when a client was connected."""
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether the analysis is running."""
        return self._thread.is_alive()

    def end(self) -> None:
        """End the analysis early."""
        self._stop.set()

    async def follow(self, after: int) -> AsyncIterator[bytes]:
        """Yield the messages after a number as server-sent events."""
        last = time.monotonic()
        yield b"retry: 1000\n\n"
        while True:
            busy, self._last_read = self.is_busy, time.monotonic()
            for number, message in enumerate(self._messages[after:], after + 1):
                after, last = number, time.monotonic()
                yield b"id: %d\n%b\n\n" % (number, message)
            if not busy:
                return
            if time.monotonic() > last + HEARTBEAT_SECONDS:
                last = time.monotonic()
                yield b": alive\n\n"
            await asyncio.sleep(_POLL_SECONDS)

    def _run(self) -> None:
        moves: list[Annotation] = []
        try:
            for annotation in annotations(self._record, self._effort, stop=self._stop, cache=self._cache):
                moves.append(annotation)
                self._send("annotation", _annotation_schema(self._positions[annotation.number - 1], annotation))
                if time.monotonic() > self._last_read + IDLE_SECONDS:
                    break
        except Exception:  # noqa: BLE001 (an internal error: the summary is marked incomplete)
            print_traceback()
        whole = Annotations(self._record, tuple(moves))
        first, second = whole.players
        one, other = ({verdict.value: count for verdict, count in side.verdicts.items()} for side in whole.players)
        accuracy = (first.accuracy, second.accuracy)
        self._send("summary", AnalysisSummary(accuracy=accuracy, verdicts=(one, other), complete=whole.complete))

    def _send(self, event: str, data: MoveAnnotation | AnalysisSummary) -> None:
        self._messages.append(b"event: %b\ndata: %b" % (event.encode(), data.model_dump_json().encode()))


def _annotation_schema(position: Position[Any], annotation: Annotation) -> MoveAnnotation:
    def first_side(chance: float) -> float:
        return chance if int(annotation.side) == 0 else 1 - chance

    line = line_schema(position, annotation.line)
    return MoveAnnotation(
        ply=annotation.number,
        side=frames.side_number(annotation.side),
        win_chance_before=first_side(annotation.win_chance_before),
        win_chance_after=first_side(annotation.win_chance_after),
        best=line[0],
        line=line,
        reply=line_schema(position.play(annotation.move), annotation.reply),
        verdict=annotation.verdict.value,
        exact=annotation.exact,
    )


class AnalysisRegistry:
    """The most recent analyses. They end with the server; their evaluations stay in the cache."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache
        self._analyses: dict[str, GameAnalysis] = {}
        self._lock = Lock()

    def create(self, record: GameRecord, seconds: float | None) -> str:
        """Start an analysis and return its name. Raise InputError if there is no engine for the game."""
        usual = usual_effort(record.game)
        effort = usual if seconds is None else Limit(seconds)
        name = secrets.token_hex(8)
        with self._lock:
            busy = [analysis for analysis in self._analyses.values() if analysis.is_busy]
            for analysis in busy[: max(len(busy) - MOST_BUSY + 1, 0)]:
                analysis.end()
            for old in list(self._analyses)[: max(len(self._analyses) - MOST_KEPT + 1, 0)]:
                self._analyses.pop(old).end()
            self._analyses[name] = GameAnalysis(record, effort, self._cache)
        return name

    def analysis(self, name: str) -> GameAnalysis:
        """Return the analysis of a name. Raise NotFoundError."""
        with self._lock:
            if name not in self._analyses:
                raise NotFoundError("the analysis no longer exists; start it again")
            return self._analyses[name]

    def end_all(self) -> None:
        """End all analyses early."""
        with self._lock:
            for analysis in self._analyses.values():
                analysis.end()
