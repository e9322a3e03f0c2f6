"""Checksums of games, which detect damaged games in a store.

The input of a checksum must never change, because existing stores contain checksums.
"""

import json
from hashlib import blake2b
from typing import Any, Protocol


class Row(Protocol):
    """The columns of a game and the id of its tournament, by name."""

    def __getitem__(self, key: str, /) -> Any:
        """Return the value of a column."""


_COLUMNS = (
    *("id", "identity", "place", "first_agent", "second_agent", "winner"),
    *("termination", "detail", "pair", "moves"),
)


def checksum(row: Row, record: bytes) -> int:
    """Return the checksum of a game and its record, a signed 64-bit integer."""
    values = [*(row[name] for name in _COLUMNS), float(row["seconds"]), bool(row["counts"])]
    text = json.dumps(values, separators=(",", ":")).encode("ascii")
    digest = blake2b(text + b"\n" + record, digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
