"""A checksum of each game, by which a store notices that a game is not as it was stored.

What goes into a checksum is never changed: there are stores that hold them.
"""

import json
from hashlib import blake2b
from typing import Any, Protocol


class Row(Protocol):
    """A game with the id of its tournament, by the names of the columns."""

    def __getitem__(self, key: str, /) -> Any:
        """Return the value of a column."""


_COLUMNS = (
    *("id", "identity", "place", "first_agent", "second_agent", "winner"),
    *("termination", "detail", "pair", "moves"),
)


def checksum(row: Row, record: bytes) -> int:
    """Return the checksum of a game and its record, a number of 64 bits with a sign."""
    values = [*(row[name] for name in _COLUMNS), float(row["seconds"]), bool(row["counts"])]
    text = json.dumps(values, separators=(",", ":")).encode("ascii")
    digest = blake2b(text + b"\n" + record, digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
