"""A name that no file can have is that of a file that is not there."""

import json

import pytest
from tests import forked

from crownbridge.errors import InputError
from crownbridge.players import player_named
from crownbridge.tournaments import parse

LONG = "a" * 300
NAMES = [LONG, f"./{LONG}", "a/" * 3000, "a\0b"]


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
@pytest.mark.parametrize("form", ["kth:{}", "kth:{} --fast", "hexai:{}", "{}.json", "{}.so", "{}.so:option", "{}"])
def test_a_player_with_an_impossible_name_is_refused(form: str, name: str) -> None:
    for game in ("checkers", "hex"):
        with pytest.raises(InputError):
            player_named(form.format(name), game)


@pytest.mark.parametrize("name", [LONG, "a/" * 3000])
@pytest.mark.parametrize("key", ["path", "command", "folder"])
def test_an_agent_with_an_impossible_name_is_a_problem_of_its_tournament(key: str, name: str) -> None:
    agent = {"id": "a", "type": "executable", key: name}
    text = json.dumps({"id": "cup", "agents": [agent, {"id": "b", "type": "engine", "engine": "random"}]})
    with pytest.raises(InputError, match=rf"agents\[0\]\.{key}"):
        parse(text)


@pytest.mark.parametrize(
    "arguments",
    [
        ("match", f"kth:{LONG}", "random"),
        ("match", f"kth:./{LONG}", "random"),
        ("match", f"{LONG}.so", "random"),
        ("match", f"{LONG}.json", "random"),
        ("doctor", f"./{LONG}", "--protocol", "kth"),
        ("tournament", LONG),
        ("tournament", "init", LONG),
        ("tournament", "standings", "cup", "--store", LONG),
        ("tournament", "verify", "--store", LONG),
        ("analyze", LONG, "report.html"),
        ("analyze", LONG, f"{LONG}.html"),
        ("convert", LONG, "games.pdn"),
        ("replay", LONG),
        ("report", "cup", f"{LONG}.html"),
        ("agent", "show", LONG),
        ("agent", LONG),
        ("tune", LONG),
    ],
    ids=lambda arguments: " ".join(arguments).replace(LONG, "LONG"),
)
def test_a_command_with_an_impossible_name_says_what_is_not_there(arguments: tuple[str, ...]) -> None:
    done = forked.run(*arguments)
    assert done.returncode == InputError.exit_status, done.stderr
    assert "output is lost" not in done.stderr
    assert "Traceback" not in done.stderr
