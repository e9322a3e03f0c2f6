"""Makes the list of fair first stones for games with the swap rule: those that the engine finds nearest to even.

python training/hex/openings.py --iterations 20000

The board looks the same when it is turned by 180 degrees, so half of its cells are looked at.
"""

import argparse

from crownbridge._core import HexMove, HexSearch
from crownbridge.engines.hex.openings import OPENINGS
from crownbridge.files import write_whole
from crownbridge.games import Hex

SIZES = range(1, 27)
FAIR = 0.02
"""How far from even a first stone may be."""
FEWEST = 2
"""Where so few are that near, the nearest are taken."""
ROUNDS = 3
"""Each looks at the better half of what the one before left, with twice the iterations."""


def turned(move: HexMove, size: int) -> HexMove:
    """The cell that takes its place when the board is turned by 180 degrees."""
    return HexMove(size - 1 - move.row, size - 1 - move.column)


def fair(size: int, iterations: int) -> list[HexMove]:
    """The fair first stones of one size, by cell."""
    start = Hex(size).initial()
    left = {move: 0.0 for move in start.legal_moves() if not turned(move, size) < move}
    for _ in range(ROUNDS):
        for move in left:
            after = start.play(move)
            won = after.outcome() is not None
            left[move] = 0.5 if won else HexSearch(megabytes=64).run(after, iterations=iterations).win_chance - 0.5
        nearest = sorted(left, key=lambda move: (abs(left[move]), move))
        close = [move for move in nearest if abs(left[move]) <= FAIR]
        left = {move: left[move] for move in nearest[: max(FEWEST, len(left) // 2)]}
        iterations *= 2
    chosen = close if len(close) >= FEWEST else nearest[:FEWEST]
    return sorted({cell for move in chosen for cell in (move, turned(move, size))})


def main() -> None:
    """Looks at every size, tells what it finds, and writes the list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=5_000, help="for each stone on the first round")
    asked = parser.parse_args()
    lines = []
    for size in SIZES:
        lines.append(" ".join([str(size), *map(str, fair(size, asked.iterations))]))
        print(lines[-1], flush=True)
    write_whole(OPENINGS, "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
