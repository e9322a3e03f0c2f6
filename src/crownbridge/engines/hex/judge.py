"""The judge of Hex positions: a full-strength search with the solver; a value of 0 or 1 is proven."""

from typing import Any

from crownbridge._core import HexSearch, StopFlag
from crownbridge.engines.engine import Limit, SearchRequest, Thought
from crownbridge.engines.hex.engine import MAX_SOLVED_SIZE, HexEngine, search_for_lost_positions
from crownbridge.engines.hex.first_stones import EVEN
from crownbridge.engines.hex.parameters import Parameters
from crownbridge.engines.hex.solver import Solver
from crownbridge.engines.judging import Judge, Judgement, judgement_from_win_chance
from crownbridge.games import Position

MEGABYTES = 64
"""Memory of the search tree."""


class HexJudge(Judge):
    """Judge with the engine at full strength.

    An empty board counts as even, also without the swap rule: records often do not say whether a swap was allowed, and
    a fair first stone is not a mistake.
    """

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
        """Return the search for lost positions, which is created on first use."""
        self._lost_search = self._lost_search or search_for_lost_positions()
        self._lost_search.forget()
        return self._lost_search

    def _judgement(self, position: Position[Any], thought: Thought) -> Judgement:
        if not position.pieces() and position.game.size > MAX_SOLVED_SIZE:
            return Judgement(EVEN, thought.line, exact=False)
        return judgement_from_win_chance(thought)
