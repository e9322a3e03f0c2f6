"""The server as a user starts it; what it does is tested in tests/web."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from crownbridge.errors import OptionError
from crownbridge.web.server import _bind_socket

COMMAND = Path(sys.executable).with_name("crownbridge")


def test_a_token_need_not_stand_in_the_command_line() -> None:
    """There, all users of the machine can read it."""
    done = subprocess.run(
        [COMMAND, "serve", "--no-browser"],
        env={**os.environ, "CROWNBRIDGE_TOKEN": "short"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert "the token is too short" in done.stderr


def test_ctrl_c_ends_the_server_with_a_message_and_status_0(tmp_path: Path) -> None:
    command: list[str | Path] = [COMMAND, "serve", "--no-browser", "--port", "0", "--data", tmp_path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline().startswith("Crownbridge is running at http://127.0.0.1:")
        assert server.stdout.readline().startswith("Sandbox for programs: ")
        server.send_signal(signal.SIGINT)
        output, errors = server.communicate(timeout=60)
    assert (server.returncode, output.strip(), errors) == (0, "Crownbridge has stopped.", "")


def test_without_a_port_another_is_used_if_the_usual_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr("crownbridge.web.server.PORT", port)
        with _bind_socket("127.0.0.1", None) as other:
            assert other.getsockname()[1] != port
        with pytest.raises(OptionError, match=f"cannot listen on 127.0.0.1:{port}: Address already in use; choose"):
            _bind_socket("127.0.0.1", port)


def test_it_serves_on_when_nobody_reads_its_output(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command: list[str | Path] = [COMMAND, "serve", "--no-browser", "--port", str(port), "--data", tmp_path]
    reading, writing = os.pipe()
    os.close(reading)
    with subprocess.Popen(command, stdout=writing, stderr=subprocess.PIPE, text=True) as server:
        os.close(writing)
        for _ in range(2):  # the second answers after what the start prints
            while status_of(port) != 200:
                assert server.poll() is None
                time.sleep(0.05)
        server.send_signal(signal.SIGINT)
        _, errors = server.communicate(timeout=60)
    assert errors == ""


def status_of(port: int) -> int:
    """Return the status of an answer, or 0 without a server."""
    try:
        return httpx.get(f"http://127.0.0.1:{port}/api/rooms").status_code
    except httpx.TransportError:
        return 0
