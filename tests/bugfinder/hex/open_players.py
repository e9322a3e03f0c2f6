"""Small Hex players whose faults show on open boards."""

import random
from typing import Any

from tests.bugfinder.hex.players import Tactician

from crownbridge.games import Termination
from crownbridge.games.hex import Position
from crownbridge.players import FaultError, TimeLimit
from crownbridge.protocols import LastMove
from crownbridge.records import Decision


def is_open(position: Any) -> bool:
    """Return True if most cells are empty."""
    return bool(2 * position.stones < len(position.rows))


class Thinker(Tactician):
    """Plays well, and takes longer on open boards."""

    def choose(self, position: Any, last: LastMove | None, limit: TimeLimit) -> Decision:
        return super().choose(position, last, limit)._replace(cpu_seconds=0.1 if is_open(position) else 0.001)


class AvoidsWins(Tactician):
    """Blocks, but plays another move where it can win at once."""

    def pick(self, position: Any) -> str:
        wins = [str(move) for move in position.legal_moves() if position.play(move).outcome() is not None]
        if not wins:
            return super().pick(position)
        others = [str(move) for move in position.legal_moves() if str(move) not in wins]
        return random.Random(position.rows).choice(others or wins)


class OpenTransposed(Thinker):
    """Confuses the edges on open boards."""

    def pick(self, position: Any) -> str:
        if not is_open(position):
            return super().pick(position)
        size = position.rules.size
        rows = "".join(position.rows[start::size] for start in range(size))
        text = super().pick(Position(position.rules, rows, position.side_index))
        return f"{chr(ord('a') + int(text[1:]) - 1)}{ord(text[0]) - ord('a') + 1}"


class UpperHalf(Thinker):
    """Never plays in the lower rows of an open board."""

    def pick(self, position: Any) -> str:
        text = super().pick(position)
        if not is_open(position) or int(text[1:]) <= (position.rules.size + 1) // 2:
            return text
        upper = [str(move) for move in position.legal_moves() if move.row < (position.rules.size + 1) // 2]
        return random.Random(position.rows).choice(upper)


class RandomOnOpenBoards(Thinker):
    """Plays random moves on open boards."""

    def pick(self, position: Any) -> str:
        if not is_open(position):
            return super().pick(position)
        return str(random.Random(position.rows).choice(position.legal_moves()))


class FirstOnOpenBoards(Thinker):
    """Plays the first cell on open boards."""

    def pick(self, position: Any) -> str:
        return super().pick(position) if not is_open(position) else str(position.legal_moves()[0])


class FailsOnCrowdedBoards(Thinker):
    """Plans on open boards, and plays random moves in a share of the other positions that need a plan."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self._share = share

    def plan(self, position: Any, moves: list[Any]) -> str:
        chance = random.Random(position.rows)
        is_random = not is_open(position) and chance.random() < self._share
        return str(chance.choice(moves)) if is_random else super().plan(position, moves)


class Tires(Thinker):
    """Plays random moves after its first move of a game, or any time, with a probability."""

    def __init__(self, share: float, *, at_once: bool) -> None:
        super().__init__()
        self._share, self._at_once = share, at_once

    def choose(self, position: Any, last: LastMove | None, limit: TimeLimit) -> Decision:
        if (self._at_once or last is not None) and self._random.random() < self._share:
            return Decision(str(self._random.choice(position.legal_moves())), 0.01, 0.01)
        return super().choose(position, last, limit)


class KeepsStones(Tactician):
    """Adds the stones of a second game to those of the first."""

    def start(self, game: Any, side: Any, limit: TimeLimit) -> float:
        self._taken: set[int] = set()
        return super().start(game, side, limit)

    def choose(self, position: Any, last: LastMove | None, limit: TimeLimit) -> Decision:
        if any(cell in self._taken and stone != "." for cell, stone in enumerate(position.rows)):
            raise FaultError(Termination.PROTOCOL_ERROR, "rejected a stone")
        self._taken.update(cell for cell, stone in enumerate(position.rows) if stone != ".")
        return super().choose(position, last, limit)


class StrongOpener(Thinker):
    """Opens in the middle, and swaps such stones."""

    def pick(self, position: Any) -> str:
        size = position.rules.size
        middle = f"{chr(ord('a') + size // 2)}{size // 2 + 1}"
        if not position.stones:
            return middle
        if not position.can_swap:
            return super().pick(position)
        (cell,) = (index for index, stone in enumerate(position.rows) if stone != ".")
        row, column = divmod(cell, size)
        is_inside = min(row, column, size - 1 - row, size - 1 - column) > 0
        return "swap-pieces" if is_inside or row + column == size - 1 else middle
