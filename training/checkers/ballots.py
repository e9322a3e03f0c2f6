"""Generate the list of three-move ballots: all three-move openings except those that the engine considers lost.

python training/checkers/ballots.py --seconds 2
"""

import argparse

from crownbridge.engines import Limit, SearchRequest
from crownbridge.engines.checkers import Hyperparameters
from crownbridge.engines.checkers.ballots import BALLOTS, PLIES
from crownbridge.files import write_atomically
from crownbridge.games import Checkers
from crownbridge.games.checkers import Position

LOST = 90
"""Score in hundredths of a man; a side that is further behind has lost a man without compensation."""


def three_move_openings() -> dict[Position, list[str]]:
    """Return the positions after three moves, each with the first sequence of moves that leads to it."""
    openings: dict[Position, list[str]] = {Checkers().initial(): []}
    for _ in range(PLIES):
        longer: dict[Position, list[str]] = {}
        for position, moves in openings.items():
            for move in position.legal_moves():
                longer.setdefault(position.play(move), [*moves, position.format_move(move)])
        openings = longer
    return openings


def main() -> None:
    """Search each position, print its evaluation and write the list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="search time per position")
    seconds = parser.parse_args().seconds
    engine = Hyperparameters().engine()
    lines = []
    for position, moves in three_move_openings().items():
        engine.forget()
        thought = engine.think(SearchRequest(position, Limit(seconds)))
        score = thought.score or 0
        lost = abs(score) > LOST
        print(f"{' '.join(moves):<20} {-score:+5} for red, depth {thought.depth}{'  lost' * lost}", flush=True)
        if not lost:
            lines.append(" ".join(moves) + "\n")
    print(f"{len(lines)} ballots")
    write_atomically(BALLOTS, "".join(lines))


if __name__ == "__main__":
    main()
