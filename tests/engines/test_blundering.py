"""Weaker play."""

from tests.recording import RecordingEngine

from crownbridge.engines import Limit, SearchRequest
from crownbridge.engines.blundering import Blundering, RandomEngine
from crownbridge.games import Checkers

START = Checkers().initial()


def test_blunders_are_as_frequent_as_their_rate() -> None:
    inner = RecordingEngine()
    engine = Blundering(inner, 0.3, 1)
    for _ in range(1000):
        engine.think(SearchRequest(START, Limit()))
    assert 650 < len(inner.limits) < 750


def test_a_random_engine_plays_any_move() -> None:
    engine = RandomEngine(1)
    assert {engine.play(START, Limit()) for _ in range(100)} == set(START.legal_moves())
    engine.forget()
