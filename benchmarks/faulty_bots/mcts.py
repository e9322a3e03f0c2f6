"""A Hex bot that speaks the Hex Text Protocol (htp): Monte Carlo tree search with RAVE.

    python3 mcts.py [--playouts N] [--seed N]

Playouts answer intrusions into bridges. Without `--playouts`, a move takes about 0.1 s on boards up to 11x11.
"""

import argparse
import math
import random
import sys
import time

EMPTY, BLACK, WHITE, OUTSIDE = range(4)
COLOURS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))  # the neighbours of a cell, clockwise
EXPLORATION = 0.15
RAVE = 300
PLAYOUT_CELLS = 40_000  # the number of cells that the playouts of a move fill
LARGEST, MEDIUM = 26, 7


class Board:
    """A board with a border: black owns the top and bottom edges, white the left and right ones."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.width = size + 2
        self.cells = [OUTSIDE] * (self.width * self.width)
        self.forest = list(range(len(self.cells)))  # the border cells of an edge share a root
        for i in range(1, size + 1):
            top, bottom, left, right = ((0, i), (size + 1, i), (i, 0), (i, size + 1))
            for player, edge, (row, column) in (
                (BLACK, 0, top),
                (BLACK, 1, bottom),
                (WHITE, 0, left),
                (WHITE, 1, right),
            ):
                self.cells[self.index(row, column)] = player
                self.forest[self.index(row, column)] = self.edges(player)[edge]
        self.inside = [self.index(row, column) for row in range(1, size + 1) for column in range(1, size + 1)]
        for cell in self.inside:
            self.cells[cell] = EMPTY
        offsets = [down * self.width + right for down, right in AROUND]
        self.neighbours = {cell: [cell + offset for offset in offsets] for cell in self.inside}
        # A stone in one of two cells that join a bridge: an end of the bridge, the other cell, the other end.
        self.bridges = {
            cell: [(near[i], near[(i + 1) % 6], near[(i + 2) % 6]) for i in range(6)]
            for cell, near in self.neighbours.items()
        }

    def index(self, row: int, column: int) -> int:
        """Return the index of a cell; rows and columns count from 1, and 0 is the border."""
        return row * self.width + column

    def name(self, cell: int) -> str:
        """Return the name of a cell, such as c3."""
        row, column = divmod(cell, self.width)
        return f"{chr(ord('a') + column - 1)}{row}"

    def parse(self, name: str) -> int:
        """Return the index of a cell. Raise ValueError if there is no such cell."""
        column, row = ord(name[:1].lower() or " ") - ord("a") + 1, int(name[1:])
        if not (1 <= column <= self.size and 1 <= row <= self.size):
            raise ValueError(name)
        return self.index(row, column)

    def empty_cells(self, cells: list[int]) -> list[int]:
        """Return the empty cells of a position."""
        return [cell for cell in self.inside if cells[cell] == EMPTY]

    def groups(self, cells: list[int]) -> list[int]:
        """Return a union-find forest: for each cell a root that connected stones and edges of a colour share."""
        parent = self.forest.copy()

        def find(cell: int) -> int:
            while parent[cell] != cell:
                parent[cell] = parent[parent[cell]]
                cell = parent[cell]
            return cell

        for cell in self.inside:
            if cells[cell] != EMPTY:
                for other in self.neighbours[cell]:
                    if cells[other] == cells[cell]:
                        parent[find(cell)] = find(other)
        return [find(cell) for cell in range(len(cells))]

    def edges(self, player: int) -> tuple[int, int]:
        """Return a border cell of each edge of a player."""
        last = self.size + 1
        if player == BLACK:
            return self.index(0, 1), self.index(last, 1)
        return self.index(1, 0), self.index(1, last)

    def winning_cells(self, cells: list[int], player: int) -> list[int]:
        """Return the cells where a stone of this player connects its edges."""
        roots = self.groups(cells)
        start, end = (roots[edge] for edge in self.edges(player))
        wins = []
        for cell in self.empty_cells(cells):
            joined = {roots[other] for other in self.neighbours[cell] if cells[other] == player}
            if start in joined and end in joined:
                wins.append(cell)
        return wins

    def filled_winner(self, cells: list[int]) -> int:
        """Return the winner of a full board: one side has always connected its edges."""
        pending = [self.index(1, column) for column in range(1, self.size + 1)]
        pending = [cell for cell in pending if cells[cell] == BLACK]
        reached = set(pending)
        last_row = self.index(self.size, 1)
        while pending:
            cell = pending.pop()
            if cell >= last_row:
                return BLACK
            for other in self.neighbours[cell]:
                if cells[other] == BLACK and other not in reached and other > self.width:
                    reached.add(other)
                    pending.append(other)
        return WHITE


class Node:
    """A move in the tree. Wins count for the player who made it."""

    __slots__ = ("cell", "children", "rave_visits", "rave_wins", "visits", "wins", "wins_game")

    def __init__(self, cell: int, *, wins_game: bool = False) -> None:
        self.cell = cell
        self.wins_game = wins_game
        self.children: list[Node] = []
        self.visits = self.wins = 0
        self.rave_visits, self.rave_wins = 2, 1

    def select(self) -> "Node":
        """Return the child to visit next, by UCT and RAVE."""
        log_visits = math.log(self.visits + 1)
        best, best_value = self.children[0], -math.inf
        for child in self.children:
            beta = math.sqrt(RAVE / (3 * child.visits + RAVE))
            mean = child.wins / child.visits if child.visits else 0.5
            value = (1 - beta) * mean + beta * child.rave_wins / child.rave_visits
            value += EXPLORATION * math.sqrt(log_visits / (child.visits + 1))
            if value > best_value:
                best, best_value = child, value
        return best

    def expand(self, board: Board, cells: list[int], player: int) -> None:
        """Add the moves of a player; wins, and threats of the opponent, leave no choice."""
        wins = board.winning_cells(cells, player)
        if wins:
            self.children = [Node(wins[0], wins_game=True)]
            return
        threats = board.winning_cells(cells, 3 - player)
        self.children = [Node(cell) for cell in threats or board.empty_cells(cells)]


class Search:
    """Monte Carlo tree search."""

    def __init__(self, seed: int, playouts: int | None) -> None:
        self.random = random.Random(seed)
        self.playouts = playouts

    def playout(self, board: Board, cells: list[int], player: int, last: int) -> int:
        """Fill the board, at random except for bridges, and return the winner."""
        empties = board.empty_cells(cells)
        self.random.shuffle(empties)
        position = 0
        for _ in range(len(empties)):
            move = 0
            for end, middle, other_end in board.bridges.get(last, ()):
                if cells[middle] == EMPTY and cells[end] == player and cells[other_end] == player:
                    move = middle
                    break
            if not move:
                while cells[empties[position]] != EMPTY:
                    position += 1
                move = empties[position]
            cells[move] = player
            last = move
            player = 3 - player
        return board.filled_winner(cells)

    def iterate(self, board: Board, root: Node, player: int) -> None:
        """Add one playout to the tree."""
        cells = board.cells.copy()
        first, node, path = player, root, [root]
        while True:
            if not node.children and not node.wins_game and (node.visits or node is root):
                node.expand(board, cells, player)
            if not node.children:
                break
            node = node.select()
            cells[node.cell] = player
            path.append(node)
            player = 3 - player
        winner = 3 - player if node.wins_game else self.playout(board, cells, player, node.cell)
        mover = 3 - first
        for node in path:
            node.visits += 1
            node.wins += winner == mover
            mover = 3 - mover
            for child in node.children:
                if cells[child.cell] == mover:
                    child.rave_visits += 1
                    child.rave_wins += winner == mover

    def best_move(self, board: Board, player: int, seconds: float) -> int:
        """Return the most visited move. Take no longer than the given time."""
        root = Node(0)
        end = time.monotonic() + seconds
        for _ in range(self.playouts or max(100, PLAYOUT_CELLS // len(board.inside))):
            self.iterate(board, root, player)
            if len(root.children) == 1 or time.monotonic() > end:
                break
        return max(root.children, key=lambda child: (child.visits, child.wins)).cell


class Bot:
    """The board and the settings that commands change."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.board = Board(11)
        self.moves = 0  # since the board was cleared
        self.swap = False
        self.seconds = math.inf

    def answer(self, command: str, words: list[str]) -> str:
        """Execute a command and return the answer. Raise ValueError if it fails."""
        if command in {"name", "version", "protocol_version"}:
            return {"name": "mcts", "version": "1", "protocol_version": "2"}[command]
        if command == "boardsize" and 1 <= int(words[0]) <= LARGEST:
            self.board, self.moves = Board(int(words[0])), 0
        elif command == "clear_board":
            self.board, self.moves = Board(self.board.size), 0
        elif command == "param_game" and words[0] == "allow_swap":
            self.swap = words[1] == "1"
        elif command == "time_left":
            seconds, stones = float(words[1]), int(words[2])
            self.seconds = seconds / 2 if stones == 1 else seconds / 20
        elif command == "play":
            self.play(COLOURS[words[0].lower()], words[1].lower())
        elif command == "genmove":
            return self.generate(COLOURS[words[0].lower()])
        elif command != "quit":
            raise ValueError("unknown command")
        return ""

    def play(self, colour: int, move: str) -> None:
        """Put a stone on the board, or mirror the only stone."""
        cells = self.board.cells
        if move == "swap-pieces":
            (stone,) = (cell for cell in self.board.inside if cells[cell] != EMPTY)
            row, column = divmod(stone, self.board.width)
            cells[stone] = EMPTY
            cells[self.board.index(column, row)] = colour
            self.moves += 1
            return
        cell = self.board.parse(move)
        if cells[cell] != EMPTY:
            raise ValueError("illegal move")
        cells[cell] = colour
        self.moves += 1

    def is_strong(self, opening: int) -> bool:
        """Return True if an opening is worth a swap: on the short diagonal, or away from the edges."""
        size = self.board.size
        row, column = divmod(opening, self.board.width)
        if row + column == size + 1:
            return True
        margin = 1 if size <= MEDIUM else 2
        return size >= MEDIUM - 2 and min(row, column, size + 1 - row, size + 1 - column) > margin

    def generate(self, colour: int) -> str:
        """Choose a move, play it and return it."""
        if not self.board.empty_cells(self.board.cells):
            return "resign"
        stones = [cell for cell in self.board.inside if self.board.cells[cell] != EMPTY]
        if self.swap and self.moves == 1 and self.is_strong(stones[0]):
            self.play(colour, "swap-pieces")
            return "swap-pieces"
        if self.swap and not stones and self.board.size > 1:
            cell = self.board.parse("a2" if colour == BLACK else "b1")  # about even, so a swap gains little
        else:
            cell = self.search.best_move(self.board, colour, self.seconds)
        self.play(colour, self.board.name(cell))
        return self.board.name(cell)


def main() -> None:
    """Answer commands until the end of the input."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--playouts", type=int)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    bot = Bot(Search(options.seed, options.playouts))
    for line in sys.stdin:
        number = ""
        words = line.split()
        if words and words[0].isdigit():
            number = words.pop(0)
        if not words:
            continue
        try:
            print(f"={number} {bot.answer(words[0], words[1:])}", end="\n\n", flush=True)
        except (ValueError, IndexError, KeyError) as error:
            print(f"?{number} {error}", end="\n\n", flush=True)
        if words[0] == "quit":
            return


if __name__ == "__main__":
    main()
