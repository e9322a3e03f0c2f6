"""Speed of a tournament of instant bots with one worker and with two, including the store.

    python benchmarks/tournament.py [--games 2000] [--repeat 3]

Games of checkers have up to 60 moves and are stored in an SQLite file with their records. `programs` are scripted
programs in C that are started for each game and use the KTH protocol; `random` is the player in the worker itself,
which is so fast that the store has as much work as a worker. Each worker is pinned to a core. Its first twenty games
are excluded, because they include its start. There is no other program to compare with, so the peer is one worker.
"""

import argparse
import shlex
import tempfile
import time
from functools import partial
from pathlib import Path

from crownbridge.store import Store
from crownbridge.tournaments import Tournament, canonical
from crownbridge.tournaments.game_runner import GameRunner
from crownbridge.tournaments.runner import GameEnded, Runner
from crownbridge.tournaments.workers import Workers
from referee import long_game, make_program

MOVES = 60


def configuration(games: int, agent: dict[str, str]) -> Tournament:
    """Return a tournament of an agent against itself."""
    return Tournament.model_validate(
        {
            "id": "benchmark",
            "agents": [{"id": name, **agent} for name in ("one", "other")],
            "tournamentType": "roundRobin",
            "timeLimit": 600_000,
            "maxMoves": MOVES,
            "sandbox": "none",
            "rounds": max(1, games // 2),
        }
    )


def games_per_second(config: Tournament, workers: int) -> tuple[float, float]:
    """Return the rate and the average number of moves per game."""
    warm = 20 * workers
    times: list[float] = []
    moves = 0

    def note(ended: GameEnded) -> None:
        nonlocal moves
        times.append(time.perf_counter())
        moves += ended.game.moves
        if ended.game.is_fault:
            raise SystemExit(f"{ended.game.termination}: {ended.game.detail}")

    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder, "games.db")) as store:
        store.begin(config.id, canonical(config))
        executor = Workers(partial(GameRunner, config), workers, pin=True)
        try:
            Runner(config.id, config.scheduler(), store, executor, [note]).run()
        finally:
            executor.close()
        if len(store.identities(config.id)) != len(times):
            raise SystemExit("games are missing")
    return (len(times) - warm) / (times[-1] - times[warm - 1]), moves / len(times)


def main() -> None:
    """Run the benchmark and print its results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--repeat", type=int, default=3, help="runs of each, of which the best counts")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = shlex.join(make_program(folder, long_game()))
        for kind, games, agent in (
            ("programs", arguments.games // 2, {"type": "executable", "protocol": "kth", "command": command}),
            ("random", arguments.games, {"type": "engine", "engine": "random"}),
        ):
            compare(kind, configuration(max(200, games), agent), arguments.repeat)


def compare(kind: str, config: Tournament, repeat: int) -> None:
    """Print the best of several runs with one worker and with two."""
    best = {1: 0.0, 2: 0.0}
    length = 0.0
    for _ in range(repeat):
        for workers in (1, 2):
            rate, length = games_per_second(config, workers)
            best[workers] = max(best[workers], rate)
    for workers, rate in best.items():
        ratio = f"{rate / best[1]:>6.2f}x of one worker"
        print(f"{kind:<10} workers: {workers} {rate:>8,.0f} games/s {ratio}   ({length:.0f} moves a game)")


if __name__ == "__main__":
    main()
