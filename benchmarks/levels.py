"""How far the levels of the checkers engine are apart: each plays the next two, from random openings.

Prints a rating for each level, in Elo, with the half-width of its 95 % interval; the mean of all is 0.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import games
from crownbridge.engines import Limit
from crownbridge.engines.checkers import LEVELS, Hyperparameters, Level
from crownbridge.games import Checkers
from elo import ratings
from games import opening

PLIES = (6, 8)
"""Random moves before a game."""


@dataclass(frozen=True)
class Pairing:
    """Two games from one opening, with the colours changed."""

    levels: tuple[int, int]
    """Places in the list."""
    names: tuple[Level, Level]
    seed: int
    seconds: float


def play(pairing: Pairing) -> tuple[tuple[int, int], float]:
    """The points of the first level in two games, 0 to 2."""
    start = opening(Checkers(), random.Random(pairing.seed), *PLIES)
    points = 0.0
    for red in (0, 1):
        engines = [
            Hyperparameters(seed=2 * pairing.seed + player).engine_at(level)
            for player, level in enumerate(pairing.names)
        ]
        points += games.play(start, engines, red, Limit(pairing.seconds))
    return pairing.levels, points


def pairings(levels: Sequence[Level], games: int, seconds: float) -> Iterator[Pairing]:
    """Every level against the next two."""
    for apart in (1, 2):
        for one in range(len(levels) - apart):
            for number in range(games // 2):
                pair = one, one + apart
                yield Pairing(pair, (levels[pair[0]], levels[pair[1]]), 1000 * one + number + 10**6 * apart, seconds)


def measure(levels: Sequence[Level], games: int, seconds: float, processes: int) -> None:
    """Plays, and prints the table."""
    results: dict[tuple[int, int], list[float]] = {}
    todo = list(pairings(levels, games, seconds))
    random.Random(0).shuffle(todo)
    with ProcessPoolExecutor(processes) as pool:
        for number, (pair, points) in enumerate(pool.map(play, todo), 1):
            results.setdefault(pair, []).append(points)
            print(f"\r{number} of {len(todo)} openings", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    elo, error = ratings(len(levels), results)
    print(f"{'level':<24}{'nodes':>9}{'noise':>7}{'blunders':>10}{'Elo':>8}{'+-':>6}{'step':>7}  against the next two")
    for place, level in enumerate(levels):
        step = f"{elo[place] - elo[place - 1]:+.0f}" if place else ""
        against = " ".join(
            f"{sum(results[place, other]) / len(results[place, other]) / 2:.0%}"
            for other in (place + 1, place + 2)
            if (place, other) in results
        )
        print(
            f"{place + 1:>2} {level.name:<21}{level.nodes or 'all':>9}{level.noise:>7}{level.blunders:>10.0%}"
            f"{elo[place]:>8.0f}{error[place]:>6.0f}{step:>7}  {against}"
        )


def main() -> None:
    """Measures the levels as they are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="for each pair of levels")
    parser.add_argument("--seconds", type=float, default=0.1, help="for a move, where the level has no other limit")
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    measure(LEVELS, asked.games, asked.seconds, asked.processes)


if __name__ == "__main__":
    main()
