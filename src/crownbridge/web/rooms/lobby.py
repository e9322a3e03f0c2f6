"""All rooms of a server, each in a file of its own."""

import contextlib
import fcntl
import re
import secrets
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import RLock
from typing import Any

from crownbridge.errors import FileError, RoomError, UnknownRoomError
from crownbridge.web.journal import Journal, last_line
from crownbridge.web.messages import Setup
from crownbridge.web.rooms.room import Room
from crownbridge.web.rooms.seats import Seating

MOST_BUSY = 50
"""Games at a time."""
MOST_SHOWN = 100
"""Rooms in a list, the newest."""
_MOST_OPEN = 200
_NAME = re.compile(r"[a-z0-9]{10}")
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that looks like another
_IDLE = (b'"type":"ended"', b'"type":"opened"')


class Lobby:
    """Opens rooms when somebody asks for them. For any thread."""

    def __init__(self, folder: Path, seating: Seating) -> None:
        """Takes a folder for itself. Raises FileError where that cannot be, as when another server has it."""
        self.seating = seating
        self._folder = folder / "rooms"
        self._rooms: dict[str, Room] = {}
        self._lock = RLock()
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._mark: Any = (folder / "lock").open("w")
            fcntl.flock(self._mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FileError(f"another server uses {folder}; stop it, or give this one another --data") from None
        except OSError as error:
            raise FileError(f"{folder} cannot be used for games: {error.strerror}; choose another --data") from error

    def go_on(self) -> None:
        """Takes up the games that were being played when the server ended."""
        for path in self._folder.glob("*.jsonl"):
            if not any(mark in last_line(path) for mark in _IDLE):
                with contextlib.suppress(FileError, UnknownRoomError):  # who asks for it is told
                    self.room(path.stem)

    def create(self, setup: Setup, seating: Seating | None = None) -> Room:
        """A new room, which begins if it is to. Raises InputError, ForbiddenError or RoomError.

        With a `seating`, its players are made by that.
        """
        name = "".join(secrets.choice(_LETTERS) for _ in range(10))
        room = Room.create(name, lambda: Journal(self._path(name)), setup, seating or self.seating)
        with self._lock:
            self._make_place()
            self._rooms[name] = room
        if setup.run:
            self.run(room)
        return room

    def run(self, room: Room) -> None:
        """Has a room begin. Raises RoomError where too much goes on already."""
        if sum(other.is_busy for other in list(self._rooms.values())) >= MOST_BUSY:
            raise RoomError(f"{MOST_BUSY} games are being played at once; stop one first")
        room.run()

    def room(self, name: str) -> Room:
        """The room of that name. Raises UnknownRoomError, or FileError where its journal is damaged."""
        with self._lock:
            if name in self._rooms:
                return self._rooms[name]
            if not _NAME.fullmatch(name) or not self._path(name).exists():
                raise UnknownRoomError(f"there is no room {name[:20]!r}")
            room = Room(name, Journal(self._path(name)), self.seating)
            if not room.is_opened:
                raise UnknownRoomError(f"there is no room {name[:20]!r}")
            self._make_place()
            self._rooms[name] = room
            room.go_on()
            return room

    def newest(self) -> list[Room]:
        """The rooms in which something happened last, the newest first; damaged ones are left out."""
        paths = sorted(self._folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
        found = []
        for path in paths[:MOST_SHOWN]:
            try:
                found.append(self.room(path.stem))
            except (FileError, UnknownRoomError):
                continue
        return sorted(found, key=lambda room: room.state.at, reverse=True)

    def delete(self, name: str) -> None:
        """Ends a room and forgets it. Raises UnknownRoomError."""
        room = self.room(name)
        with self._lock:
            self._rooms.pop(name, None)
        room.delete()

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
