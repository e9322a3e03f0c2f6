"""Policy and value maps of a Hex position: what the network expects of each move."""

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from crownbridge.engines.hex.network import encoded

if TYPE_CHECKING:  # NumPy is loaded on demand
    import numpy as np
    from numpy.typing import NDArray

    from crownbridge.games.hex import Position

    Evaluate = Callable[[NDArray[np.int8]], tuple[NDArray[np.float32], NDArray[np.float32]]]

BATCH = 4
"""Number of positions that are evaluated at a time."""


class NetworkMaps:
    """The maps of one position. The values of the most likely moves come first, a few at a time."""

    def __init__(self, position: "Position", evaluate: "Evaluate") -> None:
        self._position = position
        self._evaluate = evaluate
        self.policy: tuple[float, ...] = self._policy()
        """Probability of the move at each cell."""
        self._values: dict[int, float] = {}
        moves = [(self.policy[cell], cell, move) for move in position.legal_moves() for cell in position.cells_of(move)]
        self._left = [(cell, move) for _, cell, move in sorted(moves, key=lambda entry: entry[0])]

    def advance(self, seconds: float) -> None:
        """Evaluate more moves for about that time, at least one batch of them."""
        import numpy as np  # noqa: PLC0415 - loaded on demand

        end = time.monotonic() + seconds
        while self._left:
            batch = [self._left.pop() for _ in range(min(BATCH, len(self._left)))]
            open_moves = []
            for cell, move in batch:
                after = self._position.play(move)
                if after.outcome() is None:
                    open_moves.append((cell, after))
                else:
                    self._values[cell] = 1.0
            if open_moves:
                chances, _ = self._evaluate(np.concatenate([encoded(after) for _, after in open_moves]))
                for (cell, _), chance in zip(open_moves, chances, strict=True):
                    self._values[cell] = 1 - float(chance)
            if time.monotonic() >= end:
                return

    def values(self, searched: Mapping[Any, tuple[int, float]]) -> tuple[float | None, ...]:
        """Return the win chance of the move at each cell: by the search if it visited the move, else by the network.

        `searched` has visits and win chance by move; a cell without a legal or evaluated move has None.
        """
        chances: list[float | None] = [None] * len(self.policy)
        for cell, value in self._values.items():
            chances[cell] = round(value, 4)
        for move, (visits, chance) in searched.items():
            for cell in self._position.cells_of(move):
                if visits:
                    chances[cell] = round(chance, 4)
        return tuple(chances)

    def _policy(self) -> tuple[float, ...]:
        """Return the softmax of the network's logits over the legal moves."""
        import numpy as np  # noqa: PLC0415 - loaded on demand

        position = self._position
        size = position.game.size
        logits = self._evaluate(encoded(position))[1][0].reshape(size, size)
        if position.side_index == 1:  # the network sees the board of the second side transposed
            logits = logits.T
        cells = [cell for move in position.legal_moves() for cell in position.cells_of(move)]
        weights = np.exp(logits.ravel()[cells] - logits.ravel()[cells].max())
        policy = np.zeros(size * size)
        policy[cells] = weights / weights.sum()
        return tuple(round(float(share), 4) for share in policy)
