"""How fast the Hex network judges positions, and how strong it makes the engine.

    python benchmarks/hex_network.py                                           # speed alone
    python benchmarks/hex_network.py --solved                                  # openings whose winner is proven
    python benchmarks/hex_network.py --games 100 --time 1                      # against playouts, in equal time
    python benchmarks/hex_network.py --games 100 --visits 100 --rival weights.pt  # against another network
    python benchmarks/hex_network.py --games 80 --visits 200 --even --network new.onnx --rival old.onnx  # two of ours
    python benchmarks/hex_network.py --games 100 --visits 100 --against exploration=0.5  # against another search

Every two games begin from one opening of two random stones, with the colours changed, and end when the side
to move has proven that it wins. One thread plays. With 1 visit both play what looks best to their networks, without
any search.
"""

import argparse
import itertools
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from crownbridge._core import HexSearch
from crownbridge.engines import Engine, Limit
from crownbridge.engines.hex import HexEngine, Parameters, Solver
from crownbridge.engines.hex.first_stones import EVEN
from crownbridge.engines.hex.network import BATCH, WEIGHTS, Network, encoded
from crownbridge.engines.hex.parameters import NETWORK, PLAYOUTS, PRUNE_AFTER
from crownbridge.games import Hex
from games import opening, play
from rival_network import RivalNetwork

SIZES = (5, 7, 9, 11, 13, 19)
SOLVED_SIZES = (5, 6, 7)
SEARCHED = 400
ROUNDS = 5
SETTINGS = ("batch", "exploration", "temperature")
MEGABYTES = 256
NEARLY = 0.15
"""So far from even may be what is nearly so."""

Make = Callable[[int], Engine]


def raw(network: Network, size: int, calls: int) -> float:
    """Evaluations a second of one core, by onnxruntime alone."""
    boards = np.random.default_rng(0).integers(-1, 2, (BATCH, size, size), np.int8)
    network.evaluate(boards)
    began = time.process_time()
    for _ in range(calls):
        network.evaluate(boards)
    return calls * BATCH / (time.process_time() - began)


def searched(network: Network, size: int) -> float:
    """The same within a search: with the tree, the way through Python and the memory of positions."""
    search = HexSearch(network, BATCH, MEGABYTES, prune_after=None)
    began = time.process_time()
    report = search.run(Hex(size).initial(), iterations=SEARCHED)
    return report.iterations / (time.process_time() - began)


def speed() -> None:
    """Prints a line a size; the two alternate, and the best of each counts, as other work only slows them down."""
    print(f"{'size':>5}{'onnxruntime':>16}{'in the search':>16}   ratio")
    for size in SIZES:
        most_raw = most_searched = 0.0
        for _ in range(ROUNDS):
            network = Network()
            most_raw = max(most_raw, raw(network, size, SEARCHED // BATCH))
            most_searched = max(most_searched, searched(network, size))
        print(f"{size:>5}{most_raw:>14,.0f}/s{most_searched:>14,.0f}/s{most_searched / most_raw:>8.2f}", flush=True)


def solved(size: int) -> None:
    """Prints of how many first stones a short search names the winner, as the solver does; turned ones count once."""
    solver, judge, right, count = Solver(), Network(), 0, 0
    for move in Hex(size).initial().legal_moves():
        if (move.row, move.column) > (size - 1 - move.row, size - 1 - move.column):
            continue
        position = Hex(size).initial().play(move)
        report = HexSearch(judge, BATCH, MEGABYTES, prune_after=PRUNE_AFTER).run(position, iterations=SEARCHED)
        right += (report.win_chance > EVEN) == (solver.prove(position).winner == position.side_to_move)
        count += 1
    print(f"Hex {size}x{size}, {SEARCHED} visits: the winner of {right} of {count} openings", flush=True)


def openings(size: int, judges: Sequence[Network | RivalNetwork]) -> Iterator[Any]:
    """Positions after two random stones, such as all judges take to be nearly even."""
    chance = random.Random(0)
    while True:
        start = opening(Hex(size), chance, 2, 2)
        if all(abs(judge(encoded(start))[0][0] - EVEN) < NEARLY for judge in judges):
            yield start


def match(starts: Iterator[Any], games: int, makers: tuple[Make, Make], limit: Limit) -> str:
    """How many games the first wins, and from how many openings both."""
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
    """What makes the engine at full strength, by that."""
    return lambda seed: Parameters(evaluation=evaluation, seed=seed).engine()


def network_of(path: Path) -> Network | RivalNetwork:
    """Return the network of a file: one that the engine could ship, or one of another training."""
    return Network(path) if path.suffix == ".onnx" else RivalNetwork(path)


def by_network(judge: Network | RivalNetwork, visits: int, settings: Mapping[str, float]) -> Make:
    """What makes an engine that only searches with a network, so set."""
    prune_after = None if visits == 1 else PRUNE_AFTER
    batch = int(settings.get("batch", BATCH))
    others: Any = {name: value for name, value in settings.items() if name != "batch"}
    return lambda seed: HexEngine(HexSearch(judge, batch, MEGABYTES, seed=seed, prune_after=prune_after, **others))


def read_settings(text: str) -> dict[str, float]:
    """Reads name=value,name=value."""
    found = {name: float(value) for name, _, value in (part.partition("=") for part in text.split(","))}
    if unknown := found.keys() - SETTINGS:
        raise argparse.ArgumentTypeError(f"{', '.join(unknown)}: expected some of {', '.join(SETTINGS)}")
    return found


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=11)
    parser.add_argument("--solved", action="store_true", help="how many winners of proven openings it names")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--time", type=float, default=1.0, help="seconds for a move, against playouts")
    parser.add_argument("--network", type=Path, default=WEIGHTS, help="our network's file (default the shipped one)")
    parser.add_argument("--rival", type=Path, help="another network's file: ours as .onnx, or a .pt for 11x11")
    parser.add_argument(
        "--against", type=read_settings, help="another search with the same network: " + ", ".join(SETTINGS)
    )
    parser.add_argument("--visits", type=int, default=100, help="for a move, against one of these")
    parser.add_argument(
        "--even", action="store_true", help="begin only where the networks that play take the game to be open"
    )
    asked = parser.parse_args()
    if asked.solved:
        for size in SOLVED_SIZES:
            solved(size)
    elif not asked.games:
        speed()
    elif asked.rival or asked.against:
        ours = Network(asked.network)
        rival = network_of(asked.rival) if asked.rival else ours
        makers = by_network(ours, asked.visits, {}), by_network(rival, asked.visits, asked.against or {})
        starts = openings(asked.size, (ours, rival) if asked.even else ())
        won = match(starts, asked.games, makers, Limit(nodes=asked.visits))
        against = " with ".join(str(given) for given in (asked.rival, asked.against) if given)
        print(f"Hex {asked.size}x{asked.size}, {asked.visits} visits, against {against}: {won}")
    else:
        makers = by_evaluation(NETWORK), by_evaluation(PLAYOUTS)
        won = match(openings(asked.size, [Network()] if asked.even else ()), asked.games, makers, Limit(asked.time))
        print(f"Hex {asked.size}x{asked.size}, {asked.time:g} s a move, against playouts: {won}")


if __name__ == "__main__":
    main()
