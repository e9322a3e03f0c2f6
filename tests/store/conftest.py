"""Stores in an SQLite file and in a PostgreSQL server that is started for these tests, and games to put into them."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from crownbridge.games import Checkers, Outcome, Termination
from crownbridge.records import Decision, GameRecord, PlainLine
from crownbridge.store import Store, StoredGame

MOVES = ("11-15", "23-19", "8-11", "22-17", "9-13", "17-14", "10x17", "21x14")

Made = tuple[StoredGame, GameRecord]


def make(  # noqa: PLR0913, PLR0917 (a test says what matters to it)
    identity: str,
    red: str = "alice",
    white: str = "bob",
    winner: int | None = 0,
    termination: Termination = Termination.NORMAL,
    moves: int = 4,
    *,
    counts: bool = True,
) -> Made:
    """Return a game of few moves with the given end; the winner is a side."""
    game = Checkers()
    position = start = game.initial()
    decisions = []
    for number, text in enumerate(MOVES[:moves]):
        move = position.parse_move(text)
        decisions.append(Decision(move, 0.25 * number, stderr=b"depth \xff\n", line=text.encode()))
        position = position.play(move)
    outcome = Outcome(None if winner is None else game.sides[winner], termination, "what happened")
    record = GameRecord(game, (red, white), start, PlainLine(decisions), outcome)
    return StoredGame.of(identity, record, pair=identity.rpartition("/")[0], counts=counts), record


@pytest.fixture(name="make")
def _make() -> Callable[..., Made]:
    return make


def _binaries() -> Path | None:
    """Where PostgreSQL's server is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: float(path.parts[-3]))
    if found:
        return found[-1].parent
    if asking := shutil.which("pg_config"):
        folder = Path(subprocess.check_output([asking, "--bindir"], text=True).strip())
        return folder if (folder / "postgres").exists() else None
    return None


def _somebody() -> dict[str, Any]:
    """How a process is started as a user that is not root, which PostgreSQL refuses to run as."""
    if os.geteuid() != 0:
        return {}
    found = next((user for user in pwd.getpwall() if user.pw_name in ("postgres", "nobody")), None)
    if found is None:
        pytest.skip("PostgreSQL does not run as root, and there is no user postgres or nobody")
    return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Callable[[str], str]]:
    """Makes a database in a server of our own, reached by a socket, and gives its URL."""
    binaries = _binaries()
    if binaries is None:
        pytest.skip("PostgreSQL's server is not installed; on Debian: apt-get install postgresql")
    somebody = _somebody()
    folder = Path(tempfile.mkdtemp(prefix="cb-"))  # a socket's path must be short
    try:
        if somebody:
            os.chown(folder, somebody["user"], somebody["group"])
        data, log = folder / "data", folder / "log"
        initdb = [f"{binaries}/initdb", "-D", str(data), "-U", "crownbridge", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(initdb, check=True, cwd=folder, stdout=subprocess.DEVNULL, **somebody)
        dying = ["setpriv", "--pdeathsig", "INT"] if shutil.which("setpriv") else []  # never outlives these tests
        command = [*dying, f"{binaries}/postgres", "-D", str(data), "-k", str(folder), "-h", "", "-F", "-N", "60"]
        with log.open("wb") as output, subprocess.Popen(command, cwd=folder, stderr=output, **somebody) as server:
            try:
                waiting = [f"{binaries}/pg_isready", "-q", "-h", str(folder), "-t", "1"]
                while subprocess.run(waiting, check=False).returncode != 0:
                    assert server.poll() is None, log.read_text()

                def database(name: str) -> str:
                    made = [f"{binaries}/createdb", "-h", str(folder), "-U", "crownbridge", "-T", "template0", name]
                    subprocess.run(made, check=True)
                    return f"postgresql://crownbridge@/{name}?host={folder}"

                yield database
            finally:
                server.send_signal(signal.SIGQUIT)  # at once: nothing of it is kept
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store can be made."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    made: Callable[[str], str] = request.getfixturevalue("postgresql")
    return made(f"games-{os.urandom(6).hex()}")


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    """A new store with a tournament called cup."""
    with Store.open(place) as opened:
        opened.begin("cup", '{"id": "cup"}')
        yield opened
