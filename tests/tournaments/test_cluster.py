"""Tournaments on a cluster of two workers on this machine, one of which is killed."""

import itertools
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from crownbridge.engines.checkers import Hyperparameters, save
from crownbridge.errors import CrownbridgeError, InputError
from crownbridge.store import Store
from crownbridge.tournaments import Tournament, canonical, load
from crownbridge.tournaments.game_runner import GameRunner
from crownbridge.tournaments.runner import GameEnded, Runner

pytest.importorskip("distributed", reason="distributed is not installed; pip install 'crownbridge[cluster]'")

from crownbridge.tournaments.cluster import Cluster

SLOW_BOT = Path(__file__).parents[2] / "examples" / "htp_bot.sh"
PATIENCE = 60.0


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A command of dask's, which ends with the test. The cluster gives a game up as soon as its worker is lost."""
    environment = {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
    command = [sys.executable, "-m", "dask", *arguments]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.kill()


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it does not come about"
        time.sleep(0.01)


def listens(port: int) -> bool:
    with socket.socket() as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) == 0


def free_port() -> int:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return int(server.getsockname()[1])


class Loopback:
    """A scheduler, and workers that can be killed."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._stack, self._folder = stack, folder
        port = free_port()
        self.address = f"tcp://127.0.0.1:{port}"
        self.scheduler = stack.enter_context(
            started("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-jupyter")
        )
        until(lambda: listens(port))
        self.workers: list[subprocess.Popen[bytes]] = []

    def add_worker(self) -> None:
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self._folder))
        self.workers.append(self._stack.enter_context(started("worker", self.address, *options)))


@pytest.fixture
def loopback(tmp_path: Path) -> Iterator[Loopback]:
    with ExitStack() as stack:
        yield Loopback(stack, tmp_path / "dask")


@pytest.fixture(scope="module")
def shared_loopback(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Loopback]:
    """A cluster of one worker, for tests that leave it as it is."""
    with ExitStack() as stack:
        cluster = Loopback(stack, tmp_path_factory.mktemp("dask"))
        cluster.add_worker()
        yield cluster


def written(folder: Path, agents: list[dict[str, str]], **keys: object) -> Path:
    """The file of a tournament."""
    file = folder / "cup.json"
    text = {"id": "cup", "agents": agents, "tournamentType": "roundRobin", "timeLimit": 60_000, "sandbox": "limits"}
    file.write_text(json.dumps({**text, "game": "hex", "gameOptions": {"size": 3}, **keys}))
    return file


def instant(folder: Path, **keys: object) -> Path:
    return written(folder, [{"id": name, "type": "engine", "engine": "random"} for name in "abc"], **keys)


def play(config: Tournament, store: Store, executor: Cluster, observer: Callable[[GameEnded], None]) -> None:
    store.begin(config.id, canonical(config))
    Runner(config.id, config.scheduler(), store, executor, [observer]).run()


def scheduled(config: Tournament) -> list[str]:
    """The games of a round robin, which does not wait for results."""
    return sorted(pairing.identity for pairing in iter(config.scheduler().next, None))


def programs(bot: Path) -> set[int]:
    """The processes of a bot, and their supervisors."""
    found = set()
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if str(bot).encode() in (place / "cmdline").read_bytes():
                found.add(int(place.name))
        except OSError:
            continue
    return found


def children(pid: int) -> set[int]:
    return {
        int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()
    }


def test_a_worker_killed_in_mid_game_loses_no_game_and_doubles_none(tmp_path: Path, loopback: Loopback) -> None:
    bot = tmp_path / "bot.sh"
    bot.write_text(SLOW_BOT.read_text().replace("genmove) ", "genmove) sleep 0.03; "))
    agents = [
        {"id": name, "type": "executable", "command": f"{shutil.which('sh')} {bot}", "protocol": "htp"} for name in "ab"
    ]
    config = load(written(tmp_path, agents, gamesPerPairing=30))
    for _ in range(2):
        loopback.add_worker()
    doomed = loopback.workers[0]
    ended: list[str] = []

    def observe(event: GameEnded) -> None:
        ended.append(event.game.identity)
        if len(ended) == 8:
            until(lambda: children(doomed.pid))  # it plays
            doomed.send_signal(signal.SIGKILL)
            doomed.wait()

    executor = Cluster(partial(GameRunner, config), loopback.address)
    try:
        until(lambda: executor.threads == 2)
        with Store.open(str(tmp_path / "games.db")) as store:
            play(config, store, executor, observe)
            stored = [game.identity for game in store.games(config.id)]
    finally:
        executor.close()
    assert sorted(stored) == sorted(ended) == scheduled(config)
    assert len(stored) == 30
    assert doomed.returncode == -signal.SIGKILL
    until(lambda: not programs(bot))


def test_games_wait_for_workers_and_are_given_again_when_each_worker_is_lost(
    tmp_path: Path, loopback: Loopback
) -> None:
    config = load(instant(tmp_path, gamesPerPairing=10))
    executor = Cluster(partial(GameRunner, config), loopback.address, limit=3)
    try:
        assert executor.threads == 0
        assert executor.free_slots == 1
        loopback.add_worker()
        until(lambda: executor.threads == 1)
        assert executor.free_slots == 2
        with Store.open(str(tmp_path / "games.db")) as store:
            counter = itertools.count(1)

            def observe(_: GameEnded) -> None:
                if next(counter) == 5:
                    loopback.workers[0].kill()
                    loopback.add_worker()

            play(config, store, executor, observe)
            assert sorted(game.identity for game in store.games(config.id)) == scheduled(config)
    finally:
        executor.close()


def test_a_scheduler_that_is_killed_ends_the_tournament(tmp_path: Path, loopback: Loopback) -> None:
    config = load(instant(tmp_path, gamesPerPairing=1000))
    loopback.add_worker()
    executor = Cluster(partial(GameRunner, config), loopback.address)
    counter = itertools.count(1)

    def observe(_: GameEnded) -> None:
        if next(counter) == 5:
            loopback.scheduler.kill()

    try:
        with (
            Store.open(str(tmp_path / "games.db")) as store,
            pytest.raises(CrownbridgeError, match=r"scheduler at .* is lost; finished games are stored"),
        ):
            play(config, store, executor, observe)
    finally:
        executor.close()


def command(folder: Path, file: Path, address: str, *before: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, *(before or ("-c", "from crownbridge.cli import main; main()"))]
    arguments = ["tournament", "run", str(file), "--cluster", address, "--quiet"]
    return subprocess.run([*program, *arguments], cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def test_the_command_plays_on_a_cluster(tmp_path: Path, shared_loopback: Loopback) -> None:
    done = command(tmp_path, instant(tmp_path), shared_loopback.address)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("6 games\n")


def test_a_tuning_on_a_cluster_comes_to_the_same(tmp_path: Path, shared_loopback: Loopback) -> None:
    save(Hyperparameters(evaluation="piece-tables", tables=False, hash_megabytes=1), tmp_path / "mine.json")
    program = [sys.executable, "-c", "from crownbridge.cli import main; main()", "tune", "mine.json"]
    settings = ("--depth", "1", "--iterations", "3", "--games", "4", "--parameter", "king_value=50:250")
    for more in (("--output", "there.json", "--cluster", shared_loopback.address), ("--output", "here.json")):
        done = subprocess.run(
            [*program, *settings, *more], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "there.json").read_text() == (tmp_path / "here.json").read_text()


def test_a_scheduler_that_is_not_there(tmp_path: Path) -> None:
    address = f"tcp://127.0.0.1:{free_port()}"
    done = command(tmp_path, instant(tmp_path), address)
    assert done.returncode == 2
    assert done.stderr == (f"crownbridge: no dask scheduler answers at '{address}'; start one with: dask scheduler\n")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    "address", ["nonsense", "http://127.0.0.1:8786", "tcp://127.0.0.1", "tcp://:8786", "tcp://a:b"]
)
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(InputError, match="expected tcp://HOST:PORT or slurm"):
        Cluster(list, address)  # type: ignore[arg-type]


def test_without_dask(tmp_path: Path) -> None:
    program = "import sys; sys.modules['distributed'] = None; from crownbridge.cli import main; main()"
    done = command(tmp_path, instant(tmp_path), "tcp://127.0.0.1:8786", "-c", program)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "pip install 'crownbridge[cluster]'" in done.stderr


def test_the_local_path_imports_no_dask() -> None:
    program = "import crownbridge.cli.tournament, sys; print('dask' in sys.modules or 'distributed' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "False\n"


def test_a_closed_connection_is_reported_while_no_game_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    client = SimpleNamespace(status="running")
    monkeypatch.setattr("crownbridge.tournaments.cluster._connect", lambda *_, **__: client)
    executor = Cluster(list, "tcp://127.0.0.1:8786")  # type: ignore[arg-type]  # nothing is played
    assert executor.finished() == []
    client.status = "closed"
    with pytest.raises(CrownbridgeError, match="is lost"):
        executor.finished()


def test_workers_are_counted_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, counts = itertools.count(0, 0.25), itertools.count(1)
    client = SimpleNamespace(nthreads=lambda: {"worker": next(counts)})
    monkeypatch.setattr("crownbridge.tournaments.cluster._connect", lambda *_, **__: client)
    monkeypatch.setattr("crownbridge.tournaments.cluster.time", SimpleNamespace(monotonic=lambda: next(clock)))
    executor = Cluster(list, "tcp://127.0.0.1:8786")  # type: ignore[arg-type]  # nothing is played
    assert [executor.threads for _ in range(8)] == [1, 1, 1, 1, 1, 2, 2, 2]
