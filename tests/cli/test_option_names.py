"""One name for each option in all commands."""

import pytest
from tests import forked

from crownbridge.cli.commands import SUMMARIES
from crownbridge.cli.support.option_names import with_game_first
from crownbridge.errors import OptionError


@pytest.mark.parametrize(
    "arguments",
    [[], ["match", "kth:./bot --time 3", "random"], ["checkers", "--", "--time"], ["solve", "--", "--game"]],
)
def test_other_words_stay(arguments: list[str]) -> None:
    assert with_game_first(arguments) == arguments


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["play", "--game", "hex", "--size", "7"], ["play", "hex", "--size", "7"]),
        (["perft", "4", "--game=hex"], ["perft", "hex", "4"]),
    ],
)
def test_a_game_can_be_named_by_an_option(given: list[str], expected: list[str]) -> None:
    assert with_game_first(given) == expected


def test_game_without_a_name() -> None:
    with pytest.raises(OptionError, match="--game needs a name"):
        with_game_first(["play", "--game"])


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
