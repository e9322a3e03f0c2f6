"""`crownbridge match --save`: games are added to a file, and nothing that was there is lost."""

import subprocess
from pathlib import Path

import pytest
from tests import forked

from crownbridge.records import ReadGame, read_file

CHECKERS = ("random", "random", "--per-move", "10")
HEX = (*CHECKERS, "--game", "hex", "--size", "3")


def match(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return forked.run("match", *arguments)


def games(file: Path) -> int:
    found = list(read_file(file))
    assert all(isinstance(entry, ReadGame) for entry in found)
    return len(found)


@pytest.mark.parametrize(
    ("name", "players"),
    [("games.jsonl", HEX), ("games.pdn", CHECKERS), ("games.sgf", HEX), ("games.hexworld", HEX), ("games", CHECKERS)],
)
def test_a_second_match_is_appended(tmp_path: Path, name: str, players: tuple[str, ...]) -> None:
    file = tmp_path / name
    for number in (1, 2):
        before = file.read_bytes() if file.exists() else b""
        done = match(*players, "--save", file)
        assert done.returncode == 0, done.stderr
        assert file.read_bytes().startswith(before)
        assert games(file) == 2 * number


def test_a_sequential_test_appends_too(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert match(*HEX, "--save", file).returncode == 0
    done = match("hex:3", "random", "--size", "5", "--sprt", "0", "300", "--save", file)
    assert done.returncode == 0, done.stderr
    assert games(file) == 2 + int(done.stdout.split()[0])


@pytest.mark.parametrize("sprt", [(), ("--sprt", "0", "300")])
@pytest.mark.parametrize(
    ("name", "contents"),
    [("notes.txt", "my notes\n"), ("games.pdn", '{"version": 1}\n'), ("games.jsonl", "\0\1")],
)
def test_another_file_is_not_touched(tmp_path: Path, name: str, contents: str, sprt: tuple[str, ...]) -> None:
    file = tmp_path / name
    file.write_text(contents)
    done = match("checkers:1", "random", "--per-move", "10", "--save", file, *sprt)
    assert done.returncode == 2
    assert "choose another name" in done.stderr
    assert file.read_text() == contents
    assert done.stdout == ""


def test_a_game_is_added_after_an_unfinished_line(tmp_path: Path) -> None:
    """As a kill in the middle of writing leaves it."""
    file = tmp_path / "games.jsonl"
    assert match(*HEX, "--save", file).returncode == 0
    whole = file.read_bytes()
    file.write_bytes(whole + whole[:50])
    assert match(*HEX, "--save", file).returncode == 0
    found = list(read_file(file))
    assert [isinstance(entry, ReadGame) for entry in found] == [True, True, False, True, True]


def test_a_format_of_another_game_is_refused_before_the_first_game(tmp_path: Path) -> None:
    done = match(*HEX, "--save", tmp_path / "games.pdn")
    assert done.returncode == 2
    assert "PDN supports only checkers" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_device_can_be_written() -> None:
    assert match(*HEX, "--save", "/dev/null").returncode == 0
