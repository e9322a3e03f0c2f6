"""Move-by-move analyses of games, run in the background."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable
from threading import Lock, Semaphore, Thread
from typing import Any

from crownbridge._core import StopFlag
from crownbridge.analysis import Annotation, Annotations, Cache, annotations, usual_effort
from crownbridge.engines import Limit
from crownbridge.errors import NotFoundError
from crownbridge.games import Position
from crownbridge.records import GameRecord
from crownbridge.web import frames
from crownbridge.web.feed import ALIVE, HEARTBEAT_SECONDS
from crownbridge.web.live_analysis.analysis_cache import AnalysisCache, key_of
from crownbridge.web.live_analysis.schemas import AnalysisSummary, MoveAnnotation, line_schema
from crownbridge.web.log import print_traceback
from crownbridge.web.workers import lower_priority

MOST_BUSY = 2
"""Maximum number of analyses that run at a time, each on all processors. A new one ends the oldest."""
MOST_KEPT = 50
"""Maximum number of analyses whose messages can still be read."""
IDLE_SECONDS = 60.0
"""Seconds after which an analysis without clients ends, to free the processors."""
_POLL_SECONDS = 0.1


class FinishedAnalysis:
    """The messages of an analysis, numbered 1, 2, 3, ..."""

    def __init__(self, messages: list[bytes]) -> None:
        self._messages = messages
        self._last_read = time.monotonic()
        """The last time when a client was connected."""

    @property
    def is_busy(self) -> bool:
        """Whether the analysis is running."""
        return False

    def end(self) -> None:
        """End the analysis early."""

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
                yield ALIVE
            await asyncio.sleep(_POLL_SECONDS)


class GameAnalysis(FinishedAnalysis):
    """An analysis in the background."""

    def __init__(
        self, record: GameRecord, effort: Limit, cache: Cache, slots: Semaphore, store: Callable[[list[bytes]], None]
    ) -> None:
        """`slots` limits the analyses that run; `store` receives the messages of a complete one."""
        super().__init__([])
        self._slots = slots
        self._store = store
        self._record = record
        self._positions = record.positions()
        self._effort = effort
        self._cache = cache
        self._stop = StopFlag()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether the analysis is running."""
        return self._thread.is_alive()

    def end(self) -> None:
        """End the analysis early."""
        self._stop.set()

    def _run(self) -> None:
        lower_priority()
        moves: list[Annotation] = []
        try:
            with self._slots:
                for annotation in annotations(self._record, self._effort, stop=self._stop, cache=self._cache):
                    moves.append(annotation)
                    schema = _annotation_schema(self._positions[annotation.number - 1], annotation)
                    self._messages.append(_message("annotation", schema))
                    if time.monotonic() > self._last_read + IDLE_SECONDS:
                        break
        except Exception:  # noqa: BLE001 (an internal error: the summary is marked incomplete)
            print_traceback()
        whole = Annotations(self._record, tuple(moves))
        first, second = whole.players
        one, other = ({verdict.value: count for verdict, count in side.verdicts.items()} for side in whole.players)
        accuracy = (first.accuracy, second.accuracy)
        summary = AnalysisSummary(accuracy=accuracy, verdicts=(one, other), complete=whole.complete)
        if whole.complete:
            self._store([*self._messages, _message("summary", summary)])
        self._messages.append(_message("summary", summary))


def _message(event: str, data: MoveAnnotation | AnalysisSummary) -> bytes:
    return b"event: %b\ndata: %b" % (event.encode(), data.model_dump_json().encode())


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
    """The most recent analyses. Running ones end with the server; finished ones are also stored on disk."""

    def __init__(self, cache: Cache, finished: AnalysisCache) -> None:
        self._cache = cache
        self._finished = finished
        self._analyses: dict[str, FinishedAnalysis] = {}
        self._slots = Semaphore(MOST_BUSY)
        self._lock = Lock()

    def create(self, record: GameRecord, seconds: float | None) -> str:
        """Start an analysis, unless a finished one is stored, and return its name.

        Raise InputError if there is no engine for the game.
        """
        effort, key = _effort_and_key(record, seconds)
        if (messages := self._finished.load(key)) is not None:
            return self._add(FinishedAnalysis(messages))
        return self._add(
            GameAnalysis(record, effort, self._cache, self._slots, lambda messages: self._finished.store(key, messages))
        )

    def finished(self, record: GameRecord, seconds: float | None) -> str:
        """Return the name of a finished analysis. Raise NotFoundError, or InputError if there is no engine."""
        messages = self._finished.load(_effort_and_key(record, seconds)[1])
        if messages is None:
            raise NotFoundError("there is no finished analysis of this game")
        return self._add(FinishedAnalysis(messages))

    def _add(self, analysis: FinishedAnalysis) -> str:
        """Keep an analysis; if there are too many, forget the oldest, finished ones first."""
        name = secrets.token_hex(8)
        with self._lock:
            finished_first = sorted(self._analyses, key=lambda old: self._analyses[old].is_busy)
            for old in finished_first[: max(len(self._analyses) - MOST_KEPT + 1, 0)]:
                self._analyses.pop(old).end()
            busy = [other for other in self._analyses.values() if other.is_busy] if analysis.is_busy else []
            for other in busy[: max(len(busy) - MOST_BUSY + 1, 0)]:
                other.end()
            self._analyses[name] = analysis
        return name

    def analysis(self, name: str) -> FinishedAnalysis:
        """Return the analysis of a name, without waiting for a lock. Raise NotFoundError."""
        analysis = self._analyses.get(name)
        if analysis is None:
            raise NotFoundError("the analysis no longer exists; start it again")
        return analysis

    def end_all(self) -> None:
        """End all analyses early."""
        with self._lock:
            for analysis in self._analyses.values():
                analysis.end()


def _effort_and_key(record: GameRecord, seconds: float | None) -> tuple[Limit, str]:
    usual = usual_effort(record.game)
    effort = usual if seconds is None else Limit(seconds)
    return effort, key_of(record, effort)
