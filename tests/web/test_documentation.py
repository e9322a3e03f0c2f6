"""The page about the API lists what there is, and nothing else."""

import re
from pathlib import Path
from typing import Any, get_args

from crownbridge.web.schemas import Event
from crownbridge.web.tournaments.schemas import Event as TournamentEvent

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")


def test_every_request_is_described(visitor: Any) -> None:
    described = set(re.findall(r"^\| `(GET|POST|PUT|DELETE) (/api/[^`]*)` \|", PAGE, re.MULTILINE))
    paths = visitor.http.get("/api/openapi.json").json()["paths"]
    assert described == {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert all(operation["tags"] for methods in paths.values() for operation in methods.values())


def test_every_event_is_described() -> None:
    described = re.findall(r"^\| `([a-z_]+)` \|", PAGE, re.MULTILINE)
    kinds = *get_args(Event), *get_args(TournamentEvent)
    assert described == [kind.model_fields["type"].default for kind in kinds]
