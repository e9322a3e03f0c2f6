"""The engine of any game as a program that speaks the lines protocol."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests import forked

from crownbridge.games import available

COMMAND = Path(sys.executable).with_name("crownbridge")


def test_it_answers_until_its_input_ends() -> None:
    typed = b"lines 1\ngame hex size=3\nside red\ntime move 50\nlegal a1\nmove\ngame checkers\ntime game 60\nmove\n"
    done = subprocess.run([COMMAND, "lines"], input=typed, capture_output=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, b"")
    first, second = done.stdout.decode().splitlines()
    assert first == "move b2"
    assert second.startswith("move ")


@pytest.mark.parametrize("game", available())
def test_it_plays_any_game(game: str) -> None:
    bot = f"lines:'{COMMAND}' lines --level 3 --seed 1"
    done = forked.run("match", bot, "random", "--game", game, "--per-move", "0.2", "--sandbox", "none")
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(" in 2 games\n")
    assert "lost" not in done.stdout, done.stdout


def test_the_host_is_told_what_is_wrong() -> None:
    done = forked.run("lines", typed="lines 1\ngame chess\nmove\n")
    assert done.returncode == 2
    assert done.stdout.startswith("error there is no game called 'chess'; there are: ")
    assert done.stderr == done.stdout.replace("error", "crownbridge:", 1)


def test_a_level_that_the_game_does_not_have() -> None:
    done = forked.run("lines", "--level", "11", typed="lines 1\ngame hex\n")
    assert (done.returncode, done.stdout) == (2, "error --level: 11; expected 1 to 10\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--per-move", "0"], "--per-move: 0.0; expected a number of seconds above 0"),
        (["--per-move", "nan"], "--per-move: nan; expected a number of seconds above 0"),
        (["hex"], "unrecognized arguments: hex; see crownbridge lines --help"),
    ],
)
def test_mistakes_in_the_arguments(arguments: list[str], words: str) -> None:
    done = forked.run("lines", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
