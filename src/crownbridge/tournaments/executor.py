"""Executors, which play the games of a tournament."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, runtime_checkable

from crownbridge.games import Position
from crownbridge.store import PackedGame
from crownbridge.tournaments.scheduler import Pairing


class Played(NamedTuple):
    """A finished game in stored form."""

    pairing: Pairing
    packed: PackedGame


class GameSnapshot(NamedTuple):
    """The state of a running game."""

    identity: str
    players: tuple[str, str]
    """Names of the players by side."""
    ply: int
    position: Position[Any]
    before: Position[Any] | None = None
    """The position before the last move, or `None`."""
    move: Any = None


Play = Callable[[Pairing], Played]
"""Plays the game of a pairing."""


@runtime_checkable
class SupportsVoid(Protocol):
    """A `Play` that can also declare a game void."""

    def void(self, pairing: Pairing, reason: str) -> Played:
        """Return a void game, which cannot be played because of an internal error."""


@runtime_checkable
class SupportsSnapshot(Protocol):
    """A `Play` whose running game can be inspected."""

    def snapshot(self) -> GameSnapshot | None:
        """Return the state of the running game, or None. May be called from any thread."""


class Executor(ABC):
    """Plays games concurrently. Every submitted game is returned once, unless it is withdrawn."""

    @property
    @abstractmethod
    def free_slots(self) -> int:
        """The number of games that can be submitted now."""

    @property
    @abstractmethod
    def busy(self) -> bool:
        """True if a game is not finished yet."""

    @abstractmethod
    def submit(self, pairing: Pairing) -> None:
        """Start or queue a game; there must be room."""

    @abstractmethod
    def finished(self) -> list[Played]:
        """Return finished games; wait for some tenths of a second if there are none."""

    def withdraw(self) -> None:  # noqa: B027 (some start every game at once)
        """Cancel queued games, as far as possible; `busy` and `finished` report the others."""

    def close(self) -> None:  # noqa: B027 (some hold nothing)
        """Stop running games and release all resources."""


class Inline(Executor):
    """Plays one game at a time in the current thread, for games with a human at the terminal."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._waiting: Pairing | None = None

    @property
    def free_slots(self) -> int:
        """1 if no game is queued, else 0."""
        return int(self._waiting is None)

    @property
    def busy(self) -> bool:
        """True if a game is queued."""
        return self._waiting is not None

    def submit(self, pairing: Pairing) -> None:
        """Queue a game until `finished` is called."""
        self._waiting = pairing

    def finished(self) -> list[Played]:
        """Play the queued game and return it."""
        pairing, self._waiting = self._waiting, None
        return [] if pairing is None else [self._play(pairing)]
