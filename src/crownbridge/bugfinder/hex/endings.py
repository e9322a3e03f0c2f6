"""Positions near the end of random games, whose right moves are proven."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from crownbridge.bugfinder.hex.key_boards import cluster, key_boards, quiet_boards, symmetric_cells
from crownbridge.bugfinder.hex.misreading import MISREADINGS
from crownbridge.bugfinder.hex.trial import (
    AVOIDS_WINS,
    BORDERS,
    NO_BLOCKS,
    NO_WINS,
    OTHER_SIDE,
    PLAN,
    REVERSED,
    SHORT,
    Examiner,
    Trial,
    is_question,
)
from crownbridge.games import Game
from crownbridge.games.hex import Position

GAMES = 200
"""Random games that are played for a pool of trials."""
PLIES = (1, 2, 3, 4, 6, 8)
"""Plies before the end at which positions are taken."""
BOARDS = 100
"""Sets of empty cells for which nearly full boards are made."""
DEEP_BOARDS = 2000
"""The same for plans of five plies."""
DEEP_SIZES = ((5, 8), (9, 12))
"""Smallest and largest numbers of their empty cells."""
NEARLY_FULL = "nearly full board"
"""Group of the questions of these boards."""
PAIRS = 4
"""One in that many of these boards has two or three empty cells."""
MOST_EMPTY = 28
"""Largest number of empty cells of a trial, so that even slow bots can see the answer."""
_SEPARATED = (*MISREADINGS, *BORDERS, NO_WINS, NO_BLOCKS, AVOIDS_WINS, OTHER_SIDE, REVERSED)


def random_game(game: Game[Any], chance: random.Random) -> list[Position]:
    """Return the positions of a random game without the last one."""
    position = game.initial()
    moves = list(position.legal_moves())
    chance.shuffle(moves)
    positions = []
    for move in moves:
        positions.append(position)
        position = position.play(move)
        if position.outcome() is not None:
            break
    return positions


def trials(game: Game[Any], chance: random.Random, games: int = GAMES) -> tuple[Trial, ...]:
    """Return trials from random games; the probes of an examination share them."""
    return _trials(game, chance.getrandbits(64), games)


@lru_cache(maxsize=4)
def _trials(game: Game[Any], seed: int, games: int) -> tuple[Trial, ...]:
    return tuple(_new_trials(game, random.Random(seed), games))


def _new_trials(game: Game[Any], chance: random.Random, games: int) -> Iterator[Trial]:
    examiner = Examiner()
    for _ in range(games):
        positions = random_game(game, chance)
        plies = [number for number in PLIES if number <= len(positions)]
        for number in chance.sample(plies, min(2, len(plies))):
            position = positions[-number]
            if len(position.legal_moves()) <= MOST_EMPTY and is_question(position):
                trial = examiner.trial(position)
                if trial is not None:
                    yield trial


def key_trials(game: Game[Any], chance: random.Random, boards: int = BOARDS) -> Iterator[Trial]:
    """Yield trials on nearly full boards that are legible even to bots that misread the board."""
    examiner = Examiner()
    for number in range(boards):
        few = number % PAIRS == 0
        cells = game.size**2  # type: ignore[attr-defined]  # Hex
        empty = (
            frozenset(chance.sample(range(cells), 1 + (cells + number // PAIRS) % 2))
            if few
            else symmetric_cells(game.size, chance.randint(4, 14), chance)  # type: ignore[attr-defined]  # Hex
        )
        for position in islice(key_boards(game, empty, number // PAIRS % 2, chance), 2):
            trial = examiner.trial(position)
            if trial is not None:
                yield trial


def plan_trials(game: Game[Any], chance: random.Random, boards: int = BOARDS) -> Iterator[Trial]:
    """Yield trials on boards with a few adjacent empty cells, none of which wins at once."""
    examiner = Examiner()
    for number in range(boards):
        empty = cluster(game.size, chance.choice((5, 6, 7, 9)), chance)  # type: ignore[attr-defined]  # Hex
        for position in islice(quiet_boards(game, empty, number % 2, chance), 3):
            trial = examiner.trial(position)
            if trial is not None and trial.question.group == PLAN:
                yield trial


def deep_trials(game: Game[Any], chance: random.Random, count: int) -> Iterator[Trial | None]:
    """Yield trials on boards with few and with more empty cells in turn, where at most half of the moves win.

    None stands for a board that does not suit, so that the caller can look at the clock.
    """
    examiner = Examiner()
    made = 0
    for number in range(DEEP_BOARDS):
        empty = cluster(game.size, chance.randint(*DEEP_SIZES[made % 2]), chance)  # type: ignore[attr-defined]  # Hex
        position = next(quiet_boards(game, empty, number % 2, chance), None)
        trial = position and examiner.trial(position)
        if not trial or trial.question.depth <= SHORT or 2 * len(trial.question.right) > trial.empty:
            yield None
        else:
            yield trial._replace(question=trial.question._replace(group=NEARLY_FULL))
            made += 1
            if made == count:
                return


def ordered(pool: list[Trial], count: int) -> list[Trial]:
    """Return up to `count` trials, of the two sides in turn, first those that separate many faults."""
    chosen: list[Trial] = []
    for side in (0, 1):
        seen: Counter[str] = Counter()
        left = [(trial, [name for name in _SEPARATED if trial.separates(name)]) for trial in pool if trial.side == side]
        for _ in range(min(count // 2, len(left))):
            best = max(left, key=lambda entry: _use(entry[0], entry[1], seen))
            left.remove(best)
            seen.update((best[0].question.group, *best[1]))
            chosen.append(best[0])
    half = sum(trial.side == 0 for trial in chosen)
    return [trial for pair in zip(chosen[:half], chosen[half:], strict=False) for trial in pair]


def _use(trial: Trial, separated: list[str], seen: Counter[str]) -> float:
    """Return how much a trial adds to those already chosen."""
    group = 2.0 / (1 + seen[trial.question.group]) / (2 if trial.question.group == PLAN else 1)
    return group + sum(0.5 ** seen[name] for name in separated)
