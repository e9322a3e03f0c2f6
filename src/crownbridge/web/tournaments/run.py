"""A tournament on the server, running or not, and its event log."""

import json
import os
import time
from collections.abc import Callable
from functools import partial
from threading import RLock, Thread
from typing import TypeVar

from crownbridge.errors import ConflictError, CrownbridgeError, InputError, ShortageError
from crownbridge.store import Store, StoredGame
from crownbridge.tournaments import Tournament
from crownbridge.tournaments.executor import Executor
from crownbridge.tournaments.forfeits import Forfeits
from crownbridge.tournaments.game_runner import GameRunner
from crownbridge.tournaments.identity import recalled
from crownbridge.tournaments.runner import GameEnded, Runner
from crownbridge.tournaments.workers import Workers
from crownbridge.web.feed import Feed
from crownbridge.web.journal import Journal
from crownbridge.web.log import print_traceback
from crownbridge.web.rooms.registry import RoomRegistry
from crownbridge.web.schemas import GameChoice
from crownbridge.web.tournaments.live_boards import LiveBoards
from crownbridge.web.tournaments.room_executor import RoomExecutor
from crownbridge.web.tournaments.schemas import (
    EVENT,
    Event,
    GameOver,
    GameRow,
    HumanGame,
    HumanSeated,
    StateChanged,
    TournamentOpened,
    TournamentState,
)
from crownbridge.web.tournaments.stats import TournamentStats

_JOIN_SECONDS = 15.0
"""Seconds to wait for workers to exit when the server shuts down."""
_RETRY_SECONDS = 1.0
"""Seconds until something is stored again for which there was no space."""
_T = TypeVar("_T")


class TournamentRun:
    """Runs a tournament and logs its events. Thread-safe.

    The log has one event per game of the store, in the same order. Events that were lost in a crash are restored from
    the store.
    """

    def __init__(
        self, name: str, store: Store, journal: Journal, rooms: RoomRegistry, opened: TournamentOpened | None = None
    ) -> None:
        """Restore the state from store and journal. Without a journal, start one with `opened`.

        Without `opened`, the tournament was started elsewhere. Raise FileError if the journal is damaged.
        """
        self.name = name
        self.live_boards = LiveBoards()
        self.opened: TournamentOpened
        self.human_games: list[HumanGame] = []
        """The games in progress with a human player."""
        self.state: TournamentState = "stopped"
        self.detail = ""
        self.problem = ""
        """Why the tournament waits, such as a full disk; empty if it continues."""
        self._store = store
        self._journal = journal
        self._rooms = rooms
        self._lock = RLock()
        self.feed = Feed(journal, lambda: self.is_busy, self._lock)
        self._thread: Thread | None = None
        self._stop_requests = 0
        """Number of requests to stop."""
        config = recalled(store.configuration(name))
        self.board = _board(config)
        self.total = config.scheduler().total
        self.stats = TournamentStats(config)
        self._logged = 0
        """Number of games in the log."""
        self._recover(opened)

    def _recover(self, opened: TournamentOpened | None) -> None:
        journal = self._journal
        journal.replay(EVENT, self._apply)
        if not len(journal):
            configuration = json.loads(self._store.configuration(self.name))
            self._write(opened or TournamentOpened(config=configuration, folder=None))
        self.catch_up()
        if self.state in ("playing", "stopping"):
            self._write(StateChanged(state="stopped", detail="the server was stopped"))
        if self.state == "stopped" and self.stats.played == self.total:
            self._write(StateChanged(state="over"))

    def catch_up(self) -> None:
        """Count games that other processes have stored, unless the tournament is running here."""
        with self._lock:
            if self._thread is None:
                for game in self._store.games(self.name, self.stats.played):
                    self._count(game)

    def open(self, opened: TournamentOpened) -> None:
        """Log the configuration that applies from now on."""
        self._write(opened)

    @property
    def is_resumable(self) -> bool:
        """Whether the tournament can be resumed on this server."""
        return self.opened.folder is not None and self.state in ("stopped", "failed")

    @property
    def is_busy(self) -> bool:
        """Whether the tournament is running."""
        return self._thread is not None

    def run(self, config: Tournament) -> None:
        """Start or resume the tournament in a new thread. Raise ConflictError if it is running."""
        with self._lock:
            if self._thread is not None:
                raise ConflictError("the tournament is already running")
            self._stop_requests = 0
            self._write(StateChanged(state="playing"))
            self._thread = Thread(target=self._run, args=(config,), daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Start no more games and finish those in progress; if called again, discard them. Raise ConflictError."""
        with self._lock:
            if self._thread is None:
                raise ConflictError("the tournament is not running")
            self._stop_requests += 1

    def close(self) -> None:
        """Stop the tournament, discard the games in progress, and end all streams."""
        with self._lock:
            thread = self._thread
            self._stop_requests = 2
            self.end_streams()
        if thread is not None:
            thread.join(_JOIN_SECONDS)
        self._journal.close_file()

    def end_streams(self) -> None:
        """End all event streams."""
        self.feed.close()
        self.live_boards.close()

    def _run(self, config: Tournament) -> None:
        try:
            if damage := self._store.damage(self.name):
                self._patiently(lambda: self._write(StateChanged(state="playing", detail=damage)))
            end = self._patiently(lambda: self._play(config))
            end = end.model_copy(update={"detail": end.detail or damage})
        except CrownbridgeError as error:
            end = StateChanged(state="failed", detail=str(error))
        except Exception as error:  # noqa: BLE001 (an internal error must not stop the server)
            print_traceback()
            end = StateChanged(state="failed", detail=f"internal error: {error}; see the server's terminal")
        try:
            self._patiently(lambda: self._finish(end, self._write))
        except CrownbridgeError:  # it was stopped although there is no space: the log lacks its end
            self._finish(end, self._apply)

    def _finish(self, end: StateChanged, log: Callable[[StateChanged], None]) -> None:
        with self._lock:
            log(end)
            self._thread = None
            self.live_boards.clear()
            self._journal.close_file()

    def _patiently(self, step: Callable[[], _T]) -> _T:
        """Run a step of the tournament; while there is no space for what it stores, say so and try again."""
        while True:
            try:
                result = step()
            except ShortageError as error:
                if self._stop_requests:
                    raise
                self.problem = str(error)
                time.sleep(_RETRY_SECONDS)
            else:
                self.problem = ""
                return result

    def _play(self, config: Tournament) -> StateChanged:
        executor = self._executor(config)
        try:
            runner = Runner(
                self.name, config.scheduler(), self._store, executor, [self._game_ended], forfeits=Forfeits(config)
            )
            runner.run(lambda: bool(self._stop_requests) or self.stats.enough())
            if not self._stop_requests:
                return StateChanged(state="over")
            if config.on_interrupt == "finish" and self._stop_requests == 1:
                self._write(StateChanged(state="stopping"))
                runner.wind_up(lambda: self._stop_requests > 1)
            return StateChanged(state="stopped")
        finally:
            executor.close()

    def _executor(self, config: Tournament) -> Executor:
        """Return the executor: games with humans are played in rooms, one at a time; others on all cores."""
        if config.people:
            return RoomExecutor(config, self._rooms, lambda game, room: self._write(HumanSeated(game=game, room=room)))
        workers = Workers(
            partial(GameRunner, config), config.concurrency or len(os.sched_getaffinity(0)), pin=config.pin_cores
        )
        workers.watch(self.live_boards)
        return workers

    def _game_ended(self, ended: GameEnded) -> None:
        if not ended.resumed:  # resumed games were counted when the run was opened
            self.live_boards.take_down(ended.game.identity)
            self.stats.add(ended.game)
            self._patiently(lambda: self._log(ended.game))

    def _count(self, game: StoredGame) -> None:
        self.stats.add(game)
        self._log(game)

    def _log(self, game: StoredGame) -> None:
        if self.stats.played > self._logged:
            self._write(GameOver(game=GameRow.of(game), played=self.stats.played))

    def _write(self, event: Event) -> None:
        with self._lock:
            event.seq = len(self._journal) + 1
            self._journal.append(event.model_dump_json().encode())
            self._apply(event)
            self.feed.notify()

    def _apply(self, event: Event) -> None:
        match event:
            case TournamentOpened():
                self.opened = event
            case StateChanged():
                self.state, self.detail = event.state, event.detail
                if event.state in ("stopped", "over", "failed"):
                    self.human_games = []
            case HumanSeated():
                self.human_games = [HumanGame(game=event.game, room=event.room)]
            case GameOver():
                self._logged = event.played
                self.human_games = [one for one in self.human_games if one.game != event.game.identity]


def _board(config: Tournament) -> GameChoice:
    """Return the game and its options, even if the game is no longer installed."""
    try:
        options = config.rules().options
    except InputError:
        options = {}
    return GameChoice(game=config.game, options=dict(options))
