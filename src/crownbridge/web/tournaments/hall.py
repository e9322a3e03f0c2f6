"""All tournaments of a server."""

from pathlib import Path
from threading import RLock
from typing import Any, Literal

from pydantic import ValidationError

from crownbridge.errors import FileError, ForbiddenError, RoomError, UnknownRoomError, quoted
from crownbridge.store import Store
from crownbridge.store import Tournament as StoredTournament
from crownbridge.store.statistics import file_name
from crownbridge.tournaments import Tournament, canonical
from crownbridge.web.journal import Journal, last_line, make_folder
from crownbridge.web.rooms.lobby import Lobby
from crownbridge.web.rooms.seats import Programs
from crownbridge.web.tournaments import configuration
from crownbridge.web.tournaments.contest import Contest
from crownbridge.web.tournaments.shapes import EVENT, Condition, Stated, TournamentOpened

MOST_BUSY = 4
"""Tournaments at a time; each takes the whole machine."""
_MOST_OPEN = 50


class Hall:
    """Opens tournaments when somebody asks for them. For any thread."""

    def __init__(self, folder: Path, place: str | Path, lobby: Lobby) -> None:
        """Journals are kept in the folder, games in the store at that place; humans play in rooms of the lobby.

        Raises FileError or StoreError.
        """
        self._folder = folder / "tournaments"
        self._lobby, self._seating = lobby, lobby.seating
        self._contests: dict[str, Contest] = {}
        self._lock = RLock()
        try:
            make_folder(self._folder)
        except OSError as error:
            raise FileError(f"{self._folder} cannot be used: {error.strerror}") from error
        self.store = Store.open(place)

    def checked(self, config: dict[str, Any] | str, folder: str | None) -> Tournament:
        """The tournament that is asked for. Raises ConfigurationError, with all problems, or ForbiddenError."""
        return configuration.tournament(config, self._base(folder), self._seating)

    def create(self, config: dict[str, Any] | str, folder: str | None) -> Contest:
        """Begins a tournament, or goes on with one that is configured the same. Raises InputError or RoomError."""
        found = self.checked(config, folder)
        return self.begin(found, configuration.keys_of(config)[0], self._base(folder))

    def begin(self, config: Tournament, given: dict[str, Any], folder: Path) -> Contest:
        """The same for a configuration that was read already; it is shown as it was given."""
        with self._lock:
            self._check_room()
            self.store.begin(config.id, canonical(config))
            opened = TournamentOpened(config=given, folder=str(folder.absolute()))
            contest = self._opened(config.id, opened)
            if contest.opened.folder is None:
                contest.open(opened)
            self._run(contest, config)
        return contest

    def resume(self, name: str) -> None:
        """Goes on with a tournament that was begun here. Raises RoomError, or ConfigurationError as at first."""
        with self._lock:
            contest = self.contest(name)
            opened = contest.opened
            if opened.folder is None:
                raise RoomError("the tournament was begun elsewhere; go on with it by: crownbridge tournament FILE")
            if contest.state == "over":
                raise RoomError("the tournament is over")
            self._check_room()
            config = configuration.tournament(opened.config, Path(opened.folder), self._seating)
            self.store.begin(name, canonical(config))
            self._run(contest, config)

    def contest(self, name: str) -> Contest:
        """The tournament of that name. Raises UnknownRoomError."""
        with self._lock:
            if name in self._contests:
                self._contests[name].catch_up()
            elif all(known.id != name for known in self.store.tournaments()):
                raise UnknownRoomError(f"there is no tournament {quoted(name)}")
            return self._opened(name)

    def newest(self) -> list[tuple[StoredTournament, Condition | Literal["damaged"]]]:
        """All tournaments with their states, the newest first."""
        return [(known, self._state(known.id)) for known in reversed(self.store.tournaments())]

    def end_streams(self) -> None:
        """Lets all watchers go."""
        for contest in list(self._contests.values()):
            contest.end_streams()

    def close(self) -> None:
        """Ends everything; a tournament can be resumed by the next server."""
        for contest in list(self._contests.values()):
            contest.close()
        self.store.close()

    def _run(self, contest: Contest, config: Tournament) -> None:
        """Play a tournament in a sandbox that is at least as strong as the server's, whatever its file says."""
        contest.run(config.confined(self._seating.sandbox))

    def _base(self, folder: str | None) -> Path:
        if folder is None:
            return Path()
        if self._seating.programs is not Programs.ANY:
            raise ForbiddenError("folders of the server may not be used from here; leave it out")
        return Path(folder)

    def _opened(self, name: str, opened: TournamentOpened | None = None) -> Contest:
        if name not in self._contests:
            idle = [known for known, contest in self._contests.items() if not contest.is_busy]
            for known in idle[: max(len(self._contests) - _MOST_OPEN, 0)]:
                self._contests.pop(known).close()
            self._contests[name] = Contest(name, self.store, Journal(self._path(name)), self._lobby, opened)
        return self._contests[name]

    def _check_room(self) -> None:
        if sum(contest.is_busy for contest in self._contests.values()) >= MOST_BUSY:
            raise RoomError(f"{MOST_BUSY} tournaments are being played at once; stop one first")

    def _path(self, name: str) -> Path:
        return self._folder / f"{file_name(name)}.jsonl"

    def _state(self, name: str) -> Condition | Literal["damaged"]:
        if name in self._contests:
            return self._contests[name].state
        try:
            line = last_line(self._path(name))
            last = EVENT.validate_json(line) if line else None
        except FileNotFoundError:
            return "stopped"
        except (OSError, ValidationError):
            return "damaged"
        if isinstance(last, Stated) and last.state not in ("playing", "stopping"):
            return last.state
        return "stopped"
