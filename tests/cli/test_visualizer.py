"""The visualizer as a user starts it; what it shows is tested in tests/web."""

import subprocess
import sys
from pathlib import Path

from tests import forked

BOT = f"{sys.executable} {Path(__file__).parents[2] / 'examples' / 'kth_bot.py'}"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return forked.run(*arguments)


def visualize(*arguments: str) -> subprocess.CompletedProcess[str]:
    return run("visualizer", "--no-browser", "--port", "0", *arguments)


def test_a_game_that_is_run_at_once_and_quit() -> None:
    done = visualize("-1", f"{BOT} init", "-2", BOT, "-r", "-q", "-t", "1")
    assert (done.returncode, done.stderr) == (0, "")
    first, last = done.stdout.splitlines()
    assert "?animate=1&step=1  " in first
    assert last.startswith(("red wins", "white wins", "draw"))


def test_the_last_of_opposite_options_counts() -> None:
    done = visualize("-1", f"{BOT} init", "-2", BOT, "-R", "-r", "-a", "-A", "-q")
    assert "?animate=0&step=500  " in done.stdout


def test_a_game_that_nobody_starts_is_noticed() -> None:
    done = visualize("-1", "/bin/true", "-2", "/bin/true", "-A", "-r", "-q")
    assert done.stderr == "crownbridge: neither command has the argument init, which starts the game\n"


def test_a_window_has_no_place_here() -> None:
    done = visualize(
        "-1", "/nowhere init", "-2", BOT, "-A", "-r", "-q", "-f", "monospace 8", "-m", "-x", "600", "-y", "650"
    )
    assert [line.split()[1] for line in done.stderr.splitlines()] == ["-f", "-m", "-x", "-y"]
    assert "cannot be started" in done.stdout.splitlines()[-1]
    assert done.returncode == 0


def test_what_is_refused() -> None:
    assert visualize("-t", "soon").returncode == 2
    assert run("serve", "--host", "192.0.2.1").stderr.endswith("the environment variable CROWNBRIDGE_TOKEN\n")
    assert run("--host", "192.0.2.1").stderr.endswith("the environment variable CROWNBRIDGE_TOKEN\n")
    assert run("serve", "--program", "mine").stderr.endswith("expected NAME=PROTOCOL:COMMAND\n")
    assert run("serve", "--program", "mine=kth:/nowhere").returncode == 2


def test_help() -> None:
    for option in ("-h", "--help"):
        assert "crownbridge visualizer -1 './playerA init' -2 './playerB' -t 300 -r" in run("visualizer", option).stdout
