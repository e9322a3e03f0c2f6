"""The examinations of a server: one program at a time, in a background thread."""

import time
import weakref
from threading import Event, Lock, Thread
from typing import Any, Literal

from crownbridge.arena import Checkup, TimeControl
from crownbridge.bugfinder.examination import Examination
from crownbridge.bugfinder.finder import BugFinder, Progress
from crownbridge.errors import ConflictError, NotFoundError, OptionError
from crownbridge.games import Game
from crownbridge.players import Player, ProgramPlayer
from crownbridge.players.short_name import short_name
from crownbridge.web.log import print_traceback
from crownbridge.web.rooms.player_factory import PlayerFactory
from crownbridge.web.rooms.state import HUMAN
from crownbridge.web.stored_files import new_name

MOST_MINUTES = 10.0
MOST_SECONDS = 10.0
"""Maximum time per move."""
STOP_SECONDS = 10.0
MOST_KEPT = 50
"""Number of examinations whose results are kept; the server forgets them when it ends."""


ExaminationState = Literal["checking", "examining", "over", "rejected", "stopped", "failed"]


class _StoppedError(Exception):
    """The user has stopped the examination."""


class RunningExamination:
    """The examination of one program. Thread-safe."""

    def __init__(  # noqa: PLR0913 (keyword arguments)
        self, bot: str, game: Game[Any], factory: PlayerFactory, *, seconds: float, minutes: float, seed: int
    ) -> None:
        """Create the first player, to check that it may be started. Raise ForbiddenError or OptionError."""
        self.id = new_name()
        self.bot = bot
        self.game = game
        self.state: ExaminationState = "checking"
        self.progress = Progress("", 0.0, 0, 0)
        self.problems: list[str] = []
        """The checks that failed."""
        self.result: Examination | None = None
        self._factory = factory
        self._seconds = seconds
        self._minutes = minutes
        self._seed = seed
        self._stop = Event()
        self._lock = Lock()
        self._players: weakref.WeakSet[Player] = weakref.WeakSet()
        self._new_player().close()
        self._thread = Thread(target=self._run, daemon=True, name="examination")

    @property
    def is_running(self) -> bool:
        """True until the examination is over."""
        return self.state in ("checking", "examining")

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop early, and wait for that some seconds; the findings so far are kept."""
        self._stop.set()
        deadline = time.monotonic() + STOP_SECONDS
        while self._thread.is_alive() and time.monotonic() < deadline:  # players that start now are interrupted, too
            with self._lock:
                players = list(self._players)
            for player in players:
                player.interrupt()
            self._thread.join(0.2)

    def _new_player(self) -> Player:
        player = self._factory.player(self.bot, self.game.name)
        with self._lock:
            self._players.add(player)
        return player

    def _run(self) -> None:
        try:
            if self._passes_checks():
                self.state = "examining"
                self.result = self._examine()
                self.state = "over"
            else:
                self.state = "rejected"
        except _StoppedError:
            self.state = "stopped"
        except Exception:  # noqa: BLE001 (an internal error: there is no result)
            print_traceback()
            self.state = "failed"

    def _passes_checks(self) -> bool:
        """Run the checks of the doctor on a program. Raise _StoppedError."""
        player = self._new_player()
        if not isinstance(player, ProgramPlayer):
            return True
        for finding in Checkup(self.game, lambda: player, TimeControl(per_move=self._seconds)).run():
            if self._stop.is_set():
                raise _StoppedError
            if finding.problem:
                self.problems.append(f"{finding.name}: {finding.problem}")
                return False
        return True

    def _examine(self) -> Examination:
        began = time.monotonic()
        finder = BugFinder(
            self.game,
            self._new_player,
            seconds=self._seconds,
            minutes=self._minutes,
            seed=self._seed,
            progress=self._note,
        )
        try:
            for _ in finder.run():
                pass
        except _StoppedError:
            pass
        return Examination.of(finder, minutes=self._minutes, seed=self._seed, seconds=time.monotonic() - began)

    def _note(self, progress: Progress) -> None:
        self.progress = progress
        if self._stop.is_set():
            raise _StoppedError


class ExaminationService:
    """Starts and keeps examinations. Thread-safe."""

    def __init__(self, factory: PlayerFactory) -> None:
        self._factory = factory
        self._lock = Lock()
        self._examinations: dict[str, RunningExamination] = {}

    def start(self, bot: str, game: Game[Any], *, seconds: float, minutes: float, seed: int) -> RunningExamination:
        """Start the examination of a program.

        Raise ForbiddenError or OptionError if the program may not be started, and ConflictError if another one runs.
        """
        if bot == HUMAN:
            raise OptionError("a human cannot be examined; choose a program")
        with self._lock:
            for other in self._examinations.values():
                if other.is_running:
                    name = short_name(other.bot)
                    raise ConflictError(f"the server examines {name}; wait until that is over, or stop it")
            examination = RunningExamination(bot, game, self._factory, seconds=seconds, minutes=minutes, seed=seed)
            while len(self._examinations) >= MOST_KEPT:
                del self._examinations[next(iter(self._examinations))]
            self._examinations[examination.id] = examination
            examination.start()
        return examination

    def all(self) -> list[RunningExamination]:
        """Return the examinations, the newest first."""
        with self._lock:
            return list(reversed(self._examinations.values()))

    def get(self, identity: str) -> RunningExamination:
        """Return an examination. Raise NotFoundError."""
        with self._lock:
            if identity not in self._examinations:
                raise NotFoundError(f"there is no examination {identity[:20]!r}; they end with the server")
            return self._examinations[identity]

    def close(self) -> None:
        """Stop the examination that runs."""
        for examination in self.all():
            if examination.is_running:
                examination.stop()
