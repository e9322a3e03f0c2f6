"""Requests of every shape that the API's own description allows, and others: no answer may say that it is our fault."""

from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

ENDLESS = r"/(rooms|tournaments)/\{name\}/(events|wall)$"
LONGEST_QUERY = 5000
"""Number of characters of a query up to which its URL is accepted by all HTTP servers, if each takes 12 in the URL."""
CUP = {
    "id": "cup",
    "agents": [{"id": name, "type": "engine", "engine": "random"} for name in ("anna", "bert")],
    "tournamentType": "roundRobin",
    "timeLimit": 1000,
}
bounded = settings(max_examples=3, deadline=None, database=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_nothing_that_is_asked_for_is_our_fault(
    visitor: Any, mode: GenerationMode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crownbridge.web.routes.rooms.HINT_SECONDS", 0.01)
    human = visitor.open("human", "human")
    assert visitor.post("/tournaments", {"config": CUP}).status_code == 201
    schema = schemathesis.openapi.from_url(f"{visitor.address}/api/openapi.json").exclude(path_regex=ENDLESS)
    operations: list[Any] = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]
    assert len(operations) > 15
    statuses: dict[str, set[int]] = {}
    for operation in operations:

        @bounded
        @given(case=operation.as_strategy(generation_mode=mode), game=st.sampled_from(["checkers", "hex"]))
        def ask(case: Any, game: str, seen: set[int]) -> None:
            if "name" in (case.path_parameters or {}) and case.method != "DELETE":
                case.path_parameters["name"] = "cup" if "/tournaments/" in case.path else human  # what is there
            if case.query and "game" in case.query:
                case.query |= {"game": game, "seconds": 0.01} if case.path == "/api/think" else {"game": game}
            if isinstance(case.body, dict) and "game" in case.body:
                case.body["game"] = game
                if "players" in case.body:
                    case.body |= {"players": ["human", "random"], "relay": False, "run": False}
            assume(len(str(case.query)) < LONGEST_QUERY)
            answer = case.call(base_url=visitor.address)
            assert answer.status_code < 500, (case.method, case.path, case.body, answer.text)
            seen.add(answer.status_code)

        with suppress(Unsatisfiable):  # what takes nothing cannot be asked wrongly
            ask(seen=statuses.setdefault(operation.label, set()))
    if mode is GenerationMode.POSITIVE:
        assert 201 in statuses["POST /api/rooms"]
        assert 200 in statuses["POST /api/positions"]
        assert 200 in statuses["GET /api/think"]
        assert 200 in statuses["GET /api/insight"]
        assert 200 in statuses["GET /api/tournaments/{name}/games"]
        assert 201 in statuses["POST /api/analyses"]
