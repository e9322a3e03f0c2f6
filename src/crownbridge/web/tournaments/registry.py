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
from crownbridge.web.rooms.players import ProgramPolicy
from crownbridge.web.rooms.registry import RoomRegistry
from crownbridge.web.tournaments import configuration
from crownbridge.web.tournaments.run import TournamentRun
from crownbridge.web.tournaments.schemas import EVENT, Condition, StateChanged, TournamentOpened

MOST_BUSY = 4
"""Tournaments at a time; each takes the whole machine."""
_MOST_OPEN = 50


class TournamentRegistry:
    """Opens tournaments when somebody asks for them. For any thread."""

    def __init__(self, folder: Path, place: str | Path, rooms: RoomRegistry) -> None:
        """Journals are kept in the folder, games in the store at that place; humans play in rooms of the rooms.

        Raises FileError or StoreError.
        """
        self._folder = folder / "tournaments"
        self._rooms, self._player_factory = rooms, rooms.player_factory
        self._runs: dict[str, TournamentRun] = {}
        self._lock = RLock()
        try:
            make_folder(self._folder)
        except OSError as error:
            raise FileError(f"{self._folder} cannot be used: {error.strerror}") from error
        self.store = Store.open(place)

    def checked(self, config: dict[str, Any] | str, folder: str | None) -> Tournament:
        """The tournament that is asked for. Raises ConfigurationError, with all problems, or ForbiddenError."""
        return configuration.tournament(config, self._base(folder), self._player_factory)

    def create(self, config: dict[str, Any] | str, folder: str | None) -> TournamentRun:
        """Begins a tournament, or goes on with one that is configured the same. Raises InputError or RoomError."""
        found = self.checked(config, folder)
        return self.begin(found, configuration.keys_of(config)[0], self._base(folder))

    def begin(self, config: Tournament, given: dict[str, Any], folder: Path) -> TournamentRun:
        """The same for a configuration that was read already; it is shown as it was given."""
        with self._lock:
            self._check_room()
            self.store.begin(config.id, canonical(config))
            opened = TournamentOpened(config=given, folder=str(folder.absolute()))
            run = self._opened(config.id, opened)
            if run.opened.folder is None:
                run.open(opened)
            self._run(run, config)
        return run

    def resume(self, name: str) -> None:
        """Goes on with a tournament that was begun here. Raises RoomError, or ConfigurationError as at first."""
        with self._lock:
            run = self.get(name)
            opened = run.opened
            if opened.folder is None:
                raise RoomError("the tournament was begun elsewhere; go on with it by: crownbridge tournament FILE")
            if run.state == "over":
                raise RoomError("the tournament is over")
            self._check_room()
            config = configuration.tournament(opened.config, Path(opened.folder), self._player_factory)
            self.store.begin(name, canonical(config))
            self._run(run, config)

    def get(self, name: str) -> TournamentRun:
        """The tournament of that name. Raises UnknownRoomError."""
        with self._lock:
            if name in self._runs:
                self._runs[name].catch_up()
            elif all(known.id != name for known in self.store.tournaments()):
                raise UnknownRoomError(f"there is no tournament {quoted(name)}")
            return self._opened(name)

    def newest(self) -> list[tuple[StoredTournament, Condition | Literal["damaged"]]]:
        """All tournaments with their states, the newest first."""
        return [(known, self._state(known.id)) for known in reversed(self.store.tournaments())]

    def end_streams(self) -> None:
        """Lets all watchers go."""
        for run in list(self._runs.values()):
            run.end_streams()

    def close(self) -> None:
        """Ends everything; a tournament can be resumed by the next server."""
        for run in list(self._runs.values()):
            run.close()
        self.store.close()

    def _run(self, run: TournamentRun, config: Tournament) -> None:
        """Play a tournament in a sandbox that is at least as strong as the server's, whatever its file says."""
        run.run(config.confined(self._player_factory.sandbox))

    def _base(self, folder: str | None) -> Path:
        if folder is None:
            return Path()
        if self._player_factory.programs is not ProgramPolicy.ANY:
            raise ForbiddenError("folders of the server may not be used from here; leave it out")
        return Path(folder)

    def _opened(self, name: str, opened: TournamentOpened | None = None) -> TournamentRun:
        if name not in self._runs:
            idle = [known for known, run in self._runs.items() if not run.is_busy]
            for known in idle[: max(len(self._runs) - _MOST_OPEN, 0)]:
                self._runs.pop(known).close()
            self._runs[name] = TournamentRun(name, self.store, Journal(self._path(name)), self._rooms, opened)
        return self._runs[name]

    def _check_room(self) -> None:
        if sum(run.is_busy for run in self._runs.values()) >= MOST_BUSY:
            raise RoomError(f"{MOST_BUSY} tournaments are being played at once; stop one first")

    def _path(self, name: str) -> Path:
        return self._folder / f"{file_name(name)}.jsonl"

    def _state(self, name: str) -> Condition | Literal["damaged"]:
        if name in self._runs:
            return self._runs[name].state
        try:
            line = last_line(self._path(name))
            last = EVENT.validate_json(line) if line else None
        except FileNotFoundError:
            return "stopped"
        except (OSError, ValidationError):
            return "damaged"
        if isinstance(last, StateChanged) and last.state not in ("playing", "stopping"):
            return last.state
        return "stopped"
