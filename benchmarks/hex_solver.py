"""How long the solver takes for the openings of small Hex boards, beside plain exhaustive search.

    python benchmarks/hex_solver.py                 # about two minutes
    python benchmarks/hex_solver.py --exhaustive 5  # holds the map of 5x5 against exhaustive search too: a few more

One thread; each line begins with an empty table. Openings that are the same by symmetry are solved once.
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
    """The map of the openings, row by row, with * for those that win; and how many positions that took."""
    solver, nodes, cells = Solver(), 0, size * size
    won = [False] * cells
    for cell in range((cells + 1) // 2):
        after = Hex(size).initial().play(Move(*divmod(cell, size)))
        proof = solver.prove(after)
        nodes += proof.nodes
        won[cell] = won[cells - 1 - cell] = proof.winner != after.side_to_move
    return "".join(".*"[wins] for wins in won), nodes


def exhaustive(size: int) -> tuple[str, int, float]:
    """The same by looking at everything, and the seconds that it took."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "exhaustive")
        source = Path(__file__).with_name("exhaustive.cpp")
        subprocess.run(["c++", "-std=c++20", "-O3", "-mpopcnt", "-o", program, source], check=True)  # noqa: S607 (as make does)
        began = time.perf_counter()
        *rows, nodes = subprocess.check_output([program, str(size)], text=True).split()
        seconds = time.perf_counter() - began
    return "".join(rows), int(nodes), seconds


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--exhaustive", type=int, default=4, choices=(2, 3, 4, 5), metavar="SIZE", help="up to 5")
    asked = parser.parse_args()
    for size in SIZES:
        began = time.process_time()
        found, nodes = openings(size)
        seconds = time.process_time() - began
        print(f"{size}x{size}: {found.count('*')} of {size * size} openings win; {nodes:,} positions, {seconds:.2f} s")
        if size <= asked.exhaustive:
            plain, everything, seconds = exhaustive(size)
            verdict = "the same map" if plain == found else f"ANOTHER MAP: {plain}"
            work = f"{everything:,} positions, {seconds:.2f} s, {everything / nodes:,.0f}x"
            print(f"     exhaustive search: {verdict}; {work}")
    began = time.process_time()
    proof = Solver().prove(Hex(7).initial())
    print(f"7x7, empty: {proof.move} wins; {proof.nodes:,} positions, {time.process_time() - began:.2f} s")


if __name__ == "__main__":
    main()
