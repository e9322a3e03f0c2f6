"""A bot on a slow processor."""

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.bugfinder.checkers_players import PlainPlayer

from crownbridge.bugfinder import throttled
from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers import bank
from crownbridge.bugfinder.checkers.bank import questions
from crownbridge.bugfinder.checkers.misses import Misses
from crownbridge.bugfinder.checkers.slow import Slow
from crownbridge.bugfinder.checkers.tactics import Tactics
from crownbridge.bugfinder.finding import Finding
from crownbridge.bugfinder.throttled import ThrottledBot
from crownbridge.games import load
from crownbridge.games.checkers import Side
from crownbridge.players import TimeLimit, player_named
from crownbridge.protocols import LastMove
from crownbridge.records import Decision

GAME = load("checkers")
THINKING = 0.3
PROGRAM = f"""
import sys, time
for line in sys.stdin:
    if line.startswith("legal"):
        moves = line.split()[1:]
    elif line.startswith("move"):
        began, processor = time.monotonic(), time.process_time()
        while time.monotonic() < began + {THINKING}:
            pass
        is_slow = time.process_time() - processor < {THINKING / 10}
        print("move", moves[0 if is_slow else -1], flush=True)
"""
"""Plays the last legal move, and the first one on a slow processor."""


@pytest.fixture
def bot(tmp_path: Path) -> Iterator[Bot]:
    (tmp_path / "bot.py").write_text(PROGRAM, encoding="utf-8")
    name = f"lines:{sys.executable} {tmp_path / 'bot.py'}"
    bot = new_bot(lambda: player_named(name, GAME.name))
    yield bot
    bot.close()


def new_bot(new_player: Any) -> Bot:
    bot = Bot(GAME, new_player, 1.0, deadline=time.monotonic() + 600)
    bot.end = bot.deadline
    return bot


def positions(count: int) -> list[Any]:
    """Return different positions with Red to move and several legal moves."""
    chance = random.Random(1)
    found = [GAME.initial()]
    while len(found) < count:
        position = found[-1].play(chance.choice(found[-1].legal_moves()))
        position = position.play(chance.choice(position.legal_moves()))
        if len(position.legal_moves()) > 1:
            found.append(position)
    return found


def test_a_throttled_program_gets_little_processor_time(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers come in the order of the questions, although several processes think at once."""
    monkeypatch.setattr(throttled, "PARALLEL", 3)
    asked = positions(8)
    usual = bot.ask(str(asked[0]))
    assert usual.move == asked[0].legal_moves()[-1]
    slow = ThrottledBot(bot, [usual], THINKING, 0.0005)
    try:
        answers = list(slow.ask_each(map(str, asked)))
        assert [answer.move for answer in answers] == [position.legal_moves()[0] for position in asked]
        assert [str(answer.position) for answer in answers] == list(map(str, asked))
        assert slow.ask(str(asked[0]), 1).move == asked[0].legal_moves()[0]  # in a new process
    finally:
        slow.close()
    assert bot.ask(str(asked[1])).move == asked[1].legal_moves()[-1]


def test_the_answers_end_with_the_time(bot: Bot) -> None:
    slow = ThrottledBot(bot, [], THINKING, 0.0005)
    slow.deadline = time.monotonic() - 1
    assert list(slow.ask_each([str(GAME.initial())])) == []
    slow.close()


def test_a_paused_program_does_not_run(bot: Bot) -> None:
    with bot.conversation(Side.RED) as conversation:
        player: Any = conversation.player
        player.pause()
        used = player.cpu_seconds()
        time.sleep(0.1)
        assert player.cpu_seconds() - used < 0.05
        player.resume()
        assert conversation.ask(GAME.initial()).move is not None


class Sometimes(PlainPlayer):
    """Looks seven plies ahead, except in one of 30 positions, where it plays the last legal move."""

    def choose(self, position: Any, last: LastMove | None, limit: TimeLimit) -> Decision:
        if position.key % 30 == 0:
            return Decision(position.legal_moves()[-1], 0.01)
        return super().choose(position, last, limit)


@pytest.fixture
def few_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a fixed sample of the questions."""
    sample = tuple(random.Random(1).sample(questions(), 600))
    monkeypatch.setattr(bank, "questions", lambda: sample)


def findings(bot: Bot, *probes: Any) -> list[Finding]:
    results = [result for probe in probes for result in probe.examine(bot, random.Random(1))]
    return [result for result in results if isinstance(result, Finding)]


@pytest.mark.usefixtures("few_questions")
@pytest.mark.parametrize(("player", "count"), [(Sometimes, 1), (PlainPlayer, 0)])
def test_scattered_misses(player: type[PlainPlayer], count: int) -> None:
    found = findings(new_bot(lambda: player(depth=6)), Tactics(), Misses())
    assert [finding.symptom for finding in found] == [
        "It looks far ahead, but misses easy questions here and there."
    ] * count


@pytest.mark.usefixtures("few_questions")
def test_faults_that_show_on_a_slow_processor_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples have no lines to paste, because the bot answers otherwise at full speed."""
    monkeypatch.setattr(Slow, "_throttled", staticmethod(lambda _bot: new_bot(lambda: PlainPlayer(3, king=30))))
    found = findings(new_bot(lambda: PlainPlayer(6)), Slow())
    kings = next(finding for finding in found if finding.symptom == "It misjudges the value of kings.")
    assert kings.evidence.startswith("on a slow processor, wrong where it decides:")
    assert "slow processor" in kings.examples[-1].why


def test_bots_without_a_clock_are_not_throttled() -> None:
    bot = new_bot(PlainPlayer)
    assert findings(bot, Slow()) == []
    assert bot.answers == []
