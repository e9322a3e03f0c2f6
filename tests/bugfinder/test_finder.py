"""The findings of the bug finder: the most certain first, and one for each symptom."""

import math
import random
from collections.abc import Iterator

import pytest

from crownbridge.bugfinder import finder
from crownbridge.bugfinder.bot import Bot, TimeIsUpError
from crownbridge.bugfinder.finding import Fact, Finding
from crownbridge.bugfinder.probe import Probe
from crownbridge.games import Hex
from crownbridge.players import RandomPlayer


class Accuser(Probe):
    """A probe that finds always the same."""

    def __init__(self, name: str, *findings: Finding) -> None:
        self.name = name  # type: ignore[misc]  # a class variable of real probes
        self._findings = findings

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:  # noqa: ARG002 (a Probe)
        yield from self._findings


def test_one_finding_for_each_symptom(monkeypatch: pytest.MonkeyPatch) -> None:
    probes: list[Probe] = [
        Accuser("one", Finding("It resigns.", (), 0.8, "3 of 4")),
        Accuser("two", Finding("It resigns.", (), 0.9, "9 of 9"), Finding("It is late.", (), 0.95, "1 of 1")),
    ]
    monkeypatch.setattr(finder, "probes_of", lambda _: probes)
    examination = finder.BugFinder(Hex(5), lambda: RandomPlayer(1))
    list(examination.run())
    assert [(finding.symptom, finding.evidence) for finding in examination.findings] == [
        ("It is late.", "1 of 1"),
        ("It resigns.", "9 of 9"),
    ]


class Interrupted(Probe):
    """A probe whose second examination runs out of time."""

    name = "interrupted"

    def __init__(self) -> None:
        self._passes = 0

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:  # noqa: ARG002 (a Probe)
        self._passes += 1
        if self._passes == 1:
            yield Finding("It resigns.", (), 0.8, "3 of 4")
            yield Finding("It is late.", (), 0.8, "3 of 4")
        else:
            yield Finding("It is late.", (), 0.9, "4 of 4")
            bot.deadline = 0.0


def test_an_interrupted_pass_does_not_delete_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    probe = Interrupted()
    monkeypatch.setattr(finder, "probes_of", lambda _: [probe])
    examination = finder.BugFinder(Hex(5), lambda: RandomPlayer(1))
    list(examination.run())
    assert {finding.symptom for finding in examination.findings} == {"It resigns.", "It is late."}


class Extending(Probe):
    """A probe that asks for more time than there is, and notes what it gets."""

    name = "extending"

    def __init__(self) -> None:
        self.left: list[float] = []

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:  # noqa: ARG002 (a Probe)
        bot.extend(1000)
        self.left.append(bot.left())
        yield Fact("time", "extended")


def test_a_probe_leaves_half_of_their_time_to_later_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    probe = Extending()
    monkeypatch.setattr(finder, "probes_of", lambda _: [probe, probe])
    list(finder.BugFinder(Hex(5), lambda: RandomPlayer(1), minutes=1).run())
    assert probe.left == pytest.approx([45, 60, 45, 60], abs=1)


def test_a_question_that_comes_too_late_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Hex(3)
    bot = Bot(game, lambda: RandomPlayer(1), 1.0, deadline=0.0)
    monkeypatch.setattr("crownbridge.bugfinder.bot.COMPARED", 1)
    with pytest.raises(TimeIsUpError):
        bot.ask(str(game.initial()))
    bot.deadline = math.inf
    assert bot.ask(str(game.initial().play("a1"))).move is not None
