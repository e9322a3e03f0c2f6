"""A small search with wrong rules: what a bot would play whose search misunderstands one rule of checkers."""

from collections.abc import Iterator
from typing import NamedTuple

MAN, KING, WIN = 100, 150, 10_000
SQUARES = 32
_ROWS, _COLUMNS = 8, 8


class Fault(NamedTuple):
    """A misunderstanding of the rules."""

    most_jumps: int = 12
    """Number of pieces that one move can capture."""
    king_jumps_forward: bool = False
    """Kings capture only forwards."""
    men_jump_backward: bool = False
    continues_after_crowning: bool = False
    """A man that is crowned by a capture continues to capture as a king."""
    never_crowns: bool = False
    optional_captures: bool = False
    """A side that can capture may also make another move."""
    own_square_blocks: bool = False
    """The square from which a capture began counts as occupied."""
    first_piece_only: bool = False
    """Only the first piece that can capture does so."""
    longest_only: bool = False
    """Only the captures of the most pieces are allowed, as in other variants of draughts."""
    removes_first_only: bool = False
    """A multiple capture removes only the first piece."""


FAULTS = {
    "single": Fault(most_jumps=1),
    "triple": Fault(most_jumps=2),
    "backward": Fault(king_jumps_forward=True),
    "men-backward": Fault(men_jump_backward=True),
    "stops": Fault(continues_after_crowning=True),
    "crowns": Fault(never_crowns=True),
    "optional": Fault(optional_captures=True),
    "circular": Fault(own_square_blocks=True),
    "first-piece": Fault(first_piece_only=True),
    "longest": Fault(longest_only=True),
    "one-removed": Fault(removes_first_only=True),
}


def _square(row: int, column: int) -> int:
    inside = 0 <= row < _ROWS and 0 <= column < _COLUMNS
    return row * 4 + column // 2 if inside else -1


def _steps(square: int) -> list[tuple[int, int, int]]:
    """Return direction, neighbour and landing square of the four directions."""
    row, column = square // 4, square % 4 * 2 + (square // 4 % 2 == 0)
    return [
        (down, _square(row + down, column + right), _square(row + 2 * down, column + 2 * right))
        for down in (1, -1)
        for right in (-1, 1)
    ]


STEPS = [_steps(square) for square in range(SQUARES)]
FORWARD = {"r": 1, "w": -1}
LAST = {"r": range(28, 32), "w": range(4)}
"""Squares, counted from 0, on which a man is crowned."""
OTHER = {"r": "w", "w": "r"}


def boards_after(board: str, side: str, fault: Fault) -> Iterator[tuple[bool, str]]:
    """Yield whether a move captures, and the board after it."""
    captures = list(_captures(board, side, fault))
    yield from ((True, after) for after in captures)
    if captures and not fault.optional_captures:
        return
    for at in range(SQUARES):
        piece = board[at]
        if piece.lower() == side:
            for down, to, _ in STEPS[at]:
                if to >= 0 and board[to] == "." and (piece.isupper() or down == FORWARD[side]):
                    yield False, _moved(board, at, to, _crowned(piece, to, fault))


def _captures(board: str, side: str, fault: Fault) -> Iterator[str]:
    by_piece = [list(_jumps(board, at, fault)) for at in range(SQUARES) if board[at].lower() == side]
    if fault.first_piece_only:
        by_piece = [boards for boards in by_piece if boards][:1]
    boards = [after for boards in by_piece for after in boards]
    fewest = min((SQUARES - after.count(".") for after in boards), default=0)
    yield from (after for after in boards if not fault.longest_only or SQUARES - after.count(".") == fewest)


def _crowned(piece: str, to: int, fault: Fault) -> str:
    return piece.upper() if to in LAST[piece.lower()] and not fault.never_crowns else piece


def _moved(board: str, start: int, to: int, piece: str) -> str:
    squares = list(board)
    squares[start] = "."
    squares[to] = piece
    return "".join(squares)


def _jumps(board: str, start: int, fault: Fault) -> Iterator[str]:
    piece = board[start]
    empty = board if fault.own_square_blocks else board[:start] + "." + board[start + 1 :]
    for after, removed in _continued(empty, (start,), piece, fault):
        kept = removed[1:] if fault.removes_first_only else ()
        yield "".join(board[square] if square in kept else letter for square, letter in enumerate(after))


def _continued(
    board: str, path: tuple[int, ...], piece: str, fault: Fault, removed: tuple[int, ...] = ()
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the board after each complete capture, and the squares of the captured pieces."""
    ends, at, jumped = True, path[-1], len(path) - 1
    side = piece.lower()
    if jumped < fault.most_jumps and not (jumped and at in LAST[side] and piece.islower()):
        for down, over, to in STEPS[at]:
            forward = down == FORWARD[side]
            allowed = forward or (not fault.king_jumps_forward if piece.isupper() else fault.men_jump_backward)
            if to < 0 or board[to] != "." or board[over].lower() != OTHER[side] or not allowed:
                continue
            ends = False
            rest = board[:over] + "." + board[over + 1 :]
            later = _crowned(piece, to, fault) if fault.continues_after_crowning else piece
            yield from _continued(rest, (*path, to), later, fault, (*removed, over))
    if ends and jumped:
        squares = list(board)
        squares[path[0]] = "."
        squares[at] = _crowned(piece, at, fault)
        yield "".join(squares), removed


def material(board: str, side: str) -> int:
    """Return the material of a side minus that of the other."""
    total = 0
    for piece in board:
        if piece != ".":
            value = KING if piece.isupper() else MAN
            total += value if piece.lower() == side else -value
    return total


def search(board: str, side: str, depth: int, fault: Fault, window: tuple[int, int] = (-WIN, WIN)) -> int:
    """Return the value for the side to move; captures at the end are followed."""
    alpha, beta = window
    best = None
    for captures, after in boards_after(board, side, fault):
        if depth <= 0 and not captures:
            return material(board, side) if best is None else best
        value = -search(after, OTHER[side], depth - 1, fault, (-beta, -alpha))
        best = value if best is None else max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return -WIN if best is None else best
