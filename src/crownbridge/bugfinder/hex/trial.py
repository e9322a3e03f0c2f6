"""Trials: questions about Hex positions, with the cells that sound and faulty bots would play."""

import time
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from crownbridge._core import HexMove, hex_fill_in
from crownbridge.bugfinder.hex.cells import winning_cells
from crownbridge.bugfinder.hex.misreading import MISREADINGS, Turn, mirrored, transposed
from crownbridge.bugfinder.question import Question
from crownbridge.engines import Limit
from crownbridge.engines.hex import Solver
from crownbridge.games.hex import Position

KEY, WIN, BLOCK, PLAN = "key cell", "win in one", "block in one", "plan"
"""Groups of questions: one cell wins at once for both sides, for the bot, for its opponent, or there is none."""
SOUND, REVERSED, OTHER_SIDE, DEAD = "sound", "reversed", "other side", "dead cells"
NO_WINS, NO_BLOCKS, AVOIDS_WINS = "no wins", "no blocks", "avoids wins"
BLIND = ("no diagonal", "no row", "no column", "one diagonal")
"""Misreadings that do not see some connections."""
HABITS = ("first cell", "last cell", "middle", "border")
"""Models of bots that do not look at the stones: weak, but not faulty."""
BORDERS = ("top row", "bottom row", "left column", "right column")
PARTS = ("upper half", "lower half", "left half", "right half")
_SOLVER_LIMIT = Limit(0.05)
_ALL_MOVES_SECONDS = 0.5
"""Time for the proofs of all moves of a position."""
SHORT, _DEEP = 3, 5
"""Depths of the questions whose answer shows as a double threat, and of all others that need a plan."""


class Trial(NamedTuple):
    """A question, and the moves that bots would make."""

    question: Question
    side: int
    empty: int
    """Number of empty cells."""
    moves: Mapping[str, frozenset[str]]
    """Moves by model: `SOUND`, a fault, or a misreading."""

    @property
    def is_plain(self) -> bool:
        """True if a single cell decides the game at once."""
        return self.question.group in (KEY, WIN, BLOCK)

    def separates(self, model: str) -> bool:
        """Return True if a bot with this fault would go wrong, and few other bots in the same way."""
        moves = self.moves.get(model, frozenset())
        if model in (NO_WINS, NO_BLOCKS, AVOIDS_WINS, *BORDERS):
            return not moves & self.moves[SOUND]
        if model == REVERSED:
            return len(moves) <= self.empty // 2
        if model in BLIND:
            return len(moves) == self.empty
        return 0 < len(moves) <= _MOST_DECOYS and moves <= self.moves[REVERSED]


_MOST_DECOYS = 3
_SEEN_AS_PLANS = {"edges": transposed, "wrong diagonal": mirrored}
"""Misreadings that are the same as a turned board, so that the solver knows their moves."""


class Examiner:
    """Makes trials of positions. Not thread-safe."""

    def __init__(self) -> None:
        self._solver = Solver(16)

    def trial(self, position: Position, *, proves_blocks: bool = True) -> Trial | None:
        """Return the trial of a position; None if the right moves are not proven or if no move is wrong.

        Without `proves_blocks`, only trials of one move are made, and a block is right because all other moves lose.
        """
        rows, size, side = position.rows, position.rules.size, position.side_index
        own, their = (winning_cells(rows, size, mover) for mover in (side, 1 - side))
        if len(own) > 1 or len(their) > 1 or position.can_swap:
            return None
        legal = {str(move): move for move in position.legal_moves()}
        texts = {cell: text for text, move in legal.items() for cell in position.cells_of(move)}
        if (own == their and own) or (their and not own and not proves_blocks):
            group, right = KEY if own else BLOCK, {texts[cell] for cell in their}
            theirs = right
        elif not proves_blocks:
            return None
        else:
            group = WIN if own else BLOCK if their else PLAN
            solution = self._winning(position)
            opposite = self._winning(Position(position.rules, rows, 1 - side))
            if solution is None or opposite is None:
                return None
            right, theirs = solution, opposite
        if not right or len(right) == len(legal) or (group == WIN and len(right) > 1):
            return None
        wrong = frozenset(legal) - right
        models = {SOUND: frozenset(right), REVERSED: wrong, OTHER_SIDE: frozenset(theirs - right or right)}
        models[DEAD] = frozenset(texts[cell] for cell in hex_fill_in(position)[0] if cell in texts)
        models |= habits(legal, size)
        models[NO_WINS] = wrong if group == WIN else frozenset(right)
        models[NO_BLOCKS] = wrong if group == BLOCK else frozenset(right)
        models[AVOIDS_WINS] = wrong if group in (KEY, WIN) else frozenset(right)
        for border, cells in zip(BORDERS, _border_cells(size), strict=True):
            models[border] = frozenset(right) - {texts[cell] for cell in cells if cell in texts} or wrong
        if group == PLAN:
            for name, turn in _SEEN_AS_PLANS.items():
                models[name] = self._seen(position, turn) or frozenset(legal)
        else:
            for name, misreading in MISREADINGS.items():
                played = misreading.cells(rows, size, side)
                models[name] = frozenset(cell_name(cell, size) for cell in played) or frozenset(legal)
        depth = 1 if group != PLAN else self._depth(position, right)
        question = Question(str(position), tuple(sorted(right)), tuple(sorted(wrong)), group, depth, why=_WHY[group])
        return Trial(question, side, len(legal), models)

    def is_won(self, position: Position) -> bool:
        """Return True if the solver soon proves that the side to move wins."""
        proof = self._solver.solve(position, _SOLVER_LIMIT)
        return proof is not None and proof.winner is position.side_to_move

    def _winning(self, position: Position) -> set[str] | None:
        """Return the moves that win; None if that is not proven soon."""
        right = set()
        end = time.monotonic() + _ALL_MOVES_SECONDS
        for move in position.legal_moves():
            after = position.play(move)
            if time.monotonic() > end:
                return None
            if after.outcome() is None:
                proof = self._solver.solve(after, _SOLVER_LIMIT)
                if proof is None:
                    return None
                if proof.winner is not position.side_to_move:
                    continue
            right.add(str(move))
        return right

    def _seen(self, position: Position, turn: Turn) -> frozenset[str]:
        """Return the moves that win on the board as a bot sees it, which is turned; empty if it is not known."""
        size = position.rules.size
        rows, seen = position.rows, ["."] * size * size
        for cell, stone in enumerate(rows):
            row, column = turn(size, *divmod(cell, size))
            seen[row * size + column] = stone
        board = Position(position.rules, "".join(seen), position.side_index)
        moves = (self._winning(board) if board.outcome() is None else None) or set()
        turned = (turn(size, move.row, move.column) for move in map(HexMove, moves))
        return frozenset(cell_name(row * size + column, size) for row, column in turned)

    @staticmethod
    def _depth(position: Position, right: set[str]) -> int:
        """Return 3 if a move threatens to win with two cells, otherwise 5."""
        size, side = position.rules.size, position.side_index
        double = any(len(winning_cells(position.play(move).rows, size, side)) > 1 for move in right)
        return SHORT if double else _DEEP


def habits(legal: Iterable[str], size: int) -> dict[str, frozenset[str]]:
    """Return the moves of bots that do not look at the stones."""
    cells = sorted((int(text[1:]) - 1, ord(text[0]) - ord("a"), text) for text in legal)
    middle = (size - 1) / 2
    distances = {text: abs(row - middle) + abs(column - middle) for row, column, text in cells}
    nearest, farthest = min(distances.values()), max(distances.values())
    return {
        "first cell": frozenset({cells[0][2]}),
        "last cell": frozenset({cells[-1][2]}),
        "middle": frozenset(text for text in distances if distances[text] == nearest),
        "border": frozenset(text for text in distances if distances[text] == farthest),
    }


_WHY = {
    KEY: "The cell connects either side's edges: whoever plays it wins at once.",
    WIN: "The cell connects the edges and wins at once; the solver proves that all other moves lose.",
    BLOCK: "The opponent wins at once with this cell; the solver proves that playing it wins.",
    PLAN: "The solver proves that these moves win and that all other moves lose.",
}


def cell_name(cell: int, size: int) -> str:
    """Return the name of a cell, such as a1."""
    row, column = divmod(cell, size)
    return f"{chr(ord('a') + column)}{row + 1}"


def _border_cells(size: int) -> tuple[range, ...]:
    cells = size * size
    return range(size), range(cells - size, cells), range(0, cells, size), range(size - 1, cells, size)


def is_question(position: Any) -> bool:
    """Return True if a position may make a trial: the game is not over, and a swap is not possible."""
    return position.outcome() is None and not position.can_swap
