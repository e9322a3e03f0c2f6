"""The event loop waits for no file: a slow disk would hold up all watchers."""

import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from crownbridge.web.static_files import STATIC

_opened: list[tuple[int, str]] | None = None


def _note(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open" and _opened is not None and isinstance(arguments[0], str | bytes | Path):
        _opened.append((threading.get_ident(), str(arguments[0])))


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """The files that are opened from now on, each with its thread."""
    sys.addaudithook(_note)  # it stays for ever, and does nothing after the test
    found: list[tuple[int, str]] = []
    monkeypatch.setattr(sys.modules[__name__], "_opened", found)
    return found


def test_files_are_not_read_on_the_event_loop(start: Any, opened: list[tuple[int, str]], tmp_path: Path) -> None:
    running = start()
    visitor, loop = running.visitor, running.thread.ident
    name = visitor.open("random", "random", game="hex", options={"size": 3})
    visitor.until_over(name)
    for path in ("/rooms", f"/rooms/{name}", f"/rooms/{name}/games/1", "/tournaments", "/catalogue"):
        visitor.get(path)
    visitor.http.get("/")
    asset = next(STATIC.glob("assets/*"), STATIC / "index.html")
    visitor.http.get(f"/{asset.relative_to(STATIC)}")
    read = [(thread, path) for thread, path in opened if path.startswith((str(tmp_path), str(STATIC)))]
    assert any(f"{name}.jsonl" in path for _, path in read)
    assert [path for thread, path in read if thread == loop] == []
