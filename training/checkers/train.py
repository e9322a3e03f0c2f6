"""Makes the weights of the checkers network from nothing: play, fit, play with what was fitted, fit again.

python training/checkers/train.py --generations 3 --minutes 8 --threads 16

The first generation plays with the hand-written evaluation. Each plays for so many minutes, and a network is fitted to
its games and those of the one before. Games and weights are kept in build/training; the last weights are those to ship,
as src/crownbridge/engines/checkers/network.bin. An interrupted run goes on where it stopped. Needs a C++ compiler and
PyTorch; a GPU helps only the fit.
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
    """Runs a program, and stops when it fails."""
    subprocess.run(list(map(str, command)), check=True)


def compile_program(source: Path) -> Path:
    """The program of that source, with the engine, built for this machine."""
    program = WORK / source.stem
    engine = [
        path for folder in ("checkers", "checkers/endgame") for path in sorted((ROOT / "cpp" / folder).glob("*.cpp"))
    ]
    compiler = os.environ.get("CXX", "c++")
    run(compiler, "-std=c++20", "-O3", "-march=native", "-pthread", f"-I{ROOT / 'cpp'}", source, *engine, "-o", program)
    return program


def main() -> None:
    """Goes through the generations that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--generations", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=8, help="of play in each generation")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--nodes", type=int, default=1500, help="that the search visits for a move")
    chosen = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    selfplay = compile_program(HERE / "selfplay.cpp")
    tables = WORK / "tables"
    if not tables.exists():
        run(compile_program(ROOT / "cpp/programs/make_tables.cpp"), tables, 4)
    for generation in range(chosen.generations):
        games, older = WORK / f"games-{generation}.bin", WORK / f"games-{generation - 1}.bin"
        weights, before = WORK / f"network-{generation}.bin", WORK / f"network-{generation - 1}.bin"
        if weights.exists():
            continue
        if not games.exists():
            part = games.with_suffix(".part")
            options = [
                "--threads",
                chosen.threads,
                "--nodes",
                chosen.nodes,
                "--seed",
                generation + 1,
                "--tables",
                tables,
            ]
            options += ["--network", before] if generation else []
            run(selfplay, "--out", part, "--seconds", 60 * chosen.minutes, *options)
            part.rename(games)
        data = [games, older] if older.exists() else [games]
        reference = ["--reference", before] if generation else []
        run(sys.executable, HERE / "fit.py", "--out", weights, *reference, *data)


if __name__ == "__main__":
    main()
