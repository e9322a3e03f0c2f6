"""The `Game` interface and the registry of games."""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar
from warnings import warn

from crownbridge.errors import ConfigurationWarning, OptionError, PositionError, UnknownGameError
from crownbridge.games.geometry import Geometry
from crownbridge.games.guide import Section
from crownbridge.games.options import Option, whole_number
from crownbridge.games.outcome import Side
from crownbridge.games.position import Piece, Position
from crownbridge.plugins import plugins

TYPE_CHECKING = False
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEFAULT_GAME = "checkers"
"""Name of the game to play by default."""
MOST_GAMES = 10**12
MOST_ROWS = 10**9

P = TypeVar("P", bound=Position[Any])


class RandomGamesResult(NamedTuple):
    """Results of a number of games."""

    wins: tuple[int, int]
    """Wins of side 0 and of side 1."""
    draws: int
    moves: int


class RuleCheck(NamedTuple):
    """A position that tests whether a bot knows a rule."""

    name: str
    before: str
    """Text of the position before the opponent's move."""
    move: str
    """The opponent's move, to which the bot must reply."""
    advice: str
    """The rule in a few words."""


class Batch(Protocol):
    """Many games with the same rules, stepped together over NumPy arrays. Mutable and not thread-safe.

    Each row is a game. Actions are numbers from 0 to `actions - 1` with the same meaning in every row.
    """

    def __len__(self) -> int: ...

    @property
    def actions(self) -> int:
        """Number of actions, legal or not: the width of the mask."""

    @property
    def cells(self) -> "NDArray[np.int8]":
        """int8[rows, cells]: positive for side 0, negative for side 1, zero for empty."""

    @property
    def over(self) -> "NDArray[np.bool_]":
        """bool[rows]: True if the game is over."""

    @property
    def winner(self) -> "NDArray[np.int8]":
        """int8[rows]: the winner, or -1."""

    @property
    def side_to_move(self) -> "NDArray[np.int8]":
        """int8[rows]: the side to move."""

    def legal_mask(self) -> "NDArray[np.bool_]":
        """Return bool[rows, actions]: the legal actions; none in a finished row."""

    def play(self, actions: "NDArray[np.int64]") -> None:
        """Play one action per row; skip finished rows. Raise IllegalMoveError without playing any if one is illegal."""

    def reset(self, rows: "NDArray[np.bool_]") -> None:
        """Reset the rows that are marked True to the initial position."""

    def __getitem__(self, row: int, /) -> Any:
        """Return the position of a row at the start of its turn."""

    def __setitem__(self, row: int, position: Any, /) -> None:
        """Set a row to a position of the same game. Raise OptionError if the games differ."""


class Game(ABC, Generic[P]):
    """A game with fixed options. Immutable; equal if name and options are equal. Every option has a default."""

    name: ClassVar[str]
    sides: ClassVar[tuple[Side, Side]]
    goal: ClassVar[str]
    """Aim of the two sides in a few words."""
    described: ClassVar[tuple[Option, ...]] = ()
    """Descriptions of the options, in the order in which forms show them."""
    piece_names: ClassVar[tuple[str, ...]] = ("piece",)
    """Name of a piece and, if pieces can be crowned, of a crowned piece."""
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """Named sets of options."""
    preset_labels: ClassVar[Mapping[str, str]] = {}
    """Labels of presets that differ from their names."""
    guide: ClassVar[tuple[Section, ...]] = ()
    """The rules in words and pictures, for players."""
    rule_checks: ClassVar[Sequence[RuleCheck]] = ()
    """Rules that bots often get wrong, for `crownbridge doctor`."""

    @abstractmethod
    def initial(self) -> P:
        """Return the initial position."""

    @abstractmethod
    def parse(self, text: str) -> P:
        """Return the position that a text describes, in any of the game's notations. Raise PositionError."""

    @property
    def options(self) -> Mapping[str, Any]:
        """The options by name; `load(name, **options)` returns an equal game."""
        return {option.name: getattr(self, option.name) for option in self.described}

    def start_text(self, start: Position[Any]) -> str:
        """Return a text from which this game can parse a position of the same game with other options, if it fits."""
        return str(start)

    def placed(self, pieces: Mapping[int, Piece], side_to_move: Side) -> P:
        """Return the position with these pieces on their cells. Raise PositionError if it is not valid."""
        raise PositionError(f"positions of {self.name} cannot be set up ({len(pieces)} pieces, {side_to_move} to move)")

    @property
    @abstractmethod
    def geometry(self) -> Geometry:
        """The board as shapes."""

    def winning_cells(self, position: P) -> tuple[int, ...]:  # noqa: ARG002 (part of the interface)
        """Return the cells that won a finished game, in order, such as a chain; empty if the game has none."""
        return ()

    def batch(self, count: int) -> Batch:
        """Return a batch of `count` games at the initial position. Raise OptionError if the game has no batches."""
        raise OptionError(f"{self.name} cannot be played in batches ({count} games requested)")

    def perft(self, position: P, depth: int) -> int:
        """Return the number of move sequences of that length. A game may ignore its draw rules, as perft tables do."""
        return count_by_playing(position, depth)

    def random_games(self, position: P, count: int, seed: int = 0) -> RandomGamesResult:
        """Play `count` games of random moves from a position to the end."""
        whole_number("count", count, 0, MOST_GAMES)
        generator = random.Random(seed)
        wins, draws, moves_played = [0, 0], 0, 0
        for _ in range(count):
            now = position
            while (outcome := now.outcome()) is None:
                now = now.play(generator.choice(now.legal_moves()))
                moves_played += 1
            if outcome.winner is None:
                draws += 1
            else:
                wins[outcome.winner] += 1
        return RandomGamesResult((wins[0], wins[1]), draws, moves_played)


def count_by_playing(position: Position[Any], depth: int) -> int:
    """Return the number of move sequences of that length by playing all of them."""
    if depth <= 0:
        return 1
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(count_by_playing(position.play(move), depth - 1) for move in moves)


def available() -> dict[str, type[Game[Any]]]:
    """Return all installed games by name: built-in ones and those of `crownbridge.games` entry points."""
    games = {}
    for name, entry in plugins("games").items():
        try:
            games[name] = entry.load()
        except Exception as error:  # noqa: BLE001 (a broken package must not affect other games)
            warn(f"the game {name} of {entry.value} cannot be loaded: {error}", ConfigurationWarning, stacklevel=2)
    return games


def load(name: str, /, preset: str | None = None, **options: Any) -> Game[Any]:
    """Return the game with the options of a preset and the given ones. Raise UnknownGameError or OptionError."""
    return load_with(name, preset, options)


def load_with(name: str, preset: str | None, options: Mapping[str, Any]) -> Game[Any]:
    """Return the game with the options of a preset and a mapping of others, of any name. Raise InputError."""
    entries = plugins("games")
    if name not in entries:
        raise UnknownGameError(f"there is no game called {name!r}; there are: {', '.join(entries)}")
    kind: type[Game[Any]] = entries[name].load()
    if preset is not None:
        if preset not in kind.presets:
            raise OptionError(f"{name} has no preset {preset!r}; it has: {', '.join(kind.presets) or 'none'}")
        options = {**kind.presets[preset], **options}
    allowed = kind().options
    if unknown := [option for option in options if option not in allowed]:
        raise OptionError(f"{name} has no option {unknown[0]!r}; it has: {', '.join(allowed)}")
    return kind(**options)
