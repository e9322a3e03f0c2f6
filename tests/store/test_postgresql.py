"""Errors of a database on a server."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from crownbridge.errors import StoreError
from crownbridge.records import GameRecord
from crownbridge.store import Store, StoredGame

Make = Callable[..., tuple[StoredGame, GameRecord]]


@pytest.fixture
def url(postgresql: Callable[[str], str], request: pytest.FixtureRequest) -> str:
    return postgresql(request.node.name[:60])


def test_batches_in_opposite_orders_do_not_block_each_other(url: str, make: Make) -> None:
    made = [(*make(str(number)), None) for number in range(60)]
    with Store.open(url) as store, ThreadPoolExecutor(4) as threads:
        store.begin("cup", "{}")
        batches = [made, made[::-1]] * 4
        new = list(threads.map(lambda batch: store.add_all("cup", batch), batches))
        assert sum(map(sum, new)) == 60


def test_a_connection_that_was_cut_is_made_anew(url: str, make: Make) -> None:
    with Store.open(url) as store:
        store.begin("cup", "{}")
        with psycopg.connect(url, autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        assert store.add("cup", *make("1"))


def test_a_tournament_that_is_in_use(url: str, make: Make) -> None:
    with Store.open(url, wait=0.2) as store, psycopg.connect(url) as other:
        store.begin("cup", "{}")
        other.execute("LOCK TABLE tournaments")
        with pytest.raises(StoreError, match="is locked by another program"):
            store.add("cup", *make("1"))


def test_a_database_that_only_may_be_read(url: str, make: Make) -> None:
    with Store.open(url) as store:
        store.begin("cup", "{}")
    with psycopg.connect(url, autocommit=True) as other:
        other.execute(f'ALTER DATABASE "{other.info.dbname}" SET default_transaction_read_only = on')
    with Store.open(url) as store, pytest.raises(StoreError, match="cannot be written; it is a read-only replica"):
        store.add("cup", *make("1"))


def test_a_database_that_is_not_ours(url: str) -> None:
    with psycopg.connect(url) as other:
        other.execute("CREATE TABLE customers (name TEXT)")
    with pytest.raises(StoreError, match="has other tables and is not a store of games"):
        Store.open(url)


def test_a_damaged_database(url: str) -> None:
    with Store.open(url) as store:
        store.begin("cup", "{}")
        with psycopg.connect(url) as other:
            other.execute("DROP TABLE games CASCADE")
        with pytest.raises(StoreError, match="is damaged: its tables do not have the expected form"):
            list(store.games("cup"))


def test_a_database_that_does_not_exist(url: str) -> None:
    with pytest.raises(StoreError, match="does not exist; create it with: createdb NAME"):
        Store.open(url.replace("/test_", "/nobody_knows_"))


def test_a_user_who_is_not_let_in(url: str) -> None:
    with pytest.raises(StoreError, match="denies access; check user and password"):
        Store.open(url.replace("//crownbridge@", "//nobody@"))


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be reached; check that the server is running") as caught:
        Store.open(f"postgresql://me:secret@/games?host={tmp_path}")
    assert "secret" not in str(caught.value)


def test_places_that_are_no_database() -> None:
    for place, words in (
        ("mysql://me:secret@host/games", "'mysql://host/games' has the database type 'mysql'; expected sqlite or"),
        ("postgresql://me:secret@host:port/games", "'postgresql://host:port/games' is not a database URL"),
        ("://", "is not a database URL"),
    ):
        with pytest.raises(StoreError, match=words) as caught:
            Store.open(place)
        assert "secret" not in str(caught.value)


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install 'crownbridge\[postgres\]'"):
        Store.open("postgresql://host/games")
