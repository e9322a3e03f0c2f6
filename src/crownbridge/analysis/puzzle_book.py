"""Puzzles in a folder, one file each, with their ratings."""

import json
import random
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

from crownbridge.analysis.puzzles import Evidence, Puzzle
from crownbridge.errors import FileError, NotFoundError
from crownbridge.files import remove_unfinished, write_atomically
from crownbridge.ratings import expected_score

MOST_PUZZLES = 20_000
START_RATING = 1200.0
"""Rating of a new player."""
PLAYER_K, PUZZLE_K = 32.0, 16.0
"""Largest change of a rating by one attempt; that of a new puzzle is twice as large."""
NEW_ATTEMPTS = 10
_CHOICES = 10
"""Number of puzzles nearest to the player's rating from which one is chosen at random."""


class Attempt(NamedTuple):
    """The ratings after an attempt."""

    player: float
    puzzle: float


class PuzzleBook:
    """All puzzles of a folder. Thread-safe; several processes may add puzzles."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._puzzles: dict[str, Puzzle] = {}
        self._lock = RLock()

    def all(self, game: str | None = None) -> list[Puzzle]:
        """Return the puzzles of a game, or of all games."""
        with self._lock:
            self._load()
            return [puzzle for puzzle in self._puzzles.values() if game in (None, puzzle.game)]

    def get(self, name: str) -> Puzzle:
        """Return a puzzle. Raise NotFoundError."""
        with self._lock:
            self._load()
            if name not in self._puzzles:
                raise NotFoundError(f"there is no puzzle {name[:20]!r}")
            return self._puzzles[name]

    def add(self, puzzle: Puzzle) -> bool:
        """Store a puzzle; return False if it exists or there are too many. Raise FileError."""
        with self._lock:
            self._load()
            if puzzle.id in self._puzzles or len(self._puzzles) >= MOST_PUZZLES:
                return False
            self._write(puzzle)
            return True

    def next(self, game: str, rating: float, seen: set[str], rng: random.Random) -> Puzzle:
        """Return a puzzle near a rating that was not seen, or any if all were. Raise NotFoundError."""
        puzzles = self.all(game)
        fresh = [puzzle for puzzle in puzzles if puzzle.id not in seen] or puzzles
        if not fresh:
            raise NotFoundError(f"there are no puzzles of {game} yet; make some from the games stored here")
        return rng.choice(sorted(fresh, key=lambda puzzle: abs(puzzle.rating - rating))[:_CHOICES])

    def rate(self, name: str, player: float, *, solved: bool) -> Attempt:
        """Rate an attempt by Elo, and return the new ratings. Raise NotFoundError or FileError."""
        with self._lock:
            puzzle = self.get(name)
            surprise = float(solved) - expected_score(player - puzzle.rating)
            k = PUZZLE_K * (2 if puzzle.tried < NEW_ATTEMPTS else 1)
            puzzle = puzzle._replace(rating=puzzle.rating - k * surprise, tried=puzzle.tried + 1)
            self._write(puzzle)
            return Attempt(player + PLAYER_K * surprise, puzzle.rating)

    def _load(self) -> None:
        """Read the puzzles that another process has added."""
        if not self._folder.is_dir():
            return
        for path in self._folder.glob("*.json"):
            if path.stem not in self._puzzles:
                try:
                    self._puzzles[path.stem] = _parse(json.loads(path.read_text(encoding="utf-8")))
                except (OSError, ValueError, TypeError, KeyError):
                    continue  # it is damaged or not a puzzle

    def _write(self, puzzle: Puzzle) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"{self._folder} cannot be created: {error.strerror}") from error
        if not self._puzzles:
            remove_unfinished(self._folder)
        write_atomically(self._folder / f"{puzzle.id}.json", json.dumps(puzzle._asdict()))
        self._puzzles[puzzle.id] = puzzle


def _parse(values: dict[str, Any]) -> Puzzle:
    evidence = tuple(Evidence(*one) for one in values["evidence"])
    return Puzzle(**{**values, "evidence": evidence, "line": tuple(values["line"])})
