"""Small searches, sound or with planted errors, whose moves are compared with those of a bot."""

import math
from collections.abc import Collection
from typing import Any, NamedTuple, Self

from crownbridge._core import checkers_faulty_values
from crownbridge.bugfinder.checkers.squares import column_of
from crownbridge.games.checkers import Side

CLOSE = 30
"""Difference in hundredths of a man that a bot's knowledge of positions may outweigh."""
LAPSE = 0.1
"""Probability that a bot plays another move than the model for any other reason."""
_SOUND = {"follows_captures": True, "king": 150, "enemy_king": 150}
LAST_ROWS = 0xF0000000, 0xF
"""Squares where men are crowned, one bit each, by side."""
RULE_ERRORS: dict[str, dict[str, Any]] = {
    "single": {"most_jumps": 1},
    "triple": {"most_jumps": 2},
    "backward": {"kings_jump_forward": True},
    "men-backward": {"men_jump_backward": True},
    "stops": {"continues_after_crowning": True},
    "crowns": {"crowned_at": (0, 0)},
    "optional": {"optional_captures": True},
    "circular": {"own_square_blocks": True},
    "first-piece": {"first_piece_only": True},
    "longest": {"longest_only": True},
    "one-removed": {"removes_first_only": True},
}
"""Misunderstandings of the rules, as errors of a model."""


class Model(NamedTuple):
    """A search to a fixed depth with an evaluation of the material."""

    depth: int
    errors: tuple[tuple[str, Any], ...] = ()
    """Keyword arguments of `checkers_faulty_values`."""

    @classmethod
    def search(cls, depth: int, **errors: Any) -> Self:
        """Return a search with errors; values that are not errors are omitted."""
        return cls(depth, tuple(sorted(error for error in errors.items() if error not in _SOUND.items())))

    def with_errors(self, **errors: Any) -> "Model":
        """Return the same search with further errors."""
        return Model.search(self.depth, **dict(self.errors) | errors)

    def values(self, position: Any) -> dict[Any, int]:
        """Return the value of every move."""
        values = checkers_faulty_values(position, self.depth, **dict(self.errors))
        return dict(zip(position.legal_moves(), values, strict=True))

    def best(self, position: Any) -> list[Any]:
        """Return the moves that are best or nearly so."""
        values = self.values(position)
        least = max(values.values()) - CLOSE
        return [move for move, value in values.items() if value >= least]

    def chooses(self, position: Any, move: Any) -> bool:
        """Return True if a move is best or nearly so."""
        return move in self.best(position)

    def likelihood(self, position: Any, move: Any) -> float:
        """Return the logarithm of the probability that a bot that searches like this plays a move."""
        best = self.best(position)
        return math.log(LAPSE / len(position.legal_moves()) + (1 - LAPSE) / len(best) * (move in best))


def crowned_at_columns(red: Collection[int], white: Collection[int]) -> tuple[int, int]:
    """Return the squares where men are crowned if they are in columns of the board, too, as `crowned_at`."""
    last_red, last_white = LAST_ROWS
    return last_red | _squares_in(red), last_white | _squares_in(white)


def _squares_in(columns: Collection[int]) -> int:
    return sum(1 << square for square in range(32) if column_of(square) in columns)


def never_crowned(*sides: Side) -> tuple[int, int]:
    """Return the squares where men are crowned if those of some sides never are, as `crowned_at`."""
    red, white = (0 if side in sides else LAST_ROWS[side] for side in Side)
    return red, white
