"""A checkers bot that speaks the reblexis protocol and plays by rules of thumb.

    python3 thumb.py

It tries every move and every reply, follows captures to their end, and prefers the better evaluation: more pieces,
kings, men that advance, a guarded back row. It does not repeat positions unless it is behind.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

Square = tuple[int, int]  # column, row
Path = tuple[Square, ...]
Board = dict[Square, str]  # the pieces: b and w are men, B and W kings

SIZE = 8
MAN, KING = 100, 150
ADVANCE, BACK_ROW, CENTRE, CHASE = 2, 6, 3, 2
WIN = 100_000
REPEATED = 40
LAST_ROW = {"b": SIZE - 1, "w": 0}
FORWARD = {"b": 1, "w": -1}
OTHER = {"b": "w", "w": "b"}
MIDDLE = range(2, SIZE - 2)


def on_board(square: Square) -> bool:
    """Return True if the square exists."""
    return 0 <= square[0] < SIZE and 0 <= square[1] < SIZE


def directions(piece: str) -> list[Square]:
    """Return the directions in which a piece may move."""
    downs = (1, -1) if piece.isupper() else (FORWARD[piece],)
    return [(right, down) for down in downs for right in (-1, 1)]


def steps(board: Board, side: str) -> Iterator[Path]:
    """Yield the moves that are not captures."""
    for (column, row), piece in board.items():
        if piece.lower() == side:
            for right, down in directions(piece):
                to = (column + right, row + down)
                if on_board(to) and to not in board:
                    yield (column, row), to


def jumps_from(board: Board, piece: str, path: Path) -> Iterator[Path]:
    """Yield every way to complete a capture. The moving piece is not on the board."""
    column, row = path[-1]
    complete = True
    for right, down in directions(piece):
        over, to = (column + right, row + down), (column + 2 * right, row + 2 * down)
        enemy = board.get(over)
        if enemy is None or enemy.lower() == piece.lower() or not on_board(to) or to in board:
            continue
        complete = False
        rest = {square: other for square, other in board.items() if square != over}
        yield from jumps_from(rest, piece, (*path, to))
    if complete and len(path) > 1:
        yield path


def captures(board: Board, side: str) -> Iterator[Path]:
    """Yield the captures. A man that is crowned cannot continue, for it has no direction left."""
    for square, piece in board.items():
        if piece.lower() == side:
            rest = {other: value for other, value in board.items() if other != square}
            yield from jumps_from(rest, piece, (square,))


def legal_moves(board: Board, side: str) -> list[Path]:
    """Return the legal moves: captures are mandatory."""
    return list(captures(board, side)) or list(steps(board, side))


def is_capture(path: Path) -> bool:
    """Return True if the first step of the path jumps."""
    return abs(path[0][1] - path[1][1]) > 1


def play(board: Board, path: Path) -> Board:
    """Return the board after a move."""
    after = dict(board)
    piece = after.pop(path[0])
    if is_capture(path):
        for (a, b), (c, d) in pairwise(path):
            del after[(a + c) // 2, (b + d) // 2]
    if path[-1][1] == LAST_ROW[piece.lower()]:
        piece = piece.upper()
    after[path[-1]] = piece
    return after


def material(board: Board, side: str) -> int:
    """Return the value of a side's pieces."""
    return sum(KING if piece.isupper() else MAN for piece in board.values() if piece.lower() == side)


def placement(board: Board, side: str) -> int:
    """Return how well a side's pieces stand."""
    total = 0
    for (column, row), piece in board.items():
        if piece.lower() != side:
            continue
        if column in MIDDLE and row in MIDDLE:
            total += CENTRE
        if piece.islower():
            left = abs(LAST_ROW[side] - row)
            total += ADVANCE * (SIZE - 1 - left)
            if left == SIZE - 1:
                total += BACK_ROW
    return total


def chase(board: Board, side: str) -> int:
    """Return the sum of the distances from a side's kings to the nearest enemy."""
    enemies = [square for square, piece in board.items() if piece.lower() != side]
    kings = [square for square, piece in board.items() if piece.lower() == side and piece.isupper()]
    return sum(min(max(abs(a - c), abs(b - d)) for c, d in enemies) for a, b in kings if enemies)


def evaluate(board: Board, side: str) -> int:
    """Return the value of a quiet position for a side."""
    own, enemy = material(board, side), material(board, OTHER[side])
    value = own - enemy + placement(board, side) - placement(board, OTHER[side])
    # The side that is ahead exchanges pieces, and its kings approach the enemy.
    if own > enemy:
        value += MAN * (own - enemy) // (own + enemy) - CHASE * chase(board, side)
    elif own < enemy:
        value -= MAN * (enemy - own) // (own + enemy) - CHASE * chase(board, OTHER[side])
    return value


def settle(board: Board, side: str) -> int:
    """Return the value for the side to move after all captures."""
    paths = list(captures(board, side))
    if paths:
        return max(-settle(play(board, path), OTHER[side]) for path in paths)
    if not any(True for _ in steps(board, side)):
        return -WIN
    return evaluate(board, side)


def value_of(board: Board, path: Path, side: str) -> int:
    """Return the value of a move for its side: the evaluation after the best reply."""
    after = play(board, path)
    replies = legal_moves(after, OTHER[side])
    if not replies:
        return WIN
    return min(settle(play(after, reply), side) for reply in replies)


def choose(board: Board, side: str, visits: Counter[frozenset[tuple[Square, str]]]) -> Path | None:
    """Return the best move, or None if there is no legal move."""
    best, best_value = None, -2 * WIN
    behind = material(board, side) < material(board, OTHER[side])
    for path in legal_moves(board, side):
        value = value_of(board, path, side)
        if not behind:
            value -= REPEATED * visits[frozenset(play(board, path).items())]
        if value > best_value:
            best, best_value = path, value
    return best


def read_board() -> Board | None:
    """Return the next board, or None at the end of the input."""
    board: Board = {}
    for row in range(SIZE):
        line = sys.stdin.readline().split()
        if len(line) != SIZE:
            return None
        board.update({(column, row): piece for column, piece in enumerate(line) if piece != "."})
    return board


def main() -> None:
    """Answer every board with a move."""
    sys.stdin.readline()  # the time for the game
    side = sys.stdin.readline().strip()[:1]
    visits: Counter[frozenset[tuple[Square, str]]] = Counter()
    expected: list[Board] = []  # the boards that may follow our last move
    while sys.stdin.readline():
        board = read_board()
        if board is None:
            return
        if board not in expected:  # another game
            visits.clear()
        path = choose(board, side, visits)
        if path is None:
            return
        after = play(board, path)
        visits[frozenset(after.items())] += 1
        expected = [play(after, reply) for reply in legal_moves(after, OTHER[side])]
        print(len(path), *(f"{column} {row}" for column, row in path), flush=True)


if __name__ == "__main__":
    main()
