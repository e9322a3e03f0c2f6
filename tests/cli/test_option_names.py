"""One name for each option in all commands; the names of earlier versions still work, with a warning."""

import pytest
from tests import forked

from crownbridge.cli.commands import SUMMARIES
from crownbridge.cli.support.option_names import current_names
from crownbridge.errors import OptionError


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["checkers", "--time", "0.1"], ["checkers", "--per-move", "0.1"]),
        (["doctor", "kth:./bot", "--seconds=2"], ["doctor", "kth:./bot", "--per-move=2"]),
        (["match", "hex", "hex:3", "--time", "60+1"], ["match", "hex", "hex:3", "--per-game", "60+1"]),
        (["random-games", "hex", "--number", "5"], ["random-games", "hex", "--games", "5"]),
        (["replay", "games.pdn", "--game", "2"], ["replay", "games.pdn", "--number", "2"]),
    ],
)
def test_old_names_are_replaced_with_a_warning(given: list[str], expected: list[str]) -> None:
    found, (warning,) = current_names(given)
    assert found == expected
    old = next(word for word in given if word.startswith("--")).partition("=")[0]
    new = next(word for word in expected if word.startswith("--")).partition("=")[0]
    assert warning == f"{old} is now called {new}"


@pytest.mark.parametrize(
    "arguments",
    [[], ["match", "kth:./bot --time 3", "random"], ["checkers", "--", "--time"], ["solve", "--", "--game"]],
)
def test_other_words_stay(arguments: list[str]) -> None:
    assert current_names(arguments) == (arguments, [])


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["play", "--game", "hex", "--size", "7"], ["play", "hex", "--size", "7"]),
        (["perft", "4", "--game=hex"], ["perft", "hex", "4"]),
    ],
)
def test_a_game_can_be_named_by_an_option(given: list[str], expected: list[str]) -> None:
    assert current_names(given) == (expected, [])


def test_game_without_a_name() -> None:
    with pytest.raises(OptionError, match="--game needs a name"):
        current_names(["play", "--game"])


@pytest.mark.parametrize("command", ["bench", "perft", "play", "random-games", "show", "solve"])
def test_each_command_about_a_game_takes_the_option(command: str) -> None:
    done = forked.run(command, "--game", "chess", *(["3"] if command == "perft" else []))
    assert done.returncode == 2
    assert "chess" in done.stderr
    assert "No such option" not in done.stderr


def test_the_game_of_a_match_is_that_of_its_players() -> None:
    done = forked.run("match", "hex:1", "random", "--size", "3", "--games", "1", "--per-move", "5")
    assert done.returncode == 0, done.stderr
    assert "blue" in done.stdout


def test_a_warning_looks_like_one() -> None:
    done = forked.run("random-games", "hex", "--size", "3", "--number", "3")
    assert done.returncode == 0
    assert done.stderr == "crownbridge: warning: --number is now called --games\n"
    assert "\n3 games, " in done.stdout


@pytest.mark.parametrize("command", ["", *SUMMARIES, "tournament run", "agent new", "tables build"])
def test_every_command_has_short_help(command: str) -> None:
    done = forked.run(*command.split(), "-h")
    assert done.returncode == 0, done.stderr
    assert "--help" in done.stdout
    assert "-h" in done.stdout


@pytest.mark.parametrize("command", ["match", "random-games", "tune"])
def test_games_are_counted_by_one_option(command: str) -> None:
    assert "-n, --games" in forked.run(command, "-h").stdout


@pytest.mark.parametrize(
    "command", ["match", "play", "doctor", "arbi", "tune", "analyze", "report", "checkers", "hexai", "htp"]
)
def test_the_time_for_a_move_has_one_name(command: str) -> None:
    text = forked.run(command, "-h").stdout
    assert "--per-move" in text
    assert "--time" not in text
    assert "--seconds" not in text
