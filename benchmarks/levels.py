"""Ratings of the levels of an engine: each plays the next two, from random openings.

    python benchmarks/levels.py
    python benchmarks/levels.py --game hex --games 80 --write docs/hex-engine.md

Prints a rating for each level, in Elo, with the half-width of its 95 % interval; the mean of all is 0. With `--write`,
the ratings in the table of levels of a page are replaced.
"""

import argparse
import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import games
from crownbridge.engines import Engine, Limit, checkers
from crownbridge.engines import hex as hex_engine
from crownbridge.files import write_atomically
from crownbridge.games import Checkers, Game, Hex
from crownbridge.ratings import Rating, Result, cross_table, rate
from games import opening

Level = checkers.Level | hex_engine.Level


@dataclass(frozen=True)
class Contest:
    """A game whose levels are compared."""

    game: Game[Any]
    levels: Sequence[Level]
    engine: Callable[[Any, int], Engine]
    """Factory of an engine for a level and a seed."""
    plies: tuple[int, int]
    """Minimum and maximum number of random moves before a game."""


CONTESTS = {
    "checkers": Contest(
        Checkers(), checkers.LEVELS, lambda level, seed: checkers.Hyperparameters(seed=seed).engine_at(level), (6, 8)
    ),
    "hex": Contest(
        Hex(), hex_engine.LEVELS, lambda level, seed: hex_engine.Parameters(seed=seed).engine_at(level), (2, 2)
    ),
}


@dataclass(frozen=True)
class Pairing:
    """Two games from one opening, with the colours changed."""

    contest: str
    levels: tuple[int, int]
    """Indices of the two levels."""
    seed: int
    seconds: float


def play(pairing: Pairing) -> list[Result]:
    """Play the two games; agents are named by index, and red counts as the side that moves first."""
    contest = CONTESTS[pairing.contest]
    start = opening(contest.game, random.Random(pairing.seed), *contest.plies)
    one, other = map(str, pairing.levels)
    results = []
    for red, agents in enumerate([(one, other), (other, one)]):
        engines = [
            contest.engine(contest.levels[place], 2 * pairing.seed + player)
            for player, place in enumerate(pairing.levels)
        ]
        points = games.play(start, engines, red, Limit(pairing.seconds))
        results.append(Result(agents, points if red == 0 else 1 - points, str(pairing.seed)))
    return results


def pairings(contest: str, games: int, seconds: float) -> Iterator[Pairing]:
    """Yield pairings of every level with the next two."""
    count = len(CONTESTS[contest].levels)
    for apart in (1, 2):
        for one in range(count - apart):
            for number in range(games // 2):
                yield Pairing(contest, (one, one + apart), 1000 * one + number + 10**6 * apart, seconds)


def measure(contest: str, games: int, seconds: float, processes: int) -> list[Rating]:
    """Play the games, print the table and return the ratings."""
    levels = CONTESTS[contest].levels
    results: list[Result] = []
    todo = list(pairings(contest, games, seconds))
    random.Random(0).shuffle(todo)
    with ProcessPoolExecutor(processes) as pool:
        for number, two in enumerate(pool.map(play, todo), 1):
            results += two
            print(f"\r{number} of {len(todo)} openings", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    listed, scores = rate(results), cross_table(results).scores
    ratings = [listed[str(place)] for place in range(len(levels))]
    print(f"{'level':<24}{'nodes':>9}{'noise':>7}{'blunders':>10}{'Elo':>8}{'+-':>6}{'step':>7}  against the next two")
    for place, level in enumerate(levels):
        step = f"{ratings[place].elo - ratings[place - 1].elo:+.0f}" if place else ""
        against = " ".join(
            f"{score.points / score.games:.0%}"
            for other in (place + 1, place + 2)
            if (score := scores.get((str(place), str(other))))
        )
        print(
            f"{place + 1:>2} {level.name:<21}{level.nodes or 'all':>9}{level.noise:>7}{level.blunders:>10.0%}"
            f"{ratings[place].elo:>8.0f}{ratings[place].high - ratings[place].elo:>6.0f}{step:>7}  {against}"
        )
    return ratings


def write(page: Path, ratings: Sequence[Rating]) -> None:
    """Replace the last column of the table of levels."""
    text = page.read_text("utf-8")
    for number, rating in enumerate(ratings, 1):
        cell = f"{rating.elo:+.0f} ± {rating.high - rating.elo:.0f}"
        text, count = re.subn(rf"^(\| {number} \| .*\| )[^|]+( \|)$", rf"\g<1>{cell}\g<2>", text, flags=re.MULTILINE)
        if count != 1:
            raise SystemExit(f"{page} has no row for level {number}, or more than one")
    write_atomically(page, text)


def main() -> None:
    """Measure the current levels."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=CONTESTS, default="checkers")
    parser.add_argument("--games", type=int, default=200, help="games per pair of levels")
    parser.add_argument("--seconds", type=float, default=0.1, help="time per move, if the level has no other limit")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--write", type=Path, metavar="PAGE", help="page with a table of levels")
    options = parser.parse_args()
    ratings = measure(options.game, options.games, options.seconds, options.processes)
    if options.write:
        write(options.write, ratings)


if __name__ == "__main__":
    main()
