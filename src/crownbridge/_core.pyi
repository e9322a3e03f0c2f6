"""
The native core: rules, playouts and search. Private; use crownbridge.games and crownbridge.engines.
"""

from collections.abc import Callable, Sequence
from typing import Any, Self, overload

import numpy
import numpy.typing


class StopFlag:
    """A flag that stops the searches to which it is passed."""

    def __init__(self) -> None: ...

    def set(self) -> None:
        """
        Stop the searches, from any thread: within a millisecond in checkers, after the current evaluation in Hex.
        """

    @property
    def is_set(self) -> bool: ...

class LineIndex:
    """
    Collects the positions of games as 64-bit keys and sorts them. Knows no rules.
    """

    def __init__(self) -> None: ...

    @property
    def positions(self) -> int:
        """The number of positions."""

    @property
    def games(self) -> int:
        """The number of games."""

    def is_full(self, most: int) -> bool:
        """
        Return True if there are `most` positions, or as many games as an index can hold.
        """

    def add(self, begin: int, length: int, ending: int, players: tuple[bytes, bytes], seed: int, keys: numpy.typing.NDArray[numpy.uint64]) -> None:
        """
        Add a game: its place in a file, its ending (the side that won, 2 for a draw, 3 if unfinished), the players by side, and the keys of its positions, which `seed` changes.
        """

    def take(self) -> dict[str, Any]:
        """
        Return the columns of the index by name and clear it. Positions are sorted by key: `keys`, `next` (the low half of the key after the move, or 0) and `places` (the game, shifted by 14 bits, and the ply); games are in order: `begins`, `lengths`, `players` (numbers of names), `plies` and `endings`; and `names`.
        """

class CheckersRules:
    """Draw rules of checkers; 0 disables a rule."""

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
        Create a move from squares 1 to 32. Raise InvalidMoveError unless each is a step or a jump from the one before.
        """

    @property
    def path(self) -> tuple[int, ...]:
        """The squares visited, 1 to 32, including both ends."""

    @property
    def start(self) -> int:
        """The start square."""

    @property
    def end(self) -> int:
        """The final square."""

    @property
    def is_capture(self) -> bool:
        """True if the move is a capture."""

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
        """Create the initial position of a game."""

    @overload
    def __init__(self, rules: CheckersRules, squares: str, side: int, counter: int, moves_played: int = 0) -> None:
        """
        Create a position from 32 characters of `.rRwW` for squares 1 to 32. Raise PositionError if they are not valid.
        """

    @property
    def rules(self) -> CheckersRules: ...

    @property
    def squares(self) -> str:
        """The 32 squares as characters of `.rRwW`, as in KTH messages."""

    @property
    def key(self) -> int:
        """The 64-bit Zobrist key of pieces and side to move."""

    @property
    def side_index(self) -> int: ...

    @property
    def counter(self) -> int:
        """The number of moves without progress until the game is a draw."""

    @property
    def moves_played(self) -> int:
        """The number of moves played."""

    @property
    def occurrences(self) -> int:
        """
        The number of occurrences of this position; counted only if repetition is a draw.
        """

    @property
    def verdict(self) -> int:
        """0 while the game is in progress, otherwise the number of its ending."""

    def legal_moves(self) -> list[CheckersMove]:
        """
        Return the legal moves in ascending order; empty only if the game is over.
        """

    @overload
    def play(self, move: CheckersMove) -> Self:
        """
        Return the position after a move. Raise IllegalMoveError with the reason if the move is illegal.
        """

    @overload
    def play(self, text: str) -> Self:
        """
        Return the position after a move in PDN. Raise MoveError if it is not a legal move.
        """

    def parse_move(self, text: str) -> CheckersMove:
        """
        Parse a legal move in PDN: `11-15`, `22x15`, or a whole path `29x22x15`. Raise MoveError if it is not one.
        """

    def format_move(self, move: CheckersMove) -> str:
        """
        Return the shortest unambiguous PDN text of a move: the whole path only if the ends are ambiguous.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

    def __getstate__(self) -> tuple[CheckersRules, str, int, int, int, list[int]]: ...

    def __setstate__(self, arg: tuple[CheckersRules, str, int, int, int, Sequence[int]], /) -> None: ...

class CheckersBatch:
    """
    A batch of checkers games that are stepped together. An action is one step or jump, 4 * (square - 1) + direction, the directions being up-left, up-right, down-left, down-right; a multiple capture takes several actions.
    """

    def __init__(self, start: CheckersPosition, count: int) -> None:
        """Start `count` games from a position."""

    def __repr__(self) -> str: ...

    def __len__(self) -> int: ...

    @property
    def actions(self) -> int:
        """The number of actions, legal or not, which is the width of a mask."""

    @property
    def cells(self) -> numpy.typing.NDArray[numpy.int8]:
        """
        int8[rows, cells]: positive for side 0, negative for side 1, zero for empty.
        """

    @property
    def over(self) -> numpy.typing.NDArray[numpy.bool_]:
        """bool[rows]: True if the game is over."""

    @property
    def winner(self) -> numpy.typing.NDArray[numpy.int8]:
        """int8[rows]: the side that has won, or -1."""

    @property
    def side_to_move(self) -> numpy.typing.NDArray[numpy.int8]:
        """int8[rows]: the side to move."""

    def legal_mask(self) -> numpy.typing.NDArray[numpy.bool_]:
        """
        Return bool[rows, actions]: the legal actions; none in a row that is over.
        """

    def play(self, actions: numpy.typing.NDArray[numpy.int64]) -> None:
        """
        Play one action per row; rows that are over do not change. Raise IllegalMoveError, without playing any, if one is illegal.
        """

    def reset(self, rows: numpy.typing.NDArray[numpy.bool_]) -> None:
        """Reset the rows that are True to the start position."""

    def __getitem__(self, row: int, /) -> Any:
        """Return the position of a row at the start of its turn."""

    def __setitem__(self, arg0: int, arg1: CheckersPosition, /) -> None:
        """
        Set the position of a row. Raise OptionError if the position belongs to a game with other options.
        """

    @property
    def jumping(self) -> numpy.typing.NDArray[numpy.int8]:
        """int8[rows]: the square of the piece in the middle of a capture, or 0."""

class CheckersMovetext:
    """
    Reads consecutive moves in PDN with white space, move numbers and comments between them.
    """

    def __init__(self, make: Callable[[Any], Any]) -> None:
        """
        `make` returns the object that represents a move. Its results are cached.
        """

    def play(self, position: Any, text: bytes, at: int) -> tuple[tuple[Any, ...], int, Any]:
        """
        Play the moves of a text from `at` on. Return their objects, the index after the last move, and the final position.
        """

class CheckersScanner:
    """Reads plain PDN games into an index, fast."""

    def __init__(self, start_of: Callable[[bytes | None, bytes | None, bytes | None], tuple[CheckersPosition, int] | None]) -> None:
        """
        `start_of` returns the start position of a game and the seed of its keys, or None. Its results are cached.
        """

    def scan(self, index: LineIndex, text: bytes, at: int, origin: int, most: int) -> int:
        """
        Add the games of a text from `at` on to an index, until it has `most` positions; `origin` is the offset of the text in its file. Return the offset of the first game that was not added: the text may be cut off there, or the game may need a full parser.
        """

def checkers_perft(position: CheckersPosition, depth: int) -> int:
    """
    Count the move sequences of the given length, ignoring draw rules; captures along different paths count separately.
    """

def checkers_random_games(start: CheckersPosition, games: int, seed: int) -> tuple[tuple[int, int], int, int]:
    """
    Play random games. Return the wins by side, the draws and the number of moves.
    """

class CheckersEvaluation:
    """A static evaluation function."""

    @staticmethod
    def hand_written() -> CheckersEvaluation:
        """Return the hand-crafted evaluation."""

    @staticmethod
    def piece_tables(man: Sequence[int], king: Sequence[int], trade: float = 0.0) -> CheckersEvaluation:
        """
        Return an evaluation by piece-square tables: the values of a man and of a king on squares 1 to 32, seen from their own back rank, in hundredths of a man. If `trade` is positive, a lead counts more with fewer pieces.
        """

    @staticmethod
    def network(weights: bytes) -> CheckersEvaluation:
        """
        Return the network with the bytes of a weights file. Raise OptionError if they are not valid.
        """

    def __call__(self, position: CheckersPosition) -> int:
        """Evaluate a position for the side to move, in hundredths of a man."""

class CheckersSearchReport:
    """The result of a search so far."""

    @property
    def depth(self) -> int:
        """The last completed depth."""

    @property
    def score(self) -> int:
        """
        The score for the side to move, in hundredths of a man; wins are above 10000.
        """

    @property
    def nodes(self) -> int:
        """The number of nodes searched."""

    @property
    def table_hits(self) -> int:
        """The number of endgame table hits."""

    @property
    def seconds(self) -> float:
        """The time used."""

    @property
    def fullness(self) -> int:
        """The share of the transposition table in use, in permille."""

    @property
    def line(self) -> list[CheckersMove]:
        """The principal variation; its first move is the best move."""

class CheckersSearch:
    """
    A principal variation search that keeps its transposition table between calls. For one thread at a time.
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
        """Clear the transposition table."""

def checkers_minimax(position: CheckersPosition, evaluation: CheckersEvaluation, depth: int, alpha_beta: bool = True, cache: bool = True, reorder_moves: bool = True, seconds: float | None = None, nodes: int | None = None, noise: int = 0, seed: int = 0, stop: StopFlag | None = None) -> CheckersSearchReport:
    """
    Return the best move of a search to a fixed depth or, once seconds or nodes are used up, the best of the moves searched so far. The switches change the work, never the score.
    """

def checkers_faulty_values(position: CheckersPosition, depth: int, *, follows_captures: bool = True, stands_pat: bool = False, negates_captures: bool = True, cooperates: bool = False, longest_seen: int = 0, most_jumps: int = 12, kings_jump_forward: bool = False, men_jump_backward: bool = False, continues_after_crowning: bool = False, optional_captures: bool = False, own_square_blocks: bool = False, first_piece_only: bool = False, longest_only: bool = False, removes_first_only: bool = False, crowned_at: Sequence[int] = [4026531840, 15], man: int = 100, king: int = 150, enemy_king: int = 150, sign: int = 1, view: int = -1) -> list[int]:
    """
    Return the values of all legal moves, in their order, as seen by a search to a fixed depth with the given errors.
    """

CHECKERS_TABLES_FEWEST_PIECES: int = 2

CHECKERS_TABLES_MOST_PIECES: int = 7

CHECKERS_TABLES_MOST_WITH_NEEDS: int = 4

CHECKERS_TABLES_COUNTER: int = 50

CHECKERS_TABLES_NEED_STEP: int = 10

class CheckersTableFile:
    """An endgame table: all positions with a given number of pieces."""

    def __init__(self, path: str) -> None:
        """Open and check a file. Raise TableError if it is damaged."""

    @property
    def path(self) -> str: ...

    @property
    def pieces(self) -> int: ...

    @property
    def bytes(self) -> int: ...

    @property
    def checksum(self) -> int: ...

    @property
    def has_needs(self) -> bool:
        """
        Whether needs are stored, exact or rounded; early versions did not store those of 5 or more pieces.
        """

    @property
    def won(self) -> int:
        """The number of positions that the side to move wins."""

    @property
    def drawn(self) -> int: ...

    @property
    def lost(self) -> int: ...

    @property
    def beyond(self) -> int:
        """
        The number of wins and losses that are draws under the KTH rules with any draw counter.
        """

    @property
    def longest(self) -> int:
        """The largest distance to conversion."""

    @property
    def slices(self) -> list[tuple[str, int, int, int]]:
        """
        Each material, own pieces first, with its numbers of won, drawn and lost positions.
        """

class CheckersTables:
    """
    Endgame tables: the game-theoretic value of every position with few pieces.
    """

    @staticmethod
    def open(folders: Sequence[str], most_pieces: int = 7) -> CheckersTables:
        """
        Open the tables for 2, 3, ... pieces, each from the first folder that has it. Raise TableError if one is damaged or none exists.
        """

    @property
    def pieces(self) -> int:
        """The largest number of pieces that the tables cover."""

    @property
    def files(self) -> list[CheckersTableFile]: ...

    def probe(self, position: CheckersPosition) -> tuple[int, int, int]:
        """
        Return the result for the side to move (+1, 0 or -1), the draw counter that it needs, which is the distance to conversion, and by how much that may be rounded up. Raise PositionError if there are too many pieces.
        """

def checkers_build_tables(folder: str, pieces: int, threads: int, report: Callable[[int, str, float], None]) -> None:
    """
    Build the table for a number of pieces, and those for fewer pieces that are missing. Resumes an interrupted build. Calls report(pieces, step, fraction) regularly. Raise TableError if a file cannot be written.
    """

def checkers_verify_tables(tables: CheckersTables, pieces: int, every: int, threads: int, report: Callable[[int, str, float], None]) -> int:
    """
    Recompute every n-th value from its successors and return the number checked. Raise TableError if one is wrong.
    """

class HexRules:
    """The board size, the side that moves first, and the swap rule."""

    def __init__(self, size: int, first: int, swap: bool) -> None: ...

    @property
    def size(self) -> int: ...

    @property
    def first(self) -> int: ...

    @property
    def swap(self) -> bool: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

class HexMove:
    """
    A cell, or the swap that the second player may choose as the first move.
    """

    @overload
    def __init__(self, row: int, column: int) -> None:
        """
        Create a cell from row and column, which start at 0. Raise InvalidMoveError if they are out of range.
        """

    @overload
    def __init__(self, text: str) -> None:
        """
        Parse `a1`, `k11` or `swap-pieces`. Raise InvalidMoveError for any other text.
        """

    @property
    def is_swap(self) -> bool:
        """True for the swap, whose row and column are meaningless."""

    @property
    def row(self) -> int:
        """The row, from 0 at the top."""

    @property
    def column(self) -> int:
        """The column, from 0 on the left."""

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
        """Create the initial position of a game."""

    @overload
    def __init__(self, rules: HexRules, rows: str, side: int) -> None:
        """
        Create a position from size * size characters of `.rb`, row by row. Raise PositionError if they are not valid.
        """

    @property
    def rules(self) -> HexRules: ...

    @property
    def rows(self) -> str:
        """The cells row by row as characters of `.rb`."""

    @property
    def key(self) -> int:
        """The 64-bit Zobrist key of stones and side to move."""

    @property
    def side_index(self) -> int: ...

    @property
    def stones(self) -> int:
        """The number of stones on the board."""

    @property
    def can_swap(self) -> bool:
        """True if the side to move may swap."""

    @property
    def winner_index(self) -> int:
        """The side that has connected its edges, or -1."""

    def legal_moves(self) -> list[HexMove]:
        """
        Return the legal moves in ascending order; empty only if the game is over.
        """

    @overload
    def play(self, move: HexMove) -> Self:
        """
        Return the position after a move. Raise IllegalMoveError with the reason if the move is illegal.
        """

    @overload
    def play(self, text: str) -> Self:
        """
        Return the position after a move as text. Raise MoveError if it is not a legal move.
        """

    def parse_move(self, text: str) -> HexMove:
        """
        Parse a legal move: `a1` or `swap-pieces`. Raise MoveError if it is not one.
        """

    def format_move(self, move: HexMove) -> str:
        """Return the move as text."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __copy__(self) -> Self: ...

    def __deepcopy__(self, memo: object) -> Self: ...

    def __getstate__(self) -> tuple[HexRules, str, int]: ...

    def __setstate__(self, arg: tuple[HexRules, str, int], /) -> None: ...

class HexBatch:
    """
    A batch of Hex games that are stepped together. An action is a cell, row * size + column, or, with the swap rule, size * size for the swap.
    """

    def __init__(self, start: HexPosition, count: int) -> None:
        """Start `count` games from a position."""

    def __repr__(self) -> str: ...

    def __len__(self) -> int: ...

    @property
    def actions(self) -> int:
        """The number of actions, legal or not, which is the width of a mask."""

    @property
    def cells(self) -> numpy.typing.NDArray[numpy.int8]:
        """
        int8[rows, cells]: positive for side 0, negative for side 1, zero for empty.
        """

    @property
    def over(self) -> numpy.typing.NDArray[numpy.bool_]:
        """bool[rows]: True if the game is over."""

    @property
    def winner(self) -> numpy.typing.NDArray[numpy.int8]:
        """int8[rows]: the side that has won, or -1."""

    @property
    def side_to_move(self) -> numpy.typing.NDArray[numpy.int8]:
        """int8[rows]: the side to move."""

    def legal_mask(self) -> numpy.typing.NDArray[numpy.bool_]:
        """
        Return bool[rows, actions]: the legal actions; none in a row that is over.
        """

    def play(self, actions: numpy.typing.NDArray[numpy.int64]) -> None:
        """
        Play one action per row; rows that are over do not change. Raise IllegalMoveError, without playing any, if one is illegal.
        """

    def reset(self, rows: numpy.typing.NDArray[numpy.bool_]) -> None:
        """Reset the rows that are True to the start position."""

    def __getitem__(self, row: int, /) -> Any:
        """Return the position of a row at the start of its turn."""

    def __setitem__(self, arg0: int, arg1: HexPosition, /) -> None:
        """
        Set the position of a row. Raise OptionError if the position belongs to a game with other options.
        """

class HexMovetext:
    """Reads consecutive moves in SGF: ;B[a1];W[b2]."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        """
        `make` returns the object that represents a move. Its results are cached.
        """

    def play(self, position: Any, text: bytes, at: int) -> tuple[tuple[Any, ...], int, Any]:
        """
        Play the moves of a text from `at` on. Return their objects, the index after the last move, and the final position.
        """

class HexScanner:
    """Reads plain SGF games into an index, fast."""

    def __init__(self, start_of: Callable[..., tuple[HexPosition, int] | None]) -> None:
        """
        `start_of` returns the start position of a game and the seed of its keys, or None. Its results are cached.
        """

    def scan(self, index: LineIndex, text: bytes, at: int, origin: int, most: int) -> int:
        """
        Add the games of a text from `at` on to an index, until it has `most` positions; `origin` is the offset of the text in its file. Return the offset of the first game that was not added: the text may be cut off there, or the game may need a full parser.
        """

def hex_perft(position: HexPosition, depth: int) -> int:
    """
    Count the move sequences of the given length; a game that is over has none.
    """

def hex_random_games(start: HexPosition, games: int, seed: int) -> tuple[tuple[int, int], int, int]:
    """
    Play random games. Return the wins by side, the draws and the number of moves.
    """

class HexNetwork:
    """
    The policy and value network. Thread-safe; its results are equal with all instruction sets.
    """

    def __init__(self, file: bytes, instructions: str = '') -> None:
        """
        Read the content of a network's file; raise ValueError if it is not one. `instructions` is one of `instruction_sets()`, by default the first.
        """

    @staticmethod
    def instruction_sets() -> list[str]:
        """The instruction sets that this processor has, the fastest first."""

    def evaluate(self, boards: numpy.typing.NDArray[numpy.int8]) -> tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32]]:
        """
        Return the win chances of the side to move, float32[positions], and the logits of the win chances of its moves, float32[positions, size * size]. Boards are int8[positions, size, size] as seen by that side, which connects top and bottom, with 1 for its stones and -1 for the other's.
        """

    def __call__(self, boards: numpy.typing.NDArray[numpy.int8]) -> tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32]]:
        """Return the same as `evaluate`, from the cache where possible."""

    @property
    def cached(self) -> int:
        """The number of evaluations in the cache."""

class HexSearchReport:
    """The result of a search so far."""

    @property
    def iterations(self) -> int:
        """
        The number of iterations of this search, each of which evaluates a leaf.
        """

    @property
    def seconds(self) -> float:
        """The time used."""

    @property
    def win_chance(self) -> float:
        """The win chance of the side to move; exactly 0 or 1 only if proven."""

    @property
    def winner_index(self) -> int:
        """The side that wins with perfect play, or -1 if that is not proven."""

    @property
    def fullness(self) -> float:
        """The share of the tree's memory in use, 0 to 1."""

    @property
    def line(self) -> list[HexMove]:
        """The principal variation; its first move is the best move."""

    @property
    def other_lines(self) -> list[list[HexMove]]:
        """The variations after up to nine other moves, the most visited first."""

    @property
    def candidates(self) -> list[tuple[HexMove, int, float]]:
        """The root moves, each with its visits and win chance."""

class HexSearch:
    """
    A Monte Carlo tree search that reuses its tree between calls. For one thread at a time.
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
        """Clear the tree."""

class HexSolution:
    """The solution of a position."""

    @property
    def winner_index(self) -> int:
        """The side that wins."""

    @property
    def move(self) -> HexMove | None:
        """A winning move, if the side to move wins."""

    @property
    def carrier(self) -> list[HexMove]:
        """
        The empty cells that the winner needs; it wins with any stones outside of them.
        """

    @property
    def nodes(self) -> int:
        """The number of nodes expanded."""

    @property
    def seconds(self) -> float:
        """The time used."""

class HexSolver:
    """
    A df-pn solver that keeps its transposition table between calls. For one thread at a time.
    """

    def __init__(self, megabytes: int = 256) -> None: ...

    def solve(self, position: HexPosition, nodes: int | None = None, seconds: float | None = None, stop: StopFlag | None = None, progress: Callable[[int], None] | None = None) -> HexSolution | None:
        """
        Solve a position, without the swap. Return None if a limit is reached first. `progress` is called with the number of nodes.
        """

def hex_fill_in(position: HexPosition) -> tuple[list[int], tuple[list[int], list[int]]]:
    """
    Return the fill-in as sorted cell numbers: the dead cells, given the fill-in of the captured ones, and the cells captured by each side. Filling them in does not change the winner.
    """

def hex_connections(position: HexPosition, side: int, cells: bool = False) -> list[tuple[int, int, list[HexMove], HexMove | None]]:
    """
    Return the full and semi connections of a side, found by H-search: two ends, the carrier, and the key of a semi connection. An end is a cell of a chain, an edge (numbered after the cells, top or left first) or, if `cells` is set, an empty cell.
    """
