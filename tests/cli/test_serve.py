"""The server as a user starts it; what it does is tested in tests/web."""

import os
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
