"""Generate the table of first stones, with which the engine opens and swaps under the swap rule.

    python -m training.hex.first_stones

A search with the network gives the win probability of each stone. On small boards the winner is proven, and the value
head shows how difficult the win is: its value is kept, but limited to the winner's side of 0.5. Half of the cells are
evaluated, as a rotation by 180 degrees maps the board to itself. Sizes in the table are skipped: delete lines to
regenerate them.
"""

import argparse

from crownbridge._core import HexSearch
from crownbridge.engines.hex import Solver
from crownbridge.engines.hex.first_stones import EVEN, TABLE
from crownbridge.engines.hex.network import BATCH, network
from crownbridge.engines.hex.parameters import PRUNE_AFTER
from crownbridge.files import write_atomically
from crownbridge.games import Hex
from crownbridge.games.hex import Position

SIZES = range(1, 20)
VISITS = 400
"""Number of visits per stone."""
PROVEN_SIZE = 7
MIN_MARGIN = 0.05
"""Minimum distance of a proven value from 0.5."""
MIN_UNCERTAINTY = 0.01
"""Minimum distance of an unproven value from 0 and 1, which in whole percent mean a proof."""


def searched_win_chance(after: Position) -> float:
    """Return the win probability of the side that placed the first stone, by search."""
    search = HexSearch(network(), BATCH, megabytes=64, prune_after=PRUNE_AFTER)
    chance = 1 - search.run(after, iterations=VISITS).win_chance
    return min(max(chance, MIN_UNCERTAINTY), 1 - MIN_UNCERTAINTY)


def proven_win_chance(after: Position) -> float:
    """Return the value head's win probability of that side, limited to the proven side of 0.5."""
    if after.outcome() is not None:
        return 1.0
    value = 1 - network().chance(after)
    if Solver().prove(after).winner == after.side_to_move:
        return min(value, EVEN - MIN_MARGIN)
    return max(value, EVEN + MIN_MARGIN)


def main() -> None:
    """Evaluate every size that is missing, print its line and add it to the table."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    lines = TABLE.read_text("ascii").splitlines() if TABLE.exists() else []
    for size in SIZES:
        if any(line.startswith(f"{size} ") for line in lines):
            continue
        start = Hex(size).initial()
        stones = start.legal_moves()[: (size * size + 1) // 2]
        win_chance = proven_win_chance if size <= PROVEN_SIZE else searched_win_chance
        lines.append(" ".join([str(size), *(f"{100 * win_chance(start.play(stone)):.0f}" for stone in stones)]))
        print(lines[-1], flush=True)
        write_atomically(TABLE, "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
