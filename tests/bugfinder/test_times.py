"""The probe for time and memory."""

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from crownbridge.bugfinder.answer import Answer
from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Finding
from crownbridge.bugfinder.general import times
from crownbridge.bugfinder.general.times import MEGABYTE, Times
from crownbridge.games import load
from crownbridge.players import player_named

GAME = load("checkers")
PROGRAM = """
import sys, time
time.sleep({start})
for line in sys.stdin:
    if line.startswith("legal"):
        move = line.split()[1]
    elif line.startswith("move"):
        time.sleep({move})
        print("move", move, flush=True)
"""


@pytest.fixture
def bot(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Bot]:
    """Return a bot that sleeps when it starts and for every move."""
    start, move = request.param
    program = tmp_path / "bot.py"
    program.write_text(PROGRAM.format(start=start, move=move), "utf-8")
    name = f"lines:{sys.executable} {program}"
    bot = Bot(GAME, lambda: player_named(name, GAME.name), 0.2, deadline=time.monotonic() + 60)
    bot.end = bot.deadline
    yield bot
    bot.close()


def findings(bot: Bot) -> list[str]:
    results = Times().examine(bot, random.Random(1))
    return [result.symptom for result in results if isinstance(result, Finding)]


@pytest.mark.parametrize("bot", [(1.0, 0)], indirect=True)
def test_a_slow_start_is_not_a_late_move(bot: Bot) -> None:
    for attempt in range(3):
        bot.ask(str(GAME.initial()), attempt)
    assert findings(bot) == []


@pytest.mark.parametrize("bot", [(0, 1.0)], indirect=True)
def test_slow_moves_are_late(bot: Bot) -> None:
    assert findings(bot) == ["It exceeds the time for a move of 0.2 s."]


COMPUTES = """
import sys, time
for line in sys.stdin:
    if line.startswith("legal"):
        move = line.split()[1]
    elif line.startswith("move"):
        end = time.process_time() + {move}
        while time.process_time() < end:
            pass
        print("move", move, flush=True)
"""


@pytest.mark.parametrize(("move", "after", "count"), [(0, 0.055, 1), (0.03, 0.055, 0), (0.03, 0.09, 1), (0, 0.0, 0)])
def test_processor_time_after_the_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, move: float, after: float, count: int
) -> None:
    monkeypatch.setattr(times, "seconds_after_move", lambda _player: after)
    (tmp_path / "bot.py").write_text(COMPUTES.format(move=move), "utf-8")
    name = f"lines:{sys.executable} {tmp_path / 'bot.py'}"
    bot = Bot(GAME, lambda: player_named(name, GAME.name), 5.0, deadline=time.monotonic() + 60)
    bot.end = bot.deadline
    assert len(findings(bot)) == count
    bot.close()


STALLS = """
import sys, time
from pathlib import Path
runs = Path("{folder}", "runs")
count = len(runs.read_text()) if runs.exists() else 0
runs.write_text("." * (count + 1))
for line in sys.stdin:
    if line.startswith("legal"):
        move = line.split()[1]
    elif line.startswith("move"):
        time.sleep(1.0 if count < {stalls} else 0)
        print("move", move, flush=True)
"""


@pytest.mark.parametrize(("stalls", "symptoms"), [(2, []), (5, ["It exceeds the time for a move of 0.2 s."])])
def test_a_few_late_answers_must_be_late_again(tmp_path: Path, stalls: int, symptoms: list[str]) -> None:
    (tmp_path / "bot.py").write_text(STALLS.format(folder=tmp_path, stalls=stalls), "utf-8")
    name = f"lines:{sys.executable} {tmp_path / 'bot.py'}"
    bot = Bot(GAME, lambda: player_named(name, GAME.name), 0.2, deadline=time.monotonic() + 60)
    bot.end = bot.deadline
    late = [bot.ask(str(GAME.initial()), attempt) for attempt in range(2)]
    bot.answers += [late[0]._replace(seconds=0.05, fault=None)] * 60
    assert [finding.symptom for finding in Times._late(bot)] == symptoms  # noqa: SLF001


@pytest.mark.parametrize(
    ("memory", "leaks"),
    [
        ([100 + 5 * move for move in range(24)], True),
        ([100 if move < 20 else 300 for move in range(24)], False),
        ([100] * 24, False),
    ],
)
def test_memory_must_grow_with_most_moves(memory: list[int], leaks: bool) -> None:  # noqa: FBT001 (a parameter)
    answers = [Answer(GAME.initial(), None, None, 0.1, 0.1, size * MEGABYTE, ()) for size in memory]
    assert [finding.symptom for finding in Times._growth(answers)] == ["Its memory grows with every move."] * leaks  # noqa: SLF001
