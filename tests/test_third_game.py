"""A game that a package of its own adds: rules, notation and drawing are enough for all commands."""

import json
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from tests import third_game

from crownbridge.plugins import plugins

ROOT = Path(__file__).parents[1]
PROGRAM = Path(sysconfig.get_path("scripts"), "crownbridge")
TOURNAMENT = {
    "id": "cup",
    "tournamentType": "roundRobin",
    "game": "breakthrough",
    "gameOptions": {"size": 4},
    "openings": "random",
    "timePerMove": 5000,
    "agents": [
        {"id": "engine", "type": "engine", "engine": "breakthrough:2"},
        {"id": "chance", "type": "engine", "engine": "random"},
    ],
}


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return third_game.install(tmp_path_factory.mktemp("packages"))


def run(environment: dict[str, str], *arguments: str | Path, typed: str = "") -> str:
    done = subprocess.run(
        [PROGRAM, *arguments], env=environment, input=typed, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_its_own_tests_and_those_of_every_game_pass(environment: dict[str, str]) -> None:
    """Of the latter some: all of them take half a minute, by `pytest tests/conformance` where it is installed."""
    some = ("ascend", "refused", "text", "options", "geometry", "captures", "pickling", "test_breakthrough")
    chosen = f"breakthrough and ({' or '.join(some)})"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", chosen]
    folders = [third_game.PACKAGE / "tests", ROOT / "tests" / "conformance"]
    done = subprocess.run([*command, *folders], env=environment, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


def test_it_is_drawn_and_played(environment: dict[str, str]) -> None:
    assert "white to move, 22 legal: a2-a3" in run(environment, "show", "breakthrough")
    played = run(environment, "play", "breakthrough", "--size", "4", "--level", "1", typed="a2xb3\nquit\n")
    assert "black plays" in played
    assert "signature: " in run(environment, "bench", "breakthrough", "--nodes", "5")


def test_a_tournament_with_a_report(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "cup.json").write_text(json.dumps(TOURNAMENT))
    store = tmp_path / "store.db"
    told = run(environment, "tournament", tmp_path / "cup.json", "--store", store, "--logs", tmp_path / "logs")
    assert "2 games" in told
    run(environment, "report", "cup", tmp_path / "report.html", "--store", store)
    assert "breakthrough" in (tmp_path / "report.html").read_text("utf-8")
    run(environment, "tournament", "export", "cup", tmp_path / "games.jsonl", "--store", store)
    judged = run(environment, "analyze", tmp_path / "games.jsonl", tmp_path / "judged.md", "--nodes", "5")
    assert "2 games" in judged


def test_programs_play_it_by_lines(environment: dict[str, str]) -> None:
    bot = f"lines:'{sys.executable}' '{ROOT / 'examples' / 'lines_bot.py'}'"
    small = ("--game", "breakthrough", "--size", "4", "--per-move", "5")
    assert run(environment, "doctor", bot, *small).endswith("checks.\n")
    played = run(environment, "match", bot, f"lines:'{PROGRAM}' lines --level 1", *small, "--sandbox", "none")
    assert played.endswith(" in 2 games\n")
    assert "lost" not in played


def test_without_it_nothing_is_there() -> None:
    if "breakthrough" in plugins("games"):
        pytest.skip("it is installed here")
    done = subprocess.run([PROGRAM, "show", "breakthrough"], capture_output=True, text=True, check=False)
    assert "there is no game called 'breakthrough'; there are: checkers, hex" in done.stderr
