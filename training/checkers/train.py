"""Train the checkers network from scratch: alternate self-play and fitting over several generations.

python training/checkers/train.py --generations 3 --minutes 8 --threads 16

The first generation plays with the hand-written evaluation. Each generation plays for the given number of minutes, and
a network is fitted to its games and those of the previous one. Games and weights are kept in build/training; the last
weights are those to ship as src/crownbridge/engines/checkers/network.bin. An interrupted run is resumed. Requires a C++
compiler and PyTorch; a GPU speeds up only the fit.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "build" / "training"


def run(*command: object) -> None:
    """Run a program; raise CalledProcessError if it fails."""
    subprocess.run(list(map(str, command)), check=True)


def compile_program(source: Path) -> Path:
    """Compile a source file with the engine for this machine and return the program."""
    program = WORK / source.stem
    engine = [
        path for folder in ("checkers", "checkers/endgame") for path in sorted((ROOT / "cpp" / folder).glob("*.cpp"))
    ]
    compiler = os.environ.get("CXX", "c++")
    run(compiler, "-std=c++20", "-O3", "-march=native", "-pthread", f"-I{ROOT / 'cpp'}", source, *engine, "-o", program)
    return program


def main() -> None:
    """Run the generations that are not finished yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--generations", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=8, help="minutes of self-play per generation")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--nodes", type=int, default=1500, help="search nodes per move")
    args = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    selfplay = compile_program(HERE / "selfplay.cpp")
    tables = WORK / "tables"
    if not tables.exists():
        run(compile_program(ROOT / "cpp/programs/make_tables.cpp"), tables, 4)
    for generation in range(args.generations):
        games, older = WORK / f"games-{generation}.bin", WORK / f"games-{generation - 1}.bin"
        weights, before = WORK / f"network-{generation}.bin", WORK / f"network-{generation - 1}.bin"
        if weights.exists():
            continue
        if not games.exists():
            part = games.with_suffix(".part")
            options = [
                "--threads",
                args.threads,
                "--nodes",
                args.nodes,
                "--seed",
                generation + 1,
                "--tables",
                tables,
            ]
            options += ["--network", before] if generation else []
            run(selfplay, "--out", part, "--seconds", 60 * args.minutes, *options)
            part.rename(games)
        data = [games, older] if older.exists() else [games]
        reference = ["--reference", before] if generation else []
        run(sys.executable, HERE / "fit.py", "--out", weights, *reference, *data)


if __name__ == "__main__":
    main()
