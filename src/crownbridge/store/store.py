"""The store: what was played goes in once, and whole; everything else is asked of it."""

import os
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Connection, Engine, Row, Select, and_, case, func, select, union_all
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
    telling,
    use_write_ahead_log,
)
from crownbridge.store.packing import check_text, pack
from crownbridge.store.rows import FAULTS, PackedGame, Standing, StoredGame, Tournament
from crownbridge.store.schema import games, judgements, records, tournaments
from crownbridge.store.statistics import file_name, statistics, write_statistics
from crownbridge.store.verifying import damaged_games

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

_PAGE = 500  # rows that are fetched at a time
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
    """Tournaments and their games in a database. For any number of threads and processes at once.

    A game is in it whole or not at all, and as soon as `add` has returned it survives the end of the program. Whatever
    the database complains of becomes a StoreError.
    """

    def __init__(self, engine: Engine, name: str) -> None:
        self.name = name
        """The file, or the URL without its password."""
        self._engine = engine
        self._writing = engine.execution_options(**{WRITE: True})  # the same pool
        self._closed = False
        self._numbers: dict[str, int] = {}  # keys of tournaments, which never change
        self._claim()

    @classmethod
    def open(cls, place: str | Path, wait: float = 30.0) -> Self:
        """The store in a file or at a database URL, made or brought up to date where necessary. Raises StoreError.

        `wait` is for how many seconds a file may be in use by another program. A file that cannot be written is read
        as it is.
        """
        url = parse_place(place)
        read_only = is_read_only(url)
        store = cls(connect_read_only(url, wait) if read_only else connect(url, wait), shown(url))
        try:
            with store._begin() as connection:
                version = schema.found_version(connection, store.name)
            if version < len(schema.MIGRATIONS) and not (read_only and version):
                if url.get_backend_name() == "sqlite":
                    with telling(store.name):
                        use_write_ahead_log(store._engine, wait)
                with store._begin(write=True) as connection:
                    schema.migrate(connection, store.name)
        except BaseException:
            store.close()
            raise
        return store

    def close(self) -> None:
        """Lets go of the database; nothing can be asked of the store any more."""
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
        """Begins a tournament, or goes on with it; gives when it began.

        The configuration is JSON, of which spaces and the order of keys are nothing.

        Raises ConfigurationChangedError, which tells the differences, where it began with another one; InputError.
        """
        check_text("the tournament's id", tournament)
        wanted = canonical(configuration)
        row = {"id": tournament, "configuration": wanted, "begun": datetime.now(UTC).isoformat(timespec="seconds")}
        with self._begin(write=True) as connection:
            connection.execute(_BEGIN_ONCE[connection.dialect.name], row)
            query = select(tournaments.c.configuration, tournaments.c.begun).where(tournaments.c.id == tournament)
            known, begun = connection.execute(query).one()
        if known != wanted:
            different = differences(known, wanted)
            raise ConfigurationChangedError(
                f"the tournament {quoted(tournament)} in {self.name} began with another configuration: "
                f"{different}; go on with the old one, or give the new one an id of its own",
                different,
            )
        return datetime.fromisoformat(begun)

    def configuration(self, tournament: str) -> str:
        """The configuration with which a tournament began, as JSON with sorted keys. Raises InputError."""
        with self._begin() as connection:
            number = self._number(connection, tournament)
            query = select(tournaments.c.configuration).where(tournaments.c.number == number)
            return str(connection.execute(query).scalar_one())

    def add(self, tournament: str, game: StoredGame, record: GameRecord, order: int | None = None) -> bool:
        """Puts a game and its record in; False where there is one of that identity, which stays as it is.

        `order` is its place among the games, where that is not the order of being added. Raises InputError where the
        two tell different games, or there is no such tournament.
        """
        return self.add_all(tournament, [(game, record, order)])[0]

    def add_all(self, tournament: str, entries: Iterable[Entry]) -> list[bool]:
        """The same for several, with their orders, in one transaction: all of them or none."""
        return self._add(tournament, [(pack(game, record), order) for game, record, order in entries])

    def add_packed(self, tournament: str, games: Sequence[PackedGame]) -> list[bool]:
        """The same for games that were packed elsewhere, in the order in which they come."""
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
        """The games in order: those that were given one first, then as they were added. Raises InputError.

        Without the first so many, and not more than `most`.
        """
        query = _ordered(select(*_COLUMNS), self._known(tournament)).offset(after).limit(most)
        return map(_game, self._stream(query))

    def identities(self, tournament: str) -> set[str]:
        """The identities of all games, whether they count or not. Raises InputError."""
        with self._begin() as connection:
            number = self._number(connection, tournament)
            return set(connection.execute(select(games.c.identity).where(games.c.tournament == number)).scalars())

    def record(self, tournament: str, identity: str) -> GameRecord:
        """All of one game. Raises InputError where there is none."""
        with self._begin() as connection:
            number = self._number(connection, tournament)
            query = select(records.c.record).join(games, games.c.number == records.c.game)
            found = connection.execute(query.where(games.c.tournament == number, games.c.identity == identity)).scalar()
        if found is None:
            raise InputError(f"the tournament {quoted(tournament)} in {self.name} has no game {quoted(identity)}")
        return self._parsed(identity, found)

    def records(self, tournament: str) -> Iterator[tuple[StoredGame, GameRecord]]:
        """Every game with its record, in the order of `games`; few are in memory at a time. Raises InputError."""
        return ((_game(row), self._parsed(row.identity, row.record)) for row in self._with_records(tournament))

    def json_lines(self, tournament: str) -> Iterator[str]:
        """The records in the order of `games` as lines of JSON, which `records.json_lines` reads. Raises InputError."""
        return (self._text(row.identity, row.record) + "\n" for row in self._with_records(tournament))

    def export_games(self, tournament: str, path: str | Path) -> None:
        """Write all games to a file, whole or not at all, in the form of its ending. Raise InputError or FileError."""
        path = Path(path)
        form = format_to_write(path)
        if form.read is json_lines.read:
            write_parts(path, self.json_lines(tournament))
        else:
            write_parts(path, self._written(tournament, form.dumps))

    def standings(self, tournament: str) -> list[Standing]:
        """What each agent that has played came to, the best first; derived from the games. Raises InputError."""
        query = _standings(self._known(tournament))
        with self._begin() as connection:
            rows = [(agent, *map(int, counts)) for agent, *counts in connection.execute(query)]
        found = [
            Standing(agent, wins + draws + losses, wins, draws, losses, wins + draws / 2, faults)
            for agent, wins, draws, losses, faults in rows
        ]
        return sorted(found, key=lambda standing: (-standing.points, -standing.wins, standing.agent))

    def damaged(self, tournament: str) -> Iterator[str]:
        """The identities of games that are not as they were stored. Raises InputError, or StoreError without checksums.

        A game whose row cannot be read at all is named by its number.
        """
        return damaged_games(self._begin, self.name, self._known(tournament), tournament)

    def tournaments(self) -> list[Tournament]:
        """All of them, the oldest first."""
        count = func.count(games.c.number)
        query = select(tournaments.c.id, tournaments.c.begun, count).outerjoin(games)
        query = query.group_by(tournaments.c.number).order_by(tournaments.c.number)
        with self._begin() as connection:
            return [Tournament(name, datetime.fromisoformat(at), n) for name, at, n in connection.execute(query)]

    def judgement(self, key: str) -> str | None:
        """What analysis has kept of a position, if it has."""
        with self._begin() as connection:
            found = connection.execute(select(judgements.c.judgement).where(judgements.c.key == key)).scalar()
        return None if found is None else str(found)

    def keep_judgement(self, key: str, text: str) -> None:
        """Keeps what analysis has found out about a position; what was kept first stays."""
        with self._begin(write=True) as connection:
            connection.execute(_KEEP_ONCE[connection.dialect.name], {"key": key, "judgement": text})

    def export_statistics(self, tournament: str, folder: str | Path) -> Path:
        """Writes FOLDER/TOURNAMENT/AGENT.json for each agent that has played; gives the folder they are in.

        Each holds the running Elo rating (from 1000, with K = 5), games, wins, draws and losses. Raises InputError or
        FileError.
        """
        found = statistics(self.games(tournament))
        place = Path(folder) / file_name(tournament)
        write_statistics(place, found)
        return place

    def _written(self, tournament: str, dumps: Callable[[GameRecord], str]) -> Iterator[str]:
        for game, record in self.records(tournament):
            headers = {**record.headers, "Event": tournament, "Round": game.identity}
            yield dumps(replace(record, headers=headers))

    @contextmanager
    def _begin(self, *, write: bool = False) -> Iterator[Connection]:
        """A transaction, which the end of the block commits."""
        if self._closed:
            raise StoreError(f"{self.name} is closed; open it again")
        if os.getpid() != self._owner:
            # A connection must not be shared with the process that we were forked from, nor closed in its stead.
            self._foreign = self._engine.pool
            self._engine.dispose(close=False)
            self._claim()
        # SQLite's own queue is unfair: who waits sleeps, and finds the file taken by one who did not.
        turn = self._turn if write and self._engine.dialect.name == "sqlite" else nullcontext()
        engine = self._writing if write else self._engine
        with turn, telling(self.name), engine.begin() as connection:
            yield connection

    def _claim(self) -> None:
        self._owner = os.getpid()
        self._turn = threading.Lock()

    def _known(self, tournament: str) -> int:
        with self._begin() as connection:
            return self._number(connection, tournament)

    def _number(self, connection: Connection, tournament: str, *, lock: bool = False) -> int:
        """The tournament's key. With the lock, its writers come one after another. Raises InputError."""
        locks = lock and connection.dialect.name != "sqlite"  # there, a transaction that writes is alone
        if tournament in self._numbers and not locks:
            return self._numbers[tournament]
        query = select(tournaments.c.number).where(tournaments.c.id == tournament)
        number = connection.execute(query.with_for_update(key_share=True) if locks else query).scalar()
        if number is None:
            known = connection.execute(select(tournaments.c.id).order_by(tournaments.c.number)).scalars().all()
            there = ", ".join(map(quoted, known)) or "none"
            raise InputError(f"there is no tournament {quoted(tournament)} in {self.name}; there are: {there}")
        return self._numbers.setdefault(tournament, int(number))

    def _stream(self, query: Select[Any]) -> Iterator[Row[Any]]:
        """The rows of a query, fetched as they are needed."""
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


def _standings(number: int) -> Select[Any]:
    """Counts equal games first, so that what is then summed up for each agent are few rows."""
    keys = games.c.first_agent, games.c.second_agent, games.c.winner, games.c.termination
    counted = and_(games.c.tournament == number, games.c.counts)
    kinds = select(*keys, func.count().label("n")).where(counted).group_by(*keys).cte("kinds")
    seats = union_all(
        select(kinds.c.first_agent.label("agent"), kinds.c.winner, kinds.c.termination, kinds.c.n),
        select(kinds.c.second_agent, kinds.c.winner, kinds.c.termination, kinds.c.n),
    ).subquery("seats")

    def total(condition: Any) -> Any:
        return func.sum(case((condition, seats.c.n), else_=0))

    lost = seats.c.winner != seats.c.agent  # unknown, and thus not true, where there is no winner
    return select(
        seats.c.agent,
        total(seats.c.winner == seats.c.agent),
        total(seats.c.winner.is_(None)),
        total(lost),
        total(and_(lost, seats.c.termination.in_(FAULTS))),
    ).group_by(seats.c.agent)
