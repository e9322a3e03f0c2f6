"""Search requests."""

import pytest
from tests.recording import RecordingEngine

from crownbridge._core import StopFlag
from crownbridge.engines import Limit, SearchRequest
from crownbridge.errors import OptionError
from crownbridge.games import Checkers

START = Checkers().initial()


def test_the_stricter_limit_counts_and_all_else_is_kept() -> None:
    stop = StopFlag()
    request = SearchRequest(START, Limit(2.0, nodes=50), stop, print)
    assert request.within(Limit(3.0, depth=5)) == (START, Limit(2.0, depth=5, nodes=50), stop, print)


def test_a_limit_that_is_not_valid_is_refused() -> None:
    with pytest.raises(OptionError, match="nodes: 0"):
        SearchRequest(START, Limit(nodes=0)).within(Limit())


def test_play_returns_the_move_of_the_thought() -> None:
    engine = RecordingEngine()
    assert engine.play(START, Limit(nodes=7)) == START.legal_moves()[0]
    assert engine.limits == [Limit(nodes=7)]
