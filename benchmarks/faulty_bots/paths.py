"""A Hex bot for the lines protocol: shortest paths with bridges, two plies.

Red connects top and bottom, blue left and right.
"""

import heapq
import sys

FAR = 99
WIDTH = 10  # own moves that are searched
REPLIES = 14
OTHER = {"r": "b", "b": "r"}


class Grid:
    """The geometry of a board: neighbours, bridges and edges of every cell."""

    def __init__(self, n):
        self.n = n
        self.cells = [(r, c) for r in range(n) for c in range(n)]
        self.near = {}
        self.bridges = {}
        for r, c in self.cells:
            self.near[r, c] = [q for q in self.around(r, c) if self.inside(q)]
        for r, c in self.cells:
            found = []
            ring = self.around(r, c)
            for i in range(6):
                a, b = ring[i], ring[(i + 1) % 6]
                far = (a[0] + b[0] - r, a[1] + b[1] - c)
                if self.inside(a) and self.inside(b) and self.inside(far):
                    found.append((far, a, b))
            self.bridges[r, c] = found
        # for each colour the two edges: cells on it, and cells with a bridge to it
        self.edges = {
            "r": [self.edge("r", 0), self.edge("r", 1)],
            "b": [self.edge("b", 0), self.edge("b", 1)],
        }

    @staticmethod
    def around(r, c):
        return [(r - 1, c), (r - 1, c + 1), (r, c + 1), (r + 1, c), (r + 1, c - 1), (r, c - 1)]

    def inside(self, cell):
        return 0 <= cell[0] < self.n and 0 <= cell[1] < self.n

    def edge(self, colour, end):
        n = self.n
        axis = 0 if colour == "r" else 1
        line = 0 if end == 0 else n - 1
        second = 1 if end == 0 else n - 2
        direct = [q for q in self.cells if q[axis] == line]
        bridged = []
        if n > 2:
            for q in self.cells:
                if q[axis] == second:
                    pair = [p for p in self.near[q] if p[axis] == line]
                    if len(pair) == 2:
                        bridged.append((q, pair[0], pair[1]))
        return direct, bridged


class Bot:
    def __init__(self):
        self.grid = None
        self.cache = {}

    def distances(self, board, colour, end, bridges=True):
        """The stones that `colour` needs to connect each cell (itself included) to one of its edges."""
        grid = self.grid
        enemy = OTHER[colour]
        direct, bridged = grid.edges[colour][end]
        dist = dict.fromkeys(grid.cells, FAR)
        heap = []

        def reach(cell, d):
            stone = board[cell]
            if stone == enemy:
                return
            if stone != colour:
                d += 1
            if d < dist[cell]:
                dist[cell] = d
                heapq.heappush(heap, (d, cell))

        for cell in direct:
            reach(cell, 0)
        if bridges:
            for cell, a, b in bridged:
                if board[a] == "." and board[b] == ".":
                    reach(cell, 0)
        while heap:
            d, cell = heapq.heappop(heap)
            if d > dist[cell]:
                continue
            for q in grid.near[cell]:
                reach(q, d)
            if bridges:
                for q, a, b in grid.bridges[cell]:
                    if board[a] == "." and board[b] == ".":
                        reach(q, d)
        return dist

    def paths(self, board, colour):
        """The length of the shortest path of `colour`, and the empty cells on shortest paths."""
        key = (colour, "".join(board[q] for q in self.grid.cells))
        if key in self.cache:
            return self.cache[key]
        one = self.distances(board, colour, 0)
        two = self.distances(board, colour, 1)
        best = FAR
        through = {}
        for q in self.grid.cells:
            if one[q] < FAR and two[q] < FAR:
                cost = 0 if board[q] == colour else 1
                through[q] = one[q] + two[q] - cost
                best = min(best, through[q])
        on_path = [q for q in through if through[q] == best and board[q] == "."]
        self.cache[key] = best, on_path
        return best, on_path

    def evaluate(self, board, me):
        """The value for `me`, who is to move."""
        mine, my_cells = self.paths(board, me)
        theirs, their_cells = self.paths(board, OTHER[me])
        return 20 * (theirs - mine) + min(len(my_cells), 19) - min(len(their_cells), 19)

    def won(self, board, colour):
        """Has `colour` connected its edges?"""
        dist = self.distances(board, colour, 0, bridges=False)
        return any(dist[q] == 0 for q in self.grid.edges[colour][1][0])

    def wins_in_one(self, board, colour):
        """The empty cells with which `colour` wins at once."""
        one = self.distances(board, colour, 0, bridges=False)
        two = self.distances(board, colour, 1, bridges=False)
        return [q for q in self.grid.cells if board[q] == "." and one[q] == 1 and two[q] == 1]

    def reply_value(self, board, me):
        """The value of a position for `me` after the best reply of the opponent."""
        enemy = OTHER[me]
        if self.wins_in_one(board, enemy):
            return -1000
        mine, my_cells = self.paths(board, me)
        theirs, their_cells = self.paths(board, enemy)
        both = set(my_cells) & set(their_cells)
        replies = sorted(both) + [q for q in sorted(set(my_cells + their_cells)) if q not in both]
        worst = None
        for q in replies[:REPLIES]:
            board[q] = enemy
            value = self.evaluate(board, me)
            board[q] = "."
            if worst is None or value < worst:
                worst = value
        if worst is None:
            return self.evaluate(board, me)
        return worst

    def middle(self, cell):
        """The distance of a cell from the centre of the board, doubled."""
        n = self.grid.n
        r, c = 2 * cell[0] - n + 1, 2 * cell[1] - n + 1
        return abs(r) + abs(c) + abs(r + c)

    def choose(self, board, me, legal):
        enemy = OTHER[me]
        cells = [q for q in self.grid.cells if board[q] == "." and q in legal]
        if not cells:
            return None
        self.cache = {}
        for q in self.wins_in_one(board, me):
            if q in cells:
                return q
        for q in self.wins_in_one(board, enemy):
            if q in cells:
                return q
        ranked = []
        for q in cells:
            board[q] = me
            value = self.evaluate(board, me)
            board[q] = "."
            ranked.append((-value, self.middle(q), q))
        ranked.sort()
        best, best_value = None, None
        for _, _, q in ranked[:WIDTH]:
            board[q] = me
            value = self.reply_value(board, me)
            board[q] = "."
            if best is None or value > best_value:
                best, best_value = q, value
        return best

    def good_to_swap(self, cell):
        """Swap a stone that is not close to the border."""
        n = self.grid.n
        r, c = cell
        return 1 <= r < n - 1 and 1 <= c < n - 1

    def answer(self, position, legal_words):
        rows, me = position
        n = len(rows)
        if self.grid is None or self.grid.n != n:
            self.grid = Grid(n)
        board = {}
        for r, row in enumerate(rows):
            for c, stone in enumerate(row):
                board[r, c] = stone
        names = {}
        for word in legal_words:
            if word[0].isalpha() and word[1:].isdigit():
                names[int(word[1:]) - 1, ord(word[0]) - ord("a")] = word
        if "swap-pieces" in legal_words:
            stones = [q for q in self.grid.cells if board[q] != "."]
            if len(stones) == 1 and self.good_to_swap(stones[0]):
                return "swap-pieces"
        if len(names) == n * n and self.swap and n > 3:
            return names[1, 0]
        cell = self.choose(board, me, names)
        return names[cell] if cell is not None else legal_words[0]


def main():
    bot = Bot()
    bot.swap = False
    position, legal = None, []
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        word, rest = words[0], words[1:]
        if word == "game":
            bot.swap = "swap=true" in rest
        elif word == "position":
            position = rest[0].split("/"), rest[1]
        elif word == "legal":
            legal = rest
        elif word == "move":
            print("move", bot.answer(position, legal), flush=True)


if __name__ == "__main__":
    main()
