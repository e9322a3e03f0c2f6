"""Players that search in this process, sound or with one planted fault."""

from typing import Any

from crownbridge._core import CheckersEvaluation, checkers_minimax
from crownbridge.games import Position
from crownbridge.players import Player, TimeLimit
from crownbridge.protocols import LastMove
from crownbridge.records import Decision

WIN = 20_000


class PlainPlayer(Player):
    """Chooses the best move of a plain search of the material; the first of equal ones."""

    def __init__(self, depth: int = 3, king: int = 150, sign: int = 1, red_sign: int = 1, man: int = 100) -> None:
        self.name = "plain"
        self._depth = depth
        self._evaluation = CheckersEvaluation.piece_tables([man] * 32, [king] * 32)
        self._signs = (red_sign, sign)

    def choose(self, position: Position[Any], last: LastMove | None, limit: TimeLimit) -> Decision:  # noqa: ARG002 (part of the interface)
        """Return the move with the highest value, or the lowest with the wrong sign."""
        sign = self._signs[0] * self._signs[1] if position.side_to_move == 0 else self._signs[1]
        moves = position.legal_moves()
        return Decision(max(moves, key=lambda move: sign * self._value(position.play(move))), 0.01)

    def _value(self, after: Any) -> int:
        outcome = after.outcome()
        if outcome is not None:
            return 0 if outcome.winner is None else WIN
        return -checkers_minimax(after, self._evaluation, max(self._depth - 1, 1)).score
