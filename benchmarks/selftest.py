"""Test positions with one best move: tactics from games, and endgames from tables.

    python benchmarks/selftest.py
    python benchmarks/selftest.py --seconds 0.1 --kind tactic --failures

The positions in selftest.txt were made by selftest_make.py. The engine has one thread and the packaged endgame tables;
the peer is the same search with the hand-written evaluation.
"""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from crownbridge.engines import Limit
from crownbridge.engines.checkers import Hyperparameters
from crownbridge.games import load
from crownbridge.games.checkers import Move, Position
from games import PACKAGED

SUITE = Path(__file__).with_suffix(".txt")


@dataclass(frozen=True)
class Puzzle:
    """A position and its solutions."""

    kind: str
    position: Position
    best: tuple[Move, ...]

    def __str__(self) -> str:
        best = map(self.position.format_move, self.best)
        return " ".join([f"{self.kind:<8}", self.position.squares, "rw"[self.position.side_index], *best])


def parse(line: str) -> Puzzle:
    """Return the puzzle of a line. Raise PositionError or MoveError."""
    kind, squares, side, *best = line.split()
    position = load("checkers", "tournament").parse(f"{squares} {side}")
    return Puzzle(kind, position, tuple(map(position.parse_move, best)))


def suite() -> list[Puzzle]:
    """Return all puzzles of the file."""
    return [parse(line) for line in SUITE.read_text(encoding="ascii").splitlines() if not line.startswith("#")]


def failures(puzzles: list[Puzzle], evaluation: str, seconds: float) -> list[str]:
    """Return the unsolved puzzles, each with the wrong move."""
    engine = Hyperparameters(evaluation=evaluation, tables=PACKAGED).engine()
    failed = []
    for number, puzzle in enumerate(puzzles, 1):
        engine.forget()
        played = engine.play(puzzle.position, Limit(seconds))
        if played not in puzzle.best:
            failed.append(f"{puzzle}, not {played}")
        print(f"\r{evaluation}: {number} of {len(puzzles)}", end="", file=sys.stderr, flush=True)
    print("\r\033[K", end="", file=sys.stderr, flush=True)
    return failed


def main() -> None:
    """Print a row for each kind and time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--seconds", type=float, action="append", help="time per position; may be repeated (default: 0.1 and 1)"
    )
    parser.add_argument("--kind", choices=["tactic", "endgame"], action="append", help="only this kind (default: both)")
    parser.add_argument("--failures", action="store_true", help="list the puzzles that the network does not solve")
    options = parser.parse_args()
    print(f"{'kind':<10}{'positions':>10}{'time':>8}{'network':>10}{'hand-written':>14}{'ratio':>7}")
    for kind in options.kind or ["tactic", "endgame"]:
        puzzles = [puzzle for puzzle in suite() if puzzle.kind == kind]
        for seconds in options.seconds or [0.1, 1.0]:
            failed, others = (failures(puzzles, name, seconds) for name in ("network", "hand-written"))
            ours, theirs = (1 - len(missed) / len(puzzles) for missed in (failed, others))
            ratio = f"{ours / theirs:.2f}x" if theirs else "-"
            print(f"{kind:<10}{len(puzzles):>10}{seconds:>6g} s{ours:>10.0%}{theirs:>14.0%}{ratio:>7}")
            print(
                *failed if options.failures else (),
                sep="\n",
                end="\n" * (options.failures and bool(failed)),
                flush=True,
            )


if __name__ == "__main__":
    main()
