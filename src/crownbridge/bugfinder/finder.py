"""The bug finder: runs the probes of a game on a bot within a time, and ranks the findings."""

import random
import time
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from crownbridge.bugfinder.bot import Bot, TimeIsUpError
from crownbridge.bugfinder.finding import Fact, Finding
from crownbridge.bugfinder.probe import Probe, probes_of
from crownbridge.games import Game
from crownbridge.players import FaultError, Player

LEAST_CONFIDENCE = 0.7
"""Findings with less confidence are omitted."""

KEPT = 0.5
"""Share of the time of later probes that a probe cannot use to confirm what it has found."""


class Progress(NamedTuple):
    """The state of a running examination."""

    probe: str
    fraction: float
    """Share of the time that has passed, 0 to 1."""
    answers: int
    """Number of answers so far."""
    findings: int


class BugFinder:
    """Examines one bot. An interrupted examination keeps what it has found."""

    def __init__(  # noqa: PLR0913 (keyword arguments with defaults)
        self,
        game: Game[Any],
        new_player: Callable[[], Player],
        *,
        seconds: float = 1.0,
        minutes: float = 2.0,
        seed: int = 0,
        progress: Callable[[Progress], None] = lambda _: None,
    ) -> None:
        """Prepare to examine the players that `new_player` returns, with `seconds` per move."""
        self._game = game
        self._duration = minutes * 60
        self._seed = seed
        self._progress = progress
        self._probe = ""
        self._began = 0.0
        self.bot = Bot(game, new_player, seconds, deadline=0.0, progress=self._report)
        self.is_complete = False
        """True if every probe was run."""
        self._found: dict[str, list[Finding]] = {}
        self._facts: dict[str, Fact] = {}

    def run(self) -> Iterator[Finding | Fact]:
        """Yield findings and facts as they are made."""
        self._began = time.monotonic()
        self.bot.end = self._began + self._duration
        try:
            yield from self._examination()
        finally:
            self.bot.close()
        self.is_complete = True

    def _examination(self) -> Iterator[Finding | Fact]:
        for probes in (probes_of(self._game.name), [probe for probe in probes_of(self._game.name) if probe.repeats]):
            for index, probe in enumerate(probes):
                self._probe = probe.name
                weights = [later.share for later in probes[index:]]
                now = time.monotonic()
                part = (self.bot.end - now) / sum(weights)
                self.bot.deadline = now + part * weights[0]
                self.bot.latest_deadline = self.bot.end - part * sum(weights[1:]) * KEPT
                yield from self._results_of(probe)

    def _results_of(self, probe: Probe) -> Iterator[Finding | Fact]:
        """Yield what a probe says; it replaces what the same probe said before.

        A probe that is interrupted by the clock, by the user, or because the program does not start, keeps its
        findings, or those from before if they are more.
        """
        findings: list[Finding] = []
        ended = False
        try:
            for result in probe.examine(self.bot, random.Random(self._seed)):
                if isinstance(result, Fact):
                    self._facts[result.name] = result
                elif result.confidence >= LEAST_CONFIDENCE:
                    findings.append(result._replace(probe=probe.name))
                yield result
            ended = self.bot.left() > 0
        except (TimeIsUpError, FaultError):
            pass
        finally:
            if ended or len(findings) >= len(self._found.get(probe.name, ())):
                self._found[probe.name] = findings

    @property
    def findings(self) -> list[Finding]:
        """The findings, the most certain first; of those with the same symptom, only that one."""
        ranked = sorted(chain.from_iterable(self._found.values()), key=lambda finding: -finding.confidence)
        symptoms: dict[str, Finding] = {}
        for finding in ranked:
            symptoms.setdefault(finding.symptom, finding)
        return list(symptoms.values())

    @property
    def facts(self) -> list[Fact]:
        """Other properties of the bot, which are not faults."""
        return list(self._facts.values())

    def _report(self) -> None:
        fraction = min((time.monotonic() - self._began) / self._duration, 1.0)
        self._progress(Progress(self._probe, fraction, len(self.bot.answers), len(self.findings)))
