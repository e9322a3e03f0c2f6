"""Accuracy and marks that analysis gives to players of known strength, before and after their calibration.

    python benchmarks/accuracy.py [--games 4] [--processes 2]

Each player plays itself; analysis annotates the games with its default effort. *Before* is the formula up to version
0.2.0: the mean of 1 - loss, and marks from a loss of 5, 10 and 20 %. *After* is `crownbridge.analysis`. The last lines
have the verdicts on the usual fair openings of Hex 11x11.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

from crownbridge.analysis import Annotation, Summary, Verdict, annotate
from crownbridge.engines import Limit, SearchRequest
from crownbridge.engines.blundering import RandomEngine
from crownbridge.engines.provider import engine
from crownbridge.games import Checkers, Game, Hex, Outcome, Termination
from crownbridge.records import Decision, GameRecord, PlainLine

GAMES: dict[str, Game[Any]] = {"checkers": Checkers(), "hex": Hex(11, swap=True)}
LEVELS = {"random": None, "low (2)": 2, "middle (6)": 6, "top (10)": 10}
TOP_EFFORT = {"checkers": Limit(nodes=1_000_000), "hex": Limit(nodes=400)}
MOST_MOVES = 160
FAIR_OPENINGS = ("a3", "a4", "a5", "a6", "a7", "a8", "a11", "c2", "c10")
"""The fair openings of 11x11 by HexWiki, "Swap rule", without their rotations."""
MARKS = (Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER, Verdict.LOST_WIN)
_FORMER_LIMITS = {Verdict.INACCURACY: 0.1, Verdict.MISTAKE: 0.2, Verdict.BLUNDER: 1.0}
_FORMER_GOOD = 0.05


class Task(NamedTuple):
    """A game to play and to annotate."""

    game: str
    player: str
    seed: int


def played(task: Task) -> GameRecord:
    """Return a game of a player against itself."""
    game, level = GAMES[task.game], LEVELS[task.player]
    position = game.initial()
    decisions: list[Decision] = []
    player = RandomEngine(task.seed) if level is None else engine(task.game, level, task.seed)
    opening = random.Random(task.seed)
    while position.outcome() is None and len(decisions) < MOST_MOVES:
        if task.game == "checkers" and len(decisions) < 2:  # noqa: PLR2004 (so that the games differ)
            move = opening.choice(position.legal_moves())
        else:
            move = player.think(SearchRequest(position, TOP_EFFORT[task.game])).move
        decisions.append(Decision(move, 0.0))
        position = position.play(move)
    outcome = position.outcome() or Outcome(None, Termination.INTERRUPTED)
    return GameRecord(game, (task.player, task.player), game.initial(), PlainLine(decisions), outcome)


def annotated(task: Task) -> tuple[Task, tuple[Annotation, ...]]:
    """Play and annotate a game."""
    return task, annotate(played(task), cores=1).moves


def former_accuracy(moves: Sequence[Annotation]) -> float:
    """Return the accuracy by the formula up to version 0.2.0."""
    return sum(1 - move.loss for move in moves) / len(moves)


def former_mark(move: Annotation) -> Verdict | None:
    """Return the mark by the limits up to version 0.2.0."""
    if move.verdict is Verdict.BEST or (move.loss <= _FORMER_GOOD and move.verdict is not Verdict.LOST_WIN):
        return None
    if move.verdict is Verdict.LOST_WIN:
        return Verdict.LOST_WIN
    return next(verdict for verdict, most in _FORMER_LIMITS.items() if move.loss <= most)


def by_player(games: Sequence[tuple[Annotation, ...]]) -> Iterator[list[Annotation]]:
    """Yield the moves of each player of each game."""
    for moves in games:
        for side in {move.side for move in moves}:
            yield [move for move in moves if move.side == side]


def row(player: str, games: Sequence[tuple[Annotation, ...]]) -> str:
    """Return the line of a player: accuracy and marks per game, before and after."""
    sides = list(by_player(games))
    before = [former_accuracy(moves) for moves in sides]
    after = [accuracy for moves in sides if (accuracy := Summary.of(moves).accuracy) is not None]
    moves = [move for game in games for move in game]
    former = [former_mark(move) for move in moves]
    counts = [
        f"{sum(mark is kind for mark in former) / len(games):5.1f} -> "
        f"{sum(move.verdict is kind for move in moves) / len(games):4.1f}"
        for kind in MARKS
    ]
    return (
        f"{player:<12}{len(moves) / len(games):6.0f}  {_mean(before):4.0%} -> {_mean(after):4.0%} "
        f"({min(after):.0%} to {max(after):.0%})  " + "  ".join(counts)
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def fair_openings() -> Iterator[str]:
    """Yield the verdict on each usual fair opening, with and without the swap rule."""
    for swap in (True, False):
        game = Hex(11, swap=swap)
        for cell in FAIR_OPENINGS:
            move = Decision(game.initial().parse_move(cell), 0.0)
            unfinished = Outcome(None, Termination.INTERRUPTED)
            (only,) = annotate(
                GameRecord(game, ("", ""), game.initial(), PlainLine((move,)), unfinished), cores=1
            ).moves
            yield f"{cell} {'with' if swap else 'without'} swap: {only.verdict}, {only.win_chance_after:.0%}"


def main() -> None:
    """Print a table per game, and the fair openings."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=4, help="games per player")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    tasks = [Task(game, player, seed) for game in GAMES for player in LEVELS for seed in range(options.games)]
    with ProcessPoolExecutor(options.processes) as pool:
        results = dict(pool.map(annotated, tasks))
    for game in GAMES:
        print(f"\n{game:<12} moves  accuracy{' ' * 23}" + "  ".join(f"{mark[:13]:<13}" for mark in MARKS))
        for player in LEVELS:
            print(row(player, [results[task] for task in tasks if task[:2] == (game, player)]))
    print("\nfair openings of Hex 11x11")
    for line in fair_openings():
        print(line)


if __name__ == "__main__":
    main()
