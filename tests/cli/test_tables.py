"""`crownbridge tables` as a user meets it."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests import forked
from typer.testing import CliRunner

from crownbridge.cli.checkers.tables import app
from crownbridge.engines.checkers.tables import packaged_folder
from crownbridge.errors import TableError

COMMAND = Path(sys.executable).with_name("crownbridge")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of the user's own."""
    return tmp_path / "tables"


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return forked.run("tables", *arguments, environment={**os.environ, "CROWNBRIDGE_TABLES": str(folder)})


@pytest.mark.parametrize("command", ["build", "show", "verify", "probe"])
def test_help_has_examples(folder: Path, command: str) -> None:
    assert f"crownbridge tables {command}" in run(folder, command, "--help").stdout
    assert f"crownbridge tables {command}" in run(folder, "--help").stdout


@pytest.mark.parametrize("command", ["show", "probe"])
def test_examples_run(folder: Path, command: str) -> None:
    lines = [
        line.split("crownbridge tables ")[1]
        for line in run(folder, command, "--help").stdout.splitlines()
        if "  crownbridge tables " in line
    ]
    examples = [shlex.split(line) for line in lines if "/data/" not in line]
    assert examples
    for example in examples:
        done = run(folder, *example)
        assert (done.returncode, done.stderr) == (0, ""), example


def test_show_lists_the_packaged_tables(folder: Path) -> None:
    done = run(folder, "show")
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [line[0] for line in lines] == ["pieces", "2", "3", "4", "5"]
    assert lines[3][1:7] == ["6,209,316", "2,574,304", "1,717,922", "1,917,090", "87", "43,147"]


def test_probe(folder: Path) -> None:
    done = run(folder, "probe", "B:WK1:BK10,K18")
    assert done.stdout.splitlines()[:2] == ["red to move: won, needs a counter of 17", "    10-6: drawn"]
    assert "a draw with the current counter" in run(folder, "probe", "W........R.......R.............. r 16").stdout
    rounded = run(folder, "probe", "...W............r....R.wR....... r 34").stdout.splitlines()[0]
    assert re.fullmatch(r"red to move: won, needs a counter of \d+ to \d+: perhaps a draw .*", rounded)
    refused = run(folder, "probe", "B:WK1,K2,K3:BK10,K18,K19")
    assert refused.returncode == 2
    assert refused.stderr.endswith("crownbridge tables build --pieces 6\n")


def test_build_says_what_it_takes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNBRIDGE_TABLES", str(folder))
    monkeypatch.setattr("crownbridge.engines.checkers.tables.build", lambda *_args, **_options: None)
    done = CliRunner().invoke(app, ["build", "--threads", "2"])
    assert "about 12 min with 2 threads, 1.2 GB of memory and 0.8 GB of disk." in done.stderr
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=5e8))
    full = CliRunner().invoke(app, ["build", "--threads", "2"])
    assert isinstance(full.exception, TableError)
    assert "only 0.5 GB of free disk space, but building takes 0.8 GB" in str(full.exception)


def test_build_says_nothing_if_all_tables_exist(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(packaged_folder(), folder)
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=0))
    done = CliRunner().invoke(app, ["build", "--pieces", "5", "--folder", str(folder)])
    assert (done.exit_code, done.stderr.strip()) == (0, "")
    assert done.stdout.splitlines() == [str(folder / f"checkers-{pieces}.table") for pieces in (2, 3, 4, 5)]


def test_verify_refuses_impossible_numbers_of_pieces(folder: Path) -> None:
    for pieces, limit in (("1", "greater than or equal to 2"), ("99", "less than or equal to 7")):
        done = run(folder, "verify", "--pieces", pieces)
        assert done.returncode == 2
        assert f"Invalid value for '--pieces': Input should be {limit}\n" in done.stderr


def test_remedies_name_the_folder_that_was_chosen(folder: Path) -> None:
    for command in (["show"], ["verify"], ["probe", "B:WK1:BK10"]):
        done = run(folder, *command, "--folder", str(folder / "a b"))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            f"crownbridge: there are no endgame tables in {folder}/a b; build them with: "
            f"crownbridge tables build --pieces 4 --folder '{folder}/a b'\n"
        )
    folder.mkdir()
    shutil.copy(packaged_folder() / "checkers-2.table", folder)
    remedy = f"crownbridge tables build --pieces 3 --folder {folder}\n"
    for command in (["verify", "--pieces", "3"], ["probe", "B:WK1:BK10,K18"]):
        assert run(folder, *command, "--folder", str(folder)).stderr.endswith(remedy)


def test_a_build_that_was_ended_by_ctrl_c_goes_on(folder: Path) -> None:
    folder.mkdir()
    arguments = [str(COMMAND), "tables", "build", "--pieces", "5", "--folder", str(folder)]
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    parts = folder / "checkers-5.table.parts"
    while not parts.exists() or not list(parts.glob("*.table")):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    assert list(parts.glob("*.table"))
    shown = run(folder, "show", "--folder", str(folder)).stdout.splitlines()
    assert [line[5] for line in shown[1:]] == ["2", "3", "4"]


def test_verify_and_damage(folder: Path) -> None:
    folder.mkdir()
    for pieces in (2, 3):
        shutil.copy(packaged_folder() / f"checkers-{pieces}.table", folder)
    here = ("--folder", str(folder))
    assert run(folder, "verify", *here).stdout.splitlines()[-1] == "3 pieces: 173,260 positions are correct"
    damaged = folder / "checkers-3.table"
    damaged.write_bytes(damaged.read_bytes()[:-8])
    for command in (["verify"], ["show"], ["probe", "B:WK1:BK10,K18"]):
        done = run(folder, *command, *here)
        assert done.returncode == 2
        assert f"crownbridge: {damaged} is truncated; rebuild it with: " in done.stderr
        assert f"crownbridge tables build --pieces 3 --folder {folder}\n" in done.stderr
    for command in (["verify", "--pieces", "3", "--every", "100"], ["probe", "B:WK1:BK10,K18"]):
        assert run(folder, *command).returncode == 0  # with the table of the package
    assert run(folder, "build", "--pieces", "3").returncode == 0
    assert run(folder, "verify", *here).returncode == 0
