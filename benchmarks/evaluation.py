"""What the trained network is worth: a match against the hand-written evaluation, with equal time for a move.

    python benchmarks/evaluation.py
    python benchmarks/evaluation.py --games 100 --seconds 0.1 --workers 2

Every opening is played twice, with the colours changed, under tournament rules. Openings are random moves, however
unbalanced they are. Both sides have one thread and the packaged endgame tables. The interval is of pairs of games.
"""

import argparse
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from crownbridge.engines import Limit
from crownbridge.engines.checkers import Hyperparameters
from crownbridge.games import load
from crownbridge.ratings import Counts, elo_difference
from games import PACKAGED, opening, play


def pair(seed: int, plies: int, seconds: float) -> tuple[float, float]:
    """The network's points in two games from one opening."""
    start = opening(load("checkers", "tournament"), random.Random(seed), plies, plies)
    engines = [Hyperparameters(evaluation=name, tables=PACKAGED).engine() for name in ("network", "hand-written")]
    return play(start, engines, 0, Limit(seconds)), play(start, engines, 1, Limit(seconds))


def main() -> None:
    """Plays, and prints what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--plies", type=int, default=8, help="random moves before a game")
    parser.add_argument("--seconds", type=float, default=0.02, help="for a move")
    parser.add_argument("--workers", type=int, default=1, help="games at a time, each on a core")
    asked = parser.parse_args()
    pairs: list[tuple[float, float]] = []
    openings = asked.games // 2
    with ProcessPoolExecutor(asked.workers) as pool:
        for points in pool.map(partial(pair, plies=asked.plies, seconds=asked.seconds), range(openings)):
            pairs.append(points)
            won = sum(map(sum, pairs))
            print(f"\r{len(pairs)} of {openings} openings, {won:g} points", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    games = Counter(point for points in pairs for point in points)
    sums = Counter(map(sum, pairs))
    counts = Counts(tuple(sums[half / 2] for half in range(5)))
    print(f"network against hand-written, {asked.seconds:g} s a move, {2 * len(pairs)} games from {openings} openings")
    print(f"+{games[1.0]} ={games[0.5]} -{games[0.0]}   score {counts.score:.1%}   {elo_difference(counts)}")
    print("pairs with 0, 1/2, 1, 3/2, 2 points:", *counts.steps)


if __name__ == "__main__":
    main()
