"""Overhead of the referee per move: two programs in C over the KTH protocol, every move checked and recorded.

    python benchmarks/referee.py [--games 100] [--other ../old/.venv/bin/python] [--think 20]

The peer is the minimum: the same two programs, connected by a bare loop of poll, read and write in Python without
rules, clock and record. `CPU` is the time of the arena's process alone; starting and ending programs is excluded.
Programs answer at once, and in the second table after computing for `--think` milliseconds, so that the opponent is
stopped and continued in each move; its last column is the time of a move less that. `--other` measures another version
of Crownbridge in the same rounds. Everything runs on one core, unless `--cores all` lets the system choose.
"""

import argparse
import json
import os
import random
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from crownbridge.arena import Ended, Moved, Referee, Thinking, TimeControl
from crownbridge.games import Checkers
from crownbridge.players import ProgramPlayer
from crownbridge.players.process import LaunchOptions, Sandbox
from crownbridge.protocols.kth import BEGINNING, Kth, describe, message_for

SOURCE = Path(__file__).with_name("scripted.c")
ROUNDS = 10
RELAY = "bare relay"
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
    return [program, script, "0"]


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


def refereed(sandbox: Sandbox, red: Command, white: Command, watch: Stopwatch) -> None:
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

    options = LaunchOptions(sandbox=sandbox)
    players = tuple(ProgramPlayer(name, command, Kth, options) for name, command in (("red", red), ("white", white)))
    Referee(Checkers(), (players[0], players[1]), TimeControl(per_move=5), observers=[observe]).play()


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


def measure(kind: str, games: int, command: Command) -> None:
    """Play games of one kind in this process, and print the number of moves and the seconds."""
    watch = Stopwatch()
    for _ in range(games):
        if kind == RELAY:
            relayed(command, command, watch)
        else:
            refereed(Sandbox(kind), command, command, watch)
    print(json.dumps([watch.moves, watch.wall, watch.cpu]))


def measured(python: str, kind: str, games: int, command: Command) -> list[float]:
    """Return what `measure` prints in a process of a version of Crownbridge."""
    line = [python, __file__, "--measure", kind, "--games", str(games), *command]
    figures: list[float] = json.loads(subprocess.run(line, stdout=subprocess.PIPE, check=True).stdout)
    return figures


def table(rows: dict[str, tuple[str, str]], games: int, command: Command, column: Callable[[float], str]) -> None:
    """Measure the rows in alternation, so that a busy machine slows all of them, and print their sums."""
    sums = {name: [0.0, 0.0, 0.0] for name in rows}
    for _ in range(ROUNDS):
        for name, (python, kind) in rows.items():
            sums[name] = [x + y for x, y in zip(sums[name], measured(python, kind, games, command), strict=True)]
    first = next(iter(sums.values()))
    for name, (moves, wall, cpu) in sums.items():
        rate, ratio = moves / wall, first[0] / first[1] / (moves / wall)
        print(f"{name:<28} {rate:>8,.0f} moves/s {cpu / moves * 1e6:>6.1f} us CPU a move {ratio:>5.2f}x", end="")
        print(column(wall / moves), flush=True)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--other", metavar="PYTHON", help="the Python of another version of Crownbridge")
    parser.add_argument("--think", type=float, default=20.0, help="milliseconds")
    parser.add_argument("--cores", choices=["one", "all"], default="one")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    parser.add_argument("command", nargs="*", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        measure(arguments.measure, arguments.games, arguments.command)
        return
    if arguments.cores == "one":
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    versions = {"crownbridge": sys.executable} | ({"other version": arguments.other} if arguments.other else {})
    kinds = ["none", *sorted({Sandbox.AUTO.resolved(), Sandbox.LIMITS}, reverse=True)]
    rows = {f"{name}, {kind}": (python, kind) for kind in kinds for name, python in versions.items()}
    with tempfile.TemporaryDirectory() as folder:
        lines = long_game()
        command = make_program(folder, lines)
        games = max(1, arguments.games // ROUNDS)
        print(f"Programs that answer at once: {ROUNDS * games} games of {len(lines) - 1} moves")
        table(rows | {RELAY: (sys.executable, RELAY)}, games, command, lambda _: "")
        command[2] = str(int(arguments.think * 1000))
        print(f"Programs that compute for {arguments.think:g} ms: {ROUNDS} games")
        table(rows, 1, command, lambda move: f" {1e6 * move - 1000 * arguments.think:>8.0f} us a move more")


if __name__ == "__main__":
    main()
