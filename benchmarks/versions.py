"""Hex against another version of Crownbridge, or any program that speaks htp, in equal time or with a number of visits.

    python benchmarks/versions.py '../old/.venv/bin/crownbridge htp --threads 1' --games 200 --per-move 0.1
    python benchmarks/versions.py '../old/.venv/bin/crownbridge htp --threads 1' --size 13
    python benchmarks/versions.py '../old/.venv/bin/crownbridge htp --threads 1' --iterations 200
    python benchmarks/versions.py 'crownbridge htp --threads 1' --iterations 1600 400 --per-move 60

Both are started as programs; ours searches with one thread. With `--iterations`, both are versions of Crownbridge and
make at most that many visits with the network per move; a second number is for the other program. Each opening of two
random stones that our network considers nearly even is played with both colours. The interval is computed from pairs of
games.
"""

import argparse
import random
import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import sqrt
from typing import Any

from crownbridge.arena import TimeControl, play_match
from crownbridge.engines.hex.network import network
from crownbridge.games import Hex
from crownbridge.players import player_named
from games import opening

MAX_IMBALANCE = 0.15
"""Maximum distance from 0.5 of the value of an opening."""


def even_openings(size: int, seed: int) -> Iterator[Any]:
    """Yield positions after two random stones that are nearly even."""
    chance = random.Random(seed)
    while True:
        start = opening(Hex(size), chance, 2, 2)
        if abs(network().chance(start) - 0.5) < MAX_IMBALANCE:
            yield start


def main() -> None:
    """Play the match and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", help="the other program")
    parser.add_argument("--size", type=int, default=11)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--per-move", type=float, help="seconds per move (default 0.1, or 5 with --iterations)")
    parser.add_argument(
        "--iterations", type=int, nargs="+", help="visits per move; a second number is for the other program"
    )
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if options.iterations and len(options.iterations) > 2:  # noqa: PLR2004 (ours and theirs)
        parser.error("--iterations takes one number or two")
    commands = [shlex.join([sys.executable, "-m", "crownbridge", "htp", "--threads", "1"]), options.command]
    per_move = options.per_move or (5.0 if options.iterations else 0.1)
    effort = f"at most {per_move:g} s per move"
    if options.iterations:
        visits = options.iterations[0], options.iterations[-1]
        commands = [
            f"{command} --evaluation network --iterations {count}"
            for command, count in zip(commands, visits, strict=True)
        ]
        effort = f"{' against '.join(map(str, dict.fromkeys(visits)))} visits, {effort}"
    players = tuple(player_named(f"htp:{command}", "hex") for command in commands)
    starts = list(islice(even_openings(options.size, options.seed), options.games // 2))
    control = TimeControl(per_move=per_move, margin=per_move)
    won, faults = [], Counter[str]()
    for record, side in play_match(Hex(options.size), players, 2 * len(starts), control, starts):  # type: ignore[arg-type]
        won.append(record.outcome.winner == side)
        if record.outcome.termination.is_fault:
            faults[f"{record.outcome.termination}, {'won' if won[-1] else 'lost'} by us"] += 1
        print(f"\r{sum(won)} of {len(won)} games won", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    pairs = [(one + other) / 2 for one, other in zip(won[::2], won[1::2], strict=True)]
    share = sum(pairs) / len(pairs)
    spread = 1.96 * sqrt(sum((pair - share) ** 2 for pair in pairs)) / len(pairs)
    counts = Counter(pairs)
    print(
        f"Hex {options.size}x{options.size}, {effort}: won {sum(won)} of {len(won)},"
        f" {share:.1%} ± {spread:.1%}: both of {counts[1.0]} openings, one of {counts[0.5]}, none of {counts[0.0]}"
    )
    for fault, count in faults.items():
        print(f"{count} games ended by a fault: {fault}")


if __name__ == "__main__":
    main()
