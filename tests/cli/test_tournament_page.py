"""A tournament whose file says `visualize`, started from a terminal."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx

COMMAND = Path(sys.executable).with_name("crownbridge")
PATIENCE = 30.0


def test_it_is_played_before_the_browser(tmp_path: Path) -> None:
    given = {
        "id": "first cup",
        "agents": [{"id": name, "type": "engine", "engine": "random"} for name in ("anna", "bert")],
        "tournamentType": "roundRobin",
        "timeLimit": 1000,
        "visualize": True,
    }
    (tmp_path / "cup.json").write_text(json.dumps(given))
    terminal, theirs = pty.openpty()
    process = subprocess.Popen(
        [str(COMMAND), "tournament", "cup.json"],
        cwd=tmp_path,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "BROWSER": "true", "COLUMNS": "200"},
    )
    try:
        os.close(theirs)
        said = b""
        while not (found := re.search(rb"is running at (\S+)/tournaments/first%20cup ", said)):
            said += os.read(terminal, 1000)
        address, deadline = found[1].decode(), time.monotonic() + PATIENCE
        while httpx.get(f"{address}/api/tournaments/first cup").json()["state"] != "over":
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        rest = b""
        while part := _read(terminal):
            rest += part
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()
        os.close(terminal)
    assert b"2 games" in rest
    assert b"anna" in rest
    assert sorted(path.name for path in (tmp_path / "data" / "tournament_logs" / "first cup").iterdir()) == [
        "anna.json",
        "bert.json",
    ]


def _read(terminal: int) -> bytes:
    """Return the next output; empty at its end."""
    try:
        return os.read(terminal, 1000)
    except OSError:
        return b""
