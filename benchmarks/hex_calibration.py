"""How well the win chances of Hex networks predict the winners of solved positions.

    python benchmarks/hex_calibration.py                          # the shipped network
    python benchmarks/hex_calibration.py new.bin old.bin        # several, on the same positions
    python benchmarks/hex_calibration.py --make new.bin old.bin  # choose and solve the positions again

`hex_solved.txt` contains all openings of 7x7 and 1,000 positions of 8x8 with their winners by the solver. Those of 8x8
come from games in which the networks take turns to sample moves, so that they favour neither. Printed are the
cross-entropy (0 if every win chance is 0 or 1 and right), the share of positions in which the loser is favoured, and
the reliability curve: the mean win chance and the share of games won for each tenth of the win chances.
"""

import argparse
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crownbridge.engines.hex import Solver
from crownbridge.engines.hex.network import WEIGHTS, Network, encoded
from crownbridge.games import Hex

POSITIONS = Path(__file__).with_name("hex_solved.txt")
BINS = 10
OPENING_SIZE, MIDGAME_SIZE = 7, 8
MIDGAMES = 1000
STONES = 14, 22
"""Fewest and most stones of a position of the middle game."""
RANDOM_STONES = 4
"""Number of stones at the beginning of these games that are placed at random."""
TEMPERATURE = 1.0


class Solved(NamedTuple):
    """A position and whether the side to move wins."""

    position: Any
    won: bool


class Report(NamedTuple):
    """Agreement of win chances with results."""

    cross_entropy: float
    wrong: float
    """Share of the positions in which the loser has the higher win chance."""
    curve: list[tuple[int, float, float]]
    """For each tenth of the win chances that occurs: number of positions, mean win chance, share of wins."""


def report(chances: NDArray[np.float64], won: NDArray[np.bool_]) -> Report:
    """Compare win chances with results."""
    clipped = np.clip(chances, 1e-6, 1 - 1e-6)
    bins = np.minimum((clipped * BINS).astype(int), BINS - 1)
    tenths = [bins == number for number in range(BINS)]
    curve = [(int(each.sum()), float(chances[each].mean()), float(won[each].mean())) for each in tenths if each.any()]
    loss = -np.log(np.where(won, clipped, 1 - clipped)).mean()
    return Report(float(loss), float(((chances > 0.5) != won).mean()), curve)  # noqa: PLR2004


def read(path: Path = POSITIONS) -> dict[int, list[Solved]]:
    """Return the solved positions by board size."""
    by_size: dict[int, list[Solved]] = {}
    for line in path.read_text("ascii").splitlines():
        if not line.startswith("#"):
            size, rows, side, winner = line.split()
            by_size.setdefault(int(size), []).append(Solved(Hex(int(size)).parse(f"{rows} {side}"), side == winner))
    return by_size


def midgame(networks: Sequence[Network], rng: random.Random) -> Any:
    """Return a position from a game in which the networks take turns to sample moves."""
    while True:
        position, stones, first = Hex(MIDGAME_SIZE).initial(), rng.randint(*STONES), rng.randrange(len(networks))
        while position.outcome() is None and position.stones < stones:
            moves = position.legal_moves()
            weights = [1.0] * len(moves)
            if position.stones >= RANDOM_STONES:
                network = networks[(first + position.stones) % len(networks)]
                logits = network(encoded(position))[1].reshape(MIDGAME_SIZE, MIDGAME_SIZE)
                logits = logits if position.side_index == 0 else logits.T
                scores = np.array([logits[move.row, move.column] for move in moves]) / TEMPERATURE
                weights = np.exp(scores - scores.max()).tolist()
            position = position.play(rng.choices(moves, weights)[0])
        if position.outcome() is None:
            return position


def make(files: Sequence[Path]) -> None:
    """Choose positions, solve them, and write them with their winners."""
    solver, networks, rng = Solver(), [Network(file) for file in files], random.Random(0)
    start = Hex(OPENING_SIZE).initial()
    lines = ["# size, rows, side to move, winner; made by hex_calibration.py"]
    openings = [start.play(move) for move in start.legal_moves()]
    for position in (*openings, *(midgame(networks, rng) for _ in range(MIDGAMES))):
        rows, side = str(position).split()
        winner = side if solver.prove(position).winner == position.side_to_move else ("b" if side == "r" else "r")
        lines.append(f"{len(rows.split('/'))} {rows} {side} {winner}")
        if len(lines) % 50 == 1:
            print(len(lines) - 1, flush=True)
    POSITIONS.write_text("\n".join([*lines, ""]), encoding="ascii")


def main() -> None:
    """Print the report of each network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", type=Path, nargs="*", default=[WEIGHTS], metavar="network.bin")
    parser.add_argument("--make", action="store_true", help=f"write {POSITIONS.name}")
    options = parser.parse_args()
    if options.make:
        make(options.networks)
        return
    for size, solved in read().items():
        print(f"Hex {size}x{size}, {len(solved)} positions")
        won = np.array([each.won for each in solved])
        for file in options.networks:
            network = Network(file)
            chances = np.array([network(encoded(each.position))[0][0] for each in solved], np.float64)
            result = report(chances, won)
            print(f"  {file.name}: cross-entropy {result.cross_entropy:.4f}, loser favoured {result.wrong:.1%}")
            for count, mean, share in result.curve:
                print(f"    {count:>4} positions: win chance {mean:.3f}, won {share:.3f}")


if __name__ == "__main__":
    main()
