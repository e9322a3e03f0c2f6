"""Makes the weights of the checkers network from nothing: play, fit, play with what was fitted, fit again.

python training/checkers/train.py --generations 3 --minutes 8 --threads 16

The first generation plays with the hand-written evaluation. Each plays for so many minutes, and a network is fitted to
its games and those of the one before for a fifth of that. Games and weights are kept in build/training; the last
weights are those to ship, as src/crownbridge/engines/checkers/network.bin. An interrupted run goes on where it stopped.
Needs a C++ compiler and PyTorch; a GPU helps only the fit.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "build" / "training"


def compile_program(source: Path, *sources: Path) -> Path:
    """The program of that source, built for this machine."""
    program = WORK / source.stem
    command = [os.environ.get("CXX", "c++"), "-std=c++20", "-O3", "-march=native", "-pthread", f"-I{ROOT / 'cpp'}"]
    subprocess.run([*command, source, *sources, "-o", program], check=True)
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
    engine = [*sorted((ROOT / "cpp/checkers").glob("*.cpp")), *sorted((ROOT / "cpp/checkers/endgame").glob("*.cpp"))]
    selfplay = compile_program(HERE / "selfplay.cpp", *engine)
    tables = WORK / "tables"
    if not tables.exists():
        make_tables = compile_program(ROOT / "cpp/programs/make_tables.cpp", *engine)
        subprocess.run([make_tables, tables, "4"], check=True)
    for generation in range(chosen.generations):
        data, weights = WORK / f"games-{generation}.bin", WORK / f"network-{generation}.bin"
        before = WORK / f"network-{generation - 1}.bin"
        older = WORK / f"games-{generation - 1}.bin"
        if weights.exists():
            continue
        if not data.exists():
            seconds = str(60 * chosen.minutes)
            command = [
                selfplay,
                "--out",
                data.with_suffix(".part"),
                "--seconds",
                seconds,
                "--threads",
                str(chosen.threads),
            ]
            command += ["--nodes", str(chosen.nodes), "--seed", str(generation + 1), "--tables", tables]
            command += ["--network", before] if generation else []
            subprocess.run(command, check=True)
            data.with_suffix(".part").rename(data)
        command = [sys.executable, HERE / "fit.py", "--out", weights, "--seconds", str(12 * chosen.minutes), data]
        subprocess.run([*command, *([older] if older.exists() else [])], check=True)


if __name__ == "__main__":
    main()
