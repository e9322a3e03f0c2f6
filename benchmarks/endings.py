"""Share of right moves in stored endgames of 5 to 8 pieces.

    python benchmarks/endings.py [--seconds 0.1]
    python benchmarks/endings.py --make   # choose the positions again; needs: crownbridge tables build --pieces 6

`endings.txt` contains random positions in which the side to move can win, with all right moves: at most half of the
legal ones. With 5 and 6 pieces, the right moves are those that win by the endgame tables. With 7 and 8, they are those
from which a long search with 6-piece tables reaches a won position of the tables; every other move is nearly even or
worse in such a search, which is not a proof. The engine has one thread and the packaged tables.
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from crownbridge._core import CheckersSearch
from crownbridge.engines import Limit
from crownbridge.engines.checkers import Hyperparameters
from crownbridge.engines.checkers.tables import COUNTER, Tables
from crownbridge.engines.engine import WIN
from crownbridge.files import write_atomically
from crownbridge.games import load
from crownbridge.games.checkers import Move, Position
from games import PACKAGED

ENDINGS = Path(__file__).with_suffix(".txt")
GAME = load("checkers", "tournament")
COUNTS = {5: 150, 6: 150, 7: 20, 8: 20}
"""Number of positions by number of pieces."""
MOST_IN_TABLES = 6
KNOWN_WIN = 10_000 - 5_000
"""Lowest score of a win by the tables: its base, less the largest evaluation."""
SIFTING, PROVING = 20_000, 400_000
"""Nodes for the first filter, and for the confirmation of each move."""
EVEN = 60
"""Highest score of a move that counts as wrong, in hundredths of a man."""


class Ending(NamedTuple):
    """A position and the moves that win."""

    position: Position
    right: tuple[Move, ...]

    def __str__(self) -> str:
        moves = map(self.position.format_move, self.right)
        return " ".join([self.position.squares, "rw"[self.position.side_index], *moves])


def read() -> dict[int, list[Ending]]:
    """Return the stored positions by number of pieces."""
    endings: dict[int, list[Ending]] = {}
    for line in ENDINGS.read_text("ascii").splitlines():
        if not line.startswith("#"):
            squares, side, *moves = line.split()
            position = GAME.parse(f"{squares} {side}")
            right = tuple(map(position.parse_move, moves))
            endings.setdefault(len(position.pieces()), []).append(Ending(position, right))
    return endings


def positions(pieces: int, rng: random.Random) -> Iterator[Position]:
    """Yield random positions without captures, neither side more than one piece ahead."""
    while True:
        board = ["."] * 32
        for number, square in enumerate(rng.sample(range(32), pieces)):
            man, king = "rR" if number % 2 else "wW"
            crowned = square in (range(28, 32) if man == "r" else range(4))
            board[square] = king if crowned else rng.choice(man + man + king)
        position = GAME.parse(f"{''.join(board)} {rng.choice('rw')}")
        moves = position.legal_moves()
        if len(moves) > 2 and not moves[0].is_capture:  # noqa: PLR2004 (enough to choose from)
            yield position


def right_by_tables(position: Position, tables: Tables) -> list[Move]:
    """Return the winning moves; none if the win may exceed the counter."""
    value = tables.probe(position)
    if value.result < 1 or value.need > COUNTER:
        return []
    values = [(move, tables.probe(position.play(move))) for move in position.legal_moves()]
    return [move for move, value in values if value.result < 0 and value.need <= COUNTER]


def right_by_search(position: Position, search: CheckersSearch) -> list[Move]:
    """Return the moves with which the search finds a win by the tables; none if another move may win, too."""
    if search.run(position, nodes=SIFTING).score < KNOWN_WIN:
        return []
    right = []
    for move in position.legal_moves():
        after = position.play(move)
        score = WIN if after.outcome() is not None else -search.run(after, nodes=PROVING).score
        if score >= KNOWN_WIN:
            right.append(move)
        elif score > EVEN:
            return []
    return right


def make(seed: int = 0) -> None:
    """Choose positions and write them with their right moves."""
    tables = Tables.open()
    if tables.pieces < MOST_IN_TABLES:
        raise SystemExit("endgame tables for 6 pieces are needed; run: crownbridge tables build --pieces 6")
    search = CheckersSearch(Hyperparameters().native_evaluation(), tables=Tables.open(most_pieces=6).native)
    lines = ["# position, side to move, right moves; made by endings.py\n"]
    for pieces, count in COUNTS.items():
        rng, chosen = random.Random(f"{seed} {pieces}"), 0
        for position in positions(pieces, rng):
            in_tables = pieces <= MOST_IN_TABLES
            right = right_by_tables(position, tables) if in_tables else right_by_search(position, search)
            if right and 2 * len(right) <= len(position.legal_moves()):
                lines.append(f"{Ending(position, tuple(right))}\n")
                chosen += 1
                print(f"\r{pieces} pieces: {chosen} of {count}", end="", flush=True)
            if chosen == count:
                break
        print()
        write_atomically(ENDINGS, "".join(lines))


def main() -> None:
    """Print the share of right moves by number of pieces."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.1, help="time per position")
    parser.add_argument("--make", action="store_true", help=f"write {ENDINGS.name}")
    options = parser.parse_args()
    if options.make:
        make()
        return
    engine = Hyperparameters(tables=PACKAGED).engine()
    for pieces, endings in read().items():
        solved = 0
        for position, right in endings:
            engine.forget()
            solved += engine.play(position, Limit(options.seconds)) in right
        print(f"{pieces} pieces, {options.seconds:g} s: {solved} of {len(endings)} right, {solved / len(endings):.0%}")


if __name__ == "__main__":
    main()
