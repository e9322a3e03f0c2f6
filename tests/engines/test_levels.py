"""The ten levels of each game."""

import itertools
import re
from pathlib import Path

import pytest

from crownbridge.engines.checkers import LEVELS as CHECKERS_LEVELS
from crownbridge.engines.hex import LEVELS as HEX_LEVELS
from crownbridge.engines.levels import Level

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"engine.md": CHECKERS_LEVELS, "hex-engine.md": HEX_LEVELS}

each_game = pytest.mark.parametrize(("page", "levels"), PAGES.items())


@each_game
def test_they_see_more_and_err_less_from_one_to_the_next(page: str, levels: tuple[Level, ...]) -> None:  # noqa: ARG001
    for weaker, stronger in itertools.pairwise(levels):
        assert weaker.nodes is not None
        assert stronger.nodes is None or weaker.nodes <= stronger.nodes
        assert (weaker.noise, weaker.blunders) >= (stronger.noise, stronger.blunders)


@each_game
def test_the_last_one_holds_nothing_back(page: str, levels: tuple[Level, ...]) -> None:  # noqa: ARG001
    assert levels[-1][1:] == (None, 0.0, 0.0)


def test_both_games_have_as_many() -> None:
    assert len(HEX_LEVELS) == len(CHECKERS_LEVELS)


@each_game
def test_the_documented_table_is_that_of_the_code(page: str, levels: tuple[Level, ...]) -> None:
    rows = re.findall(r"^\| ([0-9]+) \| ([a-z ]+) \| ([0-9,]+|all it can) \|", (DOCS / page).read_text(), re.MULTILINE)
    assert rows == [
        (str(number), level.name, f"{level.nodes:,}" if level.nodes else "all it can")
        for number, level in enumerate(levels, 1)
    ]
