"""The store of tournaments and their games."""

import os
import shlex
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Connection, Engine, Row, Select, func, select
from sqlalchemy.dialects import postgresql, sqlite

from crownbridge.errors import ConfigurationChangedError, InputError, StoreError, quoted
from crownbridge.files import write_parts
from crownbridge.records import GameRecord, format_to_write, json_lines
from crownbridge.store import schema
from crownbridge.store.checksums import checksum
from crownbridge.store.configuration import canonical, differences
from crownbridge.store.database import (
    WRITE,
    connect,
    connect_read_only,
    is_read_only,
    parse_place,
    shown,
    store_errors,
    use_write_ahead_log,
)
from crownbridge.store.packing import check_text, pack
from crownbridge.store.rows import PackedGame, StoredGame, Tournament
from crownbridge.store.schema import games, judgements, records, tournaments
from crownbridge.store.statistics import file_name, statistics, write_statistics
from crownbridge.store.verifying import damaged_games

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

_PAGE = 500  # rows fetched at a time
_INSERT: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}  # each with its ON CONFLICT
_BEGIN_ONCE = {
    name: insert(tournaments).on_conflict_do_nothing(index_elements=["id"]) for name, insert in _INSERT.items()
}
_ADD_ONCE = {
    name: insert(games).on_conflict_do_nothing(index_elements=["tournament", "identity"]).returning(games.c.number)
    for name, insert in _INSERT.items()
}
_ADD_RECORD = records.insert()
_KEEP_ONCE = {
    name: insert(judgements).on_conflict_do_nothing(index_elements=["key"]) for name, insert in _INSERT.items()
}
_COLUMNS = [column for column in games.c if column.name not in ("number", "tournament", "place")]

Entry = tuple[StoredGame, GameRecord, int | None]


class Store:
    """Tournaments and their games in a database, for any number of concurrent threads and processes.

    A game is stored completely or not at all, and is durable once `add` has returned. Errors of the database become
    StoreError.
    """

    def __init__(self, engine: Engine, name: str) -> None:
        self.name = name
        """Name for messages: the file, or the URL without its password."""
        self._engine = engine
        self._writing = engine.execution_options(**{WRITE: True})  # the same pool
        self._closed = False
        self._numbers: dict[str, int] = {}  # primary keys of tournaments, which never change
        self._claim()

    @classmethod
    def open(cls, place: str | Path, wait: float = 30.0) -> Self:
        """Open the store in a file or at a database URL; create or migrate it if necessary. Raise StoreError.

        `wait` is the timeout in seconds for a file that is locked by another program. A file that is not writable is
        opened read-only.
        """
        url = parse_place(place)
        read_only = is_read_only(url)
        store = cls(connect_read_only(url, wait) if read_only else connect(url, wait), shown(url))
        try:
            with store._begin() as connection:
                version = schema.schema_version(connection, store.name)
            if version < len(schema.MIGRATIONS) and not (read_only and version):
                if url.get_backend_name() == "sqlite":
                    with store_errors(store.name):
                        use_write_ahead_log(store._engine, wait)
                with store._begin(write=True) as connection:
                    schema.migrate(connection, store.name)
        except BaseException:
            store.close()
            raise
        return store

    def close(self) -> None:
        """Close the database; the store cannot be used any more."""
        self._closed = True
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: "TracebackType | None"
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<store {self.name}>"

    def begin(self, tournament: str, configuration: str) -> datetime:
        """Create or resume a tournament; return the time of its creation.

        The configuration is JSON; spaces and the order of keys do not matter.

        Raise ConfigurationChangedError with the differences if the tournament exists with another configuration, and
        InputError if the configuration is not JSON.
        """
        check_text("the tournament's id", tournament)
        new = canonical(configuration)
        row = {"id": tournament, "configuration": new, "begun": datetime.now(UTC).isoformat(timespec="seconds")}
        with self._begin(write=True) as connection:
            connection.execute(_BEGIN_ONCE[connection.dialect.name], row)
            query = select(tournaments.c.configuration, tournaments.c.begun).where(tournaments.c.id == tournament)
            old, begun = connection.execute(query).one()
        if old != new:
            changes = differences(old, new)
            raise ConfigurationChangedError(
                f"the tournament {quoted(tournament)} in {self.name} was started with another configuration: "
                f"{changes}; restore the old configuration, or choose another id",
                changes,
            )
        return datetime.fromisoformat(begun)

    def configuration(self, tournament: str) -> str:
        """Return the configuration of a tournament as JSON with sorted keys. Raise InputError."""
        with self._begin() as connection:
            number = self._number(connection, tournament)
            query = select(tournaments.c.configuration).where(tournaments.c.number == number)
            return str(connection.execute(query).scalar_one())

    def add(self, tournament: str, game: StoredGame, record: GameRecord, order: int | None = None) -> bool:
        """Store a game and its record; return False, without a change, if the identity is already taken.

        `order` is the position among the games if it is not the order of insertion. Raise InputError if game and record
        contradict each other, or if there is no such tournament.
        """
        return self.add_all(tournament, [(game, record, order)])[0]

    def add_all(self, tournament: str, entries: Iterable[Entry]) -> list[bool]:
        """Store several games with their orders in one transaction."""
        return self._add(tournament, [(pack(game, record), order) for game, record, order in entries])

    def add_packed(self, tournament: str, games: Sequence[PackedGame]) -> list[bool]:
        """Store packed games in one transaction, in the given order."""
        return self._add(tournament, [(game, None) for game in games])

    def _add(self, tournament: str, entries: Sequence[tuple[PackedGame, int | None]]) -> list[bool]:
        rows = [({"id": tournament, **_columns(packed.game, order)}, packed.record) for packed, order in entries]
        sums = [checksum(row, record) for row, record in rows]
        with self._begin(write=True) as connection:
            number = self._number(connection, tournament, lock=True)
            once = _ADD_ONCE[connection.dialect.name]
            added = []
            for (row, record), expected in zip(rows, sums, strict=True):
                values = {name: value for name, value in row.items() if name != "id"}
                game = connection.execute(once, {**values, "tournament": number}).scalar()
                if game is not None:
                    connection.execute(_ADD_RECORD, {"game": game, "record": record, "checksum": expected})
                added.append(game is not None)
        return added

    def games(self, tournament: str, after: int = 0, most: int | None = None) -> Iterator[StoredGame]:
        """Yield up to `most` games after skipping `after`: first by `order`, then by insertion. Raise InputError."""
        query = _ordered(select(*_COLUMNS), self._known(tournament)).offset(after).limit(most)
        return map(_game, self._stream(query))

    def identities(self, tournament: str) -> set[str]:
        """Return the identities of all games, including those that do not count. Raise InputError."""
        with self._begin() as connection:
            number = self._number(connection, tournament)
            return set(connection.execute(select(games.c.identity).where(games.c.tournament == number)).scalars())

    def record(self, tournament: str, identity: str) -> GameRecord:
        """Return the record of a game; raise InputError if there is none."""
        with self._begin() as connection:
            number = self._number(connection, tournament)
            query = select(records.c.record).join(games, games.c.number == records.c.game)
            query = query.where(games.c.tournament == number, games.c.identity == identity)
            packed = connection.execute(query).scalar()
        if packed is None:
            raise InputError(f"the tournament {quoted(tournament)} in {self.name} has no game {quoted(identity)}")
        return self._parsed(identity, packed)

    def records(self, tournament: str) -> Iterator[tuple[StoredGame, GameRecord]]:
        """Yield every game with its record in the order of `games`, page by page. Raise InputError."""
        return ((_game(row), self._parsed(row.identity, row.record)) for row in self._with_records(tournament))

    def json_lines(self, tournament: str) -> Iterator[str]:
        """Yield the records in the order of `games` as lines for `records.json_lines`. Raise InputError."""
        return (self._text(row.identity, row.record) + "\n" for row in self._with_records(tournament))

    def export_games(self, tournament: str, path: str | Path) -> None:
        """Write all games atomically to a file in the format of its suffix. Raise InputError or FileError."""
        path = Path(path)
        form = format_to_write(path)
        if form.read is json_lines.read:
            write_parts(path, self.json_lines(tournament))
        else:
            write_parts(path, self._written(tournament, form.dumps))

    def damaged(self, tournament: str) -> Iterator[str]:
        """Yield the identities of damaged games. Raise InputError, or StoreError if there are no checksums.

        A game whose row cannot be read is identified by its number.
        """
        return damaged_games(self._begin, self.name, self._known(tournament), tournament)

    def damage(self, tournament: str) -> str:
        """Return how many games are damaged and what to do, or an empty text. Raise like `damaged`."""
        damaged = sum(1 for _ in self.damaged(tournament))
        if not damaged:
            return ""
        games = "1 stored game is" if damaged == 1 else f"{damaged:,} stored games are"
        command = shlex.join(["crownbridge", "tournament", "verify", tournament, "--store", self.name])
        return f"{games} damaged and may count wrongly; {command} lists them; restore a backup of the store"

    def tournaments(self) -> list[Tournament]:
        """Return all tournaments, the oldest first."""
        count = func.count(games.c.number)
        query = select(tournaments.c.id, tournaments.c.begun, count).outerjoin(games)
        query = query.group_by(tournaments.c.number).order_by(tournaments.c.number)
        with self._begin() as connection:
            return [Tournament(name, datetime.fromisoformat(at), n) for name, at, n in connection.execute(query)]

    def judgement(self, key: str) -> str | None:
        """Return the cached analysis of a position, or None."""
        with self._begin() as connection:
            text = connection.execute(select(judgements.c.judgement).where(judgements.c.key == key)).scalar()
        return None if text is None else str(text)

    def keep_judgement(self, key: str, text: str) -> None:
        """Cache the analysis of a position; an existing entry is kept."""
        with self._begin(write=True) as connection:
            connection.execute(_KEEP_ONCE[connection.dialect.name], {"key": key, "judgement": text})

    def export_statistics(self, tournament: str, folder: str | Path) -> Path:
        """Write FOLDER/TOURNAMENT/AGENT.json for each agent with games; return the folder of the files.

        Each file has the running Elo rating (from 1000, with K = 5), games, wins, draws and losses. Raise InputError
        or FileError.
        """
        place = Path(folder) / file_name(tournament)
        write_statistics(place, statistics(self.games(tournament)))
        return place

    def _written(self, tournament: str, dumps: Callable[[GameRecord], str]) -> Iterator[str]:
        for game, record in self.records(tournament):
            headers = {**record.headers, "Event": tournament, "Round": game.identity}
            yield dumps(replace(record, headers=headers))

    @contextmanager
    def _begin(self, *, write: bool = False) -> Iterator[Connection]:
        """Begin a transaction, and commit it at the end of the block."""
        if self._closed:
            raise StoreError(f"{self.name} is closed; open it again")
        if os.getpid() != self._owner:
            # After a fork, a connection must neither be shared with the parent process nor closed.
            self._foreign = self._engine.pool
            self._engine.dispose(close=False)
            self._claim()
        # SQLite's own locking is unfair: a waiting writer sleeps while others take the lock.
        turn = self._turn if write and self._engine.dialect.name == "sqlite" else nullcontext()
        engine = self._writing if write else self._engine
        with turn, store_errors(self.name), engine.begin() as connection:
            yield connection

    def _claim(self) -> None:
        self._owner = os.getpid()
        self._turn = threading.Lock()

    def _known(self, tournament: str) -> int:
        with self._begin() as connection:
            return self._number(connection, tournament)

    def _number(self, connection: Connection, tournament: str, *, lock: bool = False) -> int:
        """Return the tournament's primary key; `lock` serializes its writers. Raise InputError."""
        locks = lock and connection.dialect.name != "sqlite"  # which has one writer at a time
        if tournament in self._numbers and not locks:
            return self._numbers[tournament]
        query = select(tournaments.c.number).where(tournaments.c.id == tournament)
        number = connection.execute(query.with_for_update(key_share=True) if locks else query).scalar()
        if number is None:
            ids = connection.execute(select(tournaments.c.id).order_by(tournaments.c.number)).scalars().all()
            available = ", ".join(map(quoted, ids)) or "none"
            raise InputError(f"there is no tournament {quoted(tournament)} in {self.name}; available: {available}")
        return self._numbers.setdefault(tournament, int(number))

    def _stream(self, query: Select[Any]) -> Iterator[Row[Any]]:
        """Yield the rows of a query, fetched page by page."""
        with self._begin() as connection, connection.execution_options(yield_per=_PAGE).execute(query) as rows:
            yield from rows

    def _with_records(self, tournament: str) -> Iterator[Row[Any]]:
        query = select(*_COLUMNS, records.c.record).join(records, games.c.number == records.c.game)
        return self._stream(_ordered(query, self._known(tournament)))

    def _text(self, identity: str, record: bytes) -> str:
        try:
            return zlib.decompress(record).decode("ascii")
        except (zlib.error, UnicodeDecodeError) as error:
            raise StoreError(f"{self.name} is damaged: the record of {quoted(identity)} is unreadable") from error

    def _parsed(self, identity: str, record: bytes) -> GameRecord:
        return json_lines.loads(self._text(identity, record))


def _columns(game: StoredGame, order: int | None) -> dict[str, Any]:
    values = game._asdict()
    values["first_agent"], values["second_agent"] = values.pop("agents")
    for name in ("detail", "pair"):
        values[name] = values[name].encode("utf-8", "backslashreplace").decode().replace("\0", "\\0")
    return {**values, "place": order}


def _game(row: Row[Any]) -> StoredGame:
    return StoredGame(
        row.identity,
        (row.first_agent, row.second_agent),
        row.winner,
        row.termination,
        row.detail,
        row.pair,
        row.moves,
        row.seconds,
        row.counts,
    )


def _ordered(query: Select[Any], number: int) -> Select[Any]:
    return query.where(games.c.tournament == number).order_by(games.c.place.is_(None), games.c.place, games.c.number)
