"""Speed of the Hex engine with playouts, and its strength against open_spiel's tree search in equal time.

    python benchmarks/hex_search.py                       # speed alone
    python benchmarks/hex_search.py --games 40 --time 1

Each opening of two random stones is played twice, with the colours changed. Both engines use one thread.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import pyspiel

from crownbridge._core import HexSearch
from crownbridge.engines import Engine, Limit
from crownbridge.engines.hex import Parameters
from crownbridge.games import Hex
from crownbridge.games.hex import Move, Position
from games import opening

ROOT = Path(__file__).parents[1]
MEGABYTES = 1024
SIMULATIONS = 10_000


class OpenSpiel:
    """The Monte Carlo tree search of open_spiel in C++, with one random playout per leaf."""

    def __init__(self, size: int, seed: int) -> None:
        self._game = pyspiel.load_game(f"hex(board_size={size})")
        self._size = size
        self._seed = seed

    def _bot(self, simulations: int, seconds: float) -> pyspiel.MCTSBot:
        rollouts = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=self._seed)
        return pyspiel.MCTSBot(
            self._game, rollouts, uct_c=2.0, max_simulations=simulations, max_memory_mb=MEGABYTES, solve=True,
            seed=self._seed, verbose=False, max_wall_clock_time=seconds,
        )  # fmt: skip

    def choose(self, moves: Sequence[Move], seconds: float) -> Move:
        """Return a move after the moves from the start of the game."""
        state = self._game.new_initial_state()
        for move in moves:
            state.apply_action(move.row * self._size + move.column)
        action = self._bot(10**9, seconds).step(state)
        return Move(*divmod(action, self._size))

    def speed(self) -> float:
        """Return the simulations per second from the empty board."""
        state = self._game.new_initial_state()
        bot = self._bot(SIMULATIONS, -1)
        began = time.perf_counter()
        bot.step(state)
        return SIMULATIONS / (time.perf_counter() - began)


def playouts(size: int) -> float:
    """Return the plain playouts per second of the native core."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "playouts")
        sources = [ROOT / "benchmarks" / "playouts.cpp", *sorted((ROOT / "cpp" / "hex").glob("*.cpp"))]
        options = ["-std=c++20", "-O3", "-mpopcnt", "-pthread", f"-I{ROOT / 'cpp'}"]
        subprocess.run(["c++", *options, "-o", program, *sources], check=True)  # noqa: S607 (as make does)
        return float(subprocess.check_output([program, str(size)]))


def play(start: Position, ours: Engine, theirs: OpenSpiel, side: int, seconds: float) -> bool:
    """Play a game, and return True if our engine wins on `side`."""
    position, moves = start, placed(start)
    while position.winner_index < 0:
        if position.side_index == side:
            moves.append(ours.play(position, Limit(seconds)))
        else:
            moves.append(theirs.choose(moves, seconds))
        position = position.play(moves[-1])
    return position.winner_index == side


def placed(start: Position) -> list[Move]:
    """Return the stones of a position as alternating moves, starting with red."""
    size = start.rules.size
    by_side: list[list[Move]] = [[], []]
    for cell, piece in start.pieces().items():
        by_side[piece.side].append(Move(*divmod(cell, size)))
    return [stones[turn] for turn in range(len(by_side[0])) for stones in by_side if turn < len(stones)]


def match(size: int, games: int, seconds: float) -> None:
    """Play the match and print the result."""
    chance = random.Random(0)
    won = 0
    for number in range(games):
        if number % 2 == 0:
            start = opening(Hex(size), chance, 2, 2)
        ours = Parameters(evaluation="playouts", seed=number, megabytes=MEGABYTES).engine()
        won += play(start, ours, OpenSpiel(size, number), number % 2, seconds)
        print(f"\r{won} of {number + 1} games won", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"Hex {size}x{size}, {seconds:g} s a move: {won} of {games} games won against open_spiel's tree search")


def main() -> None:
    """Run the benchmark and print its results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=11)
    parser.add_argument("--games", type=int, default=0, help="number of games against open_spiel")
    parser.add_argument("--time", type=float, default=1.0, help="seconds per move in these games")
    options = parser.parse_args()
    print(f"playouts: {playouts(options.size):,.0f}/s")
    report = HexSearch().run(Hex(options.size).initial(), seconds=2.0)
    ours, theirs = report.iterations / report.seconds, OpenSpiel(options.size, 1).speed()
    print(f"search: {ours:,.0f} iterations/s; open_spiel {theirs:,.0f} simulations/s, {ours / theirs:.1f}x")
    if options.games:
        match(options.size, options.games, options.time)


if __name__ == "__main__":
    main()
