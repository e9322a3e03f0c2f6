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
from crownbridge.bugfinder.checkers import slow as slow_probe
from crownbridge.bugfinder.checkers.bank import questions
from crownbridge.bugfinder.checkers.misses import Misses
from crownbridge.bugfinder.checkers.more_time import MoreTime
from crownbridge.bugfinder.checkers.slow import Slow, shown, slowed
from crownbridge.bugfinder.checkers.tactics import Tactics
from crownbridge.bugfinder.finding import Example, Finding
from crownbridge.bugfinder.throttled import ThrottledBot
from crownbridge.games import load
from crownbridge.games.checkers import Side
from crownbridge.players import ProgramPlayer, TimeLimit, player_named
from crownbridge.protocols import LastMove, dialogue_class
from crownbridge.records import Decision

GAME = load("checkers")
THINKING = 0.6
PATIENCE = 30.0
"""Seconds per move: on a busy machine, a program gets no processor in many of the times in which it may run."""
PROGRAM = """
import sys, time
for line in sys.stdin:
    if line.startswith("legal"):
        moves = line.split()[1:]
    elif line.startswith("move"):
        began, processor = time.monotonic(), time.process_time()
        while {condition}:
            pass
        is_slow = time.process_time() - processor < {least}
        print("move", moves[0 if is_slow else -1], flush=True)
        end = time.process_time() + {after}
        while time.process_time() < end:
            pass
"""
"""Plays the last legal move, and the first one on a slow processor."""
BY_CLOCK = f"time.monotonic() < began + {THINKING}"
AFTER_MOVE = 0.3
FIXED_WORK = f"time.process_time() < processor + {THINKING / 2}"


@pytest.fixture
def bot(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Bot]:
    condition, after = getattr(request, "param", (BY_CLOCK, 0))
    program = PROGRAM.format(condition=condition, least=THINKING / 5, after=after)
    (tmp_path / "bot.py").write_text(program, encoding="utf-8")
    name = f"lines:{sys.executable} {tmp_path / 'bot.py'}"
    bot = new_bot(lambda: player_named(name, GAME.name), PATIENCE if condition == BY_CLOCK else 1.0)
    yield bot
    bot.close()


def new_bot(new_player: Any, seconds: float = 1.0) -> Bot:
    bot = Bot(GAME, new_player, seconds, deadline=time.monotonic() + 600)
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


WARM_UP: dict[Any, Any] = {Side.RED: GAME.initial(), Side.WHITE: GAME.initial().play("11-15")}


def test_a_throttled_program_gets_little_processor_time(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers come in the order of the questions, although several processes think at once."""
    monkeypatch.setattr(throttled, "PARALLEL", 3)
    asked = positions(8)
    slow = ThrottledBot(bot, WARM_UP, THINKING, 0.0005)
    try:
        answers = list(slow.ask_each(map(str, asked)))
        assert [answer.move for answer in answers] == [position.legal_moves()[0] for position in asked]
        assert [str(answer.position) for answer in answers] == list(map(str, asked))
        assert slow.ask(str(asked[0]), 1).move == asked[0].legal_moves()[0]  # in a new process
    finally:
        slow.close()
    assert bot.ask(str(asked[1])).move == asked[1].legal_moves()[-1]


@pytest.mark.parametrize(
    ("bot", "is_slowed"),
    [((BY_CLOCK, 0), True), ((FIXED_WORK, 0), False), ((BY_CLOCK, AFTER_MOVE), False)],
    indirect=["bot"],
)
def test_only_bots_that_stop_by_the_clock_are_slowed_down(
    bot: Bot,
    is_slowed: bool,  # noqa: FBT001 (a parameter)
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slow_probe, "look_ahead", lambda _results: 7)
    for position in positions(2):
        bot.ask(str(position))
        bot.ask(str(position.play(position.legal_moves()[0])))
    bot.answers.insert(0, bot.answers[0]._replace(cpu_seconds=0.0, seconds=0.0))  # as a forced move
    slow = slowed(bot)
    assert (slow is not None) == is_slowed
    if slow is not None:
        slow.close()


def test_the_answers_end_with_the_time(bot: Bot) -> None:
    slow = ThrottledBot(bot, WARM_UP, THINKING, 0.0005)
    slow.deadline = time.monotonic() - 1
    assert list(slow.ask_each([str(GAME.initial())])) == []
    slow.close()


def test_a_large_bot_gets_fewer_processes(bot: Bot) -> None:
    answer = bot.ask(str(GAME.initial()))
    bot.answers.append(answer._replace(memory=throttled.MEMORY))
    slow = ThrottledBot(bot, WARM_UP, THINKING, 0.0005)
    assert [answer.move for answer in slow.ask_each(map(str, positions(2)))] == [
        position.legal_moves()[0] for position in positions(2)
    ]
    assert slow.parallel == 1
    slow.close()


def test_a_paused_program_does_not_run() -> None:
    player = ProgramPlayer("busy", [sys.executable, "-c", "while True: pass"], dialogue_class("lines"))
    player.start(GAME, Side.RED, TimeLimit(1.0, 5.0))
    try:
        assert grows(player)
        player.pause()
        assert not grows(player)
        player.resume()
        assert grows(player)
    finally:
        player.close()


def grows(player: ProgramPlayer) -> bool:
    """Return True if a program uses processor time; waits up to five seconds for it if it does."""
    time.sleep(0.05)  # a signal takes a moment
    before = player.cpu_seconds()
    for _ in range(10):
        time.sleep(0.05)
        if player.cpu_seconds() > before:
            return True
    return False


class Sometimes(PlainPlayer):
    """Looks six plies ahead, except in one of `every` positions, where it plays the last legal move."""

    every = 30

    def choose(self, position: Any, last: LastMove | None, limit: TimeLimit) -> Decision:
        if position.key % self.every == 0:
            return Decision(position.legal_moves()[-1], 0.01)
        return super().choose(position, last, limit)


class Elsewhere(Sometimes):
    """The same in other positions."""

    def choose(self, position: Any, last: LastMove | None, limit: TimeLimit) -> Decision:
        if position.key % self.every == 1:
            return Decision(position.legal_moves()[-1], 0.01)
        return PlainPlayer.choose(self, position, last, limit)


class Often(Sometimes):
    """The same, except in one of three positions."""

    every = 3


@pytest.fixture
def few_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a fixed sample of the questions."""
    sample = tuple(random.Random(1).sample(questions(), 600))
    monkeypatch.setattr(bank, "questions", lambda: sample)


def findings(bot: Bot, *probes: Any) -> list[Finding]:
    results = [result for probe in probes for result in probe.examine(bot, random.Random(1))]
    return [result for result in results if isinstance(result, Finding)]


@pytest.mark.usefixtures("few_questions")
@pytest.mark.parametrize(
    ("player", "depth", "causes"),
    [
        (Sometimes, 6, ["window"]),
        (Often, 7, ["capture"]),
        (PlainPlayer, 6, []),
        (PlainPlayer, 2, []),
    ],
)
def test_scattered_misses(player: type[PlainPlayer], depth: int, causes: list[str]) -> None:
    found = findings(new_bot(lambda: player(depth)), Tactics(), Misses())
    assert [finding.causes[0].kind for finding in found] == causes


@pytest.mark.usefixtures("few_questions")
@pytest.mark.parametrize(
    ("player", "slow", "causes"),
    [
        (Sometimes(6), PlainPlayer(6), ["hash"]),
        (PlainPlayer(4), PlainPlayer(4), ["depth"]),
        (PlainPlayer(6), PlainPlayer(4), []),
        (PlainPlayer(6), PlainPlayer(6), []),
        (PlainPlayer(6), Sometimes(6), []),
    ],
)
def test_a_bot_that_plays_no_better_with_more_time(player: PlainPlayer, slow: PlainPlayer, causes: list[str]) -> None:
    bots = [new_bot(lambda: player), new_bot(lambda: slow)]
    for bot in bots:
        findings(bot, Tactics())
    bots[0].slow_results = bots[1].results
    assert [finding.causes[0].kind for finding in findings(bots[0], MoreTime())] == causes


@pytest.mark.usefixtures("few_questions")
def test_a_bot_that_misses_other_questions_with_more_time() -> None:
    """The slow processor has answered far more questions; all of them are asked at full speed."""
    full, slow = new_bot(lambda: Sometimes(6)), new_bot(lambda: Elsewhere(6))
    findings(slow, Tactics())
    for _ in full.ask_all(result.question for result in slow.results[:200]):
        pass
    full.slow_results = slow.results
    assert findings(full, MoreTime()) == []


@pytest.mark.usefixtures("few_questions")
def test_faults_that_show_on_a_slow_processor_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_probe, "slowed", lambda _bot: new_bot(lambda: PlainPlayer(3, king=30)))
    found = findings(new_bot(lambda: PlainPlayer(6)), Slow())
    kings = next(finding for finding in found if finding.symptom == "It misjudges the value of kings.")
    assert kings.evidence.startswith("on a slow processor, wrong where it decides:")
    assert "At full speed, the bot does not always play this." in kings.examples[-1].why


def test_examples_that_show_at_full_speed_can_be_pasted(bot: Bot) -> None:
    text = str(GAME.initial())
    played = str(GAME.initial().legal_moves()[-1])
    example = Example(text, (), played, (), "why", (), 2)
    same, other = shown(bot, Finding("", (), 1.0, "", (example, example._replace(played="9-13")))).examples
    assert same == example._replace(lines=bot.ask(text).lines)
    assert (other.lines, other.why) == ((), "why At full speed, the bot does not always play this.")


def test_engines_are_not_slowed_down() -> None:
    bot = new_bot(PlainPlayer)
    assert findings(bot, Slow()) == []
    assert bot.answers == []
