"""Finished analyses of games are stored."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crownbridge.web.live_analysis import analysis_cache
from crownbridge.web.live_analysis.analysis_cache import AnalysisCache

GAME = {"game": "checkers", "moves": ["11-15", "23-19"], "seconds": 0.01}


def messages(visitor: Any, body: dict[str, Any]) -> str:
    answer = visitor.post("/analyses", body)
    assert answer.status_code == 201, answer.text
    text: str = visitor.http.get(f"/api/analyses/{answer.json()['id']}/events").text
    return text


def test_a_finished_analysis_comes_back_after_a_restart(start: Callable[..., Any]) -> None:
    first = start()
    assert first.visitor.post("/analyses", {**GAME, "cached": True}).status_code == 204
    said = messages(first.visitor, GAME)
    assert said.count("event: annotation") == 2
    assert messages(first.visitor, {**GAME, "cached": True}) == said
    first.end()
    second = start().visitor
    assert messages(second, {**GAME, "cached": True}) == said
    assert messages(second, GAME) == said
    for other in ({"seconds": 0.02}, {"moves": ["11-15"]}, {"options": {"counter": 0}}):
        assert second.post("/analyses", {**GAME, **other, "cached": True}).status_code == 204, other


def test_an_analysis_that_was_ended_is_not_stored(visitor: Any) -> None:
    body = {**GAME, "seconds": 60}
    name = visitor.post("/analyses", body).json()["id"]
    visitor.http.delete(f"/api/analyses/{name}")
    assert '"complete":false' in visitor.http.get(f"/api/analyses/{name}/events").text
    assert visitor.post("/analyses", {**body, "cached": True}).status_code == 204


def test_the_analyses_that_were_used_least_recently_are_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = AnalysisCache(tmp_path)
    monkeypatch.setattr(analysis_cache, "MOST_MEGABYTES", 0.0025)
    for number, key in enumerate("ab"):
        cache.store(key, [b"x" * 1000])
        os.utime(tmp_path / "analyses" / f"{key}.analysis", (number, number))
    assert cache.load("a") == [b"x" * 1000], "and used"
    cache.store("c", [b"x" * 1000])
    assert (cache.load("a") is None, cache.load("b") is None, cache.load("c") is None) == (False, True, False)


def test_a_damaged_file_is_ignored(tmp_path: Path) -> None:
    cache = AnalysisCache(tmp_path)
    for content in (b"", b"\xff", b"{}", b"[1]", b"1"):
        (tmp_path / "analyses" / "a.analysis").write_bytes(content)
        assert not cache.load("a")
