"""A store in a file: killed writers, older and newer files, and what can be wrong with one."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Lock

import pytest
from sqlalchemy import Connection, UniqueConstraint, event, inspect, text

from crownbridge.errors import FullStoreError, StoreError
from crownbridge.records import GameRecord, json_lines
from crownbridge.store import Store, StoredGame, schema

Make = Callable[..., tuple[StoredGame, GameRecord]]

WRITERS = Path(__file__).with_name("writers.py")
VERSION_1 = Path(__file__).with_name("version1.sql")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def test_killed_writers_leave_whole_games(file: Path) -> None:
    """Twenty writers are killed at random moments; every game reported as stored is there."""
    told = subprocess.check_output([sys.executable, str(WRITERS), "killed", str(file), "20"], text=True)
    with sqlite3.connect(file) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    database.close()
    with Store.open(file) as store:
        assert {f"game/{number}" for number in told.split()} <= store.identities("cup")
        games = list(store.games("cup"))
        assert len(games) > 20
        assert len({game.identity for game in games}) == len(games)
        whole = list(store.records("cup"))
        assert [game for game, _ in whole] == games
        for game, record in whole:
            game.check(record)
            assert record.positions()[-1].outcome() is not None


def test_a_file_is_safe_against_kills_and_fast(file: Path, make: Make) -> None:
    """The write-ahead log is on, in this connection and for those who come later."""
    with Store.open(file) as store:
        store.begin("cup", "{}")
        store.add("cup", *make("1"))
        assert (file.parent / "games.db-wal").exists()
    assert sorted(path.name for path in file.parent.iterdir()) == ["games.db"], "a closed store is one file"


def test_a_file_of_version_1_opens(file: Path) -> None:
    """Written by the first version there was, as SQL; never to be regenerated."""
    old = sqlite3.connect(file)
    old.executescript(VERSION_1.read_text(encoding="utf-8"))
    old.close()
    with Store.open(file) as store:
        assert [(found.id, found.begun.isoformat(), found.games) for found in store.tournaments()] == [
            ("cup", "2025-01-31T12:00:00+00:00", 3)
        ]
        store.begin("cup", '{"timeLimit": 1000, "id": "cup"}')
        assert [game.identity for game in store.games("cup")] == ["r1/alice-bob/1", "r1/alice-bob/2", "void"]
        assert [(game.winner, game.counts) for game in store.games("cup")] == [
            ("alice", True),
            (None, True),
            (None, False),
        ]
        for game, record in store.records("cup"):
            game.check(record)
        store.export_games("cup", file.with_name("games.pdn"))
    exported = file.with_name("games.pdn").read_text(encoding="utf-8")
    assert exported.count('[Date "????.??.??"]') == 3, "games had no dates then"


def test_the_tables_are_those_that_the_program_knows(place: str) -> None:
    """The migrated tables have the columns, keys and references that queries rely on."""
    with Store.open(place) as store, store._begin() as connection:  # noqa: SLF001 (looks at the tables themselves)
        looking = inspect(connection)
        for table in schema.metadata.sorted_tables:
            found = looking.get_columns(table.name)
            keys = looking.get_pk_constraint(table.name)["constrained_columns"]
            assert keys == [column.name for column in table.primary_key]
            references = {
                (*one["constrained_columns"], one["referred_table"], *one["referred_columns"])
                for one in looking.get_foreign_keys(table.name)
            }
            assert references == {(one.parent.name, *one.target_fullname.split(".")) for one in table.foreign_keys}
            unique = {tuple(one["column_names"]) for one in looking.get_unique_constraints(table.name)}
            assert unique == {
                tuple(one.columns.keys()) for one in table.constraints if isinstance(one, UniqueConstraint)
            }
            assert [(column["name"], column["nullable"]) for column in found] == [
                (column.name, bool(column.nullable)) for column in table.columns
            ] or connection.dialect.name == "sqlite"
            assert [column["name"] for column in found] == [column.name for column in table.columns]


def test_an_older_file_is_brought_up_to_date(place: str, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(place) as store:
        store.begin("cup", "{}")
        store.add("cup", *make("1"))

    def second(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE games ADD COLUMN opening TEXT"))
        connection.execute(text("UPDATE games SET opening = 'unknown'"))

    def third(connection: Connection) -> None:
        connection.execute(text("CREATE TABLE half (a INTEGER)"))
        connection.execute(text("SELECT nonsense FROM nowhere"))

    ours = schema.MIGRATIONS
    monkeypatch.setattr(schema, "MIGRATIONS", [*ours, second, third])
    with pytest.raises(StoreError, match="is damaged"):
        Store.open(place)
    monkeypatch.setattr(schema, "MIGRATIONS", ours)
    Store.open(place).close()  # nothing was changed
    monkeypatch.setattr(schema, "MIGRATIONS", [*ours, second])
    for _ in range(2):
        with Store.open(place) as store, store._begin() as connection:  # noqa: SLF001 (the column is not known yet)
            assert connection.execute(text("SELECT opening FROM games")).scalars().all() == ["unknown"]
            assert not inspect(connection).has_table("half")
    monkeypatch.setattr(schema, "MIGRATIONS", ours)
    newer = (
        f"written by a newer Crownbridge: its tables have version {len(ours) + 1}, "
        f"and this program supports versions up to {len(ours)}; upgrade"
    )
    with pytest.raises(StoreError, match=newer):
        Store.open(place)


def test_a_file_that_is_in_use(file: Path, make: Make) -> None:
    with Store.open(file, wait=0.2) as store:
        store.begin("cup", "{}")
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match=r"games\.db is locked by another program; end that program, or try"):
            store.add("cup", *make("1"))
        assert store.identities("cup") == set(), "reading still works"
        other.execute("ROLLBACK")
        other.close()
        assert store.add("cup", *make("1"))


class Announced:
    """A lock that signals attempts to acquire it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.wanted = Event()

    def __enter__(self) -> None:
        self.wanted.set()
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def test_writers_of_one_process_wait_for_each_other(file: Path, make: Make) -> None:
    """Without SQLite's own waiting, which is unfair."""
    with Store.open(file, wait=0.0) as store, ThreadPoolExecutor(1) as pool:
        store.begin("cup", "{}")
        turn = store._turn = Announced()  # type: ignore[assignment]  # noqa: SLF001 (a lock in its place)
        with store._begin(write=True):  # noqa: SLF001 (a transaction under way)
            turn.wanted.clear()
            second = pool.submit(store.add, "cup", *make("1"))
            second.add_done_callback(lambda _: turn.wanted.set())
            turn.wanted.wait()
            assert not second.done()
        assert second.result()


def test_a_file_that_only_may_be_read(file: Path, make: Make) -> None:
    with Store.open(file) as store:
        store.begin("cup", "{}")
        store.add("cup", *make("1"))
        with Store.open(f"sqlite:///file:{file}?mode=ro&uri=true") as reader:
            assert reader.identities("cup") == {"1"}
            with pytest.raises(StoreError, match="cannot be written; make the file and its folder writable"):
                reader.add("cup", *make("2"))


def test_a_full_disk(file: Path, make: Make) -> None:
    with Store.open(file) as store:
        store.begin("cup", "{}")
        engine = store._engine  # noqa: SLF001 (a full disk is hard to come by)

        @event.listens_for(engine, "begin")
        def _(connection: Connection) -> None:
            connection.exec_driver_sql("PRAGMA max_page_count = 20")

        for number in range(10):
            store.add("cup", *make(str(number)))
        many = [(*make(f"more/{number}"), None) for number in range(1000)]
        with pytest.raises(FullStoreError, match="cannot grow because the disk is full; free some space"):
            store.add_all("cup", many)
        assert len(store.identities("cup")) == 10
        assert len(list(store.records("cup"))) == len(store.identities("cup"))


def test_a_limit_on_the_size_of_files(file: Path) -> None:
    limited = "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (99999, 99999)); "
    program = f"{limited} sys.argv[:] = {[str(WRITERS), 'together', str(file), '500']!r}; "
    program += f"runpy.run_path({str(WRITERS)!r}, run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", program], stderr=subprocess.PIPE, text=True, check=False)
    assert "games.db cannot be read or written because of a disk error" in done.stderr
    with Store.open(file) as store:
        assert len(list(store.records("cup"))) == len(store.identities("cup"))


def test_a_damaged_file(file: Path, make: Make) -> None:
    with Store.open(file) as store:
        store.begin("cup", "{}")
        store.add_all("cup", [(*make(str(number)), None) for number in range(300)])
    whole = file.read_bytes()
    file.write_bytes(whole[:8192] + os.urandom(len(whole) - 8192))
    with pytest.raises(StoreError, match=r"games\.db is damaged; restore a backup"), Store.open(file) as store:
        list(store.records("cup"))
    file.write_bytes(whole[:5000])
    with pytest.raises(StoreError, match=r"games\.db is damaged; restore a backup"), Store.open(file) as store:
        list(store.records("cup"))


def test_a_damaged_record(file: Path, make: Make) -> None:
    with Store.open(file) as store:
        store.begin("cup", "{}")
        store.add("cup", *make("1"))
        with sqlite3.connect(file) as database:
            database.execute("UPDATE records SET record = x'00'")
        database.close()
        with pytest.raises(StoreError, match="is damaged: the record of '1' is unreadable"):
            store.record("cup", "1")


def test_a_version_that_is_lost(file: Path) -> None:
    Store.open(file).close()
    with sqlite3.connect(file) as database:
        database.execute("DELETE FROM crownbridge_store")
    database.close()
    with pytest.raises(StoreError, match="is damaged: the version of its tables is missing"):
        Store.open(file)


def test_files_that_are_not_ours_are_left_alone(file: Path) -> None:
    file.write_text("a letter to my aunt, which is long enough to be a file of its own" * 20)
    before = file.read_bytes()
    with pytest.raises(StoreError, match=r"games\.db is not a store of games; choose another file"):
        Store.open(file)
    assert file.read_bytes() == before
    file.unlink()
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE customers (name TEXT)")
    database.close()
    before = file.read_bytes()
    with pytest.raises(StoreError, match=r"games\.db has other tables and is not a store of games"):
        Store.open(file)
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


def test_places_where_no_file_can_be(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "no" / "such" / "folder.db"):
        with pytest.raises(StoreError, match="cannot be opened; choose a file in an existing, writable folder"):
            Store.open(place)
    for nowhere in ("sqlite://", ":memory:", "sqlite:///:memory:", ""):
        with pytest.raises(StoreError, match="a store needs a file"):
            Store.open(nowhere)


def test_odd_names_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a b?c#d%41.db", "é♔.db", "file:x.db", "-rf"):
        with Store.open(name) as store:
            store.begin("cup", "{}")
        assert (tmp_path / name).is_file()
    with Store.open(f"sqlite:///{tmp_path}/by-url.db") as store:
        assert store.name == f"{tmp_path}/by-url.db"
    assert (tmp_path / "by-url.db").is_file()


def test_an_empty_file_is_a_new_store(file: Path) -> None:
    file.touch()
    with Store.open(file) as store:
        assert store.tournaments() == []


def test_records_are_text_to_any_program(file: Path, make: Make) -> None:
    """The content of the file is readable without Crownbridge: zlib, then JSON."""
    _, record = make("1")
    with Store.open(file) as store:
        store.begin("cup", "{}")
        store.add("cup", *make("1"))
    program = "import sqlite3, sys, zlib; print(zlib.decompress(sqlite3.connect(sys.argv[1]).execute("
    program += "'SELECT record FROM records').fetchone()[0]).decode())"
    line = subprocess.check_output([sys.executable, "-c", program, str(file)], text=True)
    assert json_lines.loads(line) == record
