"""`crownbridge tune` as a user meets it."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests import forked
from typer.testing import CliRunner

from crownbridge.arena import TimeControl
from crownbridge.cli.checkers import tune
from crownbridge.engines.checkers import Hyperparameters, load, save
from crownbridge.games import Checkers
from crownbridge.players.process import DEFAULT_LAUNCH

COMMAND = Path(sys.executable).with_name("crownbridge")
SHALLOW = ("--depth", "1", "--games", "4", "--jobs", "2")
TWO = ("--parameter", "king_value=50:250", "--parameter", "trade_bonus=0:10:1")
PATIENCE = 60


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save(Hyperparameters(name="mine", evaluation="piece-tables", tables=False, hash_megabytes=1), "mine.json")


def run(*arguments: str, status: int = 0) -> subprocess.CompletedProcess[str]:
    done = forked.run("tune", *arguments)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    return done


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [COMMAND, "tune", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def played() -> int:
    """The games that are stored."""
    try:
        with closing(sqlite3.connect("file:mine-tuned.tuning.db?mode=ro", uri=True)) as database:
            return int(database.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.Error:
        return 0


def test_the_time_per_move_is_given_in_milliseconds() -> None:
    assert [tune._config(1, seconds).time_per_move for seconds in (2.5, 0.0001, None)] == [2500, 1, None]  # noqa: SLF001


def test_a_tuning_from_file_to_file() -> None:
    before = Path("mine.json").read_bytes()
    told = run("mine.json", *SHALLOW, *TWO, "--iterations", "5", "--per-move", "0.5").stdout.splitlines()
    tuned = load("mine-tuned.json")
    assert tuned.king_value is not None
    assert told == [
        "5 of 5 iterations",
        f"king_value: 130 -> {tuned.king_value:.4g}",
        f"trade_bonus: 0 -> {tuned.trade_bonus:.4g}",
        "wrote mine-tuned.json; test whether it is stronger with:",
        "  crownbridge match mine-tuned.json mine.json --sprt 0 5 --per-move 0.5",
    ]
    assert (tuned.king_value, tuned.trade_bonus) != (130, 0)
    assert (tuned.depth, tuned.name, tuned.man_table) == (None, "mine", (0,) * 32)
    assert Path("mine.json").read_bytes() == before


def test_all_worths_by_default_and_a_line_an_iteration() -> None:
    done = run("mine.json", *SHALLOW, "--iterations", "3", "--json", "--output", "better.json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert ([line["iteration"] for line in lines], done.stderr) == ([1, 2, 3], "")
    assert len(lines[-1]["values"]) == 62
    assert load("better.json").king_table[3] == lines[-1]["values"]["king_table[3]"]
    assert run("mine.json", *SHALLOW, "--iterations", "3", "--json", "--output", "better.json").stdout == ""


def test_killed_at_any_moment_it_comes_to_the_same_values() -> None:
    """With a fixed depth the engine repeats itself, so that nothing but the games decides."""
    arguments = ("mine.json", *SHALLOW, *TWO, "--iterations", "12", "--json")
    chance = random.Random(6)
    for _ in range(3):
        process = start(*arguments)
        assert process.stdout
        for _ in range(chance.randrange(1, 4)):
            process.stdout.readline()
        time.sleep(chance.uniform(0, 0.02))
        process.kill()
        process.communicate()
    assert not Path("mine-tuned.json").exists()
    lines = len(run(*arguments).stdout.splitlines())
    assert 0 < lines < 12
    run(*arguments, "--output", "whole.json")
    assert Path("whole.json").read_text() == Path("mine-tuned.json").read_text()


def test_interrupted_it_writes_what_it_has_and_goes_on() -> None:
    arguments = ("mine.json", *SHALLOW, *TWO, "--iterations", "100000", "--json")
    process = start(*arguments)
    assert process.stdout
    first = json.loads(process.stdout.readline())
    os.killpg(process.pid, signal.SIGINT)
    rest, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (0, "")
    last = json.loads(rest.splitlines()[-1]) if rest else first
    assert load("mine-tuned.json").king_value == last["values"]["king_value"]
    process = start(*arguments)
    assert process.stdout
    assert json.loads(process.stdout.readline())["iteration"] == last["iteration"] + 1
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=PATIENCE)


def test_interrupted_it_says_how_to_go_on() -> None:
    process = start("mine.json", *SHALLOW, *TWO, "--iterations", "100000")
    limit = time.monotonic() + PATIENCE
    while not played():
        assert time.monotonic() < limit
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (0, "")
    assert "the same command resumes it" in output


def test_other_settings_are_explained_and_not_mixed_in() -> None:
    run("mine.json", *SHALLOW, *TWO, "--iterations", "1")
    before = Path("mine-tuned.json").read_text()
    told = run("mine.json", *SHALLOW, *TWO, "--iterations", "1", "--seed", "3", status=2).stderr
    assert "seed was 0 and is 3" in told
    save(Hyperparameters(evaluation="piece-tables", tables=False, hash_megabytes=1, king_value=150), "mine.json")
    told = run("mine.json", *SHALLOW, *TWO, "--iterations", "1", status=2).stderr
    assert "agent.king_value was null and is 150" in told
    assert Path("mine-tuned.json").read_text() == before


def test_a_file_that_is_there_is_kept() -> None:
    Path("other.json").write_text("mine too", "utf-8")
    few = ("mine.json", *SHALLOW, *TWO, "--iterations", "1", "--output")
    assert "--force" in run(*few, "other.json", status=2).stderr
    assert "choose another file with --output" in run(*few, "./mine.json", status=2).stderr
    assert Path("other.json").read_text("utf-8") == "mine too"
    run(*few, "other.json", "--force")
    assert load("other.json")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--games", "3"), "even"),
        (("--parameter", "depth=1:9"), "'depth' cannot be tuned"),
        (("--output", "tuned.txt"), "tuned.txt.json"),
    ],
)
def test_bad_input_plays_nothing(arguments: tuple[str, ...], says: str) -> None:
    done = run("mine.json", *arguments, status=2)
    assert says in done.stderr
    assert list(Path().iterdir()) == [Path("mine.json")]


def test_at_its_end_the_tuned_agent_is_tested_against_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    tests: list[tuple[Any, ...]] = []
    monkeypatch.setattr("crownbridge.cli.checkers.tune.sprt_match", lambda *match: tests.append(match))
    for extra in ([], ["--verify"], ["--verify", "--per-move", "0.5", "--output", "other.json"]):
        done = CliRunner().invoke(tune.app, ["mine.json", *SHALLOW, *TWO, "--iterations", "1", *extra])
        assert done.exit_code == 0, done.output
    assert tests == [
        (("mine-tuned.json", "mine.json"), Checkers(), (0, 5), TimeControl(per_move=0.1), DEFAULT_LAUNCH),
        (("other.json", "mine.json"), Checkers(), (0, 5), TimeControl(per_move=0.5), DEFAULT_LAUNCH),
    ]
