"""All rooms of a server, each in a file of its own."""

import fcntl
import os
import re
import secrets
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from threading import RLock
from typing import NamedTuple

from crownbridge.errors import FileError, RoomError, UnknownRoomError
from crownbridge.web.journal import Journal, last_line, make_folder, open_regular
from crownbridge.web.log import print_traceback, warn
from crownbridge.web.rooms.players import PlayerFactory
from crownbridge.web.rooms.retention import Retention, StoredRoom
from crownbridge.web.rooms.room import Room
from crownbridge.web.schemas import Setup

_NO_LIMIT = Retention(0, 0)
MOST_BUSY = 50
"""Games at a time, but for those that wait for a human who has gone away."""
MOST_SHOWN = 100
"""Rooms in a list, the newest."""
_MOST_OPEN = 200
_NAME = re.compile(r"[a-z0-9]{10}")
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that looks like another
_ENDED = b'"type":"ended"'
_IDLE = (_ENDED, b'"type":"opened"', b'"legal":[')
"""What the last line of a room has in which nothing goes on: the last is in the question of a human."""


class DamagedRoom(NamedTuple):
    """A room whose journal cannot be read."""

    name: str
    reason: str
    at: float
    """When the file was written last."""
    size: int


class RoomRegistry:
    """Opens rooms when somebody asks for them. For any thread."""

    def __init__(self, folder: Path, player_factory: PlayerFactory, retention: Retention = _NO_LIMIT) -> None:
        """Takes a folder for itself. Raises FileError where that cannot be, as when another server has it."""
        self.player_factory = player_factory
        self.retention = retention
        self._folder = folder / "rooms"
        self._rooms: dict[str, Room] = {}
        self._damaged: dict[str, str] = {}
        """Rooms that were set aside, with the reasons: nobody looks into their files again."""
        self._tournament_players: dict[str, PlayerFactory] = {}
        """Who makes the players of rooms in which a tournament has a game played."""
        self._reserved: set[str] = set()
        """Rooms that are being made, and are to play at once."""
        self._lock = RLock()
        try:
            make_folder(self._folder)
            lock = open_regular(folder.resolve() / "lock", os.O_RDWR | os.O_CREAT)
            self._mark = os.fdopen(lock, "r+b")
            fcntl.flock(self._mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FileError(f"another server uses {folder}; stop it, or give this one another --data") from None
        except OSError as error:
            raise FileError(f"{folder} cannot be used for games: {error.strerror}; choose another --data") from error

    def go_on(self) -> None:
        """Takes up the games that were being played when the server ended; humans take up theirs by coming back."""
        if deleted := self.clean_up():
            warn(f"{deleted:,} old rooms were deleted; {self.retention}")
        for path in self._folder.glob("*.jsonl"):
            try:
                if not any(mark in last_line(path) for mark in _IDLE):
                    self.room(path.stem)
            except (OSError, FileError, UnknownRoomError):  # who asks for it is told
                continue
            except Exception:  # noqa: BLE001 (our own fault: the other games go on)
                print_traceback()

    def create(self, setup: Setup, player_factory: PlayerFactory | None = None) -> Room:
        """A new room, which begins if it is to. Raises InputError, ForbiddenError or RoomError.

        With a `player_factory`, the room belongs to a tournament, whose players that makes until `release`.
        """
        name = "".join(secrets.choice(_LETTERS) for _ in range(10))
        with self._place_for(name) if setup.run else nullcontext():
            room = Room.create(name, lambda: Journal(self._path(name)), setup, player_factory or self.player_factory)
            with self._lock:
                self._make_place()
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

    def stored(self) -> list[StoredRoom]:
        """The files of all rooms."""
        found = []
        for path in self._folder.glob("*.jsonl"):
            if not _NAME.fullmatch(path.stem):
                continue
            with suppress(OSError):  # one that has just been deleted
                status = path.lstat()
                found.append(StoredRoom(path, status.st_mtime, status.st_size))
        return found

    def clean_up(self, now: float | None = None, spare: str = "") -> int:
        """Delete the rooms that are too old or too many, and return their number; none in which anything goes on."""
        surplus = self.retention.surplus(self.stored(), self._kept() | {spare}, time.time() if now is None else now)
        return sum(self._delete_unused(stored.name) for stored in surplus)

    def delete_finished(self) -> int:
        """Delete all rooms whose games are over, and return their number."""
        return sum(self._delete_unused(stored.name, finished=True) for stored in self.stored())

    def _delete_unused(self, name: str, *, finished: bool = False) -> bool:
        """Delete a room unless it is in use, or its game is not over and should be; return whether it is gone."""
        with self._lock:  # so that it does not come into use meanwhile
            try:
                if name in self._kept() or (finished and _ENDED not in last_line(self._path(name))):
                    return False
                if name in self._rooms:
                    self.delete(name)
                else:
                    self._delete_file(name)
            except (OSError, UnknownRoomError, FileError):  # whoever owns the folder sees it there
                return False
        return True

    def _kept(self) -> frozenset[str]:
        """The rooms that are played in, watched, being made, or needed by a tournament."""
        with self._lock:
            used = (name for name, room in self._rooms.items() if room.is_busy or room.feed.is_watched)
            return frozenset({*used, *self._reserved, *self._tournament_players})

    def release(self, name: str) -> None:
        """Forget who makes the players of a tournament's room; from now on it may be deleted."""
        with self._lock:
            self._tournament_players.pop(name, None)

    @contextmanager
    def _place_for(self, name: str) -> Iterator[None]:
        """Keep a place for the game of a room that is being made. Raise RoomError where there is none."""
        with self._lock:
            self._check_busy()
            self._reserved.add(name)
        try:
            yield
        finally:
            with self._lock:
                self._reserved.remove(name)

    def run(self, room: Room, command: Callable[[Room], None] = Room.run) -> None:
        """Has a room begin, or do what else has it play. Raises RoomError where too much goes on already."""
        with self._lock:
            if not room.is_busy:
                self._check_busy()
            command(room)

    def _check_busy(self) -> None:
        """Makes place for one more game: those of humans who have gone away can be taken up when they come back."""
        with self._lock:
            busy = [room for room in self._rooms.values() if room.is_busy]
            over = len(self._reserved.union(room.name for room in busy)) - MOST_BUSY + 1
            for room in busy:
                if over > 0 and not room.feed.is_watched and room.put_away():
                    del self._rooms[room.name]
                    over -= 1
        if over > 0:
            raise RoomError(f"{MOST_BUSY} games are being played at once; stop one first")

    def room(self, name: str) -> Room:
        """The room of that name, in which the game goes on if there is place for it.

        Raises UnknownRoomError, or FileError where its journal is damaged.
        """
        with self._lock:
            room = self.opened(name)
            if room.is_paused:
                with suppress(RoomError):  # whoever wants to move is told
                    self.run(room, Room.go_on)
            return room

    def opened(self, name: str) -> Room:
        """The room of that name as it was left, to be read. Raises UnknownRoomError or FileError."""
        with self._lock:
            if name in self._rooms:
                return self._rooms[name]
            if name in self._damaged:
                raise FileError(self._damaged[name])
            if not _NAME.fullmatch(name) or not os.path.lexists(self._path(name)):
                raise UnknownRoomError(f"there is no room {name[:20]!r}")
            try:
                player_factory = self._tournament_players.get(name, self.player_factory)
                room = Room(name, Journal(self._path(name)), player_factory)
            except FileError as error:
                self._damaged[name] = str(error)
                raise
            if not room.is_opened:
                raise UnknownRoomError(f"there is no room {name[:20]!r}")
            self._make_place()
            self._rooms[name] = room
            return room

    def newest(self) -> list[Room | DamagedRoom]:
        """The rooms in which something happened last, the newest first."""
        newest_first = sorted(self.stored(), key=lambda stored: stored.at, reverse=True)
        found: list[Room | DamagedRoom] = []
        for stored in newest_first[:MOST_SHOWN]:
            try:
                found.append(self.opened(stored.name))
            except FileError as error:
                found.append(DamagedRoom(stored.name, str(error), stored.at, stored.size))
            except UnknownRoomError:
                continue
        return sorted(found, key=lambda room: room.state.at if isinstance(room, Room) else room.at, reverse=True)

    def delete(self, name: str) -> None:
        """Ends a room and forgets it, damaged or not. Raises UnknownRoomError or FileError."""
        try:
            room = self.opened(name)
        except FileError:
            self._delete_file(name)
            return
        room.delete()  # while it is known, so that nobody opens it anew
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
        """Lets all watchers go."""
        for room in list(self._rooms.values()):
            room.feed.close()

    def close(self) -> None:
        """Ends everything; the next server takes it up."""
        rooms = list(self._rooms.values())
        with ThreadPoolExecutor(max(len(rooms), 1)) as pool:  # their programs end side by side
            list(pool.map(Room.close, rooms))
        self._mark.close()

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.jsonl"

    def _make_place(self) -> None:
        """Forgets the rooms that were opened first and in which nothing goes on; they can be opened again."""
        idle = [name for name, room in self._rooms.items() if not room.is_busy and not room.feed.is_watched]
        for name in idle[: max(len(self._rooms) - _MOST_OPEN, 0)]:
            self._rooms.pop(name).close()
