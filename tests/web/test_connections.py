"""Connections that send no whole request, or are too many, block neither other clients nor games."""

import resource
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.web.conftest import BOT, PATIENCE, until

from crownbridge.players.process import guard
from crownbridge.web import connections
from crownbridge.web.connections import ConnectionLimits, raise_descriptor_limit

GET = b"GET /api/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = (
    b"POST /api/records HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 99999\r\n\r\n"
)
UPLOAD = POST.replace(b"/api/records", b"/api/explorer/files?name=a.pdn").replace(b"json", b"octet-stream") + b"1. 11"

Connect = Callable[..., socket.socket]


@pytest.fixture
def connect(visitor: Any) -> Iterator[Connect]:
    """Connects to the server and sends some data."""
    with ExitStack() as stack:
        port = int(visitor.address.rpartition(":")[2].rstrip("/"))

        def begin(*parts: bytes) -> socket.socket:
            opened = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))
            for part in parts:
                opened.sendall(part)
            return opened

        yield begin


def is_closed(connection: socket.socket) -> bool:
    """Whether the server closes a connection; waits for that."""
    try:
        while connection.recv(1 << 16):
            pass
    except ConnectionResetError:
        pass
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize(
    "sent", [b"", b"GET", GET, GET + b"X-Long: " + b"x" * 1000, POST, POST + b'{"text": "', UPLOAD]
)
def test_a_request_that_is_never_whole_is_given_up(
    visitor: Any, connect: Connect, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], sent: bytes
) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.2)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.2)
    assert is_closed(connect(sent))
    assert visitor.get("/rooms") == []
    assert "Traceback" not in capfd.readouterr().err


def test_the_second_request_of_a_connection_has_a_time_limit_too(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.5)
    connection = connect(GET + b"\r\n")
    assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200")
    connection.sendall(b"GET")
    assert is_closed(connection)


def test_a_slow_but_steady_body_is_received(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.2)
    monkeypatch.setattr(connections, "BODY_RATE", 10)

    def body() -> Iterator[bytes]:
        yield b'{"text": "(;FF[4]GM[11]SZ[5];B[a1])"'
        time.sleep(1.0)
        yield b"}"

    answer = visitor.http.post("/api/records", content=body(), headers={"Content-Type": "application/json"})
    assert len(answer.json()["games"]) == 1


def test_a_stream_has_no_time_limit(visitor: Any, connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.2)
    name = visitor.open("human", "human")
    stream = connect(f"GET /api/rooms/{name}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    until(lambda: b"thinking" in stream.recv(1 << 16))
    time.sleep(0.5)
    visitor.post(f"/rooms/{name}/resign", {"side": 0})
    until(lambda: b"ended" in stream.recv(1 << 16))


def test_a_client_that_reads_nothing_is_given_up(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "STALL_SECONDS", 0.2)
    reader = connect((b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") * 200)
    own = reader.getsockname()[1]
    until(lambda: f"127.0.0.1:{own}" not in _established())


def _established() -> set[str]:
    """The other ends of the connections of this machine that are open."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return {f"127.0.0.1:{int(remote.partition(':')[2], 16)}" for _, _, remote, state, *_ in lines if state == "01"}


def test_a_connection_too_many_replaces_the_oldest_that_waits(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 20)
    visitor = start().visitor
    name = visitor.open("human", "human")
    port = int(visitor.address.rpartition(":")[2].rstrip("/"))
    with ExitStack() as stack:
        stream = stack.enter_context(visitor.http.stream("GET", f"/api/rooms/{name}/events"))
        lines = stream.iter_lines()
        next(lines)
        waiting = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)) for _ in range(50)
        ]
        assert all(map(is_closed, waiting[:40]))
        assert visitor.get("/rooms")[0]["id"] == name  # another one too many, which sends its request
        visitor.post(f"/rooms/{name}/resign", {"side": 0})
        assert any("resigned" in line for line in lines)


class FakeConnection:
    """A connection as the limits see it."""

    def __init__(self, address: str, *, is_waiting: bool) -> None:
        self.address = address
        self.is_waiting = is_waiting
        self.is_open = True

    def abort(self) -> None:
        self.is_open = self.is_waiting = False


def test_each_client_has_its_share_of_the_connections() -> None:
    limits: Any = ConnectionLimits(40)
    assert (limits.most, limits.most_each) == (20, 10)
    opened: list[FakeConnection] = []

    def add(address: str, *, is_waiting: bool) -> FakeConnection:
        added = FakeConnection(address, is_waiting=is_waiting)
        opened.append(added)
        limits.add(added)
        for connection in [one for one in opened if not one.is_open]:
            limits.remove(connection)
            opened.remove(connection)
        return added

    greedy = [add("greedy", is_waiting=False) for _ in range(10)]
    assert not add("greedy", is_waiting=True).is_open
    assert opened == greedy
    busy = [add("busy", is_waiting=False) for _ in range(9)]
    waiting = add("busy", is_waiting=True)
    other = add("other", is_waiting=False)
    assert opened == [*greedy, *busy, other]
    assert not waiting.is_open
    assert not add("other", is_waiting=True).is_open  # all others are at work
    greedy[3].is_waiting = True
    assert add("other", is_waiting=True).is_open
    assert not greedy[3].is_open


@pytest.fixture
def descriptors() -> Iterator[tuple[int, int]]:
    """The limits of this process, which are restored after the test."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield limits
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)


def test_a_server_may_open_as_many_files_as_the_system_lets_it(descriptors: tuple[int, int]) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, descriptors[1]))
    most = raise_descriptor_limit()
    assert most == resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    assert most > 512
    for few in (100, 1024, 1 << 16):
        assert few // 2 <= few - ConnectionLimits(few).most


def test_games_go_on_when_descriptors_have_run_out(
    visitor: Any, descriptors: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = threading.Event()

    def sleep(seconds: float) -> None:
        waits.set()
        time.sleep(seconds)

    monkeypatch.setattr(guard, "time", SimpleNamespace(monotonic=time.monotonic, sleep=sleep))
    name = visitor.open(f"kth:{BOT}", f"kth:{BOT}", games=3)
    visitor.log(name, until=lambda events: any(event["type"] == "moved" for event in events))
    resource.setrlimit(resource.RLIMIT_NOFILE, (8, descriptors[1]))  # all lower ones are in use
    assert waits.wait(PATIENCE)
    resource.setrlimit(resource.RLIMIT_NOFILE, descriptors)
    events = visitor.log(name, until=lambda found: sum(event["type"] == "ended" for event in found) == 3)
    outcomes = [event["outcome"] for event in events if event["type"] == "ended"]
    assert "interrupted" not in [outcome["termination"] for outcome in outcomes], outcomes
