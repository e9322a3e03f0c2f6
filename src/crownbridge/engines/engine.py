"""What an engine is to the rest of the house, whatever its game."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from numbers import Integral, Real
from typing import Any, NamedTuple

from crownbridge._core import StopFlag
from crownbridge.errors import OptionError
from crownbridge.games import Position

WIN = 10_000
"""Scores beyond it are wins that were found, not guessed."""
_MOST = {"depth": 1_000, "nodes": 10**15}


class Limit(NamedTuple):
    """What an engine may use for one move. `None` is no limit; without any, it thinks until it is stopped.

    With no time left, by `seconds` or `clock`, it answers at once.
    """

    seconds: float | None = None
    """Time for this move, of which all may be used."""
    clock: float | None = None
    """Time for the rest of the game, to be shared out among its moves."""
    increment: float = 0.0
    """What the clock gains with the move."""
    depth: int | None = None
    """How many moves to look ahead, 1 or more."""
    nodes: int | None = None
    """How many positions to look at, 1 or more."""

    def checked(self) -> "Limit":
        """Itself. Raises OptionError when it cannot be kept to."""
        for name in ("seconds", "clock", "increment", "depth", "nodes"):
            value = getattr(self, name)
            counts = name in _MOST
            if value is None and name != "increment":
                continue
            if counts and not (_is(value, Integral) and 1 <= value <= _MOST[name]):
                raise OptionError(
                    f"the limit's {name}: {value!r}; expected a whole number, 1 to {_MOST[name]:,}, or None"
                )
            if not counts and not (_is(value, Real) and not math.isnan(value)):
                raise OptionError(f"the limit's {name}: {value!r}; expected a number of seconds")
        return self

    def within(self, other: "Limit") -> "Limit":
        """The stricter of both; the increment is the larger, as that of a limit without a clock is 0."""
        return Limit(
            _least(self.seconds, other.seconds),
            _least(self.clock, other.clock),
            max(self.increment, other.increment),
            _least(self.depth, other.depth),
            _least(self.nodes, other.nodes),
        )


def _is(value: Any, kind: type) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


def _least(one: Any, other: Any) -> Any:
    return min((value for value in (one, other) if value is not None), default=None)


NO_LIMIT = Limit()


class Candidate(NamedTuple):
    """A move that a tree search considered."""

    move: Any
    visits: int
    win_chance: float
    """For the side to move; 0 or 1 is certain."""


class Thought(NamedTuple):
    """What thinking came to: the move, and what led to it."""

    move: Any
    line: tuple[Any, ...] = ()
    """The moves expected of both sides, the chosen one first."""
    score: int | None = None
    """For the side to move, in hundredths of a man; beyond `WIN`, a win. `None` where there is no such measure."""
    depth: int = 0
    nodes: int = 0
    """How many positions were looked at; of a tree search, how many iterations were made."""
    seconds: float = 0.0
    table_hits: int = 0
    """How many of the nodes were found in endgame tables."""
    win_chance: float | None = None
    """For the side to move; 0 or 1 is certain. `None` where there is no such measure."""
    candidates: tuple[Candidate, ...] = ()
    """The moves that a tree search considered."""

    @property
    def nodes_per_second(self) -> float:
        """How fast it was."""
        return self.nodes / self.seconds if self.seconds else 0.0

    @property
    def verdict(self) -> str:
        """`won`, `lost`, a score in men or the chance to win; empty where nothing was searched."""
        if self.win_chance is not None:
            return {0.0: "lost", 1.0: "won"}.get(self.win_chance, f"{self.win_chance:.1%}")
        if self.score is None:
            return ""
        return ("won" if self.score > 0 else "lost") if abs(self.score) > WIN else f"{self.score / 100:+.2f}"

    def __str__(self) -> str:
        if not self.verdict:
            return ""
        depth = f"depth {self.depth}, " if self.depth else ""
        line = " ".join(map(str, self.line))
        return f"{depth}{self.verdict}, {self.nodes:,} nodes, {self.seconds:.3f} s: {line}"


def totals(thoughts: Iterable[Thought]) -> tuple[int, float]:
    """Return the nodes and the seconds of several thoughts together."""
    found = list(thoughts)
    return sum(thought.nodes for thought in found), sum(thought.seconds for thought in found)


class SearchRequest(NamedTuple):
    """A position that is not over, and how to search it."""

    position: Position[Any]
    limit: Limit
    stop: StopFlag | None = None
    """Ends the search early once it is set."""
    progress: Callable[[Thought], None] | None = None
    """Called with better thoughts while the search goes on."""

    def within(self, limit: Limit) -> "SearchRequest":
        """Return the request with the stricter of both limits. Raise OptionError if its own is not valid."""
        return self._replace(limit=self.limit.checked().within(limit))


class Engine(ABC):
    """Chooses moves; keeps what it has learned from one to the next. For one thread at a time."""

    @abstractmethod
    def think(self, request: SearchRequest) -> Thought:
        """Return the chosen move and what led to it. Raise OptionError if the request's limit is not valid."""

    def play(self, position: Position[Any], limit: Limit = Limit(seconds=1)) -> Any:  # noqa: B008 (a constant)
        """Return the move that it chooses in a position that is not over, by default within a second."""
        return self.think(SearchRequest(position, limit)).move

    def ponder(self, position: Position[Any]) -> None:  # noqa: B027 (most rest meanwhile)
        """Hears that it is the opponent's turn in that position; returns at once, whatever it goes on to do."""

    def rest(self) -> None:  # noqa: B027 (most rest anyway)
        """Ends whatever goes on in the background."""

    def forget(self) -> None:  # noqa: B027 (some learn nothing)
        """Forgets what it has learned, for the next game."""
