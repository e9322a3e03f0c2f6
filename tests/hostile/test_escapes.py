"""No program gets out of its sandbox: in each of them, as an ordinary user and as root."""

import ast
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.hostile.sabotage import harm

from crownbridge.games import Hex, Outcome, Termination
from crownbridge.players.process import Sandbox

HERE = Path(__file__).parent
NOBODY = 65534
MOST_SECONDS_LATE = 0.5


def functions(module: str) -> list[str]:
    """Return the names of the functions without parameters, except `main`."""
    tree = ast.parse((HERE / module).read_text(encoding="utf-8"))
    defined = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return [node.name for node in defined if not node.args.args and node.name != "main"]


ATTEMPTS, MISDEEDS = functions("escapes.py"), functions("saboteurs.py")
USERS = {"root": 0, "ordinary": NOBODY} if os.geteuid() == 0 else {"ordinary": os.geteuid()}


PLACES = [(sandbox, "yes") for sandbox in sorted({Sandbox.AUTO.resolved(), Sandbox.LIMITS})] + [(Sandbox.LIMITS, "no")]


@cache
def printed(module: str, sandbox: str, namespaces: str, user: int, *names: str) -> str:
    """Return what a module here prints in a process of that user."""
    command = [sys.executable, "-m", f"tests.hostile.{module}", str(user), sandbox, namespaces, *names]
    done = subprocess.run(command, cwd=HERE.parents[1], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_there_are_many_attempts() -> None:
    assert len(ATTEMPTS) >= 40


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize(("sandbox", "namespaces"), PLACES)
def test_nothing_gets_out(sandbox: str, namespaces: str, user: str) -> None:
    found = json.loads(printed("attempts", sandbox, namespaces, USERS[user], *ATTEMPTS))
    assert {name: result for name, result in found.items() if result != "held"} == {}
    assert list(found) == ATTEMPTS


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize(("sandbox", "namespaces"), PLACES)
def test_a_stopped_program_computes_nothing_and_is_continued_in_its_turn(
    sandbox: str, namespaces: str, user: str
) -> None:
    stopped, resumed, unanswered = map(float, printed("stopping", sandbox, namespaces, USERS[user]).split())
    assert stopped <= 0.1, "between two signals to stop, if the system has no freezer"
    assert resumed >= 0.1
    assert not unanswered


@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize(("sandbox", "namespaces"), PLACES)
def test_no_opponent_is_harmed_and_nothing_is_left(sandbox: str, namespaces: str, user: str) -> None:
    games = json.loads(printed("sabotage", sandbox, namespaces, USERS[user], *MISDEEDS))
    assert list(games) == MISDEEDS
    assert {misdeed: game for misdeed, game in games.items() if game["honest"] or game["left"]} == {}
    if late := late_verdicts(games):  # a busy machine may have delayed one, but hardly twice
        late = late_verdicts(json.loads(printed("sabotage", sandbox, namespaces, USERS[user], *late)))
    assert late == {}


def late_verdicts(games: dict[str, Any]) -> dict[str, Any]:
    return {misdeed: game for misdeed, game in games.items() if (game["late"] or 0.0) >= MOST_SECONDS_LATE}


@pytest.mark.parametrize("termination", [Termination.CRASH, Termination.TIMEOUT, Termination.INTERRUPTED])
def test_a_saboteur_that_wins_or_ends_the_game_has_harmed_its_opponent(termination: Termination) -> None:
    saboteur, honest = Hex.sides
    assert harm(Outcome(saboteur, termination, "why")).endswith("why")
    assert harm(Outcome(None, termination, "why")).endswith("why")
    assert harm(Outcome(honest, termination, "why")) == ""
    assert harm(Outcome(saboteur, Termination.NORMAL)) == ""
