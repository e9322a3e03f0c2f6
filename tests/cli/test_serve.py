"""The server as a user starts it; what it does is tested in tests/web."""

import os
import signal
import subprocess
import sys
from pathlib import Path

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
        assert server.stdout.readline().startswith("Crownbridge is at http://127.0.0.1:")
        assert server.stdout.readline().startswith("Programs are confined by the sandbox ")
        server.send_signal(signal.SIGINT)
        output, errors = server.communicate(timeout=60)
    assert (server.returncode, output.strip(), errors) == (0, "Crownbridge has stopped.", "")
