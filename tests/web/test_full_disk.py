"""A full disk: it is said what happened, and everything goes on when there is space."""

import errno
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import BOT

from crownbridge.web import journal

FULL = "the disk is full"


class Disk:
    """A disk that may be full or broken; stands for the module `os` in the module of journals."""

    def __init__(self) -> None:
        self.error: int | None = None
        """The error of everything that is written; None if there is none."""
        self.refused = threading.Event()
        self.until_full: int | None = None
        """The number of lines for which there is space; None if there is no limit."""

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def open(self, *arguments: Any, **options: Any) -> int:
        if self.error == errno.EMFILE:
            raise OSError(self.error, os.strerror(self.error))
        return os.open(*arguments, **options)

    def fdopen(self, descriptor: int, mode: str, *_: Any, **options: Any) -> Any:
        file = os.fdopen(descriptor, mode, **options)
        return FileOn(self, file) if mode == "ab" else file


class FileOn:
    """A file on such a disk, whose last line is written in part when the disk gets full."""

    def __init__(self, disk: Disk, file: Any) -> None:
        self._disk, self._file = disk, file

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, data: bytes) -> int:
        if self._disk.until_full is not None:
            self._disk.until_full -= 1
            if self._disk.until_full < 0:
                self._disk.until_full, self._disk.error = None, errno.ENOSPC
        error = self._disk.error
        if error is None:
            return int(self._file.write(data))
        self._disk.refused.set()
        if error == errno.ENOSPC:
            return int(self._file.write(data[: len(data) // 2]))
        raise OSError(error, os.strerror(error))


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk = Disk()
    monkeypatch.setattr(journal, "os", disk)
    monkeypatch.setattr("crownbridge.web.rooms.room._RETRY_SECONDS", 0.05)
    monkeypatch.setattr("crownbridge.web.tournaments.run._RETRY_SECONDS", 0.05)
    return disk


def is_ended(count: int) -> Any:
    return lambda events: sum(event["type"] == "ended" for event in events) >= count


@pytest.mark.parametrize("player", ["random", f"kth:{BOT}"])
@pytest.mark.parametrize("lines", [7, 150])
def test_a_series_of_games_waits_and_continues(visitor: Any, disk: Disk, player: str, lines: int) -> None:
    disk.until_full = lines
    name = visitor.open(player, player, games=4)
    visitor.until(lambda: visitor.get(f"/rooms/{name}")["detail"].startswith(FULL))
    (room,) = visitor.get("/rooms")
    assert room["detail"].endswith(f"{name}.jsonl cannot be written")
    logged = room["size"]
    disk.refused.clear()
    assert disk.refused.wait(10)  # it tries again and again
    assert visitor.get(f"/rooms/{name}")["size"] == logged
    disk.error = None
    events = visitor.log(name, until=is_ended(4))
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    terminations = [event["outcome"]["termination"] for event in events if event["type"] == "ended"]
    assert not {"interrupted", "timeout"}.intersection(terminations), terminations
    assert visitor.get(f"/rooms/{name}")["detail"] == ""


def test_a_series_waits_for_a_descriptor_of_its_log(visitor: Any, disk: Disk) -> None:
    name = visitor.open("random", "random", games=1000)
    disk.error = errno.EMFILE
    visitor.until(lambda: visitor.get(f"/rooms/{name}")["detail"].startswith("too many files are open"))
    disk.error = None
    size = visitor.get(f"/rooms/{name}")["size"]
    visitor.until(lambda: visitor.get(f"/rooms/{name}")["size"] > size)


def test_a_room_is_opened_once_there_is_a_descriptor_for_its_log(start: Any, disk: Disk) -> None:
    running = start()
    name = running.visitor.open("human", "human", run=False)
    running.end()
    visitor = start().visitor
    disk.error = errno.EMFILE
    answer = visitor.http.get(f"/api/rooms/{name}")
    assert (answer.status_code, answer.json()["detail"][:23]) == (500, "too many files are open")
    disk.error = None
    assert visitor.get(f"/rooms/{name}")["state"] == "ready"


def test_a_human_plays_on_when_there_is_space(visitor: Any, disk: Disk) -> None:
    name = visitor.open("human", "random")
    known = len(visitor.asked(name))
    disk.error = errno.ENOSPC
    assert visitor.move(name) == 204
    visitor.until(lambda: visitor.get(f"/rooms/{name}")["detail"].startswith(FULL))
    disk.error = None
    assert [event["type"] for event in visitor.asked(name)[known:]][:3] == ["moved", "thinking", "moved"]


def test_a_command_that_cannot_be_logged_says_why(visitor: Any, disk: Disk) -> None:
    name = visitor.open("human", "human", run=False)
    disk.error = errno.ENOSPC
    answer = visitor.post(f"/rooms/{name}/run")
    assert answer.status_code == 500
    assert answer.json()["detail"].startswith(FULL)
    assert visitor.get(f"/rooms/{name}")["state"] == "ready"
    disk.error = None
    assert visitor.post(f"/rooms/{name}/run").status_code == 204


@pytest.mark.parametrize("command", ["undo", "redo"])
def test_moves_that_cannot_be_taken_back_or_repeated_leave_the_game_running(
    start: Any, disk: Disk, command: str
) -> None:
    running = start()
    visitor = running.visitor
    name = visitor.open("human", "random")
    visitor.move(name)
    events = visitor.asked(name)
    if command == "redo":
        assert visitor.post(f"/rooms/{name}/undo").status_code == 204
        events = visitor.asked(name, len(events))
    disk.error = errno.ENOSPC
    answer = visitor.post(f"/rooms/{name}/{command}")
    assert (answer.status_code, answer.json()["detail"][: len(FULL)]) == (500, FULL)
    assert running.server.rooms.opened(name).is_busy
    disk.error = None
    assert visitor.post(f"/rooms/{name}/{command}").status_code == 204
    types = [event["type"] for event in visitor.asked(name, len(events))[len(events) :]]
    assert types == {"undo": ["took_back", "thinking"], "redo": ["moved", "moved", "thinking"]}[command]


def test_a_game_that_is_stopped_meanwhile_ends_when_there_is_space(visitor: Any, disk: Disk) -> None:
    disk.until_full = 20
    name = visitor.open("random", "random", games=1000)
    visitor.until(lambda: visitor.get(f"/rooms/{name}")["detail"])
    answer = visitor.post(f"/rooms/{name}/stop")
    assert (answer.status_code, answer.json()["detail"][: len(FULL)]) == (409, FULL)
    disk.error = None
    events = visitor.log(name, until=is_ended(1))
    assert events[-1]["outcome"]["detail"] == "stopped"


def test_a_room_for_which_there_is_no_space_is_not_there(visitor: Any, disk: Disk, tmp_path: Path) -> None:
    disk.error = errno.ENOSPC
    answer = visitor.post("/rooms", {"game": "hex", "players": ["human", "human"]})
    assert (answer.status_code, answer.json()["detail"][: len(FULL)]) == (500, FULL)
    assert list((tmp_path / "rooms").iterdir()) == []


def test_a_room_whose_game_waits_can_be_deleted(visitor: Any, disk: Disk) -> None:
    name = visitor.open("random", "random", games=1000)
    disk.error = errno.ENOSPC
    visitor.until(lambda: visitor.get(f"/rooms/{name}")["detail"])
    assert visitor.http.delete(f"/api/rooms/{name}").status_code == 204
    assert visitor.get("/rooms") == []


def test_a_disk_that_is_broken_ends_the_series_with_the_reason(visitor: Any, disk: Disk) -> None:
    name = visitor.open("random", "random", games=1000)
    disk.error = errno.EIO
    visitor.until(lambda: "cannot be written: Input/output error" in visitor.get(f"/rooms/{name}")["detail"])
    disk.error = None
    assert visitor.http.delete(f"/api/rooms/{name}").status_code == 204


def cup(rounds: int) -> dict[str, Any]:
    """The configuration of a tournament of instant games."""
    agents = [{"id": name, "type": "engine", "engine": "random"} for name in ("anna", "bert")]
    options = {"gameOptions": {"size": 3}, "rounds": rounds, "openings": "random", "timeLimit": 60_000}
    return {"id": "cup", "agents": agents, "tournamentType": "roundRobin", "game": "hex", "concurrency": 2, **options}


def test_a_tournament_waits_and_continues(visitor: Any, disk: Disk) -> None:
    disk.until_full = 5
    assert visitor.post("/tournaments", {"config": cup(10)}).status_code == 201
    visitor.until(lambda: visitor.get("/tournaments/cup")["detail"].startswith(FULL))
    assert visitor.get("/tournaments/cup")["state"] == "playing"
    disk.error = None
    visitor.until(lambda: visitor.get("/tournaments/cup")["state"] == "over")
    found = visitor.get("/tournaments/cup")
    assert (found["played"], found["detail"]) == (found["total"], "")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount, unmount = shutil.which("mount"), shutil.which("umount")
    if mount is None or unmount is None or os.geteuid() != 0:
        pytest.skip("needs root to mount a small disk")
    done = subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.skip(f"cannot mount a small disk: {done.stderr}")
    yield folder
    subprocess.run([unmount, "-l", folder], check=True)


def test_a_disk_that_is_really_full(start: Any, small_disk: Path) -> None:
    visitor = start(data=small_disk).visitor
    assert visitor.post("/tournaments", {"config": cup(1000)}).status_code == 201
    name = visitor.open("random", "random", game="hex", options={"size": 5}, games=1000, run=False)
    filler = small_disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    os.truncate(filler, filler.stat().st_size - (64 << 10))  # for the first games
    assert visitor.post(f"/rooms/{name}/run").status_code == 204
    visitor.until(lambda: visitor.get(f"/rooms/{name}")["detail"].startswith(FULL))
    visitor.until(lambda: FULL in visitor.get("/tournaments/cup")["detail"])
    assert visitor.get("/tournaments/cup")["state"] == "playing"
    study = visitor.post("/studies", {"game": "hex", "tree": [{"parent": None, "move": None}]})
    assert (study.status_code, "No space left" in study.json()["detail"]) == (500, True)
    filler.unlink()
    number = visitor.get(f"/rooms/{name}")["games"]
    events = visitor.log(name, until=is_ended(number + 2))
    assert not [one for one in events if one.get("outcome", {}).get("termination") == "interrupted"]
    played = visitor.get("/tournaments/cup")["played"]
    visitor.until(lambda: visitor.get("/tournaments/cup")["played"] > played)
