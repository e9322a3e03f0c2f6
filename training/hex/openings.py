"""Makes the list of fair first stones for games with the swap rule: those that win half of the games from them.

    python training/hex/openings.py

Each round plays more games from those stones that came nearest to even in the one before. The board looks the same when
it is turned by 180 degrees, so half of its cells are looked at. Sizes that the list has are left as they are: delete
lines to have them made anew.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from crownbridge._core import HexMove
from crownbridge.engines import Limit
from crownbridge.engines.hex import Parameters
from crownbridge.engines.hex.openings import OPENINGS
from crownbridge.files import write_whole
from crownbridge.games import Hex

SIZES = range(1, 14)
ROUNDS = ((6, 1.0), (12, 0.5), (24, 0.25))
"""How many games from a stone, and from which part of all stones."""
FAIR = 0.1
"""How far from even the result of all games from a fair stone may be."""
FEWEST = 2
"""Where so few are that near, the nearest are taken."""


def turned(move: HexMove, size: int) -> HexMove:
    """The cell that takes its place when the board is turned by 180 degrees."""
    return HexMove(size - 1 - move.row, size - 1 - move.column)


def won(size: int, nodes: int, game: tuple[HexMove, int]) -> bool:
    """Whether red wins the game of that number that begins with that stone."""
    move, number = game
    position = Hex(size).initial().play(move)
    engines = [Parameters(nodes=nodes, megabytes=16, seed=2 * number + side).engine() for side in (0, 1)]
    while position.outcome() is None:
        position = position.play(engines[position.side_index].think(position, Limit()).move)
    return position.winner_index == 0


def fair(size: int, nodes: int, pool: ProcessPoolExecutor) -> list[HexMove]:
    """The fair first stones of one size, by cell."""
    stones = [move for move in Hex(size).initial().legal_moves() if not turned(move, size) < move]
    wins = {move: [0, 0] for move in stones}
    left = stones

    def unfairness(move: HexMove) -> tuple[float, HexMove]:
        won, played = wins[move]
        return abs((won + 0.5) / (played + 1) - 0.5), move

    for games, part in ROUNDS:
        left = sorted(left, key=unfairness)[: max(FEWEST, int(part * len(stones)))]
        todo = [(move, wins[move][1] + number) for move in left for number in range(games)]
        for (move, _), result in zip(todo, pool.map(partial(won, size, nodes), todo, chunksize=4), strict=True):
            wins[move][0] += result
            wins[move][1] += 1
    nearest = sorted(left, key=unfairness)
    chosen = [move for move in nearest if unfairness(move)[0] <= FAIR]
    if len(chosen) < FEWEST:
        chosen = nearest[:FEWEST]
    return sorted({cell for move in chosen for cell in (move, turned(move, size))})


def main() -> None:
    """Looks at every size that the list lacks, tells what it finds, and adds it to the list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=200, help="iterations for a move")
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    lines = OPENINGS.read_text("ascii").splitlines() if OPENINGS.exists() else []
    with ProcessPoolExecutor(asked.processes) as pool:
        for size in SIZES:
            if any(line.startswith(f"{size} ") for line in lines):
                continue
            lines.append(" ".join([str(size), *map(str, fair(size, asked.nodes, pool))]))
            print(lines[-1], flush=True)
            write_whole(OPENINGS, "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
