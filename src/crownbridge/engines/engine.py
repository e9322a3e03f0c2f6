"""The engine interface that all games share: `Engine`, `SearchRequest`, `Limit` and `Thought`."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from numbers import Integral, Real
from typing import Any, NamedTuple

from crownbridge._core import StopFlag
from crownbridge.errors import OptionError
from crownbridge.games import Position

WIN = 10_000
"""Scores above it are proven wins; those below its negative are proven losses."""
_MAXIMUMS = {"depth": 1_000, "nodes": 10**15}


class Limit(NamedTuple):
    """Limit of the search for one move; `None` means unlimited.

    Without any limit, the engine searches until it is stopped. If `seconds` or `clock` leaves no time, it answers at
    once.
    """

    seconds: float | None = None
    """Time for this move, in seconds; the engine may use all of it."""
    clock: float | None = None
    """Time left for the rest of the game, in seconds; the engine spends a share of it on this move."""
    increment: float = 0.0
    """Seconds added to the clock after the move."""
    depth: int | None = None
    """Maximum search depth in plies, at least 1."""
    nodes: int | None = None
    """Maximum number of nodes, at least 1."""

    def checked(self) -> "Limit":
        """Return the limit itself; raise OptionError if a field is not valid."""
        for name in ("seconds", "clock", "increment", "depth", "nodes"):
            value = getattr(self, name)
            is_count = name in _MAXIMUMS
            if value is None and name != "increment":
                continue
            if is_count and not (_is_number(value, Integral) and 1 <= value <= _MAXIMUMS[name]):
                raise OptionError(
                    f"the limit's {name}: {value!r}; expected a whole number, 1 to {_MAXIMUMS[name]:,}, or None"
                )
            if not is_count and not (_is_number(value, Real) and not math.isnan(value)):
                raise OptionError(f"the limit's {name}: {value!r}; expected a number of seconds")
        return self

    def within(self, other: "Limit") -> "Limit":
        """Return the stricter of two limits; the increment is the larger one, since a limit without a clock has 0."""
        return Limit(
            _minimum(self.seconds, other.seconds),
            _minimum(self.clock, other.clock),
            max(self.increment, other.increment),
            _minimum(self.depth, other.depth),
            _minimum(self.nodes, other.nodes),
        )


def _is_number(value: Any, kind: type) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


def _minimum(one: Any, other: Any) -> Any:
    return min((value for value in (one, other) if value is not None), default=None)


NO_LIMIT = Limit()


class Candidate(NamedTuple):
    """A root move of a tree search, with its statistics."""

    move: Any
    visits: int
    win_chance: float
    """Win probability of the side to move; 0 and 1 are proven."""


class Thought(NamedTuple):
    """The result of a search: the chosen move and its evaluation."""

    move: Any
    line: tuple[Any, ...] = ()
    """Principal variation, starting with the chosen move."""
    score: int | None = None
    """Score of the side to move in hundredths of a man; beyond `WIN` it is proven. `None` if not available."""
    depth: int = 0
    nodes: int = 0
    """Number of nodes searched; of a tree search, number of iterations."""
    seconds: float = 0.0
    table_hits: int = 0
    """Number of nodes whose value came from endgame tables."""
    win_chance: float | None = None
    """Win probability of the side to move; 0 and 1 are proven. `None` if not available."""
    candidates: tuple[Candidate, ...] = ()
    """Root moves of a tree search, with their statistics."""

    @property
    def verdict(self) -> str:
        """`won`, `lost`, a score in men or the win probability; empty if there was no search."""
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
    """Return the total nodes and seconds of several thoughts."""
    results = list(thoughts)
    return sum(thought.nodes for thought in results), sum(thought.seconds for thought in results)


class SearchRequest(NamedTuple):
    """A position in which the game is not over, and the limits of its search."""

    position: Position[Any]
    limit: Limit
    stop: StopFlag | None = None
    """Ends the search early when it is set."""
    progress: Callable[[Thought], None] | None = None
    """Called with intermediate results during the search."""

    def within(self, limit: Limit) -> "SearchRequest":
        """Return the request with the stricter of both limits; raise OptionError if its own limit is not valid."""
        return self._replace(limit=self.limit.checked().within(limit))


class Engine(ABC):
    """Chooses moves, and keeps its search state between the moves of a game. Not thread-safe."""

    @abstractmethod
    def think(self, request: SearchRequest) -> Thought:
        """Search the position and return the result; raise OptionError if the limit is not valid."""

    def play(self, position: Position[Any], limit: Limit = Limit(seconds=1)) -> Any:  # noqa: B008 (a constant)
        """Return the best move in a position that is not over, by default after a search of one second."""
        return self.think(SearchRequest(position, limit)).move

    def ponder(self, position: Position[Any]) -> None:  # noqa: B027 (optional)
        """Start to ponder in this position, in which the opponent is to move; return at once."""

    def rest(self) -> None:  # noqa: B027 (optional)
        """Stop pondering."""

    def forget(self) -> None:  # noqa: B027 (optional)
        """Clear the search state before a new game."""
