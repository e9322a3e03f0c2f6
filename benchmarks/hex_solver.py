"""Time of the solver for the openings of small Hex boards, compared with plain exhaustive search.

    python benchmarks/hex_solver.py                 # about two minutes
    python benchmarks/hex_solver.py --exhaustive 5  # also compares 5x5 with exhaustive search: a few more

The solver uses one thread and an empty table for each line. Symmetric openings are solved once.
"""

import argparse
import subprocess
import tempfile
import time
from pathlib import Path

from crownbridge.engines.hex import Solver
from crownbridge.games.hex import Hex, Move

SIZES = (4, 5, 6, 7)


def openings(size: int) -> tuple[str, int]:
    """Return the map of the openings, row by row, with * for winning ones, and the number of positions."""
    solver, nodes, cells = Solver(), 0, size * size
    won = [False] * cells
    for cell in range((cells + 1) // 2):
        after = Hex(size).initial().play(Move(*divmod(cell, size)))
        proof = solver.prove(after)
        nodes += proof.nodes
        won[cell] = won[cells - 1 - cell] = proof.winner != after.side_to_move
    return "".join(".*"[wins] for wins in won), nodes


def exhaustive(size: int) -> tuple[str, int, float]:
    """Return the map, the number of positions and the seconds of exhaustive search."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "exhaustive")
        source = Path(__file__).with_name("exhaustive.cpp")
        subprocess.run(["c++", "-std=c++20", "-O3", "-mpopcnt", "-o", program, source], check=True)  # noqa: S607 (as make does)
        began = time.perf_counter()
        *rows, nodes = subprocess.check_output([program, str(size)], text=True).split()
        seconds = time.perf_counter() - began
    return "".join(rows), int(nodes), seconds


def main() -> None:
    """Run the benchmark and print its results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--exhaustive", type=int, default=4, choices=(2, 3, 4, 5), metavar="SIZE", help="up to 5")
    options = parser.parse_args()
    for size in SIZES:
        began = time.process_time()
        solved, nodes = openings(size)
        seconds = time.process_time() - began
        print(f"{size}x{size}: {solved.count('*')} of {size * size} openings win; {nodes:,} positions, {seconds:.2f} s")
        if size <= options.exhaustive:
            plain, everything, seconds = exhaustive(size)
            verdict = "the same map" if plain == solved else f"ANOTHER MAP: {plain}"
            work = f"{everything:,} positions, {seconds:.2f} s, {everything / nodes:,.0f}x"
            print(f"     exhaustive search: {verdict}; {work}")
    began = time.process_time()
    proof = Solver().prove(Hex(7).initial())
    print(f"7x7, empty: {proof.move} wins; {proof.nodes:,} positions, {time.process_time() - began:.2f} s")


if __name__ == "__main__":
    main()
