"""Insight: what is certain of a position, by endgame tables, connections and proofs."""

from dataclasses import dataclass, field
from typing import Literal

from crownbridge.games import Side

Verdict = Literal["won", "lost", "drawn"]
"""For the side to move."""
VERDICTS: dict[int, Verdict] = {1: "won", 0: "drawn", -1: "lost"}


@dataclass
class Connection:
    """Two ends that a side can join, whoever moves first; with a key, if the side itself moves first, and there."""

    side: Side
    start: list[int]
    """A cell of the chain; none for an edge."""
    end: list[int]
    edges: list[str]
    carrier: list[int]
    """The empty cells that this needs."""
    kind: Literal["bridge", "connection", "semi"]
    key: int | None = None


@dataclass
class Insight:
    """What is certain of a position; cells are numbered as in the game's geometry."""

    verdict: Verdict | None = None
    detail: str = ""
    source: str = ""
    """What gave the verdict, such as endgame tables."""
    carrier: list[int] = field(default_factory=list)
    """The empty cells that the winner needs."""
    connections: list[Connection] = field(default_factory=list)
    must_play: list[int] | None = None
    """Where the side to move must play not to lose."""
    dead: list[int] = field(default_factory=list)
    captured: tuple[list[int], list[int]] = ([], [])
    """By side."""
