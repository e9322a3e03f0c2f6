"""Whether planted mistakes are found again: games of the engine against itself with one bad move.

    python benchmarks/mistakes.py [--games 50] [--effort 1.0]

Each game is played by the judge itself, from a random opening; at a random ply, one move is replaced by one that the
judge, with ten times its effort, takes for much worse. Then the game is analysed as the pages do it. Printed are how
many planted mistakes the player would be asked about, and how many other moves.
"""

import argparse
import random
from typing import Any

from crownbridge._core import StopFlag
from crownbridge.analysis import MISTAKES, annotate, usual_effort
from crownbridge.analysis.judging import judge_of
from crownbridge.engines import Limit
from crownbridge.games import Checkers, Game, Hex, Outcome, Termination
from crownbridge.records import Decision, GameRecord, PlainLine

OPENING_PLIES = 4
LONGEST = 60
PLANTED_LOSS = 0.3
"""Win chance that a planted mistake loses at least."""
LEAST_CHANCE = 0.35
"""Win chance that a side must have to lose it."""
FAIR_LOSS = 0.03
TRIED = 8
"""Number of moves that are tried at random."""


def planted(game: Game[Any], seed: int, effort: Limit) -> tuple[GameRecord, int] | None:
    """Return a game and the number of its planted move, from 1; None if there was no move to plant."""
    rng, stop = random.Random(seed), StopFlag()
    judge, strict = judge_of(game, effort), judge_of(game, Limit(nodes=10 * (effort.nodes or 1)))
    position, decisions, number = game.initial(), list[Decision](), 0
    wanted = OPENING_PLIES + rng.randrange(16)
    while position.outcome() is None and len(decisions) < LONGEST:
        judgement = judge.judge(position, stop)
        assert judgement is not None  # noqa: S101 (nothing stops it)
        move = judgement.line[0]
        if len(decisions) < OPENING_PLIES:
            move = _fair(position, judgement.win_chance, rng, judge, stop)
        elif not number and len(decisions) >= wanted and judgement.win_chance > LEAST_CHANCE:
            bad = _bad(position, rng, strict, stop)
            if bad is not None:
                move, number = bad, len(decisions) + 1
        decisions.append(Decision(move, 0.0))
        position = position.play(move)
    outcome = position.outcome() or Outcome(None, Termination.INTERRUPTED)
    return (GameRecord(game, ("", ""), game.initial(), PlainLine(decisions), outcome), number) if number else None


def _fair(position: Any, chance: float, rng: random.Random, judge: Any, stop: StopFlag) -> Any:
    """Return a random move that loses little."""
    moves = position.legal_moves()
    rng.shuffle(moves)
    for move in moves[:TRIED]:
        if judge.judge(position.play(move), stop).win_chance < 1 - chance + FAIR_LOSS:
            return move
    return judge.judge(position, stop).line[0]


def _bad(position: Any, rng: random.Random, strict: Any, stop: StopFlag) -> Any:
    """Return a move that loses much, or None."""
    best = strict.judge(position, stop)
    value = 1 - strict.judge(position.play(best.line[0]), stop).win_chance
    moves = position.legal_moves()
    rng.shuffle(moves)
    for move in moves[:TRIED]:
        if value - (1 - strict.judge(position.play(move), stop).win_chance) > PLANTED_LOSS:
            return move
    return None


def main() -> None:
    """Run the benchmark and print its results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50, help="games of each kind")
    parser.add_argument("--game", help="only games of this kind")
    parser.add_argument("--first", type=int, default=0, help="seed before that of the first game")
    parser.add_argument("--effort", type=float, default=1.0, help="share of the usual effort")
    arguments = parser.parse_args()
    kinds: tuple[Game[Any], ...] = (Checkers(), Hex(7))
    for game in kinds:
        if arguments.game not in (None, game.name):
            continue
        effort = Limit(nodes=max(1, int((usual_effort(game).nodes or 1) * arguments.effort)))
        recalled, others, games, seed = 0, list[int](), 0, arguments.first
        while games < arguments.games:
            seed += 1
            made = planted(game, seed, effort)
            if made is None:
                continue
            record, number = made
            games += 1
            numbers = {move.number for move in annotate(record, effort).moves if move.verdict in MISTAKES}
            recalled += number in numbers
            others.append(len(numbers - {number}))
            print(f"{game.name} {games}: planted {number}, asked {sorted(numbers)}", flush=True)
        print(
            f"{game.name}: {recalled} of {games} planted mistakes asked; others: {sum(others)} in all, "
            f"at most {max(others)} per game"
        )


if __name__ == "__main__":
    main()
