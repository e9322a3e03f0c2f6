"""Cost of endgame tables: time to build them, size, and time of a probe.

    python benchmarks/tables.py [--pieces 4] [--threads 1]

The peer is a plain array with a byte per position: the lower bound of the size without compression and of the time of a
probe, since it needs only the index of the position. Probes are of random positions.
"""

import argparse
import subprocess
import tempfile
import time
from pathlib import Path

from crownbridge.engines.checkers.tables import Tables, build
from crownbridge.games.checkers import Checkers

ROOT = Path(__file__).parents[1]


def native_probes(folder: Path) -> dict[int, tuple[float, float]]:
    """Return the nanoseconds of a probe and of a lookup in a plain array, by piece count."""
    program = folder / "probes"
    sources = [ROOT / "benchmarks" / "probes.cpp", *sorted((ROOT / "cpp" / "checkers" / "endgame").glob("*.cpp"))]
    options = ["-std=c++20", "-O3", "-mpopcnt", "-pthread", f"-I{ROOT / 'cpp'}"]
    subprocess.run(["c++", *options, "-o", program, *sources], check=True)  # noqa: S607 (as make does)
    lines = subprocess.check_output([program, folder], text=True).splitlines()
    return {int(pieces): (float(ours), float(plain)) for pieces, ours, plain in map(str.split, lines)}


def python_probe(tables: Tables) -> float:
    """Return the nanoseconds of a probe through Python."""
    position = Checkers().parse("B:WK1:BK10,K18")
    began = time.perf_counter()
    for _ in range(200_000):
        tables.probe(position)
    return (time.perf_counter() - began) / 200_000 * 1e9


def main() -> None:
    """Run the benchmark and print its results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pieces", type=int, default=4)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        seconds: dict[int, tuple[float, float]] = {}
        for pieces in range(2, options.pieces + 1):
            began = time.perf_counter()
            build(pieces, folder, threads=options.threads)
            built = time.perf_counter()
            Tables.open(folder).verify(pieces, threads=options.threads)
            seconds[pieces] = built - began, time.perf_counter() - built
        probes = native_probes(folder)
        tables = Tables.open(folder)
        print("pieces     positions    solved   checked        bytes ratio     probe     plain ratio")
        for file in tables.files:
            positions = file.won + file.drawn + file.lost
            both, check = seconds[file.pieces]
            ours, plain = probes[file.pieces]
            print(
                f"{file.pieces:>6} {positions:>13,} {both - check:>7.1f} s {check:>7.1f} s"
                f" {file.bytes:>12,} {positions / file.bytes:>4.1f}x"
                f" {ours:>6.0f} ns {plain:>6.0f} ns {ours / plain:>4.1f}x"
            )
        print(f"a probe through Python: {python_probe(tables):.0f} ns")


if __name__ == "__main__":
    main()
