"""Share of won endgames that the engine wins against the longest defence.

    python benchmarks/conversion.py [--pieces 5] [--games 100] [--nodes 5000] [--need 21]

The positions are random, quiet and won, with a need of at least 21; under the KTH rules, at most 50. The defender keeps
the draw if it can and otherwise plays a move with the highest need, by tables for all of these pieces. The peer is the
same engine with the tables for one piece fewer.
"""

import argparse
import random

from crownbridge._core import CheckersSearch
from crownbridge.engines.checkers.network import kth_network, network
from crownbridge.engines.checkers.tables import COUNTER, Tables
from crownbridge.games.checkers import Checkers, Position


def random_position(game: Checkers, pieces: int, rng: random.Random) -> Position:
    """Return a random position, which may be over."""
    board = ["."] * 32
    for number, square in enumerate(rng.sample(range(32), pieces)):
        own, theirs = ("rR", "wW") if square not in range(4) and square not in range(28, 32) else ("R", "W")
        board[square] = rng.choice(own if number == 0 else theirs if number == 1 else own + theirs)
    return game.parse(f"{''.join(board)} r")


def won_positions(game: Checkers, tables: Tables, pieces: int, need: int, count: int) -> list[Position]:
    """Return random positions without captures that the side to move wins, with a need of at least `need`."""
    rng = random.Random(pieces)
    positions: list[Position] = []
    while len(positions) < count:
        position = random_position(game, pieces, rng)
        moves = position.legal_moves()
        if not moves or moves[0].is_capture:
            continue
        value = tables.probe(position)
        if value.result == 1 and value.min_need >= need and (game.counter != COUNTER or value.need <= COUNTER):
            positions.append(position)
    return positions


def longest_defence(position: Position, tables: Tables, rng: random.Random) -> Position:
    """Return the position after a move that holds the draw, or else after one with the highest need."""

    def rank(after: Position) -> tuple[bool, int, float]:
        if after.outcome() is not None:
            return False, 0, 0
        value = tables.probe(after)
        drawn = value.result == 0 or (position.rules.counter == COUNTER and value.under_counter(after.counter) == 0)
        return drawn, value.need, rng.random()

    return max((position.play(move) for move in position.legal_moves()), key=rank)


def is_won(position: Position, search: CheckersSearch, nodes: int, tables: Tables) -> bool:
    """Play on to the end, the engine with the side to move; return True if it wins."""
    winner, rng = position.side_to_move, random.Random(0)
    search.forget()
    while (outcome := position.outcome()) is None:
        if position.side_to_move == winner:
            position = position.play(search.run(position, nodes=nodes).line[0])
        else:
            position = longest_defence(position, tables, rng)
    return outcome.winner == winner


def share_won(positions: list[Position], tables: Tables, nodes: int, *, defender: Tables) -> float:
    """Return the share of the positions that the engine wins with these tables."""
    search = CheckersSearch(network(), 16, tables=tables.native, kth=kth_network())
    return sum(is_won(position, search, nodes, defender) for position in positions) / len(positions)


def main() -> None:
    """Print a line per set of rules."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pieces", type=int, default=5)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=5_000)
    parser.add_argument("--need", type=int, default=21)
    options = parser.parse_args()
    tables = Tables.open(most_pieces=options.pieces)
    fewer = Tables.open(most_pieces=options.pieces - 1)
    for rules, preset in Checkers.presets.items():
        game = Checkers(**preset)
        positions = won_positions(game, tables, options.pieces, options.need, options.games)
        ours, theirs = (share_won(positions, used, options.nodes, defender=tables) for used in (tables, fewer))
        print(
            f"{rules:<12}{options.pieces} pieces, {options.nodes:,} nodes: {ours:.1%} won,"
            f" with tables for {options.pieces - 1} pieces {theirs:.1%}, {ours / theirs:.2f}x"
        )


if __name__ == "__main__":
    main()
