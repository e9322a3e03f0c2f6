"""
The native core: rules, playouts and search. Private; use crownbridge.games and crownbridge.engines.
"""

from collections.abc import Callable, Sequence
from typing import Any, Self, overload

import numpy
import numpy.typing


class StopFlag:
    """Ends the searches that it was given to."""

    def __init__(self) -> None: ...

    def set(self) -> None:
        """
        Ends them, from any thread: within a millisecond at checkers, at Hex after the position in hand.
        """

    @property
    def is_set(self) -> bool: ...

class CheckersRules:
    """When a game of checkers is drawn; 0 switches a rule off."""

    def __init__(self, counter: int, men_progress: bool, repetition: int, move_limit: int) -> None: ...

    @property
    def counter(self) -> int: ...

    @property
    def men_progress(self) -> bool: ...

    @property
    def repetition(self) -> int: ...

    @property
    def move_limit(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

class CheckersMove:
    """
    A move by its whole path: two captures with the same ends but different paths are different moves.
    """

    def __init__(self, path: Sequence[int]) -> None:
        """
        From squares 1 to 32; raises InvalidMoveError unless each is a step or a jump from the one before.
        """

    @property
    def path(self) -> tuple[int, ...]:
        """The squares visited, 1 to 32, both ends included."""

    @property
    def start(self) -> int:
        """The square the piece leaves."""

    @property
    def end(self) -> int:
        """The square the piece comes to."""

    @property
    def is_capture(self) -> bool:
        """Whether it jumps."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __lt__(self, arg: CheckersMove, /) -> bool: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

class CheckersPosition:
    """The native part of a checkers position."""

    @overload
    def __init__(self, rules: CheckersRules) -> None:
        """The position a game starts from."""

    @overload
    def __init__(self, rules: CheckersRules, squares: str, side: int, counter: int, moves_played: int = 0) -> None:
        """From 32 characters of `.rRwW`, squares 1 to 32. Raises PositionError."""

    @property
    def rules(self) -> CheckersRules: ...

    @property
    def squares(self) -> str:
        """The 32 squares as characters of `.rRwW`, as KTH messages write them."""

    @property
    def key(self) -> int:
        """A 64-bit hash of pieces and side to move."""

    @property
    def side_index(self) -> int: ...

    @property
    def counter(self) -> int:
        """Moves without progress that are left until the game is drawn."""

    @property
    def moves_played(self) -> int:
        """How many moves led here."""

    @property
    def occurrences(self) -> int:
        """
        How often this position has stood on the board; counted only where repetition draws.
        """

    @property
    def verdict(self) -> int:
        """0 while the game goes on, else which end it came to."""

    def legal_moves(self) -> list[CheckersMove]:
        """The legal moves in ascending order; empty only when the game is over."""

    @overload
    def play(self, move: CheckersMove) -> Self:
        """The position after the move. Raises IllegalMoveError, which says why."""

    @overload
    def play(self, text: str) -> Self:
        """The position after the move that the text names. Raises MoveError."""

    def parse_move(self, text: str) -> CheckersMove:
        """
        The legal move that a PDN text names: `11-15`, `22x15`, or a whole path `29x22x15`. Raises MoveError.
        """

    def format_move(self, move: CheckersMove) -> str:
        """
        The shortest PDN text that names the move here: the whole path only when the ends do not tell.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

    def __getstate__(self) -> tuple[CheckersRules, str, int, int, int, list[int]]: ...

    def __setstate__(self, arg: tuple[CheckersRules, str, int, int, int, Sequence[int]], /) -> None: ...

class CheckersBatch:
    """
    Many games of checkers, stepped at once. An action is one step or jump, 4 * (square - 1) + direction, the directions being up-left, up-right, down-left, down-right; a capture of several pieces takes several actions.
    """

    def __init__(self, start: CheckersPosition, count: int) -> None:
        """So many games from that position."""

    def __repr__(self) -> str: ...

    def __len__(self) -> int: ...

    @property
    def actions(self) -> int:
        """The number of actions, legal or not: the width of a mask."""

    @property
    def cells(self) -> numpy.typing.NDArray[numpy.int8]:
        """
        int8[rows, cells]: positive for side 0, negative for side 1, zero for empty.
        """

    @property
    def over(self) -> numpy.typing.NDArray[numpy.bool_]:
        """bool[rows]: whether the game is over."""

    @property
    def winner(self) -> numpy.typing.NDArray[numpy.int8]:
        """int8[rows]: the side that has won, or -1."""

    @property
    def side_to_move(self) -> numpy.typing.NDArray[numpy.int8]:
        """int8[rows]: the side whose turn it is."""

    def legal_mask(self) -> numpy.typing.NDArray[numpy.bool_]:
        """bool[rows, actions]: the legal actions; none in a row that is over."""

    def play(self, actions: numpy.typing.NDArray[numpy.int64]) -> None:
        """
        Plays one action a row; rows that are over stay as they are. Raises IllegalMoveError and then plays none.
        """

    def reset(self, rows: numpy.typing.NDArray[numpy.bool_]) -> None:
        """Puts the rows that are marked True back to the start."""

    def __getitem__(self, row: int, /) -> Any:
        """The position of a row at the start of its turn."""

    def __setitem__(self, arg0: int, arg1: CheckersPosition, /) -> None:
        """
        Puts a row to a position of the same game. Raises OptionError where the game is another.
        """

    @property
    def jumping(self) -> numpy.typing.NDArray[numpy.int8]:
        """int8[rows]: the square of the piece in the middle of a capture, or 0."""

class CheckersMovetext:
    """
    Reads moves as PDN writes them, one after another, with white space and move numbers between.
    """

    def __init__(self, make: Callable[[Any], Any]) -> None:
        """
        `make` gives what is to stand for a move; it is seldom asked twice for one.
        """

    def play(self, position: Any, text: bytes, at: int) -> tuple[tuple[Any, ...], int, Any]:
        """
        What stands for each of the moves from `at` on, where they end, and the position there.
        """

def checkers_perft(position: CheckersPosition, depth: int) -> int:
    """
    The number of move sequences of that length, draw rules aside; captures that differ only in path count apart.
    """

def checkers_random_games(start: CheckersPosition, games: int, seed: int) -> tuple[tuple[int, int], int, int]:
    """
    Plays random games; gives the wins by side, the draws and the number of moves.
    """

class CheckersEvaluation:
    """What the search takes a position to be worth."""

    @staticmethod
    def hand_written() -> CheckersEvaluation:
        """The evaluation that was written by hand."""

    @staticmethod
    def piece_tables(man: Sequence[int], king: Sequence[int], trade: float = 0.0) -> CheckersEvaluation:
        """
        What a man and a king are worth on squares 1 to 32, seen from their own back rank, in hundredths of a man.
        """

    @staticmethod
    def network(weights: bytes) -> CheckersEvaluation:
        """The network whose weights file has these bytes. Raises OptionError."""

    def __call__(self, position: CheckersPosition) -> int:
        """
        What the position is worth to the side to move, in hundredths of a man.
        """

class CheckersSearchReport:
    """What a search has found so far."""

    @property
    def depth(self) -> int:
        """The last depth that was searched to its end."""

    @property
    def score(self) -> int:
        """For the side to move, in hundredths of a man; wins are beyond 10000."""

    @property
    def nodes(self) -> int:
        """How many positions were visited."""

    @property
    def table_hits(self) -> int:
        """How many of them the endgame tables knew."""

    @property
    def seconds(self) -> float:
        """The time taken."""

    @property
    def fullness(self) -> int:
        """How full the transposition table is, in thousandths."""

    @property
    def line(self) -> list[CheckersMove]:
        """The moves expected of both sides; the first is the choice."""

class CheckersSearch:
    """
    A search that remembers what it found from one call to the next. For one thread at a time.
    """

    def __init__(self, evaluation: CheckersEvaluation, megabytes: int = 64, threads: int = 1, noise: int = 0, seed: int = 0, tables: CheckersTables | None = None, kth: CheckersEvaluation | None = None) -> None:
        """
        `kth` evaluates instead where moves of men do not reset the draw counter, as under KTH rules.
        """

    def run(self, position: CheckersPosition, depth: int | None = None, nodes: int | None = None, seconds: float | None = None, soft_seconds: float | None = None, stop: StopFlag | None = None, progress: Callable[[CheckersSearchReport], None] | None = None) -> CheckersSearchReport:
        """
        Return the best move, in `line`, within the limits: depth, nodes, seconds, and soft seconds, after which no deeper iteration starts. `progress` is called after every finished depth.
        """

    def forget(self) -> None:
        """Forgets what earlier searches found."""

def checkers_minimax(position: CheckersPosition, evaluation: CheckersEvaluation, depth: int, alpha_beta: bool = True, cache: bool = True, reorder_moves: bool = True, seconds: float | None = None, nodes: int | None = None, noise: int = 0, seed: int = 0, stop: StopFlag | None = None) -> CheckersSearchReport:
    """
    Return the best move of a search to a fixed depth or, once seconds or nodes are used up, the best of the moves searched so far. The switches change the work, never the score.
    """

CHECKERS_TABLES_FEWEST_PIECES: int = 2

CHECKERS_TABLES_MOST_PIECES: int = 7

CHECKERS_TABLES_MOST_WITH_NEEDS: int = 4

CHECKERS_TABLES_COUNTER: int = 50

class CheckersTableFile:
    """An endgame table: all positions with so many pieces."""

    def __init__(self, path: str) -> None:
        """Opens and checks a file. Raises TableError."""

    @property
    def path(self) -> str: ...

    @property
    def pieces(self) -> int: ...

    @property
    def bytes(self) -> int: ...

    @property
    def checksum(self) -> int: ...

    @property
    def won(self) -> int:
        """Positions won for the side to move."""

    @property
    def drawn(self) -> int: ...

    @property
    def lost(self) -> int: ...

    @property
    def beyond(self) -> int:
        """
        Positions won or lost, but drawn under every draw counter of the KTH rules.
        """

    @property
    def longest(self) -> int:
        """The largest need."""

    @property
    def slices(self) -> list[tuple[str, int, int, int]]:
        """
        Each material, own pieces first, and how many positions of it are won, drawn and lost.
        """

class CheckersTables:
    """The perfect value of every position with few pieces."""

    @staticmethod
    def open(folders: Sequence[str], most_pieces: int = 7) -> CheckersTables:
        """
        The tables for 2, 3, ... pieces, each from the first folder that has it. Raises TableError.
        """

    @property
    def pieces(self) -> int:
        """How many pieces a position may have."""

    @property
    def files(self) -> list[CheckersTableFile]: ...

    def probe(self, position: CheckersPosition) -> tuple[int, int]:
        """
        The result for the side to move, +1, 0 or -1, and its need. Raises PositionError when there are too many pieces.
        """

def checkers_build_tables(folder: str, pieces: int, threads: int, report: Callable[[int, str, float], None]) -> None:
    """
    Makes the table for that many pieces, and those for fewer that are missing, or goes on doing so. Calls report(pieces, step, fraction) now and then. Raises TableError.
    """

def checkers_verify_tables(tables: CheckersTables, pieces: int, every: int, threads: int, report: Callable[[int, str, float], None]) -> int:
    """
    Works out every n-th value anew from its successors and gives their number. Raises TableError if one is wrong.
    """

class HexRules:
    """The size of the board, the side that begins, the swap rule."""

    def __init__(self, size: int, first: int, swap: bool) -> None: ...

    @property
    def size(self) -> int: ...

    @property
    def first(self) -> int: ...

    @property
    def swap(self) -> bool: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

class HexMove:
    """A cell, or the swap of the second player's first turn."""

    @overload
    def __init__(self, row: int, column: int) -> None:
        """The cell in that row and column, both from 0. Raises InvalidMoveError."""

    @overload
    def __init__(self, text: str) -> None:
        """From `a1`, `k11` or `swap-pieces`. Raises InvalidMoveError."""

    @property
    def is_swap(self) -> bool:
        """Whether it is the swap; then row and column mean nothing."""

    @property
    def row(self) -> int:
        """From 0, at the top."""

    @property
    def column(self) -> int:
        """From 0, on the left."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __lt__(self, arg: HexMove, /) -> bool: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

class HexPosition:
    """The native part of a Hex position."""

    @overload
    def __init__(self, rules: HexRules) -> None:
        """The position a game starts from."""

    @overload
    def __init__(self, rules: HexRules, rows: str, side: int) -> None:
        """
        From size * size characters of `.rb`, row by row. Raises PositionError.
        """

    @property
    def rules(self) -> HexRules: ...

    @property
    def rows(self) -> str:
        """The cells row by row as characters of `.rb`."""

    @property
    def key(self) -> int:
        """A 64-bit hash of stones and side to move."""

    @property
    def side_index(self) -> int: ...

    @property
    def stones(self) -> int:
        """How many stones are on the board."""

    @property
    def can_swap(self) -> bool:
        """Whether the side to move may take over the opening stone."""

    @property
    def winner_index(self) -> int:
        """The side that has connected its edges, or -1."""

    def legal_moves(self) -> list[HexMove]:
        """The legal moves in ascending order; empty only when the game is over."""

    @overload
    def play(self, move: HexMove) -> Self:
        """The position after the move. Raises IllegalMoveError, which says why."""

    @overload
    def play(self, text: str) -> Self:
        """The position after the move that the text names. Raises MoveError."""

    def parse_move(self, text: str) -> HexMove:
        """
        The legal move that the text names: `a1`, or `swap-pieces`. Raises MoveError.
        """

    def format_move(self, move: HexMove) -> str:
        """The move as text."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

    def __getstate__(self) -> tuple[HexRules, str, int]: ...

    def __setstate__(self, arg: tuple[HexRules, str, int], /) -> None: ...

class HexBatch:
    """
    Many games of Hex, stepped at once. An action is a cell, row * size + column, or, where the game has the swap rule, size * size for the swap.
    """

    def __init__(self, start: HexPosition, count: int) -> None:
        """So many games from that position."""

    def __repr__(self) -> str: ...

    def __len__(self) -> int: ...

    @property
    def actions(self) -> int:
        """The number of actions, legal or not: the width of a mask."""

    @property
    def cells(self) -> numpy.typing.NDArray[numpy.int8]:
        """
        int8[rows, cells]: positive for side 0, negative for side 1, zero for empty.
        """

    @property
    def over(self) -> numpy.typing.NDArray[numpy.bool_]:
        """bool[rows]: whether the game is over."""

    @property
    def winner(self) -> numpy.typing.NDArray[numpy.int8]:
        """int8[rows]: the side that has won, or -1."""

    @property
    def side_to_move(self) -> numpy.typing.NDArray[numpy.int8]:
        """int8[rows]: the side whose turn it is."""

    def legal_mask(self) -> numpy.typing.NDArray[numpy.bool_]:
        """bool[rows, actions]: the legal actions; none in a row that is over."""

    def play(self, actions: numpy.typing.NDArray[numpy.int64]) -> None:
        """
        Plays one action a row; rows that are over stay as they are. Raises IllegalMoveError and then plays none.
        """

    def reset(self, rows: numpy.typing.NDArray[numpy.bool_]) -> None:
        """Puts the rows that are marked True back to the start."""

    def __getitem__(self, row: int, /) -> Any:
        """The position of a row at the start of its turn."""

    def __setitem__(self, arg0: int, arg1: HexPosition, /) -> None:
        """
        Puts a row to a position of the same game. Raises OptionError where the game is another.
        """

class HexMovetext:
    """Reads moves as SGF writes them, one after another: ;B[a1];W[b2]."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        """
        `make` gives what is to stand for a move; it is seldom asked twice for one.
        """

    def play(self, position: Any, text: bytes, at: int) -> tuple[tuple[Any, ...], int, Any]:
        """
        What stands for each of the moves from `at` on, where they end, and the position there.
        """

def hex_perft(position: HexPosition, depth: int) -> int:
    """The number of move sequences of that length; a won game has none."""

def hex_random_games(start: HexPosition, games: int, seed: int) -> tuple[tuple[int, int], int, int]:
    """
    Plays random games; gives the wins by side, the draws and the number of moves.
    """

class HexSearchReport:
    """What a search has found so far."""

    @property
    def iterations(self) -> int:
        """How many times a leaf of the tree was evaluated, in this search."""

    @property
    def seconds(self) -> float:
        """The time taken."""

    @property
    def win_chance(self) -> float:
        """Of the side to move; just 0 or 1 only where it is certain."""

    @property
    def winner_index(self) -> int:
        """The side that wins with best play, or -1 while that is not certain."""

    @property
    def fullness(self) -> float:
        """How full the tree's memory is, 0 to 1."""

    @property
    def line(self) -> list[HexMove]:
        """The moves expected of both sides; the first is the choice."""

    @property
    def other_lines(self) -> list[list[HexMove]]:
        """
        The moves expected after others than the choice: up to nine, those visited most first.
        """

    @property
    def candidates(self) -> list[tuple[HexMove, int, float]]:
        """
        The moves that were considered, each with its visits and its chance to win.
        """

class HexSearch:
    """
    A tree search that keeps what it can use from one call to the next. For one thread at a time.
    """

    def __init__(self, evaluator: Callable[[numpy.typing.NDArray[numpy.int8]], tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32]]] | None = None, batch: int = 8, megabytes: int = 256, threads: int = 1, noise: float = 0.0, seed: int = 0, prune_after: int | None = 1000, exploration: float = 0.6, temperature: float = 0.25) -> None:
        """
        Without an evaluator, leaves are evaluated by random playouts. An evaluator takes int8[positions, size, size]: each board as seen by the side to move, which connects top and bottom, with 1 for its stones and -1 for the other's. It returns float32[positions], the win chances of that side, and float32[positions, size * size], the logits of the win chances of its moves, which are their values before the first visit. `exploration` is the PUCT constant; `temperature` divides the logits to make priors. Nodes with `prune_after` visits, and the root at once, are pruned by H-search and inferior cells; with None, never.
        """

    def run(self, position: HexPosition, iterations: int | None = None, seconds: float | None = None, soft_seconds: float | None = None, stop: StopFlag | None = None, progress: Callable[[HexSearchReport], None] | None = None) -> HexSearchReport:
        """
        Return the best move except the swap, in `line`, within the limits: iterations, seconds, and soft seconds, after which the search ends once the most visited move is also the best. `progress` is called a few times a second, and at the end.
        """

    def forget(self) -> None:
        """Forgets what earlier searches found."""

class HexSolution:
    """Who wins a position, and what that takes."""

    @property
    def winner_index(self) -> int:
        """The side that wins."""

    @property
    def move(self) -> HexMove | None:
        """A move that wins, if the side to move does."""

    @property
    def carrier(self) -> list[HexMove]:
        """The empty cells that the winner needs, whatever happens elsewhere."""

    @property
    def nodes(self) -> int:
        """How many positions were looked into."""

    @property
    def seconds(self) -> float:
        """The time taken."""

class HexSolver:
    """
    Proves who wins; remembers positions from one call to the next. For one thread at a time.
    """

    def __init__(self, megabytes: int = 256) -> None: ...

    def solve(self, position: HexPosition, nodes: int | None = None, seconds: float | None = None, stop: StopFlag | None = None, progress: Callable[[int], None] | None = None) -> HexSolution | None:
        """
        Return who wins if nobody swaps, or None if a limit was reached first. `progress` is called with the number of nodes.
        """

def hex_fill_in(position: HexPosition) -> tuple[list[int], tuple[list[int], list[int]]]:
    """
    Return the empty cells whose owner is certain or does not matter, as numbers in order: the dead ones, which neither side needs once the captured ones are filled in, and those captured by each side. Filling them in changes no winner.
    """

def hex_connections(position: HexPosition, side: int, cells: bool = False) -> list[tuple[int, int, list[HexMove], HexMove | None]]:
    """
    The connections and semi-connections of a side: two ends, the carrier, and the key of a semi-connection. An end is a cell of a chain, an edge (numbered after the cells, top or left first) or, if wanted, an empty cell.
    """
