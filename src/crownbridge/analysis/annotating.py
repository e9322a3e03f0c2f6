"""Annotates the moves of a game on several cores."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import local
from typing import Any

from crownbridge._core import StopFlag
from crownbridge.analysis.annotation import Annotation, Summary, Verdict
from crownbridge.analysis.judging import Cache, judge_of, key_of, usual_effort, version_of
from crownbridge.engines import Limit
from crownbridge.engines.judging import Judgement
from crownbridge.games import Position
from crownbridge.records import GameRecord

_LOOK_EVERY = 0.05


@dataclass(frozen=True)
class Annotations:
    """A record and the annotations of its moves."""

    record: GameRecord
    moves: tuple[Annotation, ...]
    """Annotations in order; fewer than moves if the analysis was stopped."""

    @property
    def complete(self) -> bool:
        """True if all moves are annotated."""
        return len(self.moves) == len(self.record.decisions)

    @property
    def players(self) -> tuple[Summary, Summary]:
        """Summaries of the moves of each side."""
        first, second = self.record.game.sides
        return (
            Summary.of([move for move in self.moves if move.side == first]),
            Summary.of([move for move in self.moves if move.side == second]),
        )


def annotate(  # noqa: PLR0913 (all that it depends on)
    record: GameRecord,
    effort: Limit | None = None,
    *,
    cores: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    stop: StopFlag | None = None,
    cache: Cache | None = None,
) -> Annotations:
    """Return the annotations of a game's moves; of fewer moves if `stop` is set.

    `effort` is the limit per position; `progress` is called with the number of finished moves and of all moves. Raise
    InputError if there is no engine for the game.
    """
    moves = []
    for annotation in annotations(record, effort, cores=cores, stop=stop, cache=cache):
        moves.append(annotation)
        if progress is not None:
            progress(len(moves), len(record.decisions))
    return Annotations(record, tuple(moves))


def annotations(
    record: GameRecord,
    effort: Limit | None = None,
    *,
    cores: int | None = None,
    stop: StopFlag | None = None,
    cache: Cache | None = None,
) -> Iterator[Annotation]:
    """Yield the annotations of a game's moves as they are finished. Closing the iterator stops the analysis.

    A move that looks bad is compared with the best move by searching the positions after both; of this estimate and
    that of the search before, the lower one counts, so that only a real loss is marked.
    """
    effort = effort or usual_effort(record.game)
    positions = record.positions()
    if not record.decisions:
        return
    ending = StopFlag()
    pool = ThreadPoolExecutor(min(cores or len(os.sched_getaffinity(0)), len(positions)))
    work = _Work(record, effort, ending, cache)
    try:
        futures = [pool.submit(work.judgement, position) for position in positions]
        before = _awaited(futures[0], stop, ending)
        for number in range(len(record.decisions)):
            after = _awaited(futures[number + 1], stop, ending)
            if before is None or after is None:
                return
            annotation = _annotation(record, number, positions[number], before, after)
            if not before.exact and annotation.verdict not in (Verdict.BEST, Verdict.GOOD):
                best = _awaited(pool.submit(work.judgement, positions[number].play(annotation.best)), stop, ending)
                if best is None:
                    return
                chance = min(annotation.win_chance_before, 1 - best.win_chance)
                annotation = annotation._replace(win_chance_before=chance)
            yield annotation
            before = after
    finally:
        ending.set()
        pool.shutdown(cancel_futures=True)


class _Work:
    """The work of the threads, each of which has its own judge."""

    def __init__(self, record: GameRecord, effort: Limit, ending: StopFlag, cache: Cache | None) -> None:
        self._game = record.game
        self._effort = effort
        self._ending = ending
        self._cache = cache
        self._version = version_of(record.game)
        self._own = local()

    def judgement(self, position: Position[Any]) -> Judgement | None:
        """Return the judgement of a position, from the cache if possible; None if the analysis was stopped."""
        key = key_of(position, self._effort, self._version)
        if self._cache is not None and (text := self._cache.judgement(key)) is not None:
            return Judgement.loads(text, position)
        if self._ending.is_set:
            return None
        if not hasattr(self._own, "judge"):
            self._own.judge = judge_of(self._game, self._effort)
        judgement: Judgement | None = self._own.judge.judge(position, self._ending)
        if judgement is not None and self._cache is not None:
            self._cache.keep_judgement(key, judgement.dumps())
        return judgement


def _awaited(future: "Future[Judgement | None]", stop: StopFlag | None, ending: StopFlag) -> Judgement | None:
    """Wait for a judgement and return it; return None if `stop` is set."""
    while stop is None or not stop.is_set:
        try:
            return future.result(_LOOK_EVERY)
        except TimeoutError:
            continue
    ending.set()
    return None


def _annotation(
    record: GameRecord, number: int, position: Position[Any], before: Judgement, after: Judgement
) -> Annotation:
    decision = record.decisions[number]
    reached = 1 - after.win_chance
    won = after.exact and reached == 1  # then the position before was won, even if the search did not see it
    return Annotation(
        number + 1,
        position.side_to_move,
        decision.move,
        1.0 if won else before.win_chance,
        reached,
        decision.move if won and not before.exact else before.line[0],
        (decision.move, *after.line) if won and not before.exact else before.line,
        after.line,
        won or (before.exact and after.exact),
        decision.seconds,
        decision.cpu_seconds,
        decision.memory,
        len(position.legal_moves()) == 1,
    )
