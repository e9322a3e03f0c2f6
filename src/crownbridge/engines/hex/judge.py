"""The judge of Hex positions: search at full strength with the solver; a chance of 0 or 1 is a proof."""

from typing import Any

from crownbridge._core import HexSearch, StopFlag
from crownbridge.engines.engine import Limit, SearchRequest, Thought
from crownbridge.engines.hex.engine import HexEngine, search_for_lost_positions
from crownbridge.engines.hex.parameters import Parameters
from crownbridge.engines.hex.solver import Solver
from crownbridge.engines.judging import Judge, Judgement, judged_by_chance
from crownbridge.games import Position

MEGABYTES = 64
"""Memory for the search of one position."""


class HexJudge(Judge):
    """The engine at full strength. A first stone under the swap rule is chosen to be fair, and counts as even."""

    def __init__(self, effort: Limit) -> None:
        super().__init__(effort)
        self._search = Parameters(megabytes=MEGABYTES, seed=0).search()
        self._solver = Solver(MEGABYTES // 4)
        self._lost_search: HexSearch | None = None

    def _think(self, position: Position[Any], stop: StopFlag) -> Thought:
        self._search.forget()
        self._solver.forget()
        engine = HexEngine(self._search, solver=self._solver, lost_search=self._search_lost)
        return engine.think(SearchRequest(position, self._effort, stop))

    def _search_lost(self) -> HexSearch:
        """Return the search for lost positions, which many games never need."""
        self._lost_search = self._lost_search or search_for_lost_positions()
        self._lost_search.forget()
        return self._lost_search

    def _judged(self, position: Position[Any], thought: Thought) -> Judgement:  # noqa: ARG002 (the thought has all)
        return judged_by_chance(thought)
