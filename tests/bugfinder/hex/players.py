"""Small Hex players: a sound one that sees a few plies, and the same one with a planted fault."""

import random
from collections.abc import Callable
from typing import Any

from crownbridge.bugfinder.hex.cells import HEX, Rules, winning_cells
from crownbridge.bugfinder.hex.trial import cell_name
from crownbridge.engines import Limit
from crownbridge.engines.hex import Solver
from crownbridge.games.hex import Position
from crownbridge.players import Player, TimeLimit
from crownbridge.protocols import LastMove
from crownbridge.records import Decision

Turn = Callable[[int, int, int], tuple[int, int]]


class Tactician(Player):
    """Wins or blocks at once, and otherwise plays the solver's winning move, or a random move."""

    name = "tactician"

    def __init__(self, rules: Rules = HEX, *, wins: bool = True, blocks: bool = True, seed: int = 1) -> None:
        self._rules, self._wins, self._blocks = rules, wins, blocks
        self._random = random.Random(seed)

    def choose(self, position: Any, last: LastMove | None, limit: TimeLimit) -> Decision:  # noqa: ARG002 (a Player)
        return Decision(self.pick(position), 0.01, 0.01)

    def pick(self, position: Any) -> str:
        rows, size, side = position.rows, position.rules.size, position.side_index
        own = winning_cells(rows, size, side, self._rules)
        their = winning_cells(rows, size, 1 - side, self._rules)
        if own and self._wins:
            return cell_name(min(own), size)
        if their and self._blocks:
            return cell_name(min(their), size)
        others = [move for move in position.legal_moves() if _cell(position, move) not in own | their]
        return self.plan(position, others or position.legal_moves())

    def plan(self, position: Any, moves: list[Any]) -> str:
        proof = Solver(1).solve(position, Limit(1.0)) if self._wins and self._blocks else None
        return str(proof.move if proof and proof.move else self._random.choice(moves))


def _cell(position: Any, move: Any) -> int:
    return int(move.row * position.rules.size + move.column)


class Reversed(Tactician):
    """Plays a move that loses wherever it can."""

    def pick(self, position: Any) -> str:
        moves = position.legal_moves()
        random.Random(position.rows).shuffle(moves)
        for move in moves:
            after = position.play(move)
            if after.outcome() is None:
                proof = Solver(1).solve(after, Limit(1.0))
                if proof and proof.winner is not position.side_to_move:
                    return str(move)
        return str(moves[0])


class ReversedAsBlue(Reversed):
    """Plays well as red and badly as blue."""

    def pick(self, position: Any) -> str:
        return Tactician.pick(self, position) if position.side_index == 0 else super().pick(position)


class TransposedMoves(Tactician):
    """Exchanges row and column in its moves."""

    def pick(self, position: Any) -> str:
        text = super().pick(position)
        row, column = int(text[1:]) - 1, ord(text[0]) - ord("a")
        turned = cell_name(column * position.rules.size + row, position.rules.size)
        legal = [str(move) for move in position.legal_moves()]
        return turned if turned in legal else legal[0]


class TransposedStones(Tactician):
    """Reads rows as columns."""

    def pick(self, position: Any) -> str:
        rows, size = position.rows, position.rules.size
        seen = Position(position.rules, "".join(rows[start::size] for start in range(size)), position.side_index)
        text = super().pick(seen) if seen.outcome() is None else ""
        legal = [str(move) for move in position.legal_moves()]
        return text if text in legal else self._random.choice(legal)


class IgnoresBridges(Tactician):
    """Plans well on nearly full boards, and plays at random on others."""

    def plan(self, position: Any, moves: list[Any]) -> str:
        crowded = len(moves) < position.rules.size * 2
        return super().plan(position, moves) if crowded else str(self._random.choice(moves))


class BorderLover(Tactician):
    """Plays the first empty cell on open boards."""

    def pick(self, position: Any) -> str:
        is_open = 2 * position.stones < len(position.rows)
        return str(position.legal_moves()[0]) if is_open else super().pick(position)


class FirstCell(Tactician):
    """Plays the first empty cell."""

    def pick(self, position: Any) -> str:
        return str(position.legal_moves()[0])


class Swapper(Tactician):
    """Always swaps, or never."""

    def __init__(self, *, swaps: bool) -> None:
        super().__init__()
        self._swaps = swaps

    def pick(self, position: Any) -> str:
        if not position.can_swap:
            return super().pick(position)
        return "swap-pieces" if self._swaps else str(position.legal_moves()[len(position.rows) // 2])


class AimlessPlans(Tactician):
    """Wins and blocks at once, searches for long, and plays at random."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds

    def choose(self, position: Any, last: LastMove | None, limit: TimeLimit) -> Decision:
        decision = super().choose(position, last, limit)
        is_open = 2 * position.stones < len(position.rows)
        return decision._replace(cpu_seconds=self._seconds if is_open else 0.001)

    def plan(self, position: Any, moves: list[Any]) -> str:
        return str(random.Random(position.rows).choice(moves))


class MissesSome(AimlessPlans):
    """Searches for long, and plays at random in a share of the positions that need a plan."""

    def __init__(self, seconds: float, share: float) -> None:
        super().__init__(seconds)
        self._share = share

    def plan(self, position: Any, moves: list[Any]) -> str:
        if random.Random(position.rows).random() < self._share:
            return super().plan(position, moves)
        return Tactician.plan(self, position, moves)


class Careless(Player):
    """Plays well half of the time, and otherwise random moves."""

    name = "careless"

    def __init__(self) -> None:
        self._random = random.Random(5)
        self._good = Tactician()

    def choose(self, position: Any, last: LastMove | None, limit: TimeLimit) -> Decision:
        if self._random.random() < 0.5:
            return Decision(str(self._random.choice(position.legal_moves())), 0.01, 0.01)
        return self._good.choose(position, last, limit)
