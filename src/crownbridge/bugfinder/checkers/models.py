"""Small searches, sound or with one planted error, whose moves are compared with those of a bot."""

import math
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from crownbridge.bugfinder.checkers.squares import column_of
from crownbridge.games import Piece
from crownbridge.games.checkers import Side

WIN = 20_000
CLOSE = 30
"""Difference in hundredths of a man that a bot's knowledge of positions may outweigh."""
LAPSE = 0.1
"""Probability that a bot plays another move than the model for any other reason."""


def by_the_rules(position: Any, move: Any) -> Any:
    """Return the position after a move."""
    return position.play(move)


def removes_one(position: Any, move: Any) -> Any:
    """Return the position after a move, of which a multiple jump removes only the first piece."""
    after = position.play(move)
    kept = {cell: position.pieces()[cell] for cell in position.captures_of(move)[1:]}
    return after.game.placed(after.pieces() | kept, after.side_to_move) if kept else after


def crowns_at_columns(position: Any, move: Any, columns: Sequence[Collection[int]]) -> Any:
    """Return the position after a move, with a man crowned that has reached one of the columns of its colour."""
    after = position.play(move)
    pieces, cell = after.pieces(), move.path[-1] - 1
    if pieces[cell].crowned or column_of(cell) not in columns[position.side_to_move]:
        return after
    return after.game.placed(pieces | {cell: Piece(position.side_to_move, crowned=True)}, after.side_to_move)


class Model(NamedTuple):
    """A search to a fixed depth with an evaluation of the material."""

    depth: int = 2
    quiescence: bool = True
    """Captures are followed to their end."""
    man: int = 100
    king: int = 150
    enemy_king: int = 150
    """Value of a king of the side that is not to move."""
    sign: int = 1
    """-1: the evaluation has the wrong sign."""
    view: Side | None = None
    """The evaluation is always for this colour."""
    cooperates: bool = False
    """The opponent is expected to play what is best for the bot."""
    most_jumps: int = 0
    """Longer captures are not seen in the search; 0: all are."""
    negates_captures: bool = True
    """False: the value of a capture in the quiescence search is not negated."""
    play: Callable[[Any, Any], Any] = by_the_rules
    """Returns the position after a move, as the search sees it."""

    def values(self, position: Any) -> dict[Any, int]:
        """Return the value of every move."""
        return {move: -self._value(self.play(position, move), self.depth - 1) for move in position.legal_moves()}

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

    def _value(self, position: Any, depth: int) -> int:
        """Return the value for the side to move."""
        moves = position.legal_moves()
        if not moves:
            return -WIN - depth
        moves = self._seen(moves)
        if depth <= 0 or not moves:
            return self._settled(position, moves)
        if self.cooperates and (self.depth - depth) % 2:
            return min(-self._value(self.play(position, move), depth - 1) for move in moves)
        return max(-self._value(self.play(position, move), depth - 1) for move in moves)

    def _seen(self, moves: list[Any]) -> list[Any]:
        """Return the moves that the search considers."""
        return [move for move in moves if len(move.path) <= self.most_jumps + 1] if self.most_jumps else moves

    def _settled(self, position: Any, moves: list[Any]) -> int:
        """Return the value after captures; `moves` are those that the search considers."""
        if not moves and not position.legal_moves():
            return -WIN
        if not self.quiescence or not moves or not moves[0].is_capture:
            return self._evaluation(position)
        sign = -1 if self.negates_captures else 1
        nexts = (self.play(position, move) for move in moves)
        return max(sign * self._settled(after, self._seen(after.legal_moves())) for after in nexts)

    def _evaluation(self, position: Any) -> int:
        side = position.side_to_move
        total = 0
        for piece in position.pieces().values():
            if piece.side is side:
                total += self.king if piece.crowned else self.man
            else:
                total -= self.enemy_king if piece.crowned else self.man
        return total * self.sign * (-1 if self.view not in (None, side) else 1)
