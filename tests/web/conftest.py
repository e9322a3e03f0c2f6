"""A server in a thread, and what tests ask of it."""

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from crownbridge.web.server import Server
from crownbridge.web.settings import Settings

ROOT = Path(__file__).parents[2]
BOT = f"{sys.executable} {ROOT / 'examples' / 'kth_bot.py'}"
PATIENCE = 30.0


def until(condition: Callable[[], Any]) -> Any:
    """What the condition comes to, once it holds."""
    deadline = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.01)
    return found


class Visitor:
    """Whoever asks the server for something, as a page or a script does."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.Client(base_url=address, timeout=PATIENCE)
        self._answered: dict[str, int] = {}

    until = staticmethod(until)

    def get(self, path: str) -> Any:
        answer = self.http.get(f"/api{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: Any = None) -> httpx.Response:
        return self.http.post(f"/api{path}", json={} if body is None else body)

    def open(self, *players: str, game: str = "checkers", **setup: Any) -> str:
        answer = self.post("/rooms", {"game": game, "players": players, **setup})
        assert answer.status_code == 201, answer.text
        name: str = answer.json()["id"]
        return name

    def log(self, name: str, after: int = 0, *, until: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
        """The events of a room, until there are enough of them."""
        found: list[dict[str, Any]] = []
        limit = time.monotonic() + PATIENCE
        with self.http.stream("GET", f"/api/rooms/{name}/events", params={"after": after}) as stream:
            for line in stream.iter_lines():
                assert time.monotonic() < limit, found
                if line.startswith("data: "):
                    found += json.loads(line.removeprefix("data: "))
                    if until(found):
                        break
        return found

    def until_over(self, name: str) -> list[dict[str, Any]]:
        return self.log(name, until=lambda events: events[-1]["type"] == "ended")

    def asked(self, name: str, after: int = 0) -> list[dict[str, Any]]:
        """The events up to an unanswered question of a human, or to the end, after so many that are known."""
        after = max(after, self._answered.get(name, 0))

        def waits(events: list[dict[str, Any]]) -> bool:
            if len(events) <= after:
                return False
            return events[-1]["type"] == "ended" or (events[-1]["type"] == "thinking" and bool(events[-1]["legal"]))

        return self.log(name, until=waits)

    def move(self, name: str, text: str | None = None) -> int | None:
        """Makes a move, or the first legal one, when asked; gives the status, or `None` when the game is over."""
        events = self.asked(name)
        if events[-1]["type"] == "ended":
            return None
        ply = next(event["frame"]["ply"] for event in reversed(events) if "frame" in event)
        self._answered[name] = len(events)
        played = text or events[-1]["legal"][0]["text"]
        return self.post(f"/rooms/{name}/moves", {"ply": ply, "move": played}).status_code


class Running:
    """A server in a thread of this process."""

    def __init__(self, settings: Settings) -> None:
        self.server = Server(settings, 0)
        self.thread = threading.Thread(target=self.server.serve_until_interrupted)
        self.thread.start()
        until(lambda: self.server.started or not self.thread.is_alive())
        assert self.server.started
        self.visitor = Visitor(self.server.address("").partition("?")[0])

    def end(self) -> None:
        self.visitor.http.close()
        self.server.should_exit = True
        self.thread.join()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Starts servers, which end with the test."""
    running: list[Running] = []

    def begin(**settings: Any) -> Running:
        running.append(Running(Settings(**{"data": tmp_path, **settings})))
        return running[-1]

    yield begin
    for server in running:
        server.end()


@pytest.fixture
def visitor(start: Callable[..., Running]) -> Visitor:
    return start().visitor


@pytest.fixture
def visit() -> Iterator[Callable[[str], Visitor]]:
    """Visits servers that run elsewhere."""
    visitors: list[Visitor] = []

    def begin(address: str) -> Visitor:
        visitors.append(Visitor(address))
        return visitors[-1]

    yield begin
    for visitor in visitors:
        visitor.http.close()


@pytest.fixture
def bot() -> str:
    """The command line of an honest client."""
    return BOT
