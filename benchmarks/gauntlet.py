"""Full strength against everybody else, from the three-move ballots with both colours: no game should be lost.

    python benchmarks/gauntlet.py --ballots 15
    python benchmarks/gauntlet.py --opponent 'level 9' --opponent py-draughts --ballots 10 --time 0.1
    python benchmarks/gauntlet.py --opponent open_spiel --simulations 10000 --rules kth

Our rules are the judge. A game in which the opponent offers an illegal move, or none, is void, with its reason told.
py-draughts has optional captures; it plays with its own switch for mandatory ones turned on, and also as it is.
pydraughts is not here: it knows the rules but has no engine, only the means to drive other people's.
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
    """The side that full strength has."""
    seed: int


def play(task: Task) -> tuple[str, str]:
    """What the game was for full strength: won, drawn, lost or void; and the moves, or why it is void."""
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
    """Plays the games against one opponent, and prints its row; below it, the games that should not be."""
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
    """Plays against all that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opponent", action="append", help="how a name begins; again for more (default: all)")
    parser.add_argument("--ballots", type=int, help="so many, chosen by chance (default: all)")
    parser.add_argument("--time", type=float, default=0.1, help="seconds for a move")
    parser.add_argument("--simulations", type=int, default=1000, help="for each action of open_spiel's search")
    parser.add_argument("--rules", choices=["kth", "tournament"], default="tournament", help="when a game is drawn")
    parser.add_argument("--seed", type=int, default=0, help="of the choice of ballots")
    parser.add_argument("--workers", type=int, default=1, help="games at a time, each on a core")
    asked = parser.parse_args()
    known = opponents(asked.time, asked.simulations)
    names = [name for name in known if name.startswith(tuple(asked.opponent or [""]))]
    if not names:
        parser.error(f"there is no such opponent; there are: {', '.join(known)}")
    starts = random.Random(asked.seed).sample(ballots(), asked.ballots or len(ballots()))
    print(f"full strength, {asked.time:g} s a move, {len(starts)} ballots, {asked.rules} rules")
    print(f"{'opponent':<24}{'games':>6}{'won':>6}{'drawn':>6}{'lost':>6}{'void':>6}")
    with ProcessPoolExecutor(asked.workers) as pool:
        for name in names:
            setting = name, asked.time, asked.simulations, asked.rules
            games = enumerate((start, ours) for start in starts for ours in (0, 1))
            report(name, [Task(*setting, *game, seed) for seed, game in games], pool)


if __name__ == "__main__":
    main()
