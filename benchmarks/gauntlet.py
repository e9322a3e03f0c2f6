"""A gauntlet of full strength against all others, from the three-move ballots with both colours: expect no losses.

    python benchmarks/gauntlet.py --ballots 15
    python benchmarks/gauntlet.py --opponent 'level 9' --opponent py-draughts --ballots 10 --time 0.1
    python benchmarks/gauntlet.py --opponent open_spiel --simulations 10000 --rules kth

Our rules apply. A game in which the opponent has an illegal move, or none, is void, and the reason is printed.
py-draughts has optional captures; it plays with its switch for mandatory captures turned on, and also unchanged.
pydraughts is not included: it has the rules but no engine, only the means to run other engines.
"""

import argparse
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

from crownbridge.engines import Limit
from crownbridge.engines.checkers import Hyperparameters
from crownbridge.engines.checkers.ballots import ballots
from crownbridge.errors import MoveError
from crownbridge.games import load
from games import PACKAGED
from opponents import Void, opponents


@dataclass(frozen=True)
class Task:
    """One game."""

    opponent: str
    seconds: float
    simulations: int
    rules: str
    ballot: tuple[str, ...]
    ours: int
    """Side of full strength."""
    seed: int


def play(task: Task) -> tuple[str, str]:
    """Play a game; return the result of full strength (won, drawn, lost or void) and the moves or the reason."""
    engine = Hyperparameters(tables=PACKAGED).engine()
    them = opponents(task.seconds, task.simulations)[task.opponent](task.seed)
    position = load("checkers", task.rules).initial()
    moves: list[Any] = []
    for text in task.ballot:
        moves.append(position.parse_move(text))
        position = position.play(moves[-1])
    while (outcome := position.outcome()) is None:
        if position.side_index == task.ours:
            moves.append(engine.play(position, Limit(task.seconds)))
            position = position.play(moves[-1])
            continue
        try:
            moves.append(them.choose(position, moves))
            position = position.play(moves[-1])
        except (Void, MoveError) as reason:
            return "void", str(reason)
    result = "drawn" if outcome.winner is None else "won" if outcome.winner == task.ours else "lost"
    return result, " ".join(map(str, moves))


def report(name: str, tasks: list[Task], pool: ProcessPoolExecutor) -> None:
    """Play the games against one opponent, and print a row, followed by lost and void games."""
    count: Counter[str] = Counter()
    remarks = []
    for task, (result, text) in zip(tasks, pool.map(play, tasks), strict=True):
        count[result] += 1
        print(f"\r{name}: {count.total()} of {len(tasks)} games", end="", file=sys.stderr, flush=True)
        if result in ("lost", "void"):
            remarks.append(f"    {result} as {('red', 'white')[task.ours]} from {' '.join(task.ballot)}: {text}\n")
    print("\r\033[K", end="", file=sys.stderr, flush=True)
    numbers = (len(tasks), *(count[kind] for kind in ("won", "drawn", "lost", "void")))
    print(f"{name:<24}" + "".join(f"{number:>6}" for number in numbers))
    print("".join(remarks), end="", flush=True)


def main() -> None:
    """Play against the chosen opponents."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opponent", action="append", help="prefix of a name; may be repeated (default: all)")
    parser.add_argument("--ballots", type=int, help="number of random ballots (default: all)")
    parser.add_argument("--time", type=float, default=0.1, help="seconds per move")
    parser.add_argument("--simulations", type=int, default=1000, help="simulations per action of open_spiel's search")
    parser.add_argument("--rules", choices=["kth", "tournament"], default="tournament", help="draw rules")
    parser.add_argument("--seed", type=int, default=0, help="seed of the choice of ballots")
    parser.add_argument("--workers", type=int, default=1, help="number of concurrent games")
    options = parser.parse_args()
    known = opponents(options.time, options.simulations)
    names = [name for name in known if name.startswith(tuple(options.opponent or [""]))]
    if not names:
        parser.error(f"unknown opponent; expected {' or '.join(known)}")
    starts = random.Random(options.seed).sample(ballots(), options.ballots or len(ballots()))
    print(f"full strength, {options.time:g} s a move, {len(starts)} ballots, {options.rules} rules")
    print(f"{'opponent':<24}{'games':>6}{'won':>6}{'drawn':>6}{'lost':>6}{'void':>6}")
    with ProcessPoolExecutor(options.workers) as pool:
        for name in names:
            setting = name, options.time, options.simulations, options.rules
            games = enumerate((start, ours) for start in starts for ours in (0, 1))
            report(name, [Task(*setting, *game, seed) for seed, game in games], pool)


if __name__ == "__main__":
    main()
