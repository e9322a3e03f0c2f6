"""The ten levels."""

import itertools
import re
from pathlib import Path

from crownbridge.engines.checkers import LEVELS as CHECKERS_LEVELS
from crownbridge.engines.hex import LEVELS

PAGE = Path(__file__).parents[3] / "docs" / "hex-engine.md"


def test_they_see_more_and_err_less_from_one_to_the_next() -> None:
    for weaker, stronger in itertools.pairwise(LEVELS):
        assert weaker.nodes is not None
        assert stronger.nodes is None or weaker.nodes <= stronger.nodes
        assert (weaker.noise, weaker.blunders) >= (stronger.noise, stronger.blunders)


def test_the_last_one_holds_nothing_back() -> None:
    assert LEVELS[-1][1:] == (None, 0.0, 0.0)


def test_both_games_have_as_many() -> None:
    assert len(LEVELS) == len(CHECKERS_LEVELS)


def test_the_documented_table_is_that_of_the_code() -> None:
    rows = re.findall(r"^\| ([0-9]+) \| ([a-z ]+) \| ([0-9,]+|all it can) \|", PAGE.read_text(), re.MULTILINE)
    assert rows == [
        (str(number), level.name, f"{level.nodes:,}" if level.nodes else "all it can")
        for number, level in enumerate(LEVELS, 1)
    ]
