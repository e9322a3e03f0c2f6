"""Overhead of the referee per move: two instant programs in C over the KTH protocol, every move checked and recorded.

    python benchmarks/referee.py [--games 100]

The peer is the minimum: the same two programs, connected by a bare loop of poll, read and write in Python without
rules, clock and record. `CPU` is the time of this process alone; starting and ending programs is excluded. Everything
runs on one core, unless `--cores all` lets the system choose.
"""

import argparse
import os
import random
import select
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from crownbridge.arena import Ended, Moved, Referee, Thinking, TimeControl
from crownbridge.games import Checkers
from crownbridge.players import ProgramPlayer
from crownbridge.protocols.kth import BEGINNING, Kth, describe, message_for

SOURCE = Path(__file__).with_name("scripted.c")
Command = list[str]


def long_game() -> list[str]:
    """Return the messages of the longest of a few hundred random games."""
    best: list[str] = []
    for seed in range(300):
        choose = random.Random(seed)
        position = Checkers().initial()
        lines = [str(message_for(position, BEGINNING))]
        while position.outcome() is None:
            move = choose.choice(position.legal_moves())
            position = position.play(move)
            lines.append(str(message_for(position, describe(move))))
        best = max(best, lines, key=len)
    return best


def make_program(folder: str, lines: list[str]) -> Command:
    """Return the command of a program that plays either side of a recorded game."""
    program, script = f"{folder}/scripted", f"{folder}/script"
    subprocess.run(["cc", "-O2", "-o", program, str(SOURCE)], check=True)  # noqa: S607 (the system's compiler)
    for path, own in ((script, lines[1::2]), (f"{script}.init", lines[0::2])):
        Path(path).write_text("\n".join([*own, ""]), encoding="ascii")
    return [program, script]


class Stopwatch:
    """Wall-clock and CPU time between the first request and the last move of a game."""

    def __init__(self) -> None:
        self.moves = 0
        self.wall = self.cpu = 0.0
        self._began = 0.0, 0.0

    def start(self) -> None:
        """Start at the first request."""
        self._began = time.perf_counter(), time.process_time()

    def stop(self, moves: int) -> None:
        """Stop after the last move."""
        self.wall += time.perf_counter() - self._began[0]
        self.cpu += time.process_time() - self._began[1]
        self.moves += moves


def refereed(red: Command, white: Command, watch: Stopwatch) -> None:
    """Play one game with the referee."""
    seen: list[Any] = []

    def observe(event: Any) -> None:
        if isinstance(event, Thinking) and not seen:
            watch.start()
        if isinstance(event, Moved):
            seen.append(event)
            if event.position.outcome() is not None:
                watch.stop(len(seen))
        if isinstance(event, Ended) and event.record.outcome.detail:
            raise RuntimeError(str(event.record.outcome))

    players = ProgramPlayer("red", red, Kth), ProgramPlayer("white", white, Kth)
    Referee(Checkers(), players, TimeControl(per_move=5), observers=[observe]).play()


def relayed(red: Command, white: Command, watch: Stopwatch) -> None:
    """Play the same game by only forwarding lines."""
    pipes = [
        subprocess.Popen(c, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) for c in (red, [*white, "init"])
    ]
    ends = [(p.stdin.fileno(), p.stdout.fileno()) for p in pipes if p.stdin and p.stdout]
    polls = [select.poll(), select.poll()]
    for poll, (_, output) in zip(polls, ends, strict=True):
        poll.register(output, select.POLLIN)
    line, turn, moves = os.read(ends[1][1], 4096), 0, 0
    watch.start()
    while line:
        os.write(ends[turn][0], line)
        polls[turn].poll(5000)
        line = os.read(ends[turn][1], 4096)
        turn, moves = 1 - turn, moves + 1
    watch.stop(moves - 1)
    for process in pipes:
        process.kill()
        process.communicate()


def main() -> None:
    """Print both figures and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--cores", choices=["one", "all"], default="one")
    arguments = parser.parse_args()
    games = arguments.games
    if arguments.cores == "one":
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        lines = long_game()
        commands = (make_program(folder, lines),) * 2
        kinds = {
            "crownbridge": refereed,
            "bare relay": relayed,
        }
        ours = 0.0
        for name, play in kinds.items():
            watch = Stopwatch()
            for _ in range(games):
                play(*commands, watch)
            rate = watch.moves / watch.wall
            ours = ours or rate
            print(
                f"{name:<12} {rate:>10,.0f} moves/s {watch.cpu / watch.moves * 1e6:>7.1f} us CPU a move "
                f"{ours / rate:>6.2f}x   ({games} games of {len(lines) - 1} moves)"
            )


if __name__ == "__main__":
    main()
