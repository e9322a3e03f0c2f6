"""The puzzles of a server, and the background thread that makes new ones."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Lock, Thread

from crownbridge._core import StopFlag
from crownbridge.analysis import PuzzleBook, PuzzleFinder
from crownbridge.errors import ConflictError
from crownbridge.games import load
from crownbridge.records import GameRecord
from crownbridge.web.log import print_traceback
from crownbridge.web.workers import lower_priority

MOST_GAMES = 500
"""Maximum number of games that one run examines."""

RandomRecords = Callable[[str, random.Random, StopFlag], Iterator[GameRecord]]
"""Function that yields games of a kind stored on the server, in random order, until the flag is set."""


class PuzzleService:
    """Serves puzzles and makes new ones, for one game at a time. Thread-safe."""

    def __init__(self, folder: Path, records: RandomRecords) -> None:
        self.book = PuzzleBook(folder / "puzzles")
        self._records = records
        self._lock = Lock()
        self._thread: Thread | None = None
        self._stop = StopFlag()
        self.rng = random.Random()
        self.making = ""
        """The game whose puzzles are being made; else empty."""
        self.examined = 0
        self.made = 0

    def make(self, game: str, count: int) -> None:
        """Start to make puzzles of a game.

        Raise UnknownGameError, InputError if there is no engine, or ConflictError if that is already happening.
        """
        kind = load(game)
        with self._lock:
            if self.making:
                raise ConflictError(f"puzzles of {self.making} are being made; wait or stop that first")
            stop = StopFlag()
            finder = PuzzleFinder(kind, stop=stop)
            self.making, self.examined, self.made = kind.name, 0, 0
            self._stop = stop
            arguments = (finder, kind.name, count, stop)
            self._thread = Thread(target=self._run, args=arguments, daemon=True, name="puzzles")
            self._thread.start()

    def stop(self) -> None:
        """Stop making puzzles, and wait for that."""
        with self._lock:
            self._stop.set()
            thread = self._thread
        if thread is not None:
            thread.join()

    def _run(self, finder: PuzzleFinder, game: str, count: int, stop: StopFlag) -> None:
        lower_priority()
        try:
            for record in self._records(game, self.rng, stop):
                for puzzle in finder.puzzles(record):
                    self.made += self.book.add(puzzle)
                self.examined += 1
                if stop.is_set or self.made >= count or self.examined >= MOST_GAMES:
                    break
        except Exception:  # noqa: BLE001 (an internal error: there are fewer puzzles)
            print_traceback()
        finally:
            self.making = ""
