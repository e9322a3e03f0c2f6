"""`crownbridge match --sprt`."""

import subprocess
from pathlib import Path

import pytest
from tests import forked

from crownbridge.cli.sprt import _ids
from crownbridge.records import json_lines
from crownbridge.tournaments.config import Agent

QUICK = ("--game", "hex", "--size", "5", "--sprt", "0", "100")


def match(*arguments: str) -> subprocess.CompletedProcess[str]:
    return forked.run("match", *arguments)


@pytest.mark.parametrize(
    ("players", "says"),
    [
        (("hex:4", "random"), "hex:4 is stronger than random, by 100 Elo rather than by 0"),
        (("random", "hex:4"), "random is not stronger than hex:4 by 100 Elo; 0 fits better"),
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


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("hex:3", "hex:3", *QUICK), "the same name"),
        (("hex:3", "human", *QUICK), "human"),
        (("hex:3", "htp:./none", *QUICK), "there is no program './none'"),
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
    assert f"not clear yet whether {long} is stronger than {dotted}" in done.stdout
    assert done.stdout.startswith("8 games\n")
    cut_at_a_space = f"htp:./mute -{'b ' * 60}c"
    assert match(cut_at_a_space, "random", *QUICK, "--folder", str(folder), "--games", "2").returncode == 0
    done = match("./libnone.so:3", "random", *QUICK)
    assert done.returncode == 2
    assert 'there is no file "./libnone.so:3"' in done.stderr
