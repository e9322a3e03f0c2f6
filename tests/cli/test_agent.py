"""`crownbridge agent`, as a user meets it."""

import subprocess
import sys
from pathlib import Path

import pytest
import typer
from tests import forked

from crownbridge.arena import Referee, TimeControl
from crownbridge.cli import AGENT_COMMANDS
from crownbridge.cli.checkers import agent
from crownbridge.games import Checkers
from crownbridge.players import RandomPlayer, player_named

COMMAND = Path(sys.executable).with_name("crownbridge")
START = "\n".join([". b . b . b . b", "b . b . b . b .", ". b . b . b . b", *[". . . . . . . ."] * 2])
START += "\nw . w . w . w .\n. w . w . w . w\nw . w . w . w .\n"


def run(*arguments: str, folder: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    return forked.run("agent", *arguments, typed=typed, folder=folder)


def test_no_command_is_taken_for_a_file() -> None:
    """Commands that are started without typer have their own list."""
    assert tuple(typer.main.get_group(agent.app).commands) == AGENT_COMMANDS


def test_agents_are_made_shown_compared_and_listed(tmp_path: Path) -> None:
    made = run("new", "mine.json", "--level", "5", "--set", "ponder=true", folder=tmp_path)
    assert made.stdout.startswith("mine.json: 'mine', iterative search, ")
    run("new", "yours.json", "--set", "search=minimax", "--set", "depth=3", folder=tmp_path)
    (tmp_path / "bad.json").write_text('{"deth": 3}')
    assert "level           5\n" in run("show", "mine.json", folder=tmp_path).stdout
    different = run("diff", "mine.json", "yours.json", folder=tmp_path)
    assert different.returncode == 1
    assert "depth           null | 3\n" in different.stdout
    assert "threads" not in different.stdout
    assert run("diff", "mine.json", "mine.json", folder=tmp_path).stdout == "The agents are equal.\n"
    listed = run("list", folder=tmp_path).stdout.splitlines()
    assert [line.split(":")[0] for line in listed] == ["bad.json", "mine.json", "yours.json"]
    assert listed[0] == "bad.json: not an agent: deth: there is no such key; did you mean depth?"


def test_the_list_says_why_a_file_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe")
    (tmp_path / "folder.json").mkdir()
    assert run("list", folder=tmp_path).stdout.splitlines() == [
        "binary.json: not an agent: is not a text file: invalid start byte at byte 0",
        "folder.json: not an agent: cannot be read: Is a directory",
    ]


def test_a_file_is_not_overwritten(tmp_path: Path) -> None:
    assert run("new", "mine.json", folder=tmp_path).returncode == 0
    again = run("new", "mine.json", "--level", "3", folder=tmp_path)
    assert (again.returncode, again.stderr) == (
        2,
        "crownbridge: mine.json already exists; choose another name, or use --force\n",
    )
    assert run("new", "mine.json", "--level", "3", "--force", folder=tmp_path).returncode == 0


def test_it_answers_a_board(tmp_path: Path) -> None:
    run("new", "mine.json", "--set", "depth=3", folder=tmp_path)
    done = run("mine.json", folder=tmp_path, typed=f"60000\nblack\n60000\n{START}")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split()[0] == "2"


def test_a_whole_game(tmp_path: Path) -> None:
    run("new", "mine.json", "--set", "ponder=true", folder=tmp_path)
    for control in (TimeControl(per_move=0.03, margin=30), TimeControl(per_game=2.0, margin=30)):
        player = player_named(f"reblexis:'{COMMAND}' agent {tmp_path}/mine.json", "checkers")
        assert str(Referee(Checkers(), (player, RandomPlayer(1)), control).play().outcome) == "red wins"


@pytest.mark.parametrize(
    ("arguments", "typed", "message"),
    [
        (["none.json"], "", "none.json cannot be read: No such file or directory"),
        (["bad.json"], "", "bad.json has a problem:\n  deth: there is no such key; did you mean depth?"),
        (["good.json"], "soon\nblack\n", "the time is 'soon'; expected milliseconds"),
        (["good.json"], "abc\n", "the time is 'abc'; expected milliseconds"),
        (["good.json"], "\n1000\nred\n", "the colour is 'red'; expected black or white"),
        (["good.json"], f"1000\nblack\n1000\n{START.replace('b', 'x')}", "row 0 is '. x . x . x . x'; expected"),
        (["good.json"], "1000\n", "the input ends after 1 of 2 lines"),
        (["good.json", "fast"], "", "unrecognized arguments: fast"),
        (
            ["new", "mine"],
            "",
            "'mine' is not the name of an agent file; expected a name that ends with .json: mine.json\n",
        ),
        (["new", "bad.json", "--set", "level"], "", "'level' is not a setting; expected KEY=VALUE"),
        (["new", "new.json", "--set", "level=12"], "", "level: 12; expected a whole number from 1 to 10"),
    ],
)
def test_a_mistake_is_one_message_and_status_2(tmp_path: Path, arguments: list[str], typed: str, message: str) -> None:
    (tmp_path / "bad.json").write_text('{"deth": 3}')
    (tmp_path / "good.json").write_text("{}")
    done = run(*arguments, folder=tmp_path, typed=typed)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"crownbridge: {message}")


def test_a_warning_is_a_line(tmp_path: Path) -> None:
    (tmp_path / "short.json").write_text('{"pawn_table": [1]}')
    done = run("short.json", folder=tmp_path)
    expected = "crownbridge: warning: short.json: pawn_table: 1 entries of 32; missing entries count as 0\n"
    assert (done.returncode, done.stderr) == (0, expected)
