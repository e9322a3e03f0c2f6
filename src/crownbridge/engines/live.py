"""Live analysis: the best moves of a position, reported repeatedly while the search runs."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from crownbridge._core import StopFlag
from crownbridge.engines.engine import Engine, Limit, SearchRequest, Thought
from crownbridge.engines.insight import Verdict
from crownbridge.games import Position


class Line(NamedTuple):
    """A principal variation and its value for the side to move."""

    moves: tuple[Any, ...]
    win_chance: float
    score: int | None = None
    """Score in hundredths of a man, if the engine has one."""
    visits: int | None = None


class Analysis(NamedTuple):
    """The best lines found so far."""

    lines: tuple[Line, ...]
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    verdict: Verdict | None = None
    """Proven value for the side to move."""
    heat: tuple[float, ...] | None = None
    """Heat map: relative number of visits of each cell, 0 to 1."""
    policy: tuple[float, ...] | None = None
    """Policy map: probability that the network gives to the move at each cell."""
    values: tuple[float | None, ...] | None = None
    """Value map: win chance of the side to move after the move at each cell; None where there is no value."""


Report = Callable[[Analysis], None]


class LiveAnalyser(ABC):
    """Analyses positions of one game, one at a time. Uses much memory; reuse it."""

    @abstractmethod
    def analyse(self, position: Position[Any], lines: int, stop: StopFlag, report: Report) -> None:
        """Report improving analyses of a position that is not over, until `stop` is set."""


class EngineAnalyser(LiveAnalyser):
    """An analyser based on any engine that reports candidates with visits."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def analyse(self, position: Position[Any], lines: int, stop: StopFlag, report: Report) -> None:
        """Report the engine's intermediate and final results."""

        def report_thought(thought: Thought) -> None:
            report(_analysis(position, thought, lines))

        report_thought(self._engine.think(SearchRequest(position, Limit(), stop, report_thought)))


def _analysis(position: Position[Any], thought: Thought, lines: int) -> Analysis:
    ranked = sorted(thought.candidates, key=lambda candidate: (candidate.move != thought.move, -candidate.visits))[
        :lines
    ]
    best_lines = tuple(
        Line(thought.line if one.move == thought.move else (one.move,), one.win_chance, visits=one.visits)
        for one in ranked
    )
    visits = {one.move: float(one.visits) for one in thought.candidates}
    return Analysis(
        best_lines,
        thought.depth,
        thought.nodes,
        thought.seconds,
        proven_verdict(thought.win_chance),
        heat(position, visits.items()),
    )


def proven_verdict(chance: float | None) -> Verdict | None:
    """Return the verdict for a win probability of 0 or 1, else None."""
    return "lost" if chance == 0 else "won" if chance == 1 else None


def heat(position: Position[Any], weights: Iterable[tuple[Any, float]]) -> tuple[float, ...]:
    """Return a heat map: the weight of the move at each cell, relative to the largest."""
    move_weights = list(weights)
    largest = max((weight for _, weight in move_weights), default=0.0) or 1.0
    cells = [0.0] * len(position.game.geometry.cells)
    for move, weight in move_weights:
        for cell in position.cells_of(move):
            cells[cell] = round(weight / largest, 4)
    return tuple(cells)
