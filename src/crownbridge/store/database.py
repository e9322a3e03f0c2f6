"""Connections to the two databases, and their complaints in words that help."""

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

from crownbridge.errors import StoreError, quoted
from crownbridge.files import path_exists

WRITE = "crownbridge_write"
"""The execution option of a connection whose next transaction will write."""

_COPY = "put a copy of it back, or save what can be saved with: sqlite3 FILE .recover"

# By the beginning of the name of SQLite's error.
_SQLITE = {
    "SQLITE_BUSY": "is in use by another program, which did not let go of it in time; end that program, or try again",
    "SQLITE_LOCKED": "is in use by another program, which did not let go of it in time; end that program, or try again",
    "SQLITE_READONLY": "cannot be written; make the file and its folder writable for you, or name another file",
    "SQLITE_PERM": "cannot be written; make the file and its folder writable for you, or name another file",
    "SQLITE_FULL": "cannot grow, because the disk is full; make room and begin again: what is in it is whole",
    "SQLITE_IOERR": "cannot be read or written, because the disk or its file system failed; check both, and their room",
    "SQLITE_CANTOPEN": "cannot be opened; name a file in a folder that exists and that you may write to",
    "SQLITE_NOTADB": "is no store of games; name another file",
    "SQLITE_CORRUPT": f"is damaged; {_COPY}",
    "SQLITE_ERROR": f"is damaged; {_COPY}",
    "SQLITE_CONSTRAINT": f"is damaged; {_COPY}",
}

# By the beginning of the SQLSTATE; see the appendix "PostgreSQL Error Codes" of its manual.
_POSTGRESQL = {
    "25006": "cannot be written; it is a copy that only reads: name the server that writes",
    "28": "does not let you in; check user and password",
    "3D": "does not exist; make it with: createdb NAME",
    "42501": "does not allow that; give the user all rights on it",
    "42": "is damaged: its tables are not as they should be; put a copy of it back",
    "53": "cannot take more, because the server has run out of disk, memory or connections; make room and begin again",
    "55P03": "is in use by another program, which did not let go of it in time; end that program, or try again",
    "57": "is shutting down or starting; try again when it is up",
    "XX": "is damaged; put a copy of it back",
}
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
"""What a server answers to one whom it does not let in, and the code that this error should have; the first counts."""


def parse_place(place: str | Path) -> URL:
    """Where a store is: a file's path, or the URL of a database. Raises StoreError."""
    if isinstance(place, Path) or "://" not in place:
        return URL.create("sqlite+pysqlite", database=str(place))
    try:
        url = make_url(place)
    except (ArgumentError, ValueError) as error:
        raise StoreError(f"{_hidden(place)} is no URL of a database: {error}") from error
    kind = url.drivername.partition("+")[0]
    if kind == "sqlite":
        return url.set(drivername="sqlite+pysqlite")
    if kind in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    raise StoreError(f"{_hidden(place)} is on a database of kind {quoted(kind)}; expected sqlite or postgresql")


def _hidden(place: str) -> str:
    """A URL that may hold a password, without what comes before the host."""
    scheme, _, rest = place.partition("://")
    return quoted(f"{scheme}://{rest.rpartition('@')[2]}")


def shown(url: URL) -> str:
    """How a message names a store: the file, or the URL without its password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.set(drivername="postgresql").render_as_string(hide_password=True)


def is_read_only(url: URL) -> bool:
    """Return True if a store is a file that is there, but that we may not write, or not beside it."""
    if url.get_backend_name() != "sqlite" or not url.database or not path_exists(url.database):
        return False
    path = Path(url.database)
    return not (os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK))


def connect_read_only(url: URL, wait: float) -> Engine:
    """Return an engine for a file that cannot be written, nor its log. Raise StoreError if games are in its log alone.

    SQLite wants to make files beside one with a write-ahead log, unless it is told that nobody changes it.
    """
    path = Path(str(url.database)).absolute()
    log = path.with_name(f"{path.name}-wal")
    if path_exists(log) and log.stat().st_size and not path_exists(path.with_name(f"{path.name}-shm")):
        raise StoreError(f"{path} cannot be read where it is, since its log {log.name} is to be read too; copy both")
    still = "" if path_exists(log) else "&immutable=1"
    address = f"file:{quote(str(path))}?mode=ro{still}"

    def open_file() -> sqlite3.Connection:
        return sqlite3.connect(address, wait, uri=True, check_same_thread=False)

    engine = create_engine("sqlite+pysqlite://", creator=open_file, poolclass=QueuePool, pool_size=8, max_overflow=-1)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def connect(url: URL, wait: float) -> Engine:
    """An engine for a store; no connection is made yet. Raises StoreError."""
    name = shown(url)
    if url.get_backend_name() == "sqlite":
        if not url.database or url.database == ":memory:":
            raise StoreError("a store needs a file; name one, such as games.db")
        engine = create_engine(url, connect_args={"timeout": wait}, pool_size=8, max_overflow=-1)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    patience = {} if "connect_timeout" in url.query else {"connect_timeout": max(2, round(wait))}
    try:
        engine = create_engine(url, connect_args=patience, pool_pre_ping=True, pool_size=8, max_overflow=-1)
    except ModuleNotFoundError as error:
        raise StoreError(f"{name} needs the PostgreSQL driver: pip install 'crownbridge[postgres]'") from error
    except (SQLAlchemyError, NoSuchModuleError, ValueError) as error:
        raise StoreError(f"{name} is no URL of a database: {error}") from error

    def prepare(connection: Any, _: Any) -> None:
        connection.execute(f"SET lock_timeout = {round(wait * 1000)}")
        connection.commit()

    event.listen(engine, "connect", prepare)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _: Any) -> None:
    """Settings that hold for one connection.

    With a write-ahead log, NORMAL keeps every committed game when the program is killed. When the power fails, the last
    few may be missing, but never a part of one. Without that log, only FULL does.
    """
    connection.isolation_level = None  # we say ourselves when a transaction begins
    connection.execute("PRAGMA foreign_keys = ON")
    (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
    connection.execute(f"PRAGMA synchronous = {'NORMAL' if mode == 'wal' else 'FULL'}")


def _begin_sqlite(connection: Connection) -> None:
    """One that will write takes its turn at once, since one that has read first could not wait for it."""
    write = connection.get_execution_options().get(WRITE)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def use_write_ahead_log(engine: Engine, wait: float) -> None:
    """Has a new SQLite file readable while it is written; where its file system cannot, it stays as it is."""
    deadline = time.monotonic() + wait
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        while True:
            try:
                cursor.execute("PRAGMA journal_mode = WAL")
                break
            except sqlite3.OperationalError as error:  # SQLite does not wait here by itself
                if error.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
    finally:
        connection.close()
        engine.dispose()  # the settings of the next connection fit the new mode


@contextmanager
def telling(name: str) -> Iterator[None]:
    """Turns what a database complains of into a StoreError with the store's name and the remedy."""
    try:
        yield
    except DBAPIError as error:
        raise StoreError(f"{name} {_complaint(error.orig)}") from error
    except sqlite3.Error as error:
        raise StoreError(f"{name} {_complaint(error)}") from error
    except SQLAlchemyError as error:
        raise StoreError(f"{name} cannot be used: {error}") from error


def _complaint(error: BaseException | None) -> str:
    """What is the matter, and what to do."""
    text = " ".join(str(error).split())
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorname", "")
        known, otherwise = _SQLITE, "cannot be used"
    else:
        _, refused, reason = text.partition("FATAL: ")
        codes = (code for words, code in _REFUSED_CONNECTIONS.items() if refused and words in reason)
        code = getattr(error, "sqlstate", None) or next(codes, "")
        known, otherwise = _POSTGRESQL, "cannot be reached; is the server running, and the address right?"
    words = next((words for start, words in known.items() if code.startswith(start)), otherwise)
    return f"{words} ({text})"
