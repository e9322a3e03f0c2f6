"""A file for each agent, made from the games: its rating and its results."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from crownbridge.errors import FileError
from crownbridge.files import remove_unfinished, write_atomically
from crownbridge.ratings.running import START, exchange
from crownbridge.store.rows import StoredGame

_LONGEST = 150  # bytes; file systems allow 255, of which an atomic write needs some


@dataclass
class Statistics:
    """What a file tells of an agent."""

    rating: float = START
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0


def statistics(games: Iterable[StoredGame]) -> dict[str, Statistics]:
    """What the games that count came to for each agent; the rating is the running one."""
    found: dict[str, Statistics] = {}
    for game in games:
        if (score := game.points) is not None:
            one, other = (found.setdefault(agent, Statistics()) for agent in game.agents)
            gain = exchange(one.rating, other.rating, score)
            one.rating += gain
            other.rating -= gain
            for agent, points in ((one, score), (other, 1 - score)):
                agent.games += 1
                agent.wins += points == 1
                agent.draws += points == 0.5  # noqa: PLR2004 (half a point)
                agent.losses += points == 0
    return found


def write_statistics(folder: Path, found: dict[str, Statistics]) -> None:
    """One file an agent, each written whole; nothing is left of those that were broken off. Raises FileError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{folder} cannot be made: {error.strerror}") from error
    remove_unfinished(folder)
    for agent, values in found.items():
        rounded = {**asdict(values), "rating": round(values.rating, 2)}
        write_atomically(folder / f"{file_name(agent)}.json", json.dumps(rounded, indent=4) + "\n")


def file_name(identity: str) -> str:
    """An id as the name of a file in whatever folder: odd characters as in URLs, so that no two ids share a name."""
    name = "".join(c if c.isalnum() or c in "-_. " else quote(c, safe="") for c in identity)
    if name.startswith("."):
        name = f"%2E{name[1:]}"
    if len(name.encode()) > _LONGEST:
        return f"{name.encode()[:_LONGEST].decode(errors='ignore')}~{sha256(identity.encode()).hexdigest()[:16]}"
    return name
