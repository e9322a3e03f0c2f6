"""`crownbridge match --sprt`."""

import os
import signal
import subprocess
import sysconfig
import time
from pathlib import Path

import pytest
from tests import forked

from crownbridge.arena import TimeControl
from crownbridge.cli.support.match_file import match_file
from crownbridge.cli.support.sprt import _config, _ids
from crownbridge.games import Hex
from crownbridge.players.process import LaunchOptions, Limits, Sandbox
from crownbridge.records import json_lines
from crownbridge.tournaments.config import Agent

CONFINED = LaunchOptions(sandbox=Sandbox.LIMITS)
PROGRAM = Path(sysconfig.get_path("scripts"), "crownbridge")
QUICK = ("--game", "hex", "--size", "5", "--sprt", "0", "100")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which matches are kept until they are decided."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "crownbridge" / "matches"


def match(*arguments: str) -> subprocess.CompletedProcess[str]:
    return forked.run("match", *arguments)


def interrupted(saved: Path, games: int, *arguments: str) -> str:
    """Run a match, interrupt it after a number of games, and return its output."""
    with subprocess.Popen(
        [PROGRAM, "match", *arguments, "--save", saved], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        while process.poll() is None and count(saved) < games:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        return process.communicate()[0]


def count(saved: Path) -> int:
    return saved.read_bytes().count(b"\n") if saved.exists() else 0


@pytest.mark.parametrize(
    ("players", "says"),
    [
        (("hex:4", "random"), "H1 accepted: hex:4 is stronger than random: the Elo difference is 100 rather than 0"),
        (("random", "hex:4"), "H0 accepted: the Elo difference of random and hex:4 is 0 rather than 100"),
    ],
)
def test_it_stops_by_itself(tmp_path: Path, players: tuple[str, str], says: str) -> None:
    saved = tmp_path / "games.jsonl"
    done = match(*players, *QUICK, "--save", str(saved))
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()
    assert told[-1] == says
    assert f"{len(list(json_lines.read(saved.read_text().splitlines())))} games" == told[0]


@pytest.mark.parametrize("length", range(1, 130))
def test_players_of_any_length_have_names_that_a_tournament_takes(length: int) -> None:
    for end in ("x", ".", " ", "/."):
        one, other = _ids(("x" * length + end + " ./y", "x" * length + end + "z" * 100))
        assert one != other
        for name in (one, other):
            assert Agent(id=name, type="engine", engine="random").id == name


def test_agents_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of whatever path."""
    folder = tmp_path / ("long " * 30)
    folder.mkdir()
    for place, level in ((folder / "strong.json", 10), (tmp_path / "weak.json", 1)):
        place.write_text(f'{{"level": {level}, "depth": 3, "tables": false, "hash_megabytes": 1}}')
    monkeypatch.chdir(folder)
    done = match("./strong.json", "../weak.json", "--sprt", "0", "200", "--per-move", "0.1")
    assert done.returncode == 0, done.stderr
    assert "./strong.json is stronger than ../weak.json" in done.stdout
    assert match(str(folder / "strong.json"), "random", "--sprt", "0", "200", "--per-move", "0.1").returncode == 0


def test_programs_run_where_and_as_they_are_told(tmp_path: Path) -> None:
    """A program that is found in its folder only; it answers nothing, and loses every game."""
    program = tmp_path / "mute"
    program.write_text("#!/bin/sh\ntouch seen\n")
    program.chmod(0o755)
    done = match(
        "random", "htp:./mute", *QUICK, "--folder", str(tmp_path), "--sandbox", "limits", "--cpu", "5", "--write"
    )
    assert done.returncode == 0, done.stderr
    assert "random is stronger than htp:./mute" in done.stdout
    assert "htp:./mute lost" in done.stdout
    assert (tmp_path / "seen").exists()


def test_limits_are_passed_on_in_mebibytes() -> None:
    limits = Limits(address_space=1000 << 20, cpu_seconds=7, processes=8, file_size=90 << 20)
    options = LaunchOptions(sandbox=Sandbox.LIMITS, limits=limits)
    sandbox = _config(("hex:1", "hex:2"), Hex(3), (0.0, 5.0), TimeControl(1.0), options, most=None).sandbox
    assert (sandbox.memory, sandbox.cpu, sandbox.processes, sandbox.file_size) == (1000, 7, 8, 90)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("hex:3", "hex:3", *QUICK), "the same name"),
        (("hex:3", "human", *QUICK), "human"),
        (("hex:3", "htp:./none", *QUICK), "program './none' not found"),
    ],
)
def test_bad_input_plays_nothing(arguments: tuple[str, ...], says: str) -> None:
    done = match(*arguments)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stdout == ""


def test_players_may_have_any_name(tmp_path: Path) -> None:
    """Names that begin with a dot, are too long for a tournament, or end as files of agents do."""
    folder = tmp_path / ("deep" * 30)
    folder.mkdir()
    (folder / "mute").write_text("#!/bin/sh\n")
    (folder / "mute").chmod(0o755)
    long, dotted = f"htp:{folder}/mute", "htp:./mute settings.json"
    done = match(long, dotted, *QUICK, "--folder", str(folder), "--games", "8")
    assert done.returncode == 0, done.stderr
    assert "neither hypothesis accepted" in done.stdout
    assert f"\n{long}: " in done.stdout
    assert done.stdout.startswith("8 games\n")
    cut_at_a_space = f"htp:./mute -{'b ' * 60}c"
    assert match(cut_at_a_space, "random", *QUICK, "--folder", str(folder), "--games", "2").returncode == 0
    done = match("./libnone.so:3", "random", *QUICK)
    assert done.returncode == 2
    assert 'there is no file "./libnone.so:3"' in done.stderr


def test_an_interrupted_match_is_resumed_by_the_same_command(tmp_path: Path, data: Path) -> None:
    """Every game is played and saved once; a decided match leaves nothing behind."""
    even = ("hex:1", "hex:2", "--size", "3", "--sprt", "-1", "1", "--games", "400")
    saved = tmp_path / "games.jsonl"
    told = interrupted(saved, 4, *even)
    assert "more games are expected" in told
    assert "the same command resumes the match" in told
    before = count(saved)
    assert 4 <= before < 400
    assert list(data.glob("*.db"))
    done = match(*even, "--save", str(saved))
    assert done.returncode == 0, done.stderr
    assert f"resuming after {before} games" in done.stderr
    total = int(done.stdout.split()[0])
    assert before < total == count(saved)
    assert list(data.glob("*.db*")) == []


def test_a_rebuilt_program_and_another_match_start_from_the_beginning(tmp_path: Path) -> None:
    """The file of a match is that of its options, its folder and its programs as they are."""
    program = tmp_path / "bot"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)

    def file(elo1: float = 5.0) -> Path:
        around = LaunchOptions(tmp_path, sandbox=Sandbox.LIMITS)
        config = _config(("random", "htp:./bot -v"), Hex(5), (0.0, elo1), TimeControl(1.0), around, most=None)
        with match_file(config, restart=False) as found:
            return found.path

    first = file()
    assert file() == first
    assert file(elo1=6.0) != first
    program.write_text("#!/bin/sh\n# another\n")
    assert file() != first


def test_the_same_match_at_the_same_time_has_a_file_of_its_own(data: Path) -> None:
    config = _config(("hex:1", "hex:2"), Hex(3), (0.0, 5.0), TimeControl(1.0), CONFINED, most=None)
    with match_file(config, restart=False) as one, match_file(config, restart=False) as other:
        assert one.path.parent == data
        assert other.path.parent != data
        assert (one.is_kept, other.is_kept) == (True, False)
    assert not other.path.parent.exists()


def test_a_restarted_match_is_locked_too(data: Path) -> None:
    config = _config(("hex:1", "hex:2"), Hex(3), (0.0, 5.0), TimeControl(1.0), CONFINED, most=None)
    with match_file(config, restart=True) as one:
        one.path.touch()
        with match_file(config, restart=True) as other:
            assert other.path.parent != data
        assert one.path.exists()


def test_an_old_match_is_deleted() -> None:
    config = _config(("hex:1", "hex:2"), Hex(3), (0.0, 5.0), TimeControl(1.0), CONFINED, most=None)
    with match_file(config, restart=False) as file:
        file.path.touch()
    with match_file(config, restart=False) as again:
        assert again.path.exists()
    os.utime(file.path, (0, 0))
    with match_file(config, restart=False) as again:
        assert not again.path.exists()


def test_restart_forgets_an_interrupted_match(tmp_path: Path, data: Path) -> None:
    even = ("hex:1", "hex:2", "--size", "3", "--sprt", "-1", "1", "--games", "400")
    interrupted(tmp_path / "games.jsonl", 2, *even)
    assert list(data.glob("*.db"))
    done = match(*even, "--restart")
    assert done.returncode == 0, done.stderr
    assert "resuming" not in done.stderr


def test_the_warning_about_an_agent_is_given_once(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"level": 1, "depth": 1, "tables": false, "odd": 1}')
    done = match(str(tmp_path / "a.json"), "random", "--sprt", "0", "300", "--games", "4", "--per-move", "5")
    assert done.returncode == 0
    warning = f"crownbridge: warning: {tmp_path / 'a.json'}: odd: unknown key; it has no effect\n"
    assert done.stderr == warning
