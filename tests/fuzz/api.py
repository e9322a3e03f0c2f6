"""The web API: requests of every shape that its own description allows, and others. No answer may be our fault."""

import random
import tempfile
import threading
import time
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from tests.fuzz.trial import Trial

from crownbridge.web.routes import rooms
from crownbridge.web.server import Server
from crownbridge.web.settings import Settings

ENDLESS = r"/(rooms|tournaments)/\{name\}/(events|wall)$"
CUP = {
    "id": "cup",
    "agents": [{"id": name, "type": "engine", "engine": "random"} for name in ("anna", "bert")],
    "tournamentType": "roundRobin",
    "timeLimit": 1000,
}
EXAMPLES = 30
"""Of one operation in one trial."""


class _Site:
    """A server in a thread of this process, with a room and a tournament."""

    def __init__(self) -> None:
        rooms.HINT_SECONDS = 0.01
        self._open = ExitStack()
        folder = Path(self._open.enter_context(tempfile.TemporaryDirectory()))
        self._server = Server(Settings(data=folder), 0)
        self._thread = threading.Thread(target=self._server.serve_until_interrupted)
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        self.address = self._server.address("").partition("?")[0]
        asked = {"game": "checkers", "players": ["human", "human"]}
        self.room = httpx.post(f"{self.address}/api/rooms", json=asked).json()["id"]
        httpx.post(f"{self.address}/api/tournaments", json={"config": CUP}).raise_for_status()
        schema = schemathesis.openapi.from_url(f"{self.address}/api/openapi.json").exclude(path_regex=ENDLESS)
        self.operations: list[Any] = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._open.close()


_site = cache(_Site)


def _run(choose: random.Random) -> None:
    site = _site()
    operation = choose.choice(site.operations)
    mode = choose.choice([GenerationMode.POSITIVE, GenerationMode.NEGATIVE])

    @seed(choose.randrange(2**32))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode), game=st.sampled_from(["checkers", "hex"]))
    def ask(case: Any, game: str) -> None:
        _make_cheap(case, game, site.room)
        answer = case.call(base_url=site.address)
        assert answer.status_code < 500, (case.method, case.path, case.query, case.body, answer.text)

    with suppress(Unsatisfiable):  # what takes nothing cannot be asked wrongly
        ask()


def _make_cheap(case: Any, game: str, room: str) -> None:
    """Ask about what is there, and start no programs."""
    if "name" in (case.path_parameters or {}) and case.method != "DELETE":
        case.path_parameters["name"] = "cup" if "/tournaments/" in case.path else room
    if case.query and "game" in case.query:
        case.query |= {"game": game, "seconds": 0.01} if case.path == "/api/think" else {"game": game}
    if isinstance(case.body, dict) and "game" in case.body:
        case.body["game"] = game
        if "players" in case.body:
            case.body |= {"players": ["human", "random"], "relay": False, "run": False}


def _close() -> None:
    if _site.cache_info().currsize:
        _site().close()


trial = Trial(_run, _close)
