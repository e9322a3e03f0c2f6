"""Weaker play."""

from tests.recording import RecordingEngine

from crownbridge.engines import Limit, SearchRequest
from crownbridge.engines.blundering import Blundering
from crownbridge.games import Checkers

START = Checkers().initial()


def test_the_engine_thinks_and_forgets_like_one_that_never_blunders() -> None:
    inner = RecordingEngine()
    engine = Blundering(inner, 0.0, 1)
    engine.think(SearchRequest(START, Limit(nodes=7)))
    engine.forget()
    assert inner.limits == [Limit(nodes=7)]
    assert inner.forgotten == 1


def test_blunders_are_as_frequent_as_their_rate() -> None:
    inner = RecordingEngine()
    engine = Blundering(inner, 0.3, 1)
    for _ in range(1000):
        engine.think(SearchRequest(START, Limit()))
    assert 650 < len(inner.limits) < 750


def test_without_an_engine_any_move_is_played() -> None:
    engine = Blundering(None, 0.0, 1)
    assert {engine.play(START, Limit()) for _ in range(100)} == set(START.legal_moves())
    engine.forget()
