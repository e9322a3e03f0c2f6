"""Checkers against another version of Crownbridge in equal time; the other version is given as its Python.

    python benchmarks/checkers_versions.py ../old/.venv/bin/python --games 400 --per-move 0.1
    python benchmarks/checkers_versions.py ../old/.venv/bin/python --rules kth --workers 2

Each version runs in processes of its own, with one thread, 64 MB of hash table and its packaged endgame tables.
Openings are 4 to 10 random plies that both versions score within 0.6 men, each played with both colours. Games end by
the rules, as wins when both versions see 3 men or more for 6 plies, and as draws when both see at most 0.1 men for 16
plies from ply 50 on. The interval is computed from pairs of games.
"""

import argparse
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import NamedTuple, Self

from crownbridge.games import load
from games import report

WORKER = Path(__file__).with_name("checkers_worker.py")
PLIES = 4, 10
"""Minimum and maximum length of an opening."""
MAX_IMBALANCE = 60
"""Maximum score of an opening, in hundredths of a man."""
WON, WON_PLIES = 300, 6
DRAWN, DRAWN_PLIES, DRAWN_FROM = 10, 16, 50


class Answer(NamedTuple):
    """A move and its score for the side to move."""

    move: str
    score: int


class Version:
    """A version of the engine in a process of its own; `with` ends it."""

    def __init__(self, python: str, seconds: float) -> None:
        self._process = subprocess.Popen(
            [python, str(WORKER), str(seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "CROWNBRIDGE_TABLES": os.devnull},  # only the packaged ones
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    def start(self, rules: str) -> None:
        """Start a game with an empty hash table."""
        print("new", rules, file=self._process.stdin, flush=True)

    def answer(self, moves: Sequence[str]) -> Answer:
        """Return the engine's move after the moves of a game."""
        print(*moves, file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()  # type: ignore[union-attr]  # it is a pipe
        if not line:
            raise SystemExit("a version ended; its output on stderr says why")
        move, score = line.split()
        return Answer(move, int(score))


def opening(rules: str, versions: Sequence[Version], chance: random.Random) -> list[str]:
    """Return the moves of an opening that both versions consider nearly even."""
    while True:
        position = load("checkers", rules).initial()
        moves = []
        for _ in range(chance.randint(*PLIES)):
            move = chance.choice(position.legal_moves())  # no game is over so early
            moves.append(position.format_move(move))
            position = position.play(move)
        for version in versions:
            version.start(rules)
        if all(abs(version.answer(moves).score) <= MAX_IMBALANCE for version in versions):
            return moves


def play(rules: str, start: Sequence[str], versions: Sequence[Version], red: int) -> float:
    """Play a game in which version number `red` is red, and return the points of the first version."""
    position = load("checkers", rules).initial()
    moves = list(start)
    for text in start:
        position = position.play(position.parse_move(text))
    scores: list[int] = []  # for red
    for version in versions:
        version.start(rules)
    while (outcome := position.outcome()) is None:
        move, score = versions[red ^ position.side_index].answer(moves)
        scores.append(-score if position.side_index else score)
        moves.append(move)
        position = position.play(position.parse_move(move))
        last = scores[-WON_PLIES:]
        if len(last) == WON_PLIES and (min(last) >= WON or max(last) <= -WON):
            return float((last[0] > 0) == (red == 0))
        last = scores[-DRAWN_PLIES:]
        if len(moves) >= DRAWN_FROM + DRAWN_PLIES and max(map(abs, last)) <= DRAWN:
            return 0.5
    return 0.5 if outcome.winner is None else float(red ^ outcome.winner == 0)


def pair(seed: int, options: argparse.Namespace) -> tuple[float, float]:
    """Return our points in two games from one opening."""
    with ExitStack() as stack:
        versions = [
            stack.enter_context(Version(python, options.per_move)) for python in (sys.executable, options.python)
        ]
        start = opening(options.rules, versions, random.Random(seed))
        return play(options.rules, start, versions, 0), play(options.rules, start, versions, 1)


def main() -> None:
    """Play the match and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("python", help="Python of the other version's environment")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--per-move", type=float, default=0.1, help="seconds per move")
    parser.add_argument("--rules", default="tournament", choices=("tournament", "kth"))
    parser.add_argument("--seed", type=int, default=0, help="seed of the first opening")
    parser.add_argument("--workers", type=int, default=1, help="number of concurrent games")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.games // 2)
    with ThreadPoolExecutor(options.workers) as pool:
        title = f"{options.rules} rules, {options.per_move:g} s per move"
        report(title, pool.map(partial(pair, options=options), seeds))


if __name__ == "__main__":
    main()
