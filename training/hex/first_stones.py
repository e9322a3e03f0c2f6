"""Makes the table of first stones, by which the engine begins and swaps under the swap rule.

    python -m training.hex.first_stones

A search with the network tells how likely each wins. On small boards the winner is proven, and what the network thinks
at first sight tells how hard that is to see: it counts, but on the winner's side of even. The board looks the same when
it is turned by 180 degrees, so half of its cells are looked at. Sizes that the table has are left as they are: delete
lines to have them made anew.
"""

import argparse

from crownbridge._core import HexSearch
from crownbridge.engines.hex import Solver
from crownbridge.engines.hex.first_stones import EVEN, TABLE
from crownbridge.engines.hex.network import BATCH, network
from crownbridge.engines.hex.parameters import PRUNE_AFTER
from crownbridge.files import write_whole
from crownbridge.games import Hex
from crownbridge.games.hex import Position

SIZES = range(1, 20)
SEARCHED = 400
"""Visits for a stone."""
PROVEN_SIZE = 7
CLEAR = 0.05
"""So far from even, at least, is what is proven,"""
UNCERTAIN = 0.01
"""and so far from 0 and 1 what is not, in whole percents: these are certain."""


def searched(after: Position) -> float:
    """How likely the side that has just begun wins, by a search."""
    search = HexSearch(network(), BATCH, megabytes=64, prune_after=PRUNE_AFTER)
    chance = 1 - search.run(after, iterations=SEARCHED).win_chance
    return min(max(chance, UNCERTAIN), 1 - UNCERTAIN)


def proven(after: Position) -> float:
    """The same at first sight, but on the proven side of even."""
    if after.outcome() is not None:
        return 1.0
    at_first_sight = 1 - network().chance(after)
    if Solver().prove(after).winner == after.side_to_move:
        return min(at_first_sight, EVEN - CLEAR)
    return max(at_first_sight, EVEN + CLEAR)


def main() -> None:
    """Looks at every size that the table lacks, tells what it finds, and adds it to the table."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    lines = TABLE.read_text("ascii").splitlines() if TABLE.exists() else []
    for size in SIZES:
        if any(line.startswith(f"{size} ") for line in lines):
            continue
        start = Hex(size).initial()
        stones = start.legal_moves()[: (size * size + 1) // 2]
        chance = proven if size <= PROVEN_SIZE else searched
        lines.append(" ".join([str(size), *(f"{100 * chance(start.play(stone)):.0f}" for stone in stones)]))
        print(lines[-1], flush=True)
        write_whole(TABLE, "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
