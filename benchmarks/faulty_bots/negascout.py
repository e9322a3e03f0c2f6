"""Checkers client for the KTH protocol: NegaScout with a transposition table.

usage: python3 negascout.py [init]
"""

import random
import sys
import time

MAX_DEPTH = 5
TIME_LIMIT = 0.75
INF = 1000000
WIN = 100000
START = "rrrrrrrrrrrr........wwwwwwwwwwww"
CODES = {".": 0, "r": 1, "R": 2, "w": -1, "W": -2}
LETTERS = {0: ".", 1: "r", 2: "R", -1: "w", -2: "W"}


def square_at(row, col):
    """The number of a square (1..32), or 0 outside of the board."""
    if 0 <= row < 8 and 0 <= col < 8:
        return row * 4 + col // 2 + 1
    return 0


ROW = [0] * 33
COL = [0] * 33
STEP = [[0] * 4 for _ in range(33)]
LEAP = [[0] * 4 for _ in range(33)]
DELTAS = [(1, -1), (1, 1), (-1, -1), (-1, 1)]
for _sq in range(1, 33):
    _r = (_sq - 1) // 4
    _c = ((_sq - 1) % 4) * 2 + (1 if _r % 2 == 0 else 0)
    ROW[_sq], COL[_sq] = _r, _c
    for _d, (_dr, _dc) in enumerate(DELTAS):
        STEP[_sq][_d] = square_at(_r + _dr, _c + _dc)
        LEAP[_sq][_d] = square_at(_r + 2 * _dr, _c + 2 * _dc)

DOWN, UP, ALL = (0, 1), (2, 3), (0, 1, 2, 3)

_rng = random.Random(2024)
ZOBRIST = {p: [_rng.getrandbits(62) for _ in range(33)] for p in (1, 2, -1, -2)}
ZSIDE = _rng.getrandbits(62)

CENTRE = [0] * 33
for _sq in (10, 11, 14, 15, 18, 19, 22, 23):
    CENTRE[_sq] = 4


def directions(piece):
    if piece == 1:
        return DOWN
    if piece == -1:
        return UP
    return ALL


def extend(board, path, piece, taken, out):
    """All completions of a jump; the moving piece has been lifted from the board."""
    here = path[-1]
    found = False
    for d in directions(piece):
        over, to = STEP[here][d], LEAP[here][d]
        if to and board[over] * piece < 0 and over not in taken and board[to] == 0:
            found = True
            if piece in (1, -1) and ROW[to] in (0, 7):
                out.append((path + [to], taken + [over]))
            else:
                extend(board, path + [to], piece, taken + [over], out)
    if not found and taken:
        out.append((path, taken))


def jumps(board, side):
    out = []
    for sq in range(1, 33):
        piece = board[sq]
        if piece * side > 0:
            board[sq] = 0
            extend(board, [sq], piece, [], out)
            board[sq] = piece
    return out


def steps(board, side):
    out = []
    for sq in range(1, 33):
        piece = board[sq]
        if piece * side > 0:
            for d in directions(piece):
                to = STEP[sq][d]
                if to and board[to] == 0:
                    out.append(([sq, to], []))
    return out


def legal(board, side):
    return jumps(board, side) or steps(board, side)


def after(board, move):
    """A new board, for the message."""
    path, taken = move
    new = list(board)
    piece = new[path[0]]
    new[path[0]] = 0
    for sq in taken:
        new[sq] = 0
    last = path[-1]
    if piece == 1 and ROW[last] == 7:
        piece = 2
    if piece == -1 and ROW[last] == 0:
        piece = -2
    new[last] = piece
    return new


def evaluate(board, side):
    """Static value for the side to move."""
    score = 0
    men = kings = 0
    for sq in range(1, 33):
        piece = board[sq]
        if piece == 0:
            continue
        if piece == 1:
            men += 1
            score += 100 + 3 * ROW[sq] + CENTRE[sq]
            if ROW[sq] == 0:
                score += 9
        elif piece == -1:
            men -= 1
            score -= 100 + 3 * (7 - ROW[sq]) + CENTRE[sq]
            if ROW[sq] == 7:
                score -= 9
        elif piece == 2:
            kings += 1
            score += 150 + 2 * CENTRE[sq]
        else:
            kings -= 1
            score -= 150 + 2 * CENTRE[sq]
    # trade when ahead
    total = sum(1 for p in board if p)
    score += (men + kings) * (24 - total)
    return score * side


class OutOfTime(Exception):
    pass


class Searcher:
    def __init__(self):
        self.table = {}
        self.nodes = 0
        self.start = time.time()

    def do(self, move):
        """Make a move on self.board; returns what undo() needs."""
        path, taken = move
        board = self.board
        src, dst = path[0], path[-1]
        piece = board[src]
        removed = [(sq, board[sq]) for sq in taken]
        old_key = self.key
        board[src] = 0
        self.key ^= ZOBRIST[piece][src] ^ ZSIDE
        for sq, victim in removed:
            board[sq] = 0
            self.key ^= ZOBRIST[victim][sq]
        placed = piece
        if piece == 1 and dst >= 29:
            placed = 2
        elif piece == -1 and dst <= 4:
            placed = -2
        board[dst] = placed
        self.key ^= ZOBRIST[placed][dst]
        return src, dst, piece, removed, old_key

    def undo(self, record):
        src, dst, piece, removed, old_key = record
        self.board[dst] = 0
        self.board[src] = piece
        for sq, victim in removed:
            self.board[sq] = victim
        self.key = old_key

    def tick(self):
        self.nodes += 1
        if self.nodes % 256 == 0 and time.time() - self.start > TIME_LIMIT:
            raise OutOfTime

    def quiesce(self, side, alpha, beta, ply):
        """Captures are forced, so play them out until the position is quiet."""
        self.tick()
        moves = jumps(self.board, side)
        if not moves:
            if not steps(self.board, side):
                return -WIN + ply
            return evaluate(self.board, side)
        best = -INF
        for move in moves:
            record = self.do(move)
            value = -self.quiesce(-side, -beta, -alpha, ply + 1)
            self.undo(record)
            if value > best:
                best = value
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        return best

    def search(self, side, depth, alpha, beta, ply, counter):
        self.tick()
        if counter == 0:
            return 0
        if depth == 0:
            return self.quiesce(side, alpha, beta, ply)
        use_table = counter > MAX_DEPTH
        first = None
        if use_table:
            entry = self.table.get(self.key)
            if entry:
                e_depth, e_flag, e_value, first = entry
                if e_depth == depth:
                    if e_flag == "exact":
                        return e_value
                    if e_flag == "lower" and e_value >= beta:
                        return e_value
                    if e_flag == "upper" and e_value <= alpha:
                        return e_value
        moves = legal(self.board, side)
        if not moves:
            return -WIN + ply
        if first in moves:
            moves.remove(first)
            moves.insert(0, first)
        old_alpha = alpha
        best, best_move = -INF, None
        for i, move in enumerate(moves):
            left = 50 if move[1] else counter - 1
            record = self.do(move)
            if i == 0:
                value = -self.search(-side, depth - 1, -beta, -alpha, ply + 1, left)
            else:
                value = -self.search(-side, depth - 1, -alpha - 1, -alpha, ply + 1, left)
                if alpha < value < beta:
                    value = -self.search(-side, depth - 1, -beta, -alpha, ply + 1, left)
            self.undo(record)
            if value > best:
                best, best_move = value, move
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        if use_table:
            flag = "exact"
            if best <= old_alpha:
                flag = "upper"
            elif best >= beta:
                flag = "lower"
            self.table[self.key] = (depth, flag, best, best_move)
        return best

    def root(self, moves, side, depth, counter):
        best, best_move = -INF, moves[0]
        for move in moves:
            left = 50 if move[1] else counter - 1
            record = self.do(move)
            value = -self.search(-side, depth - 1, -INF, -best, 1, left)
            self.undo(record)
            if value > best:
                best, best_move = value, move
        return best_move, best

    def choose(self, board, side, counter):
        self.board = list(board)
        self.table = {}
        self.nodes = 0
        self.start = time.time()
        self.key = ZSIDE if side < 0 else 0
        for sq in range(1, 33):
            if board[sq]:
                self.key ^= ZOBRIST[board[sq]][sq]
        moves = legal(board, side)
        best = moves[0]
        if len(moves) == 1:
            return best
        for depth in range(1, MAX_DEPTH + 1):
            try:
                best, value = self.root(moves, side, depth, counter)
            except OutOfTime:
                break
            moves.remove(best)
            moves.insert(0, best)
        return best


def main():
    searcher = Searcher()
    if "init" in sys.argv[1:]:
        print(START, "-1 r 50", flush=True)
    for line in sys.stdin:
        fields = line.split()
        if len(fields) < 4:
            continue
        cells, description, player, counter = fields[0], fields[1], fields[2], int(fields[3])
        if description in ("-2", "-3", "-4"):
            return
        board = [0] + [CODES[ch] for ch in cells]
        side = 1 if player == "r" else -1
        other = "w" if player == "r" else "r"
        if counter == 0:
            print(cells, "-4", other, 0, flush=True)
            return
        if not legal(board, side):
            print(cells, "-3" if side == 1 else "-2", other, counter, flush=True)
            return
        move = searcher.choose(board, side, counter)
        path, taken = move
        new = "".join(LETTERS[p] for p in after(board, move)[1:])
        left = 50 if taken else counter - 1
        print(new, "_".join(map(str, [len(taken)] + path)), other, left, flush=True)


if __name__ == "__main__":
    main()
