"""A segment: the sorted positions of up to some hundred thousand games in one file, which is mapped into memory.

The file is a line of JSON that lists the columns, then the columns, each at a multiple of 64 bytes.
"""

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crownbridge.errors import FileError

MOST_POSITIONS = 2_000_000
"""Number of positions at which a segment is complete."""
PLY_BITS = 14
MOST_GAMES = 1 << (32 - PLY_BITS)
"""Number of games that a segment can hold."""
_ALIGNMENT = 64
_FORMAT = "crownbridge segment 1"
_LONGEST_HEADER = 1 << 16


class Hits(NamedTuple):
    """The games that reached a position, once for each move that they played there."""

    games: NDArray[np.uint32]
    plies: NDArray[np.uint32]
    """Ply of the first time."""
    next: NDArray[np.uint32]
    """Low half of the key of the next position; 0 if the game ended."""


class Segment:
    """A segment of an index. Immutable."""

    def __init__(self, path: Path) -> None:
        """Map a file. Raise FileError if it is damaged."""
        self.path = path
        try:
            with path.open("rb") as file:
                line = file.readline(_LONGEST_HEADER)
            header = json.loads(line)
            if header["format"] != _FORMAT:
                raise ValueError(header["format"])
            data = np.memmap(path, np.uint8, mode="r")
            columns = {}
            for name, (kind, shape, begin) in header["columns"].items():
                end = begin + int(np.prod(shape)) * np.dtype(kind).itemsize
                if end > len(data):
                    raise ValueError(f"it is cut off at byte {len(data)} of {end}")
                columns[name] = data[begin:end].view(kind).reshape(shape)
        except OSError as error:
            raise FileError(f"{path} cannot be read: {error.strerror}") from error
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise FileError(f"{path} is damaged: {error}; import its games again") from error
        self.columns: dict[str, Any] = columns
        self.games = len(columns["begins"])
        self.positions = len(columns["keys"])
        self.endings: NDArray[np.uint8] = columns["endings"]
        self._names: list[str] | None = None

    def hits(self, key: int) -> Hits:
        """Return the games that reached a position."""
        keys = self.columns["keys"]
        wanted = np.uint64(key)
        begin, end = (int(keys.searchsorted(wanted, side)) for side in ("left", "right"))
        places, following = self.columns["places"][begin:end], self.columns["next"][begin:end]
        games = places >> np.uint32(PLY_BITS)
        pairs = (following.astype(np.uint64) << np.uint64(32)) | games
        _, once = np.unique(pairs, return_index=True)
        return Hits(games[once], places[once] & np.uint32((1 << PLY_BITS) - 1), following[once])

    def place(self, game: int) -> tuple[int, int]:
        """Return offset and length of a game in its file."""
        return int(self.columns["begins"][game]), int(self.columns["lengths"][game])

    def plies(self, game: int) -> int:
        """Return the number of moves of a game."""
        return int(self.columns["plies"][game])

    def players(self, game: int) -> tuple[str, str]:
        """Return the names of the players by side."""
        first, second = self.columns["players"][game]
        return self.names[first], self.names[second]

    def played_by(self, games: NDArray[np.uint32], name: str) -> NDArray[np.bool_]:
        """Return which of the games have a player whose name contains a text, in upper or lower case."""
        wanted = name.casefold()
        numbers = [number for number, known in enumerate(self.names) if wanted in known.casefold()]
        first, second = (np.isin(self.columns["players"][games, side], numbers) for side in (0, 1))
        return first | second

    @property
    def names(self) -> list[str]:
        """The names of all players."""
        if self._names is None:
            self._names = [_name(data) for data in self.columns["names"].tobytes().split(b"\n")]
        return self._names


def _name(data: bytes) -> str:
    """Return the name of a player; files escape characters with a backslash."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return re.sub(r"\\(.)", r"\1", text)


def merged(segments: Sequence[Segment], alive: Sequence[NDArray[np.bool_]]) -> dict[str, Any]:
    """Return the columns of several segments as one, with the games that are marked."""
    names: dict[bytes, int] = {}
    parts: list[dict[str, Any]] = []
    games = 0
    for segment, kept in zip(segments, alive, strict=True):
        columns = segment.columns
        known = columns["names"].tobytes().split(b"\n")
        numbers = np.array([names.setdefault(name, len(names)) for name in known], np.uint32)
        moved = games - 1 + np.cumsum(kept)
        of_game = columns["places"] >> np.uint32(PLY_BITS)
        chosen = kept[of_game]
        plies = columns["places"][chosen] & np.uint32((1 << PLY_BITS) - 1)
        part = {name: columns[name][chosen] for name in ("keys", "next")}
        part["places"] = (moved[of_game[chosen]] << PLY_BITS).astype(np.uint32) | plies
        part |= {name: columns[name][kept] for name in ("begins", "lengths", "plies", "endings")}
        part["players"] = numbers[columns["players"][kept]]
        parts.append(part)
        games += int(kept.sum())
    whole: dict[str, Any] = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    order = np.lexsort((whole["places"], whole["keys"]))
    whole |= {name: whole[name][order] for name in ("keys", "next", "places")}
    return {**whole, "names": list(names)}


def write_segment(path: Path, columns: dict[str, Any]) -> None:
    """Write the columns of an index as a segment. Raise OSError."""
    names = b"\n".join(b" ".join(name.split()) for name in columns["names"])
    columns = {**columns, "names": np.frombuffer(names, np.uint8)}
    header: dict[str, Any] = {"format": _FORMAT, "columns": {}}
    at = _ALIGNMENT * 16
    for name, column in columns.items():
        header["columns"][name] = (column.dtype.str, column.shape, at)
        at += -(-column.nbytes // _ALIGNMENT) * _ALIGNMENT
    with path.open("xb") as file:
        file.write(json.dumps(header).encode() + b"\n")
        for name, column in columns.items():
            file.seek(header["columns"][name][2])
            column.tofile(file)
        file.truncate(at)
        file.flush()
        os.fsync(file.fileno())
