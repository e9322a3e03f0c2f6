"""Games that are gone through move by move, and what was said of them so far."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from threading import Lock, Thread
from typing import Any

from crownbridge._core import StopFlag
from crownbridge.analysis import Annotation, Annotations, Cache, annotations, usual_effort
from crownbridge.engines import Limit
from crownbridge.errors import UnknownRoomError
from crownbridge.games import Position
from crownbridge.records import GameRecord
from crownbridge.web import frames
from crownbridge.web.feed import HEARTBEAT_SECONDS
from crownbridge.web.live_analysis.schemas import AnalysisSummary, MoveAnnotation, line_schema
from crownbridge.web.log import print_traceback

MOST_BUSY = 2
"""At a time, each on all processors; a new one ends the oldest."""
MOST_KEPT = 50
PATIENCE = 60.0
"""Seconds for which one goes on while nobody listens: else it might take all processors for a day."""
_LOOK_EVERY = 0.1


class Analysis:
    """One game. What is said of it is kept as messages, numbered 1, 2, 3, ..."""

    def __init__(self, record: GameRecord, effort: Limit, cache: Cache) -> None:
        self._record = record
        self._positions = record.positions()
        self._effort = effort
        self._cache = cache
        self._stop = StopFlag()
        self._messages: list[bytes] = []
        self._heard = time.monotonic()
        """When somebody last listened."""
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether it goes on."""
        return self._thread.is_alive()

    def end(self) -> None:
        """Ends it early."""
        self._stop.set()

    async def follow(self, after: int) -> AsyncIterator[bytes]:
        """Server-sent events from the message after that number on."""
        last = time.monotonic()
        yield b"retry: 1000\n\n"
        while True:
            busy, self._heard = self.is_busy, time.monotonic()
            for number, message in enumerate(self._messages[after:], after + 1):
                after, last = number, time.monotonic()
                yield b"id: %d\n%b\n\n" % (number, message)
            if not busy:
                return
            if time.monotonic() > last + HEARTBEAT_SECONDS:
                last = time.monotonic()
                yield b": alive\n\n"
            await asyncio.sleep(_LOOK_EVERY)

    def _run(self) -> None:
        found: list[Annotation] = []
        try:
            for annotation in annotations(self._record, self._effort, stop=self._stop, cache=self._cache):
                found.append(annotation)
                self._say("annotation", _shown(self._positions[annotation.number - 1], annotation))
                if time.monotonic() > self._heard + PATIENCE:
                    break
        except Exception:  # noqa: BLE001 (our own fault: the summary says that it ended early)
            print_traceback()
        whole = Annotations(self._record, tuple(found))
        first, second = whole.players
        one, other = ({verdict.value: count for verdict, count in side.verdicts.items()} for side in whole.players)
        accuracy = (first.accuracy, second.accuracy)
        self._say("summary", AnalysisSummary(accuracy=accuracy, verdicts=(one, other), complete=whole.complete))

    def _say(self, kind: str, what: MoveAnnotation | AnalysisSummary) -> None:
        self._messages.append(b"event: %b\ndata: %b" % (kind.encode(), what.model_dump_json().encode()))


def _shown(position: Position[Any], said: Annotation) -> MoveAnnotation:
    def first_side(chance: float) -> float:
        return chance if int(said.side) == 0 else 1 - chance

    line = line_schema(position, said.line)
    return MoveAnnotation(
        ply=said.number,
        side=frames.side_number(said.side),
        win_chance_before=first_side(said.win_chance_before),
        win_chance_after=first_side(said.win_chance_after),
        best=line[0],
        line=line,
        reply=line_schema(position.play(said.move), said.reply),
        verdict=said.verdict.value,
        exact=said.exact,
    )


class AnalysisRegistry:
    """The last analyses of a server; nothing of them is lost with it that the cache does not have."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache
        self._kept: dict[str, Analysis] = {}
        self._lock = Lock()

    def create(self, record: GameRecord, seconds: float | None) -> str:
        """Begins one, and gives its name. Raises InputError where there is no engine for the game."""
        usual = usual_effort(record.game)
        effort = usual if seconds is None else Limit(seconds)
        name = secrets.token_hex(8)
        with self._lock:
            busy = [one for one in self._kept.values() if one.is_busy]
            for one in busy[: max(len(busy) - MOST_BUSY + 1, 0)]:
                one.end()
            for old in list(self._kept)[: max(len(self._kept) - MOST_KEPT + 1, 0)]:
                self._kept.pop(old).end()
            self._kept[name] = Analysis(record, effort, self._cache)
        return name

    def analysis(self, name: str) -> Analysis:
        """The one of that name. Raises UnknownRoomError."""
        with self._lock:
            if name not in self._kept:
                raise UnknownRoomError("there is no such analysis any more; ask for it again")
            return self._kept[name]

    def end_all(self) -> None:
        """Ends all of them."""
        with self._lock:
            for one in self._kept.values():
                one.end()
