"""Connections to SQLite and PostgreSQL, and helpful messages for their errors."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from crownbridge.errors import FullStoreError, StoreError, quoted
from crownbridge.files import path_exists

WRITE = "crownbridge_write"
"""Execution option of a connection whose next transaction will write."""

_RESTORE = "restore a backup, or recover what is readable with: sqlite3 FILE .recover"

# By prefix of the name of SQLite's error code.
_SQLITE = {
    "SQLITE_BUSY": "is locked by another program; end that program, or try again",
    "SQLITE_LOCKED": "is locked by another program; end that program, or try again",
    "SQLITE_READONLY": "cannot be written; make the file and its folder writable, or choose another file",
    "SQLITE_PERM": "cannot be written; make the file and its folder writable, or choose another file",
    "SQLITE_FULL": "cannot grow because the disk is full; free some space and run the same command again",
    "SQLITE_IOERR": "cannot be read or written because of a disk error; check the disk and its free space",
    "SQLITE_CANTOPEN": "cannot be opened; choose a file in an existing, writable folder",
    "SQLITE_NOTADB": "is not a store of games; choose another file",
    "SQLITE_CORRUPT": f"is damaged; {_RESTORE}",
    "SQLITE_ERROR": f"is damaged; {_RESTORE}",
    "SQLITE_CONSTRAINT": f"is damaged; {_RESTORE}",
}

# By prefix of the SQLSTATE; see the appendix "PostgreSQL Error Codes" of its manual.
_POSTGRESQL = {
    "25006": "cannot be written; it is a read-only replica: use the primary server",
    "28": "denies access; check user and password",
    "3D": "does not exist; create it with: createdb NAME",
    "42501": "denies permission; grant the user all privileges on it",
    "42": "is damaged: its tables do not have the expected form; restore a backup",
    "53": "cannot store more because the server is out of disk space, memory or connections; free some and try again",
    "55P03": "is locked by another program; end that program, or try again",
    "57": "is shutting down or starting; try again when it is up",
    "XX": "is damaged; restore a backup",
}
_FULL = ("SQLITE_FULL", "53100")
_REFUSED_CONNECTIONS = {
    "the database system is": "57",
    "not currently accepting": "57",
    "too many clients": "53",
    "authentication failed": "28",
    "no password supplied": "28",
    "no pg_hba.conf entry": "28",
    "permission denied for database": "42501",
    'role "': "28",
    'database "': "3D",
}
"""Parts of the messages of refused connections, which lack an SQLSTATE, and the code to use; the first match counts."""


def parse_place(place: str | Path) -> URL:
    """Return the URL of a store, given a file's path or a database URL. Raise StoreError."""
    if isinstance(place, Path) or "://" not in place:
        return URL.create("sqlite+pysqlite", database=str(place))
    try:
        url = make_url(place)
    except (ArgumentError, ValueError) as error:
        raise StoreError(f"{_hidden(place)} is not a database URL: {error}") from error
    kind = url.drivername.partition("+")[0]
    if kind == "sqlite":
        return url.set(drivername="sqlite+pysqlite")
    if kind in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    raise StoreError(f"{_hidden(place)} has the database type {quoted(kind)}; expected sqlite or postgresql")


def _hidden(place: str) -> str:
    """Return a URL without user and password."""
    scheme, _, rest = place.partition("://")
    return quoted(f"{scheme}://{rest.rpartition('@')[2]}")


def shown(url: URL) -> str:
    """Return a store's name for messages: the file, or the URL without its password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.set(drivername="postgresql").render_as_string(hide_password=True)


def is_read_only(url: URL) -> bool:
    """Return True if a store is an existing file and it or its folder is not writable."""
    if url.get_backend_name() != "sqlite" or not url.database or not path_exists(url.database):
        return False
    path = Path(url.database)
    return not (os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK))


def connect_read_only(url: URL, wait: float) -> Engine:
    """Return an engine for a read-only file; raise StoreError if its write-ahead log would have to be replayed.

    SQLite creates files next to a database with a write-ahead log, unless the database is opened as immutable.
    """
    path = Path(str(url.database)).absolute()
    log = path.with_name(f"{path.name}-wal")
    if path_exists(log) and log.stat().st_size and not path_exists(path.with_name(f"{path.name}-shm")):
        raise StoreError(
            f"{path} cannot be read in a read-only folder because of its log {log.name}; copy both elsewhere"
        )
    still = "" if path_exists(log) else "&immutable=1"
    address = f"file:{quote(str(path))}?mode=ro{still}"

    def open_file() -> sqlite3.Connection:
        return sqlite3.connect(address, wait, uri=True, check_same_thread=False)

    engine = create_engine("sqlite+pysqlite://", creator=open_file, poolclass=QueuePool, pool_size=8, max_overflow=-1)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def connect(url: URL, wait: float) -> Engine:
    """Return an engine for a store without connecting yet. Raise StoreError."""
    name = shown(url)
    if url.get_backend_name() == "sqlite":
        if not url.database or url.database == ":memory:":
            raise StoreError("a store needs a file, such as games.db")
        engine = create_engine(url, connect_args={"timeout": wait}, pool_size=8, max_overflow=-1)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    timeout = {} if "connect_timeout" in url.query else {"connect_timeout": max(2, round(wait))}
    try:
        engine = create_engine(url, connect_args=timeout, pool_pre_ping=True, pool_size=8, max_overflow=-1)
    except ModuleNotFoundError as error:
        raise StoreError(f"{name} needs the PostgreSQL driver: pip install 'crownbridge[postgres]'") from error
    except (SQLAlchemyError, NoSuchModuleError, ValueError) as error:
        raise StoreError(f"{name} is not a database URL: {error}") from error

    def prepare(connection: Any, _: Any) -> None:
        connection.execute(f"SET lock_timeout = {round(wait * 1000)}")
        connection.commit()

    event.listen(engine, "connect", prepare)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _: Any) -> None:
    """Set the options of a new connection.

    With a write-ahead log, NORMAL keeps every committed game if the program is killed; after a power failure the last
    games may be missing, but never a part of a game. Without that log, FULL is needed for this.
    """
    connection.isolation_level = None  # transactions are begun explicitly
    connection.execute("PRAGMA foreign_keys = ON")
    (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
    connection.execute(f"PRAGMA synchronous = {'NORMAL' if mode == 'wal' else 'FULL'}")


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction; one that writes takes the lock at once, because a lock cannot be upgraded by waiting."""
    write = connection.get_execution_options().get(WRITE)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def use_write_ahead_log(engine: Engine, wait: float) -> None:
    """Switch a new SQLite file to a write-ahead log, if its file system supports that."""
    deadline = time.monotonic() + wait
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        while True:
            try:
                cursor.execute("PRAGMA journal_mode = WAL")
                break
            except sqlite3.OperationalError as error:  # SQLite does not wait here
                if error.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
    finally:
        connection.close()
        engine.dispose()  # the next connection sets its options for the new mode


@contextmanager
def store_errors(name: str) -> Iterator[None]:
    """Convert database errors into StoreError with the store's name and advice."""
    try:
        yield
    except DBAPIError as error:
        raise _kind(error.orig)(f"{name} {_message(error.orig)}") from error
    except sqlite3.Error as error:
        raise _kind(error)(f"{name} {_message(error)}") from error
    except SQLAlchemyError as error:
        raise StoreError(f"{name} cannot be used: {error}") from error


def _kind(error: BaseException | None) -> type[StoreError]:
    code = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
    return FullStoreError if code in _FULL else StoreError


def _message(error: BaseException | None) -> str:
    """Return what is wrong and what to do."""
    text = " ".join(str(error).split())
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorname", "")
        messages, default = _SQLITE, "cannot be used"
    else:
        _, refused, reason = text.partition("FATAL: ")
        codes = (code for words, code in _REFUSED_CONNECTIONS.items() if refused and words in reason)
        code = getattr(error, "sqlstate", None) or next(codes, "")
        messages, default = (
            _POSTGRESQL,
            "cannot be reached; check that the server is running and that the address is right",
        )
    message = next((message for prefix, message in messages.items() if code.startswith(prefix)), default)
    return f"{message} ({text})"
