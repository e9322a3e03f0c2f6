"""All rooms of a server, one file each."""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from threading import RLock
from typing import NamedTuple

from crownbridge.errors import ConflictError, FileError, NotFoundError, ShortageError
from crownbridge.web.journal import Journal, last_line, make_folder, open_regular
from crownbridge.web.log import print_traceback, warn
from crownbridge.web.retention import Retention
from crownbridge.web.rooms.player_factory import PlayerFactory
from crownbridge.web.rooms.room import Room
from crownbridge.web.schemas import Setup
from crownbridge.web.stored_files import StoredFile, is_name, new_name, stored_files

_NO_LIMIT = Retention(0, 0)
MOST_BUSY = 50
"""Number of games that may run at once; games that wait for a disconnected human do not count."""
MOST_SHOWN = 100
"""Number of rooms that a list shows, the newest first."""
_MOST_OPEN = 200
_ENDED = b'"type":"ended"'
_RENAMED = b'"type":"renamed"'
_IDLE = (_ENDED, b'"type":"opened"', b'"legal":[')
"""Parts of the last line of an idle room: its game has ended or not begun, or waits for a human's move."""


class DamagedRoom(NamedTuple):
    """A room whose journal cannot be read."""

    name: str
    reason: str
    at: float
    """The time of the last write."""
    size: int


class RoomRegistry:
    """Creates, opens and deletes rooms. Thread-safe."""

    def __init__(self, folder: Path, player_factory: PlayerFactory, retention: Retention = _NO_LIMIT) -> None:
        """Lock a folder. Raise FileError if that fails, as when another server uses it."""
        self.player_factory = player_factory
        self.retention = retention
        self._folder = folder / "rooms"
        self._rooms: dict[str, Room] = {}
        self._damaged: dict[str, str] = {}
        """Damaged rooms with the reasons; their files are not read again."""
        self._tournament_players: dict[str, PlayerFactory] = {}
        """Factories of the players of rooms that belong to a tournament."""
        self._reserved: set[str] = set()
        """Rooms that are being created and will start at once."""
        self._lock = RLock()
        try:
            make_folder(self._folder)
            lock = open_regular(folder.resolve() / "lock", os.O_RDWR | os.O_CREAT)
            self._lock_file = os.fdopen(lock, "r+b")
            fcntl.flock(self._lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FileError(f"another server uses {folder}; stop it, or choose another --data") from None
        except OSError as error:
            raise FileError(f"{folder} cannot be used for games: {error.strerror}; choose another --data") from error

    def resume_all(self) -> None:
        """Resume the games that were running when the server ended; games of humans resume when they are opened."""
        if deleted := self.clean_up():
            warn(f"{deleted:,} old rooms were deleted; {self.retention}")
        for path in self._folder.glob("*.jsonl"):
            try:
                if not any(mark in last_line(path) for mark in _IDLE):
                    self.room(path.stem)
            except (OSError, FileError, NotFoundError):  # reported when the room is opened
                continue
            except Exception:  # noqa: BLE001 (an internal error: the other games continue)
                print_traceback()

    def create(self, setup: Setup, player_factory: PlayerFactory | None = None) -> Room:
        """Create a room, and start it if the set-up says so. Raise InputError, ForbiddenError or ConflictError.

        With a `player_factory`, the room belongs to a tournament until `release`.
        """
        name = new_name()
        with self._reserve(name) if setup.run else nullcontext():
            room = Room.create(name, lambda: Journal(self._path(name)), setup, player_factory or self.player_factory)
            with self._lock:
                self._close_idle()
                self._rooms[name] = room
                if player_factory is not None:
                    self._tournament_players[name] = player_factory
                try:
                    if setup.run:
                        room.run()
                except BaseException:
                    self.release(name)
                    raise
        self.clean_up(spare=name)
        return room

    def stored(self) -> list[StoredFile]:
        """Return the files of all rooms."""
        return [stored for stored in stored_files(self._folder, ".jsonl") if is_name(stored.name)]

    def clean_up(self, now: float | None = None, spare: str = "") -> int:
        """Delete the rooms beyond the limits of age and size that are not in use, and return their number."""
        surplus = self.retention.surplus(self.stored(), self._kept() | {spare}, time.time() if now is None else now)
        return sum(self._delete_unused(stored.name) for stored in surplus)

    def delete_finished(self) -> int:
        """Delete all rooms whose games are over, and return their number."""
        return sum(self._delete_unused(stored.name, finished=True) for stored in self.stored())

    def _delete_unused(self, name: str, *, finished: bool = False) -> bool:
        """Delete a room that is not in use and, if `finished`, whose game is over; return True if it was deleted."""
        with self._lock:  # so that it is not opened meanwhile
            try:
                if name in self._kept() or (finished and not self._is_over(name)):
                    return False
                if name in self._rooms:
                    self.delete(name)
                else:
                    self._delete_file(name)
            except (OSError, NotFoundError, FileError):
                return False
        return True

    def _is_over(self, name: str) -> bool:
        """Return True if the last game of a room has ended. Raise OSError, NotFoundError or FileError."""
        last = last_line(self._path(name))
        return _ENDED in last or (_RENAMED in last and self.opened(name).state.phase == "over")

    def _kept(self) -> frozenset[str]:
        """Return the rooms that are busy, watched, being created, or needed by a tournament."""
        with self._lock:
            used = (name for name, room in self._rooms.items() if room.is_busy or room.feed.is_watched)
            return frozenset({*used, *self._reserved, *self._tournament_players})

    def release(self, name: str) -> None:
        """Detach a room from its tournament; from now on it may be deleted."""
        with self._lock:
            self._tournament_players.pop(name, None)

    @contextmanager
    def _reserve(self, name: str) -> Iterator[None]:
        """Reserve one of the games that may run at once. Raise ConflictError if there is none left."""
        with self._lock:
            self._check_busy()
            self._reserved.add(name)
        try:
            yield
        finally:
            with self._lock:
                self._reserved.remove(name)

    def run(self, room: Room, command: Callable[[Room], None] = Room.run) -> None:
        """Run a command that starts or resumes a room's game. Raise ConflictError if too many games are running."""
        with self._lock:
            if not room.is_busy:
                self._check_busy()
            command(room)

    def _check_busy(self) -> None:
        """Ensure that one more game may run: suspend games of disconnected humans if needed. Raise ConflictError."""
        with self._lock:
            busy = [room for room in self._rooms.values() if room.is_busy]
            over = len(self._reserved.union(room.name for room in busy)) - MOST_BUSY + 1
            for room in busy:
                if over > 0 and not room.feed.is_watched and room.suspend():
                    del self._rooms[room.name]
                    over -= 1
        if over > 0:
            raise ConflictError(f"the limit of {MOST_BUSY} running games is reached; stop one first")

    def room(self, name: str) -> Room:
        """Return a room, and resume its game if it is paused and another game may run.

        Raise NotFoundError, or FileError if its journal is damaged.
        """
        with self._lock:
            room = self.opened(name)
            if room.is_paused:
                with suppress(ConflictError):  # reported to a human who moves
                    self.run(room, Room.resume)
            return room

    def opened(self, name: str) -> Room:
        """Return a room without resuming its game. Raise NotFoundError or FileError."""
        with self._lock:
            if name in self._rooms:
                return self._rooms[name]
            if name in self._damaged:
                raise FileError(self._damaged[name])
            if not is_name(name) or not os.path.lexists(self._path(name)):
                raise NotFoundError(f"there is no room {name[:20]!r}")
            try:
                player_factory = self._tournament_players.get(name, self.player_factory)
                room = Room(name, Journal(self._path(name)), player_factory)
            except ShortageError:
                raise
            except FileError as error:
                self._damaged[name] = str(error)
                raise
            if not room.is_opened:
                raise NotFoundError(f"there is no room {name[:20]!r}")
            self._close_idle()
            self._rooms[name] = room
            return room

    def newest(self) -> list[Room | DamagedRoom]:
        """Return the rooms with the latest events, the newest first."""
        newest_first = sorted(self.stored(), key=lambda stored: stored.at, reverse=True)
        rooms: list[Room | DamagedRoom] = []
        for stored in newest_first[:MOST_SHOWN]:
            try:
                rooms.append(self.opened(stored.name))
            except FileError as error:
                rooms.append(DamagedRoom(stored.name, str(error), stored.at, stored.size))
            except NotFoundError:
                continue
        return sorted(rooms, key=lambda room: room.state.at if isinstance(room, Room) else room.at, reverse=True)

    def delete(self, name: str) -> None:
        """Stop and delete a room, damaged or not. Raise NotFoundError or FileError."""
        try:
            room = self.opened(name)
        except FileError:
            self._delete_file(name)
            return
        room.delete()  # before it is removed below, so that it cannot be opened again
        with self._lock:
            self._rooms.pop(name, None)
            self.release(name)

    def _delete_file(self, name: str) -> None:
        try:
            self._path(name).unlink(missing_ok=True)
        except OSError as error:
            raise FileError(f"{self._path(name)} cannot be deleted: {error.strerror}") from error
        with self._lock:
            self._damaged.pop(name, None)

    def end_streams(self) -> None:
        """End all event streams."""
        for room in list(self._rooms.values()):
            room.feed.close()

    def close(self) -> None:
        """Stop all games; the next server resumes them."""
        rooms = list(self._rooms.values())
        with ThreadPoolExecutor(max(len(rooms), 1)) as pool:  # their programs end in parallel
            list(pool.map(Room.close, rooms))
        self._lock_file.close()

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.jsonl"

    def _close_idle(self) -> None:
        """Close the idle rooms that were opened first, if too many are open."""
        idle = [name for name, room in self._rooms.items() if not room.is_busy and not room.feed.is_watched]
        for name in idle[: max(len(self._rooms) - _MOST_OPEN, 0)]:
            self._rooms.pop(name).close()
