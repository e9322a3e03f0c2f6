"""The tournaments of a server."""

from pathlib import Path
from threading import RLock
from typing import Any, Literal

from pydantic import ValidationError

from crownbridge.errors import ConflictError, FileError, ForbiddenError, NotFoundError, quoted
from crownbridge.store import Store
from crownbridge.store import Tournament as StoredTournament
from crownbridge.store.statistics import file_name
from crownbridge.tournaments import Tournament, canonical
from crownbridge.web.journal import Journal, last_line, make_folder
from crownbridge.web.rooms.player_factory import ProgramPolicy
from crownbridge.web.rooms.registry import RoomRegistry
from crownbridge.web.tournaments import configuration
from crownbridge.web.tournaments.run import TournamentRun
from crownbridge.web.tournaments.schemas import EVENT, StateChanged, TournamentOpened, TournamentState

MOST_BUSY = 4
"""Maximum number of tournaments that run at a time; each uses all processors."""
_MOST_OPEN = 50


class TournamentRegistry:
    """Opens tournaments on request. Thread-safe."""

    def __init__(self, folder: Path, place: str | Path, rooms: RoomRegistry) -> None:
        """Keep journals in `folder` and games in the store at `place`; humans play in `rooms`.

        Raise FileError or StoreError.
        """
        self._folder = folder / "tournaments"
        self._rooms, self._player_factory = rooms, rooms.player_factory
        self._runs: dict[str, TournamentRun] = {}
        self._lock = RLock()
        try:
            make_folder(self._folder)
        except OSError as error:
            raise FileError(f"{self._folder} cannot be used: {error.strerror}") from error
        self.place = place
        self.store = Store.open(place)

    def checked(self, config: dict[str, Any] | str, folder: str | None) -> Tournament:
        """Return the tournament of a configuration. Raise ConfigurationError with all problems, or ForbiddenError."""
        return configuration.tournament(config, self._base(folder), self._player_factory)

    def create(self, config: dict[str, Any] | str, folder: str | None) -> TournamentRun:
        """Start a tournament, or resume the one with the same configuration. Raise InputError or ConflictError."""
        return self.begin(self.checked(config, folder), configuration.keys_of(config)[0], self._base(folder))

    def begin(self, config: Tournament, keys: dict[str, Any], folder: Path) -> TournamentRun:
        """Start or resume a tournament; `keys` is its configuration as written, for display."""
        with self._lock:
            self._check_capacity()
            self.store.begin(config.id, canonical(config))
            opened = TournamentOpened(config=keys, folder=str(folder.absolute()))
            run = self._opened(config.id, opened)
            if run.opened.folder is None:
                run.open(opened)
            self._run(run, config)
        return run

    def resume(self, name: str) -> None:
        """Resume a tournament that was started on this server. Raise ConflictError or ConfigurationError."""
        with self._lock:
            run = self.get(name)
            opened = run.opened
            if opened.folder is None:
                raise ConflictError("the tournament was started elsewhere; resume it with: crownbridge tournament FILE")
            if run.state == "over":
                raise ConflictError("the tournament is over")
            self._check_capacity()
            config = configuration.tournament(opened.config, Path(opened.folder), self._player_factory)
            self.store.begin(name, canonical(config))
            self._run(run, config)

    def get(self, name: str) -> TournamentRun:
        """Return the tournament of a name. Raise NotFoundError."""
        with self._lock:
            if name in self._runs:
                self._runs[name].catch_up()
            elif all(stored.id != name for stored in self.store.tournaments()):
                raise NotFoundError(f"there is no tournament {quoted(name)}")
            return self._opened(name)

    def newest(self) -> list[tuple[StoredTournament, TournamentState | Literal["damaged"]]]:
        """Return all tournaments with their states, newest first."""
        return [(stored, self._state(stored.id)) for stored in reversed(self.store.tournaments())]

    def end_streams(self) -> None:
        """End all event streams."""
        for run in list(self._runs.values()):
            run.end_streams()

    def close(self) -> None:
        """Stop all tournaments, which the next server can resume, and close the store."""
        for run in list(self._runs.values()):
            run.close()
        self.store.close()

    def _run(self, run: TournamentRun, config: Tournament) -> None:
        """Run a tournament in a sandbox at least as strict as the server's, regardless of the configuration."""
        run.run(config.confined(self._player_factory.sandbox))

    def _base(self, folder: str | None) -> Path:
        if folder is None:
            return Path()
        if self._player_factory.programs is not ProgramPolicy.ANY:
            raise ForbiddenError("folders are not allowed on this server; omit `folder`")
        return Path(folder)

    def _opened(self, name: str, opened: TournamentOpened | None = None) -> TournamentRun:
        if name not in self._runs:
            idle = [other for other, run in self._runs.items() if not run.is_busy]
            for other in idle[: max(len(self._runs) - _MOST_OPEN, 0)]:
                self._runs.pop(other).close()
            self._runs[name] = TournamentRun(name, self.store, Journal(self._path(name)), self._rooms, opened)
        return self._runs[name]

    def _check_capacity(self) -> None:
        if sum(run.is_busy for run in self._runs.values()) >= MOST_BUSY:
            raise ConflictError(f"{MOST_BUSY} tournaments are already running; stop one first")

    def _path(self, name: str) -> Path:
        return self._folder / f"{file_name(name)}.jsonl"

    def _state(self, name: str) -> TournamentState | Literal["damaged"]:
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
