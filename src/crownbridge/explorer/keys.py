"""The keys of positions in an index."""

from hashlib import blake2b
from typing import Any

import numpy as np

from crownbridge._core import LineIndex
from crownbridge.games import Game, Termination
from crownbridge.records import GameRecord

DRAWN, UNFINISHED = 2, 3
"""Endings of games in an index; 0 and 1 are the sides that won."""


def seed_of(game: Game[Any]) -> int:
    """Return the number that changes the keys of a game: the same for all rules on the same board.

    So games with other draw rules or with the swap rule count together.
    """
    text = f"{game.name} {len(game.geometry.cells)}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


def index_record(index: LineIndex, record: GameRecord, begin: int, length: int, seed: int) -> None:
    """Add a game to an index, with its place in a file."""
    keys = np.fromiter((position.key for position in record.positions()), np.uint64)
    outcome = record.outcome
    ending = UNFINISHED if outcome.termination is Termination.INTERRUPTED else DRAWN
    if outcome.winner is not None:
        ending = int(outcome.winner)
    # Escaped, as the names in a scanned file are.
    encoded = (name.encode("utf-8", "backslashreplace") for name in record.players)
    first, second = (name.replace(b"\\", b"\\\\") for name in encoded)
    index.add(begin, length, ending, (first, second), seed, keys)
