"""`make run` as a user ends it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_ctrl_c_ends_make_run_without_an_error(tmp_path: Path) -> None:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}  # by `make test`
    surroundings = {**inherited, "BROWSER": "true", "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(
        ["make", "--no-print-directory", f"PYTHON={sys.executable}", "run"],  # noqa: S607 (whichever make the user has)
        cwd=ROOT,
        env=surroundings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as make:
        assert make.stdout is not None
        assert any(line.startswith("Crownbridge is running at http://127.0.0.1:") for line in make.stdout)
        assert make.stdout.readline().startswith("Sandbox for programs: ")
        os.killpg(make.pid, signal.SIGINT)
        assert make.stdout.read().strip() == "Crownbridge has stopped."
