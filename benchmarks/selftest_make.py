"""Create benchmarks/selftest.txt: positions with one best move that a shallow search does not find.

    crownbridge tables build --pieces 6
    python benchmarks/selftest_make.py

- tactic: from games between weak levels. The move wins material or the game by force: its score in a long search is 150
  above that of a search of depth 5, every other move is at least 80 worse (in hundredths of a man), and the
  hand-written evaluation chooses the same move.
- endgame: five or six pieces, neither side more than one ahead. By the endgame tables, one move alone keeps the win.

All limits are in nodes and all choices depend on a seed, so that the same engine creates the same file.
"""

import argparse
import random
import sys
from collections.abc import Iterator

from crownbridge._core import CheckersSearch
from crownbridge.engines import Limit
from crownbridge.engines.checkers import Hyperparameters
from crownbridge.engines.checkers.tables import COUNTER, Tables
from crownbridge.engines.engine import WIN
from crownbridge.files import write_atomically
from crownbridge.games import load
from crownbridge.games.checkers import Move, Position
from games import PACKAGED, opening
from selftest import SUITE, Puzzle

GAME = load("checkers", "tournament")
SHALLOW_DEPTH = 5
SIFTING, PROVING = 120_000, 10_000_000
"""Nodes for the first filter, and for the confirmation."""
OTHERS = 10
"""Factor by which the other moves get fewer nodes."""
GAIN, MARGIN = 150, 80
AHEAD = 100
FEWEST_PIECES = 7
"""Minimum number of pieces in a tactic."""
MOST_PLIES = 100
ENDGAME_PIECES = (5, 6)


class Prover:
    """Searches with both evaluations and the packaged tables."""

    def __init__(self) -> None:
        tables = Tables.open(most_pieces=PACKAGED).native
        self._network, self._other = (
            CheckersSearch(Hyperparameters(evaluation=name).native_evaluation(), tables=tables)
            for name in ("network", "hand-written")
        )

    def shallow(self, position: Position) -> tuple[Move, int]:
        """Return the move and the score of a shallow search."""
        self._network.forget()
        report = self._network.run(position, depth=SHALLOW_DEPTH)
        return report.line[0], report.score

    def tactic(self, position: Position) -> Move | None:
        """Return a move that wins by force and that a shallow search does not find, or None."""
        seen, low = self.shallow(position)
        for nodes in (SIFTING, PROVING):
            best = self._network.run(position, nodes=nodes)
            move = best.line[0]
            if move == seen or best.score < max(low + GAIN, AHEAD):
                return None
            others = (position.play(other) for other in position.legal_moves() if other != move)
            if any(self._worth(after, nodes // OTHERS) > best.score - MARGIN for after in others):
                return None
        self._other.forget()
        return move if self._other.run(position, nodes=PROVING // 2).line[0] == move else None

    def _worth(self, after: Position, nodes: int) -> int:
        """Return the score of the position for the side that has just moved."""
        return -self._network.run(after, nodes=nodes).score if after.outcome() is None else WIN


def games(chance: random.Random) -> Iterator[Position]:
    """Yield about a quarter of the positions of games between weak levels, without repetitions."""
    seen: set[int] = set()
    while True:
        engines = [Hyperparameters(level=chance.randint(4, 7), seed=chance.getrandbits(32)).engine() for _ in range(2)]
        position = opening(GAME, chance, 4, 8)
        while position.outcome() is None and position.moves_played < MOST_PLIES:
            pieces = 32 - position.squares.count(".")
            if pieces < FEWEST_PIECES:
                break
            if chance.random() < 1 / 4 and len(position.legal_moves()) > 1 and position.key not in seen:
                seen.add(position.key)
                yield GAME.parse(f"{position.squares} {'rw'[position.side_index]}")
            position = position.play(engines[position.side_index].play(position, Limit()))


def endings(chance: random.Random) -> Iterator[Position]:
    """Yield random positions with few pieces, neither side more than one ahead."""
    while True:
        count = chance.choice(ENDGAME_PIECES)
        board = ["."] * 32
        for number, square in enumerate(chance.sample(range(32), count)):
            man, king = "rR" if number % 2 else "wW"
            crowned = square in (range(28, 32) if man == "r" else range(4))
            board[square] = king if crowned else chance.choice(man + king)
        position = GAME.parse(f"{''.join(board)} {chance.choice('rw')}")
        moves = position.legal_moves()
        if len(moves) > 2 and not moves[0].is_capture:  # noqa: PLR2004 (enough to choose from)
            yield position


def only_winning_move(position: Position, tables: Tables) -> Move | None:
    """Return the only winning move within the KTH counter, or None."""
    value = tables.probe(position)
    if value.result < 1 or value.need > COUNTER:
        return None
    values = [(move, tables.probe(position.play(move))) for move in position.legal_moves()]
    winning = [(move, then) for move, then in values if then.result < 0]
    return winning[0][0] if len(winning) == 1 and winning[0][1].need <= COUNTER else None


def puzzles(kind: str, seed: int) -> Iterator[Puzzle]:
    """Yield puzzles of a kind endlessly."""
    prover, chance = Prover(), random.Random(seed)
    if kind == "tactic":
        for position in games(chance):
            if (move := prover.tactic(position)) is not None:
                yield Puzzle(kind, position, (move,))
        return
    tables = Tables.open()
    if tables.pieces < max(ENDGAME_PIECES):
        sys.exit("endgame tables for 6 pieces are needed; run: crownbridge tables build --pieces 6")
    for position in endings(chance):
        move = only_winning_move(position, tables)
        if move is not None and prover.shallow(position)[0] != move:
            yield Puzzle(kind, position, (move,))


def main() -> None:
    """Create the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100, help="number of puzzles of each kind")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    lines = ["# kind, position, best moves; made by selftest_make.py\n"]
    for kind in ("tactic", "endgame"):
        for number, puzzle in zip(range(1, options.count + 1), puzzles(kind, options.seed), strict=False):
            lines.append(f"{puzzle}\n")
            print(f"\r{kind}: {number} of {options.count}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
    write_atomically(SUITE, "".join(lines))


if __name__ == "__main__":
    main()
