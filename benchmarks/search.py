"""Speed of the checkers engine, its depth after a second, and the accuracy of its time limit.

python benchmarks/search.py
"""

import time
from statistics import median

from crownbridge._core import CheckersEvaluation, CheckersSearch
from crownbridge.engines.checkers.bench_positions import POSITIONS
from crownbridge.engines.checkers.network import network
from crownbridge.engines.checkers.tables import Tables
from crownbridge.games import Checkers

SECONDS = 0.05
DEPTH = 19
EVALUATIONS = {"network": network(), "hand-written": CheckersEvaluation.hand_written()}


def from_the_start(evaluation: CheckersEvaluation) -> str:
    """Return depth and speed of a one-second search from the initial position."""
    report = CheckersSearch(evaluation).run(Checkers().initial(), seconds=1.0)
    return f"depth {report.depth}, {report.nodes / report.seconds / 1e6:.2f} million nodes/s"


def time_to_depth(threads: int) -> float:
    """Return the total time of all positions to the fixed depth."""
    search = CheckersSearch(network(), threads=threads)
    spent = 0.0
    for text in POSITIONS:
        search.forget()
        spent += search.run(Checkers().parse(text), depth=DEPTH).seconds
    return spent


def lateness() -> list[float]:
    """Return by how many seconds searches with endgame tables exceed their time limit."""
    search = CheckersSearch(network(), tables=Tables.open().native)
    late = []
    for text in POSITIONS * 3:
        began = time.monotonic()
        report = search.run(Checkers().parse(text), seconds=SECONDS)
        spent = time.monotonic() - began
        late += [spent - SECONDS] if report.seconds >= SECONDS else []
    return late


def main() -> None:
    """Run the benchmark and print its results."""
    for name, evaluation in EVALUATIONS.items():
        print(f"one second from the start, {name}: {from_the_start(evaluation)}")
    alone, together = time_to_depth(1), time_to_depth(2)
    print(f"depth {DEPTH}: one thread {alone:.2f} s, two {together:.2f} s, {alone / together:.2f}x")
    late = [1e3 * seconds for seconds in lateness()]
    print(f"{len(late)} searches of {SECONDS} s: late by {median(late):.2f} ms (median), {max(late):.2f} ms (maximum)")


if __name__ == "__main__":
    main()
