"""The index of the server's games, which a background thread keeps up to date."""

import hashlib
import json
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from crownbridge._core import StopFlag
from crownbridge.errors import CrownbridgeError, FileError
from crownbridge.explorer import Collection, Found, Library, find
from crownbridge.explorer.finding import Part
from crownbridge.files import write_atomically
from crownbridge.games import Position
from crownbridge.records import GameRecord
from crownbridge.store import Store
from crownbridge.web.concurrency import ConcurrencyLimit
from crownbridge.web.documents import record_of_document
from crownbridge.web.log import print_traceback
from crownbridge.web.rooms.registry import RoomRegistry

SYNC_SECONDS = 2.0
"""Minimum time between two updates."""
_POLL_SECONDS = 0.1
_ROOMS = "rooms"
_TIMES = "rooms.json"
_TOURNAMENT = "tournament:"


class ExplorerService:
    """Finds positions in all games of a server. Thread-safe."""

    def __init__(self, folder: Path, rooms: RoomRegistry, store: Store) -> None:
        self.library = Library(folder / "explorer" / "files")
        self._folder = folder / "explorer"
        self._rooms = rooms
        self._store = store
        self._room_games: Collection | None = None
        self._tournaments: dict[str, Collection] = {}
        self._room_times: dict[str, float] = {}
        """The time of the last write of each room that was indexed."""
        self._room_count = 0
        """Number of games of rooms when these times were stored."""
        self.importing = ConcurrencyLimit(1, 0, "import")
        """Hold its slot from before the file is received until it is imported; that does not wait."""
        self._lock = Lock()
        self._updating = Lock()
        self._thread: Thread | None = None
        self._updated = float("-inf")
        self._stop = StopFlag()

    @property
    def is_indexing(self) -> bool:
        """Whether games are being added."""
        return self._thread is not None and self._thread.is_alive()

    def find(self, position: Position[Any], player: str, move: Any) -> Found:
        """Return the games with a position; new games are found after an update in the background."""
        self._update_soon()
        return find(position, self.parts(), player=player, move=move)

    def parts(self) -> list[Part]:
        """Return all segments."""
        with self._lock:
            collections = [*self._tournaments.values(), *([self._room_games] if self._room_games else [])]
        return [*self.library.parts(), *(part for collection in collections for part in collection.parts())]

    @staticmethod
    def source(collection: str, identity: str) -> tuple[str, str, str]:
        """Return where a game is: the kind of its source, the source and the game in it."""
        if collection == _ROOMS:
            room, _, game = identity.partition("/")
            return "room", room, game
        if collection.startswith(_TOURNAMENT):
            return "tournament", collection.removeprefix(_TOURNAMENT), identity
        return "file", collection, identity

    def random_records(self, game: str, rng: random.Random, stop: StopFlag) -> Iterator[GameRecord]:
        """Yield the games of a kind in random order; those of other kinds are skipped. End early if `stop` is set."""
        self.update(stop)
        places = [(part, number) for part in self.parts() for number in range(part.segment.games)]
        rng.shuffle(places)
        others = set[str]()
        """Tournaments of other games: each has only one kind."""
        for part, number in places:
            if stop.is_set:
                return
            if part.collection in others:
                continue
            try:
                record = self._record(*self.source(part.collection, part.identity(number)))
            except CrownbridgeError:  # it was deleted
                continue
            if record.game.name != game:
                if part.collection.startswith(_TOURNAMENT):
                    others.add(part.collection)
            elif record.decisions:
                yield record

    def _record(self, kind: str, source: str, game: str) -> GameRecord:
        if kind == "room":
            return record_of_document(self._rooms.opened(source).document(int(game)))
        return self._store.record(source, game) if kind == "tournament" else self.library.game(source, int(game) - 1)

    def close(self) -> None:
        """Stop the background thread."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def update(self, stop: StopFlag | None = None) -> None:
        """Add the new games of tournaments and rooms, and hide those of deleted rooms. End early if `stop` is set."""
        stop = stop or self._stop
        while not self._updating.acquire(timeout=_POLL_SECONDS):
            if stop.is_set:
                return
        try:
            self._update(stop)
        finally:
            self._updating.release()

    def _update(self, stop: StopFlag) -> None:
        for tournament in self._store.tournaments():
            if stop.is_set:
                return
            try:
                self._update_tournament(tournament.id, tournament.games, stop)
            except CrownbridgeError:  # the answers lack some of its games
                print_traceback()
        self._update_rooms(stop)

    def _update_soon(self) -> None:
        with self._lock:
            if self.is_indexing or time.monotonic() < self._updated + SYNC_SECONDS or self._stop.is_set:
                return
            self._updated = time.monotonic()
            self._thread = Thread(target=self._run, daemon=True, name="explorer")
            self._thread.start()

    def _run(self) -> None:
        try:
            self.update()
        except Exception:  # noqa: BLE001 (an internal error: the answers lack some games)
            print_traceback()
        self._updated = time.monotonic()

    def _update_tournament(self, name: str, games: int, stop: StopFlag) -> None:
        if name not in self._tournaments:
            digest = hashlib.sha256(name.encode()).hexdigest()[:16]
            opened = Collection(_TOURNAMENT + name, self._folder / "tournaments" / digest)
            with self._lock:
                self._tournaments[name] = opened
        collection = self._tournaments[name]
        collection.merge()
        known = collection.identities
        if len(known) == games:
            return
        missing = self._store.identities(name) - known
        collection.add(self._tournament_records(name, missing, stop, many=len(missing) > len(known)))

    def _tournament_records(
        self, name: str, missing: set[str], stop: StopFlag, *, many: bool
    ) -> Iterator[tuple[str, GameRecord]]:
        """Yield games of a tournament; damaged ones are skipped. If there are many, read all its games at once."""
        rest = set(missing)
        if many:
            with suppress(CrownbridgeError):  # a damaged game: the rest are read one by one
                for row, record in self._store.records(name):
                    if stop.is_set:
                        return
                    if row.identity in rest:
                        rest.remove(row.identity)
                        yield row.identity, record
        for identity in sorted(rest):
            if stop.is_set:
                return
            try:
                record = self._store.record(name, identity)
            except CrownbridgeError:
                continue
            yield identity, record

    def _update_rooms(self, stop: StopFlag) -> None:
        if self._room_games is None:
            self._room_games = Collection(_ROOMS, self._folder / _ROOMS)
            self._room_count = self._room_games.games
            self._room_times = self._stored_times(self._room_count)
        stored = {room.name: room.at for room in self._rooms.stored()}
        collection = self._room_games
        known = collection.identities
        collection.keep({identity for identity in known if identity.partition("/")[0] in stored})
        collection.merge()
        changed = [name for name, at in stored.items() if self._room_times.get(name) != at]
        unread = set[str]()
        collection.add(self._room_records(changed, known, unread, stop))
        if stop.is_set:
            return
        times = {name: at for name, at in stored.items() if name not in unread}
        if (times, collection.games) != (self._room_times, self._room_count):
            self._room_times, self._room_count = times, collection.games
            write_atomically(self._folder / _TIMES, json.dumps({"games": collection.games, "times": times}))

    def _stored_times(self, games: int) -> dict[str, float]:
        """Return the times that were stored with an index of that many games; else none, and all rooms are read."""
        try:
            stored = json.loads((self._folder / _TIMES).read_bytes())
            return {str(name): float(at) for name, at in stored["times"].items()} if stored["games"] == games else {}
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return {}

    def _room_records(
        self, names: list[str], known: set[str], unread: set[str], stop: StopFlag
    ) -> Iterator[tuple[str, GameRecord]]:
        """Yield the games of rooms that are over and not yet known; add the rooms that cannot be read to `unread`."""
        for name in names:
            if stop.is_set:
                return
            try:
                room = self._rooms.opened(name)
            except CrownbridgeError:  # it was deleted or is damaged
                unread.add(name)
                continue
            over = room.state.number if room.state.phase == "over" else room.state.number - 1
            for number in range(1, over + 1):
                identity = f"{name}/{number}"
                if identity in known:
                    continue
                try:
                    record = record_of_document(room.document(number))
                except FileError:
                    unread.add(name)
                    continue
                except CrownbridgeError:  # it broke the rules
                    continue
                yield identity, record
