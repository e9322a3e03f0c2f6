"""A checkers client over the KTH protocol with one mistake: `bot.py FAULT [init]`. Knows the rules by itself."""

import sys
import time
from itertools import pairwise

FAULT = sys.argv[1]


def place(square: int) -> tuple[int, int]:
    return square // 4, 2 * (square % 4) + (square // 4 + 1) % 2


def square_at(row: int, column: int) -> int:
    return 4 * row + column // 2 if 0 <= row < 8 and 0 <= column < 8 else -1


def steps(piece: str) -> list[tuple[int, int]]:
    return [(row, column) for row in {"r": [1], "w": [-1]}.get(piece, [1, -1]) for column in (-1, 1)]


def crowned(piece: str, square: int) -> str:
    return piece.upper() if square // 4 == {"r": 7, "w": 0}[piece.lower()] else piece


def jumps(board: str, here: int, piece: str) -> list[list[int]]:
    found: list[list[int]] = []
    for down, right in steps(piece):
        row, column = place(here)
        over, there = square_at(row + down, column + right), square_at(row + 2 * down, column + 2 * right)
        if there >= 0 and board[there] == "." and board[over].lower() == {"r": "w", "w": "r"}[piece.lower()]:
            rest: list[list[int]] = []
            if crowned(piece, there) == piece and FAULT != "missed_jump":
                rest = jumps(board[:over] + "." + board[over + 1 :], there, piece)
            found += [[here, *path] for path in rest or [[there]]]
    return found


def moves(board: str, side: str) -> list[list[int]]:
    own = [square for square in range(32) if board[square].lower() == side]
    taken = [path for here in own for path in jumps(board[:here] + "." + board[here + 1 :], here, board[here])]
    if taken:
        return taken
    found = []
    for here in own:
        row, column = place(here)
        for down, right in steps(board[here]):
            there = square_at(row + down, column + right)
            if there >= 0 and board[there] == ".":
                found.append([here, there])
    return found


def play(board: str, path: list[int]) -> tuple[str, int]:
    cells = list(board)
    piece, cells[path[0]] = cells[path[0]], "."
    captures = 0
    for here, there in pairwise(path):
        (row, column), (row2, column2) = place(here), place(there)
        if abs(row - row2) == 2:
            captures += 1
            cells[square_at((row + row2) // 2, (column + column2) // 2)] = "."
    cells[path[-1]] = crowned(piece, path[-1])
    return "".join(cells), captures


def say(*words: object) -> None:
    print(*words, flush=FAULT != "no_flush")  # noqa: T201 (the protocol)


def main() -> None:
    if "init" in sys.argv:
        say("rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50")
    for number, line in enumerate(sys.stdin, 1):
        board, told, side, left = line.split()
        if told in ("-2", "-3", "-4"):
            return
        other = {"r": "w", "w": "r"}[side]
        legal = moves(board, side)
        if not legal or left == "0":
            end = "-4" if legal else "-3" if side == "r" else "-2"
            if f"silent{end}" != FAULT:
                say(board, end, other, left)
            return
        if FAULT == "slow" and number > 1:
            time.sleep(600)
        if FAULT == "crash" and number == 5:
            legal.pop(len(legal))
        if FAULT == "debug":
            say("choosing from", len(legal), "moves")
        path = legal[number % len(legal)]
        if FAULT == "illegal":
            path = [0, 4] if side == "r" else [31, 27]
        board, captures = play(board, path)
        told = "_".join(map(str, [captures, *(square + 1 for square in path)]))
        say(board, told, other, 50 if captures else int(left) - 1)


main()
