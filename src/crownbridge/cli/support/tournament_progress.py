"""Progress of a tournament on the terminal."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.text import Text

from crownbridge.cli.support.output import echo
from crownbridge.errors import printable
from crownbridge.games import Termination
from crownbridge.tournaments.executor import Play, Played
from crownbridge.tournaments.game_runner import GameRunner
from crownbridge.tournaments.runner import GameEnded
from crownbridge.tournaments.scheduler import Pairing, Scheduler
from crownbridge.tournaments.scoreboard import Scoreboard

_SHOW_EVERY = 0.5


@contextmanager
def watching(
    scoreboard: Scoreboard, scheduler: Scheduler, *, silent: bool = False
) -> Iterator[Callable[[GameEnded], None]]:
    """Show the current standings on the terminal during the block."""
    console = Console(stderr=True)
    if silent or not console.is_terminal:
        yield lambda _: None
        return
    began, updated_at = time.monotonic(), 0.0
    with Live(console=console, auto_refresh=False, transient=True) as live:

        def watch(_: GameEnded) -> None:
            nonlocal updated_at
            now = time.monotonic()
            if now - updated_at < _SHOW_EVERY:
                return
            updated_at = now
            lines = [_pace(scoreboard, scheduler.total, now - began), scoreboard.table(scheduler)]
            if (evidence := scoreboard.evidence) is not None:
                lines.append(str(evidence))
            live.update(Text(printable("\n".join(lines), keep="\n")), refresh=True)

        yield watch


def _pace(scoreboard: Scoreboard, total: int | None, seconds: float) -> str:
    done = len(scoreboard.results)
    rate = (done - scoreboard.resumed) / seconds if seconds else 0.0
    text = progress(done, total)
    if rate > 0:
        text += f", {rate:.1f} games/s"
        if total is not None:
            text += f", about {(total - done) / rate:,.0f} s left"
    return text


def progress(done: int, total: int | None) -> str:
    """Return the number of finished games, and the total if it is known and not reached."""
    if total is not None and done < total:
        return f"{done:,} of {total:,} games"
    return f"{done:,} {'game' if done == 1 else 'games'}"


def announced(runner: GameRunner) -> Play:
    """Return a `Play` that prints who moves first and how the game ended, for a human at the terminal.

    It raises KeyboardInterrupt at the end of the input; otherwise the human would lose all remaining games.
    """

    def play(pairing: Pairing) -> Played:
        first, second = pairing.agents
        echo(f"\n{first} moves first, {second} second", err=True)
        played = runner(pairing)
        game = played.packed.game
        if runner.is_deserted:
            raise KeyboardInterrupt
        result = "draw" if game.winner is None else f"{game.winner} wins"
        echo(result if game.ending is Termination.NORMAL else f"{result} ({game.ending})", err=True)
        return played

    return play
