"""Statistics files: one per agent with its rating and results."""

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

_LONGEST = 150  # bytes; file systems allow 255, and an atomic write needs some of them


@dataclass
class Statistics:
    """The content of an agent's file."""

    rating: float = START
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0


def statistics(games: Iterable[StoredGame]) -> dict[str, Statistics]:
    """Return the statistics of each agent over the games that count; ratings are running Elo ratings."""
    by_agent: dict[str, Statistics] = {}
    for game in games:
        if (score := game.points) is not None:
            one, other = (by_agent.setdefault(agent, Statistics()) for agent in game.agents)
            gain = exchange(one.rating, other.rating, score)
            one.rating += gain
            other.rating -= gain
            for agent, points in ((one, score), (other, 1 - score)):
                agent.games += 1
                agent.wins += points == 1
                agent.draws += points == 0.5  # noqa: PLR2004 (half a point)
                agent.losses += points == 0
    return by_agent


def write_statistics(folder: Path, by_agent: dict[str, Statistics]) -> None:
    """Write one file per agent atomically, and delete partial files of interrupted writes. Raise FileError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{folder} cannot be created: {error.strerror}") from error
    remove_unfinished(folder)
    for agent, values in by_agent.items():
        rounded = {**asdict(values), "rating": round(values.rating, 2)}
        write_atomically(folder / f"{file_name(agent)}.json", json.dumps(rounded, indent=4) + "\n")


def file_name(identity: str) -> str:
    """Return the file name for an id, with special characters escaped as in URLs, so that names are unique."""
    name = "".join(c if c.isalnum() or c in "-_. " else quote(c, safe="") for c in identity)
    if name.startswith("."):
        name = f"%2E{name[1:]}"
    if len(name.encode()) > _LONGEST:
        return f"{name.encode()[:_LONGEST].decode(errors='ignore')}~{sha256(identity.encode()).hexdigest()[:16]}"
    return name
