"""Makes the list of three-move ballots: all ways to begin with three moves, less those that the engine finds lost.

python training/checkers/ballots.py --seconds 2
"""

import argparse

from crownbridge.engines import Limit, SearchRequest
from crownbridge.engines.checkers import Hyperparameters
from crownbridge.engines.checkers.ballots import BALLOTS, PLIES
from crownbridge.files import write_whole
from crownbridge.games import Checkers
from crownbridge.games.checkers import Position

LOST = 90
"""In hundredths of a man: a side that is further behind has lost one for nothing."""


def beginnings() -> dict[Position, list[str]]:
    """The positions after three moves, each with the first way that leads there."""
    found: dict[Position, list[str]] = {Checkers().initial(): []}
    for _ in range(PLIES):
        further: dict[Position, list[str]] = {}
        for position, moves in found.items():
            for move in position.legal_moves():
                further.setdefault(position.play(move), [*moves, position.format_move(move)])
        found = further
    return found


def main() -> None:
    """Searches each, tells what it thinks, and writes the list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each position")
    seconds = parser.parse_args().seconds
    engine = Hyperparameters().engine()
    lines = []
    for position, moves in beginnings().items():
        engine.forget()
        thought = engine.think(SearchRequest(position, Limit(seconds)))
        score = thought.score or 0
        lost = abs(score) > LOST
        print(f"{' '.join(moves):<20} {-score:+5} for red, depth {thought.depth}{'  lost' * lost}", flush=True)
        if not lost:
            lines.append(" ".join(moves) + "\n")
    print(f"{len(lines)} ballots")
    write_whole(BALLOTS, "".join(lines))


if __name__ == "__main__":
    main()
