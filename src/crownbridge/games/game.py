"""What a game is, and how games are found."""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar
from warnings import warn

from crownbridge.errors import ConfigurationWarning, OptionError, PositionError, UnknownGameError
from crownbridge.games.geometry import Geometry
from crownbridge.games.options import Option, whole_number
from crownbridge.games.outcome import Side
from crownbridge.games.position import Piece, Position
from crownbridge.plugins import plugins

TYPE_CHECKING = False
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEFAULT_GAME = "checkers"
"""What is played if nobody says."""
MOST_GAMES = 10**12
MOST_ROWS = 10**9

P = TypeVar("P", bound=Position[Any])


class Tally(NamedTuple):
    """What a number of games came to."""

    wins: tuple[int, int]
    """By side, whoever began."""
    draws: int
    moves: int


class RuleCheck(NamedTuple):
    """A position in which a bot shows whether it knows a rule."""

    name: str
    before: str
    """The text of the position in which the opponent is to move."""
    move: str
    """The opponent's move, after which the bot is asked for its own."""
    advice: str
    """The rule in half a sentence."""


class Batch(Protocol):
    """Many games of one kind, stepped at once over NumPy arrays. Mutable; for one thread at a time.

    Actions are numbers from 0 to `actions - 1` with the same meaning in every row.
    """

    def __len__(self) -> int: ...

    @property
    def actions(self) -> int:
        """The number of actions, legal or not: the width of a mask."""

    @property
    def cells(self) -> "NDArray[np.int8]":
        """int8[rows, cells]: positive for side 0, negative for side 1, zero for empty."""

    @property
    def over(self) -> "NDArray[np.bool_]":
        """bool[rows]: whether the game is over."""

    @property
    def winner(self) -> "NDArray[np.int8]":
        """int8[rows]: the side that has won, or -1."""

    @property
    def side_to_move(self) -> "NDArray[np.int8]":
        """int8[rows]: the side whose turn it is."""

    def legal_mask(self) -> "NDArray[np.bool_]":
        """bool[rows, actions]: the legal actions; none in a row that is over."""

    def play(self, actions: "NDArray[np.int64]") -> None:
        """Plays one action a row; rows that are over stay as they are. Raises IllegalMoveError and then plays none."""

    def reset(self, rows: "NDArray[np.bool_]") -> None:
        """Puts the rows that are marked True back to the start."""

    def __getitem__(self, row: int, /) -> Any:
        """The position of a row at the start of its turn."""

    def __setitem__(self, row: int, position: Any, /) -> None:
        """Puts a row to a position of the same game. Raises OptionError where the game is another."""


class Game(ABC, Generic[P]):
    """A game with its options settled. Immutable; equal when name and options are. Every option has a default."""

    name: ClassVar[str]
    sides: ClassVar[tuple[Side, Side]]
    goal: ClassVar[str]
    """In half a sentence, what the two sides try to do."""
    described: ClassVar[tuple[Option, ...]] = ()
    """The options, in the order in which a form shows them."""
    piece_names: ClassVar[tuple[str, ...]] = ("piece",)
    """What a piece is called and, where pieces can be crowned, what a crowned one is."""
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """Options that go together, by name."""
    preset_labels: ClassVar[Mapping[str, str]] = {}
    """How users read these names, where that is not the name itself."""
    rule_checks: ClassVar[Sequence[RuleCheck]] = ()
    """Rules that bots get wrong, for `crownbridge doctor`."""

    @abstractmethod
    def initial(self) -> P:
        """The position a game starts from."""

    @abstractmethod
    def parse(self, text: str) -> P:
        """The position that a text describes, in any of the game's text forms. Raises PositionError."""

    @property
    def options(self) -> Mapping[str, Any]:
        """The options by name, such that `load(name, **options)` gives an equal game."""
        return {option.name: getattr(self, option.name) for option in self.described}

    def start_text(self, start: Position[Any]) -> str:
        """Return the text of a position of the same kind of game, to be parsed by this one, as far as that fits."""
        return str(start)

    def placed(self, pieces: Mapping[int, Piece], side_to_move: Side) -> P:
        """Return the position with these pieces on their cells. Raise PositionError if there is none."""
        raise PositionError(f"positions of {self.name} cannot be set up ({len(pieces)} pieces, {side_to_move} to move)")

    @property
    @abstractmethod
    def geometry(self) -> Geometry:
        """The board as shapes."""

    def batch(self, count: int) -> Batch:
        """So many games from the start, to be stepped at once. Raises OptionError where the game has no batches."""
        raise OptionError(f"{self.name} cannot be played in batches ({count} games asked for)")

    def perft(self, position: P, depth: int) -> int:
        """The number of move sequences of that length. A game may leave its draw rules aside, as perft tables do."""
        return count_by_playing(position, depth)

    def random_games(self, position: P, count: int, seed: int = 0) -> Tally:
        """Plays so many games of random moves from a position to their end."""
        whole_number("count", count, 0, MOST_GAMES)
        choose = random.Random(seed)
        wins, draws, moves_played = [0, 0], 0, 0
        for _ in range(count):
            now = position
            while (outcome := now.outcome()) is None:
                now = now.play(choose.choice(now.legal_moves()))
                moves_played += 1
            if outcome.winner is None:
                draws += 1
            else:
                wins[outcome.winner] += 1
        return Tally((wins[0], wins[1]), draws, moves_played)


def count_by_playing(position: Position[Any], depth: int) -> int:
    """The number of move sequences of that length, found by playing them all."""
    if depth <= 0:
        return 1
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(count_by_playing(position.play(move), depth - 1) for move in moves)


def available() -> dict[str, type[Game[Any]]]:
    """Every installed game by name: ours, and those that other packages offer as `crownbridge.games` entry points."""
    found = {}
    for name, entry in plugins("games").items():
        try:
            found[name] = entry.load()
        except Exception as error:  # noqa: BLE001 (of a stranger's package, without which all other games work)
            warn(f"the game {name} of {entry.value} cannot be loaded: {error}", ConfigurationWarning, stacklevel=2)
    return found


def load(name: str, /, preset: str | None = None, **options: Any) -> Game[Any]:
    """The game of that name with a preset's options and those given. Raises UnknownGameError or OptionError."""
    return load_with(name, preset, options)


def load_with(name: str, preset: str | None, options: Mapping[str, Any]) -> Game[Any]:
    """Return the game of that name with a preset's options and others, whatever their names. Raise InputError."""
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
