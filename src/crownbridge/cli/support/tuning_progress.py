"""A tuning while it runs: on the terminal, and as lines for scripts."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from crownbridge.cli.support.output import echo
from crownbridge.tournaments.runner import GameEnded, Observer
from crownbridge.tuning.trials import Trials

_SHOW_EVERY = 0.5


class JsonLines:
    """Prints a line for each iteration that ends now, not in an earlier run."""

    def __init__(self, trials: Trials) -> None:
        self._trials = trials
        self._told = 0

    def __call__(self, ended: GameEnded) -> None:
        """Looks whether the game was the last of an iteration."""
        last = self._trials.last
        if last.iteration == self._told:
            return
        self._told = last.iteration
        if not ended.resumed:
            line = {"iteration": last.iteration, "won": last.won, "values": self._trials.values}
            echo(json.dumps(line, separators=(",", ":")))


@contextmanager
def watching(trials: Trials, *, silent: bool = False) -> Iterator[Observer]:
    """Shows the values on the terminal as they change."""
    console = Console(stderr=True)
    if silent or not console.is_terminal:
        yield lambda _: None
        return
    began, shown, games, resumed = time.monotonic(), 0.0, 0, 0
    with Live(console=console, auto_refresh=False, transient=True) as live:

        def watch(ended: GameEnded) -> None:
            nonlocal shown, games, resumed
            games += 1
            resumed += ended.resumed
            now = time.monotonic()
            if now - shown < _SHOW_EVERY:
                return
            shown = now
            rate = (games - resumed) / (now - began)
            left = f", {rate:.1f} a second, about {(trials.total - games) / rate:,.0f} s left" if rate else ""
            pace = f"{games:,} of {trials.total:,} games{left}"
            live.update(Group(Text(pace), Text(summary(trials))), refresh=True)

        yield watch


def summary(trials: Trials) -> str:
    """How far it is, and every value, old and new."""
    found = trials.values
    changes = [f"{one.name}: {one.start:g} -> {found[one.name]:.4g}" for one in trials.spsa.parameters]
    return "\n".join([f"{trials.last.iteration:,} of {trials.spsa.iterations:,} iterations", *changes])
