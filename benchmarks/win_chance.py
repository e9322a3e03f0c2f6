"""Calibration of the win chances that analysis derives from scores at checkers.

    python benchmarks/win_chance.py [--seconds 200]

The engine plays itself with 20,000 nodes per move, from ballots followed by some random moves; score and result are
recorded for about a third of the positions. The output has the share of points for scores in each range, the win chance
that analysis gives to its middle, and the scale of the logistic curve with the best fit.
"""

import argparse
import math
import random
import time

from crownbridge.engines import Limit, SearchRequest
from crownbridge.engines.checkers import Hyperparameters
from crownbridge.engines.checkers.ballots import ballot_positions
from crownbridge.engines.checkers.judge import LOGISTIC_SCORE
from crownbridge.engines.engine import WIN
from crownbridge.games import Checkers

EFFORT = Limit(nodes=20_000)
RANGES = ((-300, -150), (-150, -80), (-80, -30), (-30, 30), (30, 80), (80, 150), (150, 300))
SCALES = range(20, 400, 5)


def chance(score: int, scale: int) -> float:
    """Return the win chance by the logistic curve of a scale."""
    return 1 / (1 + math.exp(-score / scale))


def surprise(noted: list[tuple[int, float]], scale: int) -> float:
    """Return the mean logarithmic loss of a scale."""
    chances = ((chance(score, scale), points) for score, points in noted)
    return -sum(p * math.log(c + 1e-9) + (1 - p) * math.log(1 - c + 1e-9) for c, p in chances) / len(noted)


def play(seconds: float) -> tuple[int, list[tuple[int, float]]]:
    """Return the number of games, and scores with the points of the game."""
    choose = random.Random(3)
    starts = ballot_positions(Checkers())
    engine = Hyperparameters(hash_megabytes=8, seed=0).engine()
    end, games = time.monotonic() + seconds, 0
    noted: list[tuple[int, float]] = []
    while time.monotonic() < end:
        position = choose.choice(starts)
        for _ in range(choose.randrange(4, 14)):
            position = position.play(choose.choice(position.legal_moves())) if not position.outcome() else position
        seen = []
        while (outcome := position.outcome()) is None:
            thought = engine.think(SearchRequest(position, EFFORT))
            if thought.score is not None and abs(thought.score) < WIN and choose.random() < 1 / 3:
                seen.append((thought.score, position.side_to_move))
            position = position.play(thought.move)
        noted += [(score, 0.5 if outcome.winner is None else float(outcome.winner == side)) for score, side in seen]
        games += 1
    return games, noted


def main() -> None:
    """Run the benchmark and print its results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=200)
    games, noted = play(parser.parse_args().seconds)
    print(f"{games} games, {len(noted):,} positions")
    for low, high in RANGES:
        points = [made for score, made in noted if low <= score < high]
        if points:
            share, predicted = sum(points) / len(points), chance((low + high) // 2, LOGISTIC_SCORE)
            print(f"{low:>5} to {high:>4}: {len(points):>6,} positions {share:>7.1%}   analysis {predicted:>6.1%}")
    print(f"best scale {min(SCALES, key=lambda scale: surprise(noted, scale))}, analysis has {LOGISTIC_SCORE}")


if __name__ == "__main__":
    main()
