"""Engines that wrap another engine."""

from collections.abc import Callable

import pytest
from tests.recording import RecordingEngine

from crownbridge.engines import Engine, EngineWrapper, Limit, Pondering, SearchRequest
from crownbridge.engines.blundering import Blundering
from crownbridge.engines.checkers.ballots import VariedOpenings
from crownbridge.games import Checkers

KINGS = Checkers().parse("B:WK32:BK1")

WRAPPERS: dict[str, Callable[[Engine], Engine]] = {
    "plain": EngineWrapper,
    "blundering": lambda engine: Blundering(engine, 0.0, 1),
    "varied": lambda engine: VariedOpenings(engine, 1),
    "both": lambda engine: VariedOpenings(Blundering(engine, 0.0, 1), 1),
}


@pytest.mark.parametrize("wrap", WRAPPERS.values(), ids=WRAPPERS)
def test_a_wrapper_forwards_all_calls(wrap: Callable[[Engine], Engine]) -> None:
    inner = RecordingEngine()
    engine = wrap(inner)
    assert engine.think(SearchRequest(KINGS, Limit(nodes=7))).move == KINGS.legal_moves()[0]
    engine.ponder(KINGS)
    engine.rest()
    engine.forget()
    assert (inner.limits, inner.pondered, inner.rests, inner.forgotten) == ([Limit(nodes=7)], [KINGS], 1, 1)


def test_pondering_forwards_all_but_the_call_to_ponder() -> None:
    inner = RecordingEngine()
    engine = Pondering(inner, 2.0)
    engine.think(SearchRequest(KINGS, Limit(3.0)))
    assert inner.limits == [Limit(2.0)]
    engine.rest()
    assert inner.rests == 1
    engine.forget()
    assert inner.forgotten == 1
    engine.ponder(KINGS)
    engine.rest()
    assert inner.pondered == []
    assert inner.limits == [Limit(2.0), Limit()]
