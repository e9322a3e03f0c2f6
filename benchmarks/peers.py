"""Third-party libraries for comparison, installed only for the benchmarks."""

import subprocess
import sys
from pathlib import Path

PEERS = Path(__file__).parents[1] / "build" / "peers"


def installed(name: str) -> Path:
    """Return the folder of a library, and install it if missing; folders are separate as two are called `draughts`."""
    folder = PEERS / name
    if not folder.exists():
        print(f"installing {name} into {folder}", file=sys.stderr)
        unfinished = PEERS / f"{name}.part"
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(unfinished), name]
        subprocess.run(install, check=True)
        unfinished.rename(folder)
    return folder
