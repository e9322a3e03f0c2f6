"""The three-move ballots: beginnings of a game that are drawn by lot, so that games differ and none starts lost."""

from functools import cache
from pathlib import Path

PLIES = 3
BALLOTS = Path(__file__).with_name("ballots.txt")
"""Made by training/checkers/ballots.py."""


@cache
def ballots() -> tuple[tuple[str, ...], ...]:
    """The moves of each ballot, in PDN."""
    return tuple(tuple(line.split()) for line in BALLOTS.read_text(encoding="ascii").splitlines())
