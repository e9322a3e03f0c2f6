"""A tournament that is played, or was, before its watchers."""

import json
import os
from functools import partial
from threading import RLock, Thread

from crownbridge.errors import CrownbridgeError, InputError, RoomError
from crownbridge.store import Store, StoredGame
from crownbridge.tournaments import Tournament
from crownbridge.tournaments.executor import Executor
from crownbridge.tournaments.game_runner import GameRunner
from crownbridge.tournaments.identity import recalled
from crownbridge.tournaments.runner import GameEnded, Runner
from crownbridge.tournaments.workers import Workers
from crownbridge.web.feed import Feed
from crownbridge.web.journal import Journal
from crownbridge.web.log import print_traceback
from crownbridge.web.messages import GameChoice
from crownbridge.web.rooms.lobby import Lobby
from crownbridge.web.tournaments.ledger import Ledger
from crownbridge.web.tournaments.salon import Salon
from crownbridge.web.tournaments.shapes import (
    EVENT,
    Condition,
    Event,
    GameOver,
    GameRow,
    HumanTable,
    Seated,
    Stated,
    TournamentOpened,
)
from crownbridge.web.tournaments.wall import Wall

_PATIENCE = 15.0
"""For workers to be gone when the server ends."""


class Contest:
    """Tells by its log what comes of a tournament. For any thread.

    The games are in the store; the log has a line for each, in the same order, so that whatever a kill has cost the
    log is taken from the store again.
    """

    def __init__(
        self, name: str, store: Store, journal: Journal, lobby: Lobby, opened: TournamentOpened | None = None
    ) -> None:
        """Opens it as store and journal left it; one that has no journal is opened now, or was begun elsewhere.

        Raises FileError where the journal is damaged.
        """
        self.name = name
        self.feed = Feed(journal)
        self.wall = Wall()
        self.opened: TournamentOpened
        self.tables: list[HumanTable] = []
        """Where humans are asked to play now."""
        self.state: Condition = "stopped"
        self.detail = ""
        self._store = store
        self._journal = journal
        self._lobby = lobby
        self._lock = RLock()
        self._thread: Thread | None = None
        self._asked = 0
        """How often it was asked to stop."""
        played = recalled(store.configuration(name))
        self.board = _board(played)
        self.total = played.scheduler().total
        self.ledger = Ledger(played)
        self._told = 0
        self._recover(opened)

    def _recover(self, opened: TournamentOpened | None) -> None:
        journal = self._journal
        journal.replay(EVENT, self._apply)
        if not len(journal):
            configuration = json.loads(self._store.configuration(self.name))
            self._write(opened or TournamentOpened(config=configuration, folder=None))
        self.catch_up()
        if self.state in ("playing", "stopping"):
            self._write(Stated(state="stopped", detail="the server was stopped"))
        if self.state == "stopped" and self.ledger.played == self.total:
            self._write(Stated(state="over"))

    def catch_up(self) -> None:
        """Takes in the games that were stored without it, if it is not being played here."""
        with self._lock:
            if self._thread is None:
                for game in self._store.games(self.name, self.ledger.played):
                    self._count(game)

    def open(self, opened: TournamentOpened) -> None:
        """Tells by what configuration it is played from now on."""
        self._write(opened)

    @property
    def is_resumable(self) -> bool:
        """Whether it can be gone on with here."""
        return self.opened.folder is not None and self.state in ("stopped", "failed")

    @property
    def is_busy(self) -> bool:
        """Whether it is being played."""
        return self._thread is not None

    def run(self, config: Tournament) -> None:
        """Plays it, or goes on with it, in a thread of its own. Raises RoomError where it is being played."""
        with self._lock:
            if self._thread is not None:
                raise RoomError("the tournament is being played already")
            self._asked = 0
            self._write(Stated(state="playing"))
            self._thread = Thread(target=self._run, args=(config,), daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Begins no more games, and has those under way finished or, if asked again, forgotten. Raises RoomError."""
        with self._lock:
            if self._thread is None:
                raise RoomError("the tournament is not being played")
            self._asked += 1

    def close(self) -> None:
        """Ends everything; the games under way are forgotten."""
        with self._lock:
            thread = self._thread
            self._asked = 2
            self.end_streams()
        if thread is not None:
            thread.join(_PATIENCE)
        self._journal.rest()

    def end_streams(self) -> None:
        """Lets all watchers go."""
        self.feed.close()
        self.wall.close()

    def _run(self, config: Tournament) -> None:
        try:
            end = self._play(config)
        except CrownbridgeError as error:
            end = Stated(state="failed", detail=str(error))
        except Exception as error:  # noqa: BLE001 (our own fault: the page says so, and the server goes on)
            print_traceback()
            end = Stated(state="failed", detail=f"the server failed: {error}")
        with self._lock:
            self._thread = None
            self.wall.clear()
            self._write(end)
            self._journal.rest()

    def _play(self, config: Tournament) -> Stated:
        executor = self._executor(config)
        try:
            runner = Runner(self.name, config.scheduler(), self._store, executor, [self._hear])
            runner.run(lambda: bool(self._asked) or self.ledger.enough())
            if not self._asked:
                return Stated(state="over")
            if config.on_interrupt == "finish" and self._asked == 1:
                self._write(Stated(state="stopping"))
                runner.wind_up(lambda: self._asked > 1)
            return Stated(state="stopped")
        finally:
            executor.close()

    def _executor(self, config: Tournament) -> Executor:
        """Humans play in rooms, one game at a time; others on all cores."""
        if any(agent.type == "player" for agent in config.agents):
            return Salon(config, self._lobby, lambda game, room: self._write(Seated(game=game, room=room)))
        workers = Workers(
            partial(GameRunner, config), config.concurrency or len(os.sched_getaffinity(0)), pin=config.pin_cores
        )
        workers.watch(self.wall)
        return workers

    def _hear(self, ended: GameEnded) -> None:
        if not ended.resumed:  # else it was counted when this was opened
            self.wall.take_down(ended.game.identity)
            self._count(ended.game)

    def _count(self, game: StoredGame) -> None:
        self.ledger.add(game)
        if self.ledger.played > self._told:
            self._write(GameOver(game=GameRow.of(game), played=self.ledger.played))

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
            case Stated():
                self.state, self.detail = event.state, event.detail
                if event.state in ("stopped", "over", "failed"):
                    self.tables = []
            case Seated():
                self.tables = [HumanTable(game=event.game, room=event.room)]
            case GameOver():
                self._told = event.played
                self.tables = [table for table in self.tables if table.game != event.game.identity]


def _board(config: Tournament) -> GameChoice:
    """Return where the games are played, also if the game is not installed any more."""
    try:
        options = config.rules().options
    except InputError:
        options = {}
    return GameChoice(game=config.game, options=dict(options))
