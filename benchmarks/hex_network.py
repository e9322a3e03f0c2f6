"""Speed of the Hex network, and strength of the engine with it.

    python benchmarks/hex_network.py                                           # speed alone
    python benchmarks/hex_network.py --solved                                  # openings whose winner is proven
    python benchmarks/hex_network.py --games 100 --time 1                      # against playouts, in equal time
    python benchmarks/hex_network.py --games 100 --visits 100 --rival weights.pt  # against another network
    python benchmarks/hex_network.py --games 80 --visits 200 --even --network new.bin --rival old.bin  # two of ours
    python benchmarks/hex_network.py --games 40 --visits 400 --rival-visits 1600 --even  # does a larger search win?
    python benchmarks/hex_network.py --games 100 --visits 100 --against exploration=0.5  # against another search

The speed is compared with onnxruntime, for which the network is exported as build/network.onnx (with torch, a minute).

Each opening of two random stones is played twice, with the colours changed; a game ends when the side to move has a
proven win. Engines use one thread. With 1 visit both play the best move of their networks without a search.
"""

import argparse
import itertools
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crownbridge._core import HexSearch
from crownbridge.engines import Engine, Limit
from crownbridge.engines.engine import NO_LIMIT
from crownbridge.engines.hex import HexEngine, Parameters, Solver
from crownbridge.engines.hex.first_stones import EVEN
from crownbridge.engines.hex.network import BATCH, WEIGHTS, Network, encoded, read_metadata
from crownbridge.engines.hex.parameters import NETWORK, PLAYOUTS, PRUNE_AFTER
from crownbridge.games import Hex
from games import opening, play
from onnx_network import OnnxNetwork

SIZES = (5, 7, 9, 11, 13, 19)
SOLVED_SIZES = (5, 6, 7)
SEARCHED = 400
ROUNDS = 5
SETTINGS = ("batch", "exploration", "temperature")
MEGABYTES = 256
NEARLY = 0.15
"""Maximum distance of a nearly even win chance from even."""

ROOT = Path(__file__).parents[1]
Make = Callable[[int], Engine]
Evaluate = Callable[[NDArray[np.int8]], tuple[NDArray[np.float32], NDArray[np.float32]]]


def onnx_network() -> OnnxNetwork:
    """Return the shipped network for onnxruntime; export it unless that is already done."""
    version = read_metadata(WEIGHTS.with_suffix(".json"))["version"]
    path = ROOT / f"build/network-{version}.onnx"
    if not path.exists():
        command = [sys.executable, "-m", "training.hex.export", str(WEIGHTS), str(path)]
        subprocess.run([*command, "--version", str(version)], cwd=ROOT, check=True)
    return OnnxNetwork(path)


def raw(evaluate: Evaluate, size: int) -> float:
    """Return the evaluations per second of a network alone on one core."""
    boards = np.random.default_rng(0).integers(-1, 2, (BATCH, size, size), np.int8)
    evaluate(boards)
    began = time.process_time()
    for _ in range(SEARCHED // BATCH):
        evaluate(boards)
    return SEARCHED / (time.process_time() - began)


def searched(network: Network, size: int) -> float:
    """Return the iterations per second of a search, including the tree and the evaluation cache."""
    search = HexSearch(network, BATCH, MEGABYTES, prune_after=None)
    began = time.process_time()
    report = search.run(Hex(size).initial(), iterations=SEARCHED)
    return report.iterations / (time.process_time() - began)


def speed() -> None:
    """Print a line per size with the median of several alternating runs."""
    rival = onnx_network()
    print(f"{'size':>5}{'onnxruntime':>16}{'our core':>16}{'in the search':>16}   ratio of the first two")
    for size in SIZES:
        rows = []
        for _ in range(ROUNDS):
            network = Network()
            rows.append((raw(rival, size), raw(network.evaluate, size), searched(network, size)))
        theirs, ours, with_search = np.median(rows, 0)
        print(f"{size:>5}{theirs:>14,.0f}/s{ours:>14,.0f}/s{with_search:>14,.0f}/s{ours / theirs:>8.2f}", flush=True)


def solved(size: int) -> None:
    """Print for how many openings, up to symmetry, a short search predicts the proven winner."""
    solver, judge, right, count = Solver(), Network(), 0, 0
    for move in Hex(size).initial().legal_moves():
        if (move.row, move.column) > (size - 1 - move.row, size - 1 - move.column):
            continue
        position = Hex(size).initial().play(move)
        report = HexSearch(judge, BATCH, MEGABYTES, prune_after=PRUNE_AFTER).run(position, iterations=SEARCHED)
        right += (report.win_chance > EVEN) == (solver.prove(position).winner == position.side_to_move)
        count += 1
    print(f"Hex {size}x{size}, {SEARCHED} visits: the winner of {right} of {count} openings", flush=True)


def openings(size: int, judges: Sequence[Evaluate]) -> Iterator[Any]:
    """Yield positions after two random stones that all judges consider nearly even."""
    chance = random.Random(0)
    while True:
        start = opening(Hex(size), chance, 2, 2)
        if all(abs(judge(encoded(start))[0][0] - EVEN) < NEARLY for judge in judges):
            yield start


def match(starts: Iterator[Any], games: int, makers: tuple[Make, Make], limit: Limit) -> str:
    """Play the match, and return the number of games won by the first engine, in total and by opening."""
    pairs: list[float] = []
    for start in itertools.islice(starts, (games + 1) // 2):
        pairs.append(0.0)
        for red in (0, 1):
            engines = [make(2 * len(pairs) + red) for make in makers]
            pairs[-1] += play(start, engines, red, limit, to_the_end=False)
            print(f"\r{sum(pairs):g} of {2 * len(pairs) - 1 + red} games won", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    each = ", ".join(f"{count} of {pairs.count(won)} openings" for won, count in ((2, "both"), (1, "one"), (0, "none")))
    return f"won {sum(pairs):g} of {2 * len(pairs)} games: {each}"


def by_evaluation(evaluation: str) -> Make:
    """Return a factory of the engine at full strength with an evaluation."""
    return lambda seed: Parameters(evaluation=evaluation, seed=seed).engine()


def network_of(path: Path) -> Evaluate:
    """Return the network of a file: one that the engine could ship, or one of another training."""
    if path.suffix == ".bin":
        return Network(path)
    if path.suffix == ".onnx":
        return OnnxNetwork(path)
    from rival_network import RivalNetwork  # noqa: PLC0415 - needs torch

    rival: Evaluate = RivalNetwork(path)
    return rival


def by_network(judge: Evaluate, visits: int, settings: Mapping[str, float]) -> Make:
    """Return a factory of an engine that searches with a network and the settings."""
    prune_after = None if visits == 1 else PRUNE_AFTER
    batch = int(settings.get("batch", BATCH))
    others: Any = {name: value for name, value in settings.items() if name != "batch"}
    limit = Limit(nodes=visits)
    return lambda seed: HexEngine(
        HexSearch(judge, batch, MEGABYTES, seed=seed, prune_after=prune_after, **others), limit
    )


def read_settings(text: str) -> dict[str, float]:
    """Parse name=value,name=value."""
    settings = {name: float(value) for name, _, value in (part.partition("=") for part in text.split(","))}
    if unknown := settings.keys() - SETTINGS:
        raise argparse.ArgumentTypeError(f"{', '.join(unknown)}: expected some of {', '.join(SETTINGS)}")
    return settings


def main() -> None:
    """Run the chosen benchmark and print its results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=11)
    parser.add_argument("--solved", action="store_true", help="count correct predictions of solved openings")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--time", type=float, default=1.0, help="seconds per move, against playouts")
    parser.add_argument("--network", type=Path, default=WEIGHTS, help="our network's file (default the shipped one)")
    parser.add_argument("--rival", type=Path, help="another network's file: ours as .bin or .onnx, or a .pt for 11x11")
    parser.add_argument("--rival-visits", type=int, help="visits per move of the other side")
    parser.add_argument(
        "--against", type=read_settings, help="another search with the same network: " + ", ".join(SETTINGS)
    )
    parser.add_argument("--visits", type=int, default=100, help="visits per move, with --rival or --against")
    parser.add_argument("--even", action="store_true", help="use only openings that the networks consider nearly even")
    options = parser.parse_args()
    if options.solved:
        for size in SOLVED_SIZES:
            solved(size)
    elif not options.games:
        speed()
    elif options.rival or options.against or options.rival_visits:
        ours = network_of(options.network)
        rival = network_of(options.rival) if options.rival else ours
        rival_visits = options.rival_visits or options.visits
        makers = by_network(ours, options.visits, {}), by_network(rival, rival_visits, options.against or {})
        starts = openings(options.size, (ours, rival) if options.even else ())
        won = match(starts, options.games, makers, NO_LIMIT)
        others = "".join(f" of {option}" for option in (options.rival, options.against) if option)
        print(f"Hex {options.size}x{options.size}, {options.visits} visits against {rival_visits}{others}: {won}")
    else:
        makers = by_evaluation(NETWORK), by_evaluation(PLAYOUTS)
        won = match(
            openings(options.size, [Network()] if options.even else ()), options.games, makers, Limit(options.time)
        )
        print(f"Hex {options.size}x{options.size}, {options.time:g} s a move, against playouts: {won}")


if __name__ == "__main__":
    main()
