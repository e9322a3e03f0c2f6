"""The probe of state: what earlier positions of a process change."""

import random
import sys
import time
from pathlib import Path

import pytest

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Finding
from crownbridge.bugfinder.general.state import State
from crownbridge.bugfinder.question import Question
from crownbridge.games import Hex, load
from crownbridge.players import player_named

GAME = load("checkers")
PROGRAM = """
import sys, time
def work(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
left = {first}
work({start})
for line in sys.stdin:
    if line.startswith("legal"):
        moves = line.split()[1:]
    elif line.startswith("move"):
        if len(moves) > 1:
            work(left)
            left = 0
        print("move", moves[0], flush=True)
"""


@pytest.mark.parametrize(
    ("start", "first", "is_found"), [(0.0, 0.15, True), (0.3, 0.0, False)], ids=["clock not reset", "slow start"]
)
def test_later_moves_without_a_search(tmp_path: Path, start: float, first: float, is_found: bool) -> None:  # noqa: FBT001 (a parameter)
    (tmp_path / "bot.py").write_text(PROGRAM.format(start=start, first=first), encoding="utf-8")
    name = f"lines:{sys.executable} {tmp_path / 'bot.py'}"
    bot = Bot(GAME, lambda: player_named(name, GAME.name), 1.0, deadline=time.monotonic() + 600)
    bot.end = bot.deadline
    chance = random.Random(1)
    forced, position = GAME.parse("...r...........................w r 50"), GAME.initial()
    bot.ask(str(forced))  # shows how long starting takes
    for _ in range(200):  # most of them in used processes
        answer = bot.ask(str(position))
        bot.keep(Question(str(position), (answer.text,), (), "simple"), answer)
        position = position.play(chance.choice(position.legal_moves()))
        position = position if position.outcome() is None else GAME.initial()
    symptoms = [result.symptom for result in State().examine(bot, chance) if isinstance(result, Finding)]
    bot.close()
    assert any("for its first move" in symptom for symptom in symptoms) == is_found


AGING = """
import sys, time
def work(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
start = time.monotonic()
for line in sys.stdin:
    if line.startswith("legal"):
        moves = line.split()[1:]
    elif line.startswith("move"):
        work({work})
        print("move", moves[0], flush=True)
"""


@pytest.mark.parametrize(
    ("work", "is_found"),
    [("0.02 if time.monotonic() < start + 0.5 else 0.001", True), ("0.02", False), ("0.001", False)],
    ids=["clock of the process", "sound", "quick"],
)
def test_a_process_that_stops_searching_when_it_is_old(tmp_path: Path, work: str, is_found: bool) -> None:  # noqa: FBT001 (a parameter)
    (tmp_path / "bot.py").write_text(AGING.format(work=work), encoding="utf-8")
    name = f"lines:{sys.executable} {tmp_path / 'bot.py'}"
    bot = Bot(GAME, lambda: player_named(name, GAME.name), 0.5, deadline=time.monotonic() + 600)
    bot.end = bot.deadline
    symptoms = [result.symptom for result in State().examine(bot, random.Random(1)) if isinstance(result, Finding)]
    bot.close()
    assert any("has waited" in symptom for symptom in symptoms) == is_found


def test_a_game_that_is_over_after_one_move_has_no_later_moves(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(AGING.format(work="0.02"), encoding="utf-8")
    name = f"lines:{sys.executable} {tmp_path / 'bot.py'}"
    bot = Bot(Hex(1), lambda: player_named(name, "hex"), 0.1, deadline=time.monotonic() + 60)
    bot.end = bot.deadline
    assert list(State().examine(bot, random.Random(1))) == []
