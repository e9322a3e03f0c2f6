"""Live events: none is lost and none doubled, whatever happens to the connection or the server."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from crownbridge.errors import FileError
from crownbridge.web.app import create_app
from crownbridge.web.feed import HEARTBEAT_SECONDS, Feed
from crownbridge.web.journal import LONGEST_LINE, Journal, last_line
from crownbridge.web.settings import Settings

COMMAND = Path(sys.executable).with_name("crownbridge")


class Follower:
    """Follows a log as a page does: by the last number it saw."""

    def __init__(self, address: str, name: str) -> None:
        self.url = f"{address}/api/rooms/{name}/events"
        self.events: list[dict[str, Any]] = []
        self.http = httpx.Client(timeout=30)

    def read(self, most: int | None = None, *, by_header: bool = False) -> None:
        """Up to the end, or until so many bytes have come, wherever that is."""
        last = str(len(self.events))
        given: Any = {"headers": {"Last-Event-ID": last}} if by_header else {"params": {"after": last}}
        seen = 0
        held = b""
        with self.http.stream("GET", self.url, **given) as stream:
            for part in stream.iter_raw():
                seen += len(part)
                held += part
                *messages, held = held.split(b"\n\n")
                for message in messages:
                    self._take(message)
                if self.is_over or (most is not None and seen > most):
                    return

    def _take(self, message: bytes) -> None:
        fields = dict(line.split(b": ", 1) for line in message.split(b"\n") if not line.startswith(b":"))
        if fields.get(b"event") == b"log":
            self.events += json.loads(fields[b"data"])
            assert int(fields[b"id"]) == self.events[-1]["seq"]

    @property
    def is_over(self) -> bool:
        return bool(self.events) and self.events[-1]["type"] == "ended"


def test_connections_that_break_anywhere(visitor: Any) -> None:
    chance = random.Random(1)
    name = visitor.open("checkers:1", "checkers:1", run=False)
    followers = [Follower(visitor.address, name) for _ in range(5)]

    def follow(follower: Follower) -> None:
        for attempt in count(1):  # ever longer, as a message that is broken off counts for nothing
            follower.read(chance.randrange(1000 * attempt), by_header=chance.random() < 0.5)
            if follower.is_over:
                follower.http.close()
                break

    threads = [threading.Thread(target=follow, args=[follower]) for follower in followers]
    for thread in threads:
        thread.start()
    visitor.post(f"/rooms/{name}/run")
    for thread in threads:
        thread.join()
    for follower in followers:
        assert [event["seq"] for event in follower.events] == list(range(1, len(followers[0].events) + 1))
        assert follower.events == followers[0].events


def test_a_log_that_is_shorter_than_what_was_seen(visitor: Any) -> None:
    name = visitor.open("human", "human")
    assert visitor.http.get(f"/api/rooms/{name}/events?after=99").status_code == 409
    for after in ("-1", "x", "1e3"):
        assert visitor.http.get(f"/api/rooms/{name}/events?after={after}").status_code == 422


def test_a_torn_last_line_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    journal = Journal(path)
    for number in range(3):
        journal.append(json.dumps({"number": number}).encode())
    journal.close_file()
    whole = path.read_bytes()
    for torn in (b"{", b'{"number": 3}', b"\x00" * 100):
        path.write_bytes(whole + torn)
        again = Journal(path)
        assert (len(again), path.read_bytes()) == (3, whole + torn)  # to open a file does not change it
        assert again.read(1, 3) == whole.splitlines()[1:]
        assert last_line(path) == whole.splitlines()[-1]
        again.append(b"4")
        again.close_file()
        assert path.read_bytes() == whole + b"4\n"
    path.write_bytes(whole + b"x" * 200_000)
    assert last_line(path) == whole.splitlines()[-1]
    path.write_bytes(b"torn from the first")
    assert (len(Journal(path)), last_line(path)) == (0, b"")


def test_games_go_on_after_a_restart(start: Any) -> None:
    first = start()
    name = first.visitor.open("human", "checkers:2", time={"game_seconds": 100})
    first.visitor.move(name)
    before = first.visitor.asked(name)
    first.visitor.post(f"/rooms/{name}/undo")
    first.visitor.asked(name)
    first.visitor.post(f"/rooms/{name}/redo")
    before = first.visitor.asked(name)
    first.end()
    journal = first.server.rooms._path(name)  # noqa: SLF001 (where it is kept)
    with journal.open("ab") as file:
        file.write(b'{"seq":99,"at":1,"type":"mov')
    second = start()
    again = second.visitor.asked(name, after=len(before))
    assert again[: len(before)] == before
    assert [event["type"] for event in again[len(before) :]] == ["thinking"]
    assert again[-1]["legal"] == before[-1]["legal"]
    assert again[-1]["clock"] == before[-1]["clock"]
    assert second.visitor.post(f"/rooms/{name}/undo").status_code == 204
    assert second.visitor.move(name) == 204


def damaged(lines: list[bytes]) -> dict[str, bytes]:
    """Journals of which nobody can say what they mean, made of a good one."""
    nested = b'{"seq":1,"type":"opened","setup":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"
    again = json.dumps({**json.loads(lines[0]), "seq": len(lines) + 1}).encode()
    return {
        "a line of nonsense": b"".join([lines[0], b'{"type":"nonsense"}\n', *lines[1:]]),
        "a last line that is not JSON": b"".join([*lines, b"nonsense\n"]),
        "a last line that is not an object": b"".join([*lines, b"[]\n"]),
        "deep nesting": nested,
        "deep nesting at the end": b"".join(lines) + nested,
        "no beginning": b"".join(lines[1:]),
        "a line that is missing": b"".join([lines[0], *lines[2:]]),
        "an event that cannot follow": lines[0].replace(b'"opened"', b'"ended"'),
        "two beginnings that follow from nothing": again + b"\n",
        "a time without end": b"".join(lines).replace(b'"at":', b'"at":1e999,"was":'),
        "a game that nobody knows": b"".join(lines).replace(b'"checkers"', b'"chess"'),
        "a position that is none": b"".join(lines).replace(b'"start":null', b'"start":"nowhere"'),
        "not a line": b"notes of somebody",
        "one long line": b"{" * (LONGEST_LINE + 1),
    }


def test_damaged_rooms_are_set_aside_and_shown(start: Any) -> None:
    """The server starts and tells of all rooms, whatever is in the file of one of them; the file stays as it is."""
    first = start()
    good = first.visitor.open("human", "human")
    first.visitor.asked(good)
    first.end()
    journal = first.server.rooms._path(good)  # noqa: SLF001 (where it is kept)
    kinds = damaged(journal.read_bytes().splitlines(keepends=True))
    files = [journal.with_name(f"damaged{number:03}.jsonl") for number in range(len(kinds))]
    for file, content in zip(files, kinds.values(), strict=True):
        file.write_bytes(content)
    second = start().visitor
    rooms = {room["id"]: room for room in second.get("/rooms")}
    assert rooms.pop(good)["state"] == "playing"
    for file, (kind, content) in zip(files, kinds.items(), strict=True):
        room = rooms.pop(file.stem)
        assert (room["state"], room["title"]) == ("damaged", file.stem), kind
        assert room["detail"].startswith(str(file)), kind
        answer = second.http.get(f"/api/rooms/{file.stem}")
        assert (answer.status_code, answer.json()["detail"]) == (500, room["detail"]), kind
        assert second.post(f"/rooms/{file.stem}/run").status_code == 500, kind
        assert file.read_bytes() == content, kind
        assert second.http.delete(f"/api/rooms/{file.stem}").status_code == 204, kind
        assert not file.exists(), kind
        assert second.http.get(f"/api/rooms/{file.stem}").status_code == 404, kind
    assert rooms == {}
    assert [room["id"] for room in second.get("/rooms")] == [good]
    assert second.move(good) == 204


def test_no_journal_is_opened_through_a_symbolic_link(start: Any, tmp_path: Path) -> None:
    """Neither a room's nor a tournament's, nor is the lock: what they lead to stays as it is."""
    foreign = tmp_path / "foreign.txt"
    foreign.write_text("whole\ntorn")
    data = tmp_path / "data"
    for folder in ("rooms", "tournaments"):
        (data / folder).mkdir(parents=True)
    (data / "rooms" / "abcdefghij.jsonl").symlink_to(foreign)
    (data / "tournaments" / "cup.jsonl").symlink_to(foreign)
    visitor = start(data=data).visitor
    (room,) = visitor.get("/rooms")
    assert room["state"] == "damaged"
    agents = [{"id": name, "type": "engine", "engine": "random"} for name in ("anna", "bert")]
    cup = {"id": "cup", "agents": agents, "tournamentType": "match", "timeLimit": 1000}
    assert "symbolic" in visitor.post("/tournaments", {"config": cup}).json()["detail"]
    assert [known["state"] for known in visitor.get("/tournaments")] == ["damaged"]
    assert visitor.http.delete("/api/rooms/abcdefghij").status_code == 204
    for name in ("lock", "rooms", "tournaments"):
        other = tmp_path / f"with {name}"
        other.mkdir()
        (other / name).symlink_to(foreign if name == "lock" else data / name)
        with pytest.raises(FileError):
            create_app(Settings(other))
    assert foreign.read_text() == "whole\ntorn"
    assert list((data / "rooms").iterdir()) == []


class Process:
    """A server as a user starts it."""

    def __init__(self, data: Path) -> None:
        command = [str(COMMAND), "serve", "--no-browser", "--port", "0", "--sandbox", "none", "--data", str(data)]
        self.popen = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.popen.stdout is not None
        self.address = self.popen.stdout.readline().split()[4].rstrip("/")

    def kill(self, by: signal.Signals) -> int:
        self.popen.send_signal(by)
        status = self.popen.wait(30)
        assert self.popen.stdout is not None
        self.popen.stdout.close()
        return status


@pytest.fixture
def processes(tmp_path: Path) -> Any:
    started: list[Process] = []

    def begin() -> Process:
        started.append(Process(tmp_path))
        return started[-1]

    yield begin
    for process in started:
        if process.popen.poll() is None:
            process.kill(signal.SIGKILL)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_server_that_is_killed_in_the_middle_of_games(processes: Any, visit: Any, bot: str, tmp_path: Path) -> None:
    first = processes()
    visitor = visit(first.address)
    told = tmp_path / "pid"
    script = f"import os,time; open({str(told)!r},'w').write(str(os.getpid())); time.sleep(600)"
    programs = visitor.open(f"kth:{bot}", f'kth:{sys.executable} -c "{script}"', time={"move_seconds": 600})
    pid = int(visitor.until(lambda: told.exists() and told.read_text()))
    # A series of games without a clock is neither over too early nor lost on time, however busy the machine is.
    engines = visitor.open("hex:1", "hex:1", game="hex", options={"size": 11}, games=999)
    follower = Follower(first.address, engines)
    follower.read(4_000)
    first.kill(signal.SIGKILL)
    known = len(follower.events)
    visitor.until(lambda: not is_alive(pid))

    second = processes()
    follower.url = follower.url.replace(first.address, second.address)
    while not any(event["type"] == "ended" for event in follower.events[known:]):
        follower.read(4_000)
    assert [event["seq"] for event in follower.events] == list(range(1, len(follower.events) + 1))
    ply = -1
    for event in follower.events:
        if event["type"] == "ended":
            assert event["outcome"]["termination"] == "normal"
        elif "frame" in event:
            ply = 0 if event["type"] == "began" else ply + 1
            assert event["frame"]["ply"] == ply
    visitor = visit(second.address)
    assert visitor.post(f"/rooms/{engines}/stop").status_code == 204
    ended = visitor.until_over(programs)[-1]
    assert ended["outcome"] == {"winner": None, "termination": "interrupted", "detail": "the server was stopped"}
    assert visitor.post(f"/rooms/{programs}/run").status_code == 204
    assert second.kill(signal.SIGINT) == 0
    follower.http.close()


def test_ctrl_c_leaves_no_program_behind(processes: Any, visit: Any, bot: str, tmp_path: Path) -> None:
    server = processes()
    visitor = visit(server.address)
    told = tmp_path / "pid"
    script = f"import os,time; open({str(told)!r},'w').write(str(os.getpid())); time.sleep(600)"
    name = visitor.open(f'kth:{sys.executable} -c "{script}"', f"kth:{bot}", time={"move_seconds": 600})
    pid = int(visitor.until(lambda: told.exists() and told.read_text()))
    with httpx.stream("GET", f"{server.address}/api/rooms/{name}/events", timeout=30):  # somebody watches
        assert server.kill(signal.SIGINT) == 0
    assert not is_alive(pid)
    assert last_line(tmp_path / "rooms" / f"{name}.jsonl")


def test_a_tournament_of_a_server_that_is_killed_goes_on_when_asked(processes: Any, visit: Any) -> None:
    config = {
        "id": "cup",
        "agents": [{"id": name, "type": "engine", "engine": "random"} for name in ("anna", "bert")],
        "tournamentType": "match",
        "timeLimit": 60_000,
        "rounds": 2_000,
        "concurrency": 2,
    }
    first = processes()
    visitor = visit(first.address)
    assert visitor.post("/tournaments", {"config": config}).status_code == 201
    visitor.until(lambda: visitor.get("/tournaments/cup")["played"] > 50)
    first.kill(signal.SIGKILL)

    visitor = visit(processes().address)
    found = visitor.get("/tournaments/cup")
    assert (found["state"], found["detail"], found["resumable"]) == ("stopped", "the server was stopped", True)
    assert visitor.post("/tournaments/cup/resume").status_code == 204
    visitor.until(lambda: visitor.get("/tournaments/cup")["played"] > found["played"] + 50)
    visitor.post("/tournaments/cup/stop")
    visitor.until(lambda: visitor.get("/tournaments/cup")["state"] == "stopped")
    rows = visitor.get("/tournaments/cup/games?limit=1000")
    identities = [row["identity"] for row in rows["games"]]
    assert len(identities) == len(set(identities)) == min(rows["total"], 1000)


@pytest.mark.parametrize(
    "path",
    [
        "rooms/{room}/events",
        "tournaments/cup/events",
        "tournaments/cup/wall",
        "think",
        "analyses/{game}/events",
        "events?follow=/rooms/{room}/events&follow=/tournaments/cup/wall",
    ],
)
def test_a_server_that_ends_lets_its_watchers_go(start: Any, path: str) -> None:
    running = start()
    visitor = running.visitor
    agents = [{"id": name, "type": "engine", "engine": "random"} for name in ("anna", "bert")]
    cup = {"id": "cup", "agents": agents, "tournamentType": "match", "timeLimit": 60_000, "game": "hex"}
    assert visitor.post("/tournaments", {"config": cup}).status_code == 201
    room = visitor.open("human", "random")
    game = visitor.post("/analyses", {"game": "checkers", "moves": ["11-15"], "seconds": 60}).json()["id"]
    thought = {"game": "checkers", "seconds": 600} if path == "think" else {}
    with visitor.http.stream("GET", f"/api/{path.format(room=room, game=game)}", params=thought or None) as answer:
        lines = answer.iter_lines()
        assert next(lines).startswith(("retry: ", "data: "))
        running.server.services.end_streams()
        given_up = time.monotonic() + 30
        assert all(line != ": alive" and time.monotonic() < given_up for line in lines)


def test_watchers_sleep_while_nothing_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    wait_for = asyncio.wait_for

    async def noting(what: Any, seconds: float) -> Any:
        waits.append(seconds)
        return await wait_for(what, seconds)

    async def watch() -> None:
        journal = Journal(tmp_path / "journal.jsonl")
        feed = Feed(journal)
        told: Any = feed.response(0).body_iterator
        assert await anext(told) == b"retry: 1000\n\n"
        for number in (b"1", b"2"):
            coming = asyncio.ensure_future(anext(told))
            await asyncio.sleep(0)
            journal.append(number)
            feed.notify()
            assert await coming == b"id: %b\nevent: log\ndata: [%b]\n\n" % (number, number)
        waits.clear()
        coming = asyncio.ensure_future(anext(told))
        for _ in range(20):
            await asyncio.sleep(0)
        assert waits == [HEARTBEAT_SECONDS], "once it waits, it does nothing until there are news"
        feed.close()
        with pytest.raises(StopAsyncIteration):
            await coming
        journal.close_file()

    monkeypatch.setattr("crownbridge.web.feed.asyncio.wait_for", noting)
    with ThreadPoolExecutor(1) as pool:  # this thread's event loop may be the browser's
        pool.submit(asyncio.run, watch()).result()
