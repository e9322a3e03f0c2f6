"""Damage that SQLite itself does not notice is found by checksums; a file that cannot be written is read."""

import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from tests import forked

from crownbridge.errors import StoreError
from crownbridge.records import GameRecord
from crownbridge.store import Store, StoredGame

Make = Callable[..., tuple[StoredGame, GameRecord]]
VERSION_2 = Path(__file__).with_name("version2.sql")

CHANGES = {
    "winner": "UPDATE games SET winner = 'bob' WHERE identity = '2'",
    "agents": "UPDATE games SET first_agent = 'alicf', winner = NULL WHERE identity = '2'",
    "termination": "UPDATE games SET termination = 'norma|' WHERE identity = '2'",
    "detail": "UPDATE games SET detail = '' WHERE identity = '2'",
    "pair": "UPDATE games SET pair = 'x' WHERE identity = '2'",
    "moves": "UPDATE games SET moves = 5 WHERE identity = '2'",
    "seconds": "UPDATE games SET seconds = seconds * 2 WHERE identity = '2'",
    "place": "UPDATE games SET place = 7 WHERE identity = '2'",
    "counts": "UPDATE games SET counts = NOT counts WHERE identity = '2'",
    "record": "UPDATE records SET record = (SELECT record FROM records WHERE game = 1) WHERE game = 2",
    "checksum": "UPDATE records SET checksum = checksum + 1 WHERE game = 2",
    "missing record": "DELETE FROM records WHERE game = 2",
}


def filled(place: str | Path, make: Make) -> None:
    with Store.open(place) as store:
        store.begin("cup", "{}")
        for number in range(1, 4):
            assert store.add("cup", *make(str(number), moves=2 + number))


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_game_that_is_not_as_it_was_stored_is_found(place: str, make: Make, change: str) -> None:
    filled(place, make)
    with Store.open(place) as store:
        assert list(store.damaged("cup")) == []
        with store._begin(write=True) as connection:  # noqa: SLF001 (damages it)
            connection.execute(text(change))
        assert list(store.damaged("cup")) == ["2"]


def test_a_flipped_bit_never_passes_unnoticed(tmp_path: Path, make: Make) -> None:
    """Wherever in the pages of games and records it is: it changes nothing, or something complains."""
    whole = tmp_path / "whole.db"
    filled(whole, make)
    with Store.open(whole) as store:
        games = list(store.records("cup"))
    data, choose = whole.read_bytes(), random.Random(1)
    places = [place for place in range(first_byte_of_games(whole), len(data)) if data[place]]
    noticed = 0
    for number in range(60):
        damaged = bytearray(data)
        damaged[choose.choice(places)] ^= 1 << choose.randrange(8)
        file = tmp_path / f"{number}.db"
        file.write_bytes(damaged)
        try:
            with Store.open(file) as store:
                if list(store.damaged("cup")):
                    noticed += 1
                else:
                    assert list(store.records("cup")) == games
        except StoreError:
            noticed += 1
    assert noticed > 20


def first_byte_of_games(file: Path) -> int:
    """Return where the pages of the tables with games begin."""
    with closing(sqlite3.connect(file)) as database:
        (size,) = database.execute("PRAGMA page_size").fetchone()
        query = "SELECT min(rootpage) FROM sqlite_master WHERE name IN ('games', 'records')"
        (page,) = database.execute(query).fetchone()
    return int((page - 1) * size)


def test_a_store_of_version_2_gets_checksums(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with closing(sqlite3.connect(file)) as database:
        database.executescript(VERSION_2.read_text())
    with Store.open(file) as store:
        assert list(store.damaged("cup")) == []
        assert store.judgement("key") is not None
        with store._begin(write=True) as connection:  # noqa: SLF001 (damages it)
            connection.execute(text("UPDATE games SET moves = 3 WHERE identity = 'r1/alice/bob/1'"))
        assert list(store.damaged("cup")) == ["r1/alice/bob/1"]


def test_tournament_verify_names_damaged_games(tmp_path: Path, make: Make) -> None:
    file = tmp_path / "games.db"
    filled(file, make)
    verify = ("tournament", "verify", "--store", str(file))
    done = forked.run(*verify)
    assert (done.returncode, done.stdout) == (0, "3 games are intact\n")
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(CHANGES["winner"])
    for arguments in (verify, (*verify, "cup")):
        done = forked.run(*arguments)
        assert done.returncode == 2
        assert done.stdout == "cup: 2 is damaged\n"
        assert "is damaged: 1 of 3 games; restore a backup" in done.stderr
    assert "there is no tournament 'mug'" in forked.run(*verify, "mug").stderr


CUP = """
id = "cup"
tournamentType = "match"
rounds = 2
game = "hex"
gameOptions = { size = 2 }
timeLimit = 60000
agents = [{ id = "a", type = "engine", engine = "random" }, { id = "b", type = "engine", engine = "random" }]
"""


def test_every_use_of_damaged_games_is_warned_of(tmp_path: Path) -> None:
    file, store = tmp_path / "cup.toml", tmp_path / "games.db"
    file.write_text(CUP)
    commands = [
        ("tournament", str(file), "--logs", str(tmp_path), "--jobs", "1"),
        ("tournament", "standings", "cup"),
        ("tournament", "export", "cup", str(tmp_path / "cup.jsonl")),
        ("report", "cup", str(tmp_path / "report.md")),
    ]
    for arguments in commands:
        assert "damaged and" not in forked.run(*arguments, "--store", str(store)).stderr
    for number, games in ((1, "1 stored game is"), (2, "2 stored games are")):
        with closing(sqlite3.connect(store)) as database, database:
            database.execute("UPDATE games SET detail = 'x' WHERE number = ?", [number])
        for arguments in commands:
            done = forked.run(*arguments, "--store", str(store))
            assert done.returncode == 0, done.stderr
            assert f"{games} damaged and may count wrongly; crownbridge tournament verify cup --store" in done.stderr
            assert "restore a backup" in done.stderr


def test_unreadable_games_are_named_among_readable_ones(tmp_path: Path, make: Make) -> None:
    file = tmp_path / "games.db"
    filled(file, make)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE games SET detail = CAST(x'ff' AS TEXT) WHERE identity = '2'")
        database.execute("UPDATE games SET moves = 9 WHERE identity = '3'")
    with Store.open(file) as store:
        assert list(store.damaged("cup")) == ["number 2", "3"]


@pytest.fixture
def read_only(tmp_path: Path) -> Callable[[Path, str], Any]:
    """Run code with a folder that no user can write, not even root."""
    inside = ["unshare", "--user", "--map-root-user", "--mount"]
    if shutil.which("unshare") is None or subprocess.run([*inside, "true"], check=False).returncode:
        pytest.skip("there are no user namespaces here, which make a file system read-only")

    def run(folder: Path, code: str) -> str:
        mount = f"mount --bind {folder} {folder} && mount -o remount,bind,ro {folder} && exec {sys.executable} -"
        return subprocess.check_output([*inside, "sh", "-c", mount], input=code, text=True, cwd=tmp_path)

    return run


SHOW = """
from concurrent.futures import ThreadPoolExecutor
from crownbridge.store import Store
from crownbridge.errors import StoreError
with Store.open("ro/games.db") as store:
    with ThreadPoolExecutor(1) as other_thread:
        identities = other_thread.submit(store.identities, "cup").result()
    print(*identities, len(list(store.games("cup"))), len(list(store.records("cup"))))
    try:
        store.begin("mug", "{}")
    except StoreError as error:
        print(error)
"""


OPEN = """
from crownbridge.store import Store
from crownbridge.errors import StoreError
try:
    Store.open("ro/games.db")
except StoreError as error:
    print(error)
"""


@pytest.mark.parametrize("version", [2, 3])
def test_standings_are_read_from_a_read_only_file_system(
    tmp_path: Path, make: Make, read_only: Any, version: int
) -> None:
    folder = tmp_path / "ro"
    folder.mkdir()
    if version == 2:
        with closing(sqlite3.connect(folder / "games.db")) as database:
            database.execute("PRAGMA journal_mode = WAL")
            database.executescript(VERSION_2.read_text())
    else:
        filled(folder / "games.db", make)
    shown, refused = read_only(folder, SHOW).splitlines()
    assert shown.endswith(" 3 3")
    assert "cannot be written" in refused


def test_a_log_that_cannot_be_read_in_place_is_not_forgotten(tmp_path: Path, make: Make, read_only: Any) -> None:
    """A copy of a store in use, whose last games are in its write-ahead log."""
    folder = tmp_path / "ro"
    folder.mkdir()
    filled(tmp_path / "games.db", make)
    with Store.open(tmp_path / "games.db") as store:
        store.add("cup", *make("last"))
        for name in ("games.db", "games.db-wal"):
            shutil.copy(tmp_path / name, folder / name)
    assert "because of its log games.db-wal; copy both elsewhere" in read_only(folder, OPEN)
