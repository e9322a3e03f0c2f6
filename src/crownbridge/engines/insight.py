"""Proven facts about a position, from endgame tables, virtual connections and proofs."""

from dataclasses import dataclass, field
from typing import Literal

from crownbridge.games import Side

Verdict = Literal["won", "lost", "drawn"]
"""Game-theoretic value for the side to move."""
VERDICTS: dict[int, Verdict] = {1: "won", 0: "drawn", -1: "lost"}


@dataclass
class Connection:
    """A virtual connection, which its side can keep even if the opponent moves first.

    With a key, it is a semi-connection: the side must play the key first.
    """

    side: Side
    start: list[int]
    """One cell of the chain at this end; empty for an edge."""
    end: list[int]
    edges: list[str]
    carrier: list[int]
    """Empty cells that the connection depends on."""
    kind: Literal["bridge", "connection", "semi"]
    key: int | None = None


@dataclass
class Insight:
    """Proven facts about a position. Cells are numbered as in the game's geometry."""

    verdict: Verdict | None = None
    detail: str = ""
    source: str = ""
    """Origin of the verdict, such as endgame tables."""
    carrier: list[int] = field(default_factory=list)
    """Empty cells that the winner needs."""
    connections: list[Connection] = field(default_factory=list)
    must_play: list[int] | None = None
    """Must-play region: the side to move loses if it plays anywhere else."""
    dead: list[int] = field(default_factory=list)
    captured: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    """Captured cells of each side."""
