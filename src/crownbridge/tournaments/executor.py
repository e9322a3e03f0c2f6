"""Where the games of a tournament are played."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, runtime_checkable

from crownbridge.games import Position
from crownbridge.store import PackedGame
from crownbridge.tournaments.scheduler import Pairing


class Played(NamedTuple):
    """A game that was played, ready for the store."""

    pairing: Pairing
    packed: PackedGame


class GameSnapshot(NamedTuple):
    """Where a game stands that is being played."""

    identity: str
    players: tuple[str, str]
    """By side."""
    ply: int
    position: Position[Any]
    before: Position[Any] | None = None
    """The position in which the last move was made, if there was one."""
    move: Any = None


Play = Callable[[Pairing], Played]
"""Has a game played."""


@runtime_checkable
class SupportsVoid(Protocol):
    """What has games played, and can declare one void instead."""

    def void(self, pairing: Pairing, reason: str) -> Played:
        """A game that cannot be played by a fault of ours."""


@runtime_checkable
class SupportsSnapshot(Protocol):
    """What has games played one at a time, and lets others look."""

    def snapshot(self) -> GameSnapshot | None:
        """Where the game stands that is being played, if one is; for any thread."""


class Executor(ABC):
    """Has games played, several at a time. Every game that it is given comes back, once, unless it is withdrawn."""

    @property
    @abstractmethod
    def room(self) -> int:
        """How many more games it would take now."""

    @property
    @abstractmethod
    def busy(self) -> bool:
        """Whether it has games that did not come back yet."""

    @abstractmethod
    def submit(self, pairing: Pairing) -> None:
        """Takes a game on; there must be room."""

    @abstractmethod
    def finished(self) -> list[Played]:
        """Waits until games have come back, or some tenths of a second have passed."""

    def withdraw(self) -> None:  # noqa: B027 (some begin every game at once)
        """Asks for no more of games that have not begun; whether one has, `busy` and `finished` tell."""

    def close(self) -> None:  # noqa: B027 (some hold nothing)
        """Breaks off what still runs, and frees everything."""


class Inline(Executor):
    """Plays them here, one at a time: for games with a person at the keyboard."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._waiting: Pairing | None = None

    @property
    def room(self) -> int:
        """One, unless one waits."""
        return int(self._waiting is None)

    @property
    def busy(self) -> bool:
        """Whether one waits."""
        return self._waiting is not None

    def submit(self, pairing: Pairing) -> None:
        """Keeps it until somebody waits for it."""
        self._waiting = pairing

    def finished(self) -> list[Played]:
        """Plays it."""
        pairing, self._waiting = self._waiting, None
        return [] if pairing is None else [self._play(pairing)]
