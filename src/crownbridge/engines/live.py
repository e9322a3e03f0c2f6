"""Live analysis: the best moves of a position, told again and again while the search goes on."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from crownbridge._core import StopFlag
from crownbridge.engines.engine import Engine, Limit, SearchRequest, Thought
from crownbridge.engines.insight import Verdict
from crownbridge.games import Position


class Line(NamedTuple):
    """A move, the moves that are expected to follow, and what it is worth to the side to move."""

    moves: tuple[Any, ...]
    win_chance: float
    score: int | None = None
    """In hundredths of a man, if the engine counts so."""
    visits: int | None = None


class Analysis(NamedTuple):
    """The best lines so far."""

    lines: tuple[Line, ...]
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    verdict: Verdict | None = None
    """For the side to move; exact."""
    heat: tuple[float, ...] | None = None
    """How often each cell was tried, 0 to 1."""


Report = Callable[[Analysis], None]


class LiveAnalyser(ABC):
    """Analyses positions of one game, one at a time. Holds much memory, and is used again and again."""

    @abstractmethod
    def analyse(self, position: Position[Any], lines: int, stop: StopFlag, report: Report) -> None:
        """Report better and better analyses of a position that is not over, until `stop` is set."""


class EngineAnalyser(LiveAnalyser):
    """An analyser for any engine that reports candidates with visits."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def analyse(self, position: Position[Any], lines: int, stop: StopFlag, report: Report) -> None:
        """Report what the engine thinks."""

        def tell(thought: Thought) -> None:
            report(_analysis(position, thought, lines))

        tell(self._engine.think(SearchRequest(position, Limit(), stop, tell)))


def _analysis(position: Position[Any], thought: Thought, lines: int) -> Analysis:
    ranked = sorted(thought.candidates, key=lambda one: (one.move != thought.move, -one.visits))[:lines]
    shown = tuple(
        Line(thought.line if one.move == thought.move else (one.move,), one.win_chance, visits=one.visits)
        for one in ranked
    )
    tried = {one.move: float(one.visits) for one in thought.candidates}
    return Analysis(
        shown, thought.depth, thought.nodes, thought.seconds, certain(thought.win_chance), heat(position, tried.items())
    )


def certain(chance: float | None) -> Verdict | None:
    """Return the verdict that a chance to win of 0 or 1 is."""
    return "lost" if chance == 0 else "won" if chance == 1 else None


def heat(position: Position[Any], worths: Iterable[tuple[Any, float]]) -> tuple[float, ...]:
    """Return the worth of the move at each cell, as a share of the largest."""
    found = list(worths)
    most = max((worth for _, worth in found), default=0.0) or 1.0
    cells = [0.0] * len(position.game.geometry.cells)
    for move, worth in found:
        for cell in position.cells_of(move):
            cells[cell] = round(worth / most, 4)
    return tuple(cells)
