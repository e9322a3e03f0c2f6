"""Progress of a tuning, on the terminal or as JSON lines."""

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
    """Prints a line for each iteration that ends in this run."""

    def __init__(self, trials: Trials) -> None:
        self._trials = trials
        self._last_printed = 0

    def __call__(self, ended: GameEnded) -> None:
        """Print a line if the game was the last of an iteration."""
        last = self._trials.last
        if last.iteration == self._last_printed:
            return
        self._last_printed = last.iteration
        if not ended.resumed:
            line = {"iteration": last.iteration, "won": last.won, "values": self._trials.values}
            echo(json.dumps(line, separators=(",", ":")))


@contextmanager
def watching(trials: Trials, *, silent: bool = False) -> Iterator[Observer]:
    """Show the current values on the terminal during the block."""
    console = Console(stderr=True)
    if silent or not console.is_terminal:
        yield lambda _: None
        return
    began, updated_at, games, resumed = time.monotonic(), 0.0, 0, 0
    with Live(console=console, auto_refresh=False, transient=True) as live:

        def watch(ended: GameEnded) -> None:
            nonlocal updated_at, games, resumed
            games += 1
            resumed += ended.resumed
            now = time.monotonic()
            if now - updated_at < _SHOW_EVERY:
                return
            updated_at = now
            rate = (games - resumed) / (now - began)
            left = f", {rate:.1f} games/s, about {(trials.total - games) / rate:,.0f} s left" if rate else ""
            pace = f"{games:,} of {trials.total:,} games{left}"
            live.update(Group(Text(pace), Text(summary(trials))), refresh=True)

        yield watch


def summary(trials: Trials) -> str:
    """Return the number of finished iterations, and the old and new values."""
    values = trials.values
    changes = [f"{one.name}: {one.start:g} -> {values[one.name]:.4g}" for one in trials.spsa.parameters]
    return "\n".join([f"{trials.last.iteration:,} of {trials.spsa.iterations:,} iterations", *changes])
