"""Fuzz the parsers, the native interface and the web API for a while.

    python -m tests.fuzz --minutes 10                 all targets, one after another
    python -m tests.fuzz --minutes 10 native          one of them
    python -m tests.fuzz native --seed 1234           one trial again

Prints every trial that fails, and ends with status 1 if there was one.
"""

import argparse
import random
import sys

from tests.fuzz.runner import TARGETS, fuzz


def main() -> None:
    """Run what the command line names."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.partition("\n")[0])
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []], metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--minutes", type=float, default=10.0, help="in all (10)")
    parser.add_argument("--seed", type=int, help="run only the trial of that number")
    chosen = parser.parse_args()
    targets = chosen.targets or list(TARGETS)
    if chosen.seed is not None:
        for name in targets:
            TARGETS[name](random.Random(chosen.seed))
        return
    failures = sum(fuzz(name, 60 * chosen.minutes / len(targets)) for name in targets)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
