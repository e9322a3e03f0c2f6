"""Make everything that ships with a trained player: network, first stones, levels, plot and figures in the docs.

    python -m training.hex.ship build/hex/player-0157585.pt --version 8

The steps take a quarter of an hour on two cores, most of it for the first stones and the games of the levels. Add a row
to RUNS.md and to the changelog afterwards, and run the tests.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

from training.hex.export import export_player

from crownbridge.engines.hex.first_stones import TABLE
from crownbridge.engines.hex.network import WEIGHTS
from crownbridge.files import write_atomically

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "hex-engine.md"
EFFORT = r"[\d.]+ million\s+self-play\s+games,\s+in\s+\d+\s+minutes"
LEVELS = ("--game", "hex", "--games", "40", "--seconds", "0.2")


def run(*command: str) -> None:
    """Run a Python program in the root of the repository; raise CalledProcessError if it fails."""
    subprocess.run([sys.executable, *command], cwd=ROOT, check=True)


def make_first_stones() -> None:
    """Replace the table; an interruption leaves the old one."""
    before = TABLE.read_text("ascii")
    write_atomically(TABLE, "")
    try:
        run("-m", "training.hex.first_stones")
    except BaseException:
        write_atomically(TABLE, before)
        raise


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("player", type=Path)
    parser.add_argument("--version", type=int, required=True, help="version number of the network")
    args = parser.parse_args()
    page = PAGE.read_text("utf-8")
    if len(re.findall(EFFORT, page)) != 1:
        raise SystemExit(f"{PAGE} does not name the self-play games and minutes once")
    counters = export_player(args.player, WEIGHTS, args.version)
    games, minutes = counters["games"] / 1e6, counters["seconds"] / 60
    write_atomically(PAGE, re.sub(EFFORT, f"{games:.1f} million self-play games, in {minutes:.0f} minutes", page))
    run("-m", "training.hex.ratings", "training/hex/run", "docs/hex-network.svg")
    make_first_stones()
    run("benchmarks/levels.py", *LEVELS, "--write", str(PAGE))
    run("-m", "crownbridge", "bench", "hex")


if __name__ == "__main__":
    main()
