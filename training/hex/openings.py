"""Makes the list of fair first stones for games with the swap rule.

    python training/hex/openings.py

A search orders the first stones by how good they are; that tells little about where even is, as playouts take all of
them to be nearly so. Games of the engine with itself find that place in the order. The board looks the same when it is
turned by 180 degrees, so half of its cells are looked at. Sizes that the list has are left as they are: delete lines to
have them made anew.
"""

import argparse
from dataclasses import replace

from crownbridge._core import HexMove, HexSearch
from crownbridge.engines import Limit
from crownbridge.engines.hex import Parameters
from crownbridge.engines.hex.openings import OPENINGS
from crownbridge.files import write_whole
from crownbridge.games import Hex

SIZES = range(1, 14)
SEARCHED = 60_000
"""Iterations of the search that orders the stones."""
PLAYER = Parameters(evaluation="playouts", nodes=1_000, megabytes=16)
"""Of the games."""
GAMES = 20
"""From one stone."""


def turned(move: HexMove, size: int) -> HexMove:
    """The cell that takes its place when the board is turned by 180 degrees."""
    return HexMove(size - 1 - move.row, size - 1 - move.column)


def chance(move: HexMove, size: int) -> float:
    """How good a search finds a first stone."""
    after = Hex(size).initial().play(move)
    if after.outcome() is not None:
        return 1.0
    return 1 - HexSearch(megabytes=64).run(after, iterations=SEARCHED).win_chance


def wins(move: HexMove, size: int) -> int:
    """How many games are won from a first stone."""
    count = 0
    for number in range(GAMES):
        position = Hex(size).initial().play(move)
        engines = [replace(PLAYER, seed=2 * number + side).engine() for side in (0, 1)]
        while position.outcome() is None:
            position = position.play(engines[position.side_index].think(position, Limit()).move)
        count += position.winner_index == 0
    return count


def fair(size: int) -> list[HexMove]:
    """The fair first stones of one size, by cell: those about the place in the order where wins begin to prevail."""
    stones = [move for move in Hex(size).initial().legal_moves() if not turned(move, size) < move]
    stones.sort(key=lambda move: chance(move, size))

    def around(place: int) -> list[HexMove]:
        return stones[max(place - 1, 0) : place + 2]

    low, high = 0, len(stones) - 1
    while low < high:
        middle = (low + high) // 2
        if 2 * sum(wins(move, size) for move in around(middle)) < GAMES * len(around(middle)):
            low = middle + 1
        else:
            high = middle
    return sorted({cell for move in around(low) for cell in (move, turned(move, size))})


def main() -> None:
    """Looks at every size that the list lacks, tells what it finds, and adds it to the list."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    lines = OPENINGS.read_text("ascii").splitlines() if OPENINGS.exists() else []
    for size in SIZES:
        if any(line.startswith(f"{size} ") for line in lines):
            continue
        lines.append(" ".join([str(size), *map(str, fair(size))]))
        print(lines[-1], flush=True)
        write_whole(OPENINGS, "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
