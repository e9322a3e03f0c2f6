"""Open boards, about a quarter of whose cells have stones, with proven moves; each also turned by 180 degrees."""

import random
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from crownbridge._core import HexMove
from crownbridge.bugfinder.hex.trial import PARTS, PLAN, SOUND, Examiner, Trial, cell_name, habits
from crownbridge.games import Game

OPEN = "open board"
"""Group of the questions."""
STONES, MORE_STONES, MEDIUM = 0.24, 0.035, 7
"""Share of the cells with stones up to a size of the board, and how much more for each row, for a fast solver."""
MOST_RIGHT = 0.15
"""Largest share of moves that win; with more, random moves are often right."""
_MODELS = (SOUND, "edges", "wrong diagonal")
"""Models whose moves a weak bot does not prefer on an open board."""
_TRIES = 400


def open_trials(game: Game[Any], chance: random.Random, count: int) -> Iterator[Trial | None]:
    """Yield trials on open boards, each followed by the same board turned by 180 degrees; a second call is fast.

    None stands for a board that does not suit, so that the caller can look at the clock.
    """
    known, source = _shared_trials(game, chance.getrandbits(64))
    yield from known[:count]
    while len(known) < count:
        try:
            trial = next(source)
        except StopIteration:
            return
        if trial is not None:
            known.append(trial)
        yield trial


@lru_cache(maxsize=4)
def _shared_trials(game: Game[Any], seed: int) -> tuple[list[Trial], Iterator[Trial | None]]:
    return [], _new_trials(game, random.Random(seed))


def _new_trials(game: Game[Any], chance: random.Random) -> Iterator[Trial | None]:
    examiner = Examiner()
    size = game.size  # type: ignore[attr-defined]  # Hex
    share = STONES + MORE_STONES * max(size - MEDIUM, 0)
    least = max(round(share * size * size), 2)  # no swap is possible after two stones
    made = 0
    for _ in range(_TRIES):
        position = game.initial()
        for move in chance.sample(position.legal_moves(), least + made // 2 % 2):
            position = position.play(move)
        trial = examiner.trial(position) if position.outcome() is None and examiner.is_won(position) else None
        if trial is None or trial.question.group != PLAN or len(trial.question.right) > MOST_RIGHT * trial.empty:
            yield None
            continue
        upright = trial._replace(
            question=trial.question._replace(group=OPEN), moves={name: trial.moves[name] for name in _MODELS}
        )
        for one in (upright, turned_trial(upright, size)):
            made += 1
            legal = (*one.question.right, *one.question.wrong)
            yield one._replace(moves={**one.moves, **habits(legal, size), **_avoided_parts(one, size)})


def turned(text: str, size: int) -> str:
    """Return a cell, or a position, turned by 180 degrees."""
    if " " in text:
        rows, side = text.split()
        return f"{rows[::-1]} {side}"
    move = HexMove(text)
    return cell_name(size * size - 1 - (move.row * size + move.column), size)


def turned_trial(trial: Trial, size: int) -> Trial:
    """Return a trial turned by 180 degrees: the edges of both sides stay the same."""

    def all_turned(cells: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(turned(cell, size) for cell in cells))

    question = trial.question._replace(
        position=turned(trial.question.position, size),
        right=all_turned(trial.question.right),
        wrong=all_turned(trial.question.wrong),
    )
    return trial._replace(
        question=question, moves={name: frozenset(all_turned(cells)) for name, cells in trial.moves.items()}
    )


def _avoided_parts(trial: Trial, size: int) -> dict[str, frozenset[str]]:
    """Return the moves of bots that do not play in one half of the board."""
    cells = {text: HexMove(text) for text in (*trial.question.right, *trial.question.wrong)}
    half, last = size // 2, size - 1
    inside = {
        "upper half": {text for text, move in cells.items() if move.row < half},
        "lower half": {text for text, move in cells.items() if last - move.row < half},
        "left half": {text for text, move in cells.items() if move.column < half},
        "right half": {text for text, move in cells.items() if last - move.column < half},
    }
    return {part: trial.moves[SOUND] - inside[part] or frozenset(cells) - inside[part] for part in PARTS}
