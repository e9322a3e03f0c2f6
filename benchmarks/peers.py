"""Other people's libraries, installed for the benchmarks alone."""

import subprocess
import sys
from pathlib import Path

PEERS = Path(__file__).parents[1] / "build" / "peers"


def installed(name: str) -> Path:
    """The folder to import it from, which is its own since two are called `draughts`. Installs what is missing."""
    folder = PEERS / name
    if not folder.exists():
        print(f"installing {name} into {folder}", file=sys.stderr)
        unfinished = PEERS / f"{name}.part"
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(unfinished), name]
        subprocess.run(install, check=True)
        unfinished.rename(folder)
    return folder
