"""Strength of the trained network: a match against the hand-written evaluation or other weights, at equal limits.

    python benchmarks/evaluation.py
    python benchmarks/evaluation.py --games 100 --seconds 0.1 --workers 2
    python benchmarks/evaluation.py --games 400 --nodes 5000 --network new.bin --rival old.bin --rules kth

Every opening is played twice, with the colours changed, by default under tournament rules. Openings are random moves,
even if they are unbalanced. Both sides have one thread and the packaged endgame tables. The interval is based on pairs
of games.
"""

import argparse
import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from crownbridge._core import CheckersEvaluation, CheckersSearch
from crownbridge.engines import Limit
from crownbridge.engines.checkers.engine import CheckersEngine
from crownbridge.engines.checkers.network import WEIGHTS
from crownbridge.engines.checkers.tables import Tables
from crownbridge.games import load
from games import PACKAGED, opening, play, report


def engine(weights: Path | None) -> CheckersEngine:
    """Return the engine at full strength with the weights, or with the hand-written evaluation."""
    if weights is None:
        evaluation = CheckersEvaluation.hand_written()
    else:
        evaluation = CheckersEvaluation.network(weights.read_bytes())
    return CheckersEngine(CheckersSearch(evaluation, tables=Tables.open(most_pieces=PACKAGED).native))


def pair(seed: int, options: argparse.Namespace) -> tuple[float, float]:
    """Return the network's points in two games from one opening."""
    start = opening(load("checkers", options.rules), random.Random(seed), options.plies, options.plies)
    limit = Limit(nodes=options.nodes) if options.nodes else Limit(options.seconds)
    engines = [engine(weights) for weights in (options.network, options.rival)]
    return play(start, engines, 0, limit), play(start, engines, 1, limit)


def main() -> None:
    """Play the match and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--plies", type=int, default=8, help="random moves before a game")
    parser.add_argument("--seconds", type=float, default=0.02, help="time per move")
    parser.add_argument("--nodes", type=int, help="nodes per move, instead of --seconds")
    parser.add_argument("--rules", default="tournament", choices=("tournament", "kth"))
    parser.add_argument("--network", type=Path, default=WEIGHTS, help="weights (default the shipped ones)")
    parser.add_argument("--rival", type=Path, help="other weights (default the hand-written evaluation)")
    parser.add_argument("--workers", type=int, default=1, help="number of concurrent games")
    options = parser.parse_args()
    limit = f"{options.nodes} nodes" if options.nodes else f"{options.seconds:g} s"
    rival = options.rival or "hand-written"
    title = f"{options.network} against {rival}, {options.rules} rules, {limit} a move"
    with ProcessPoolExecutor(options.workers) as pool:
        report(title, pool.map(partial(pair, options=options), range(options.games // 2)))


if __name__ == "__main__":
    main()
