"""What makes a tournament the one that was begun: what its file says, and what stands in the files that it names."""

import json
import shlex
import shutil
from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from crownbridge.engines.provider import provider_of
from crownbridge.files import path_exists
from crownbridge.players.shared_object import program_file
from crownbridge.tournaments import opening_file
from crownbridge.tournaments.config import Agent, Tournament

NOT_PLAYED = {"concurrency", "pin_cores", "visualize", "on_interrupt"}
"""What changes how a tournament is run and shown, but not what is played."""
_FILES = "files"


def canonical(config: Tournament) -> str:
    """JSON that is equal for two configurations where the same is played: all keys that matter, in order.

    The contents of agents' and openings' files are part of it. Raises InputError where one cannot be read any more;
    gives an AgentWarning as loading an agent does.
    """
    found = config.model_dump(mode="json", exclude=NOT_PLAYED)
    found["gameOptions"] = dict(config.rules().options)
    found["maxMoves"] = found["adjudication"]["moveLimit"] = config.move_limit
    if contents := dict(_contents(config)):
        found[_FILES] = contents
    return json.dumps(found, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)


def recalled(text: str) -> Tournament:
    """The configuration that such a text is of."""
    found = json.loads(text)
    found.pop(_FILES, None)
    return Tournament.model_validate(found)


def changed_programs(config: Tournament, since: datetime) -> list[str]:
    """The files of executables that were written after that time, each with its agent: `bot (of mine)`.

    A program that is built anew need not play otherwise: so this is for a warning.
    """
    return [
        f"{path.name} (of {agent.id})"
        for agent in config.agents
        for path in _programs(config, agent)
        if path_exists(path) and path.is_file() and int(path.stat().st_mtime) > since.timestamp()
    ]


def program_stamps(config: Tournament) -> list[tuple[str, int, int]]:
    """Return path, time of change and size of each file of the executables: equal as long as no program is rebuilt."""
    files = {path.absolute() for agent in config.agents for path in _programs(config, agent) if path_exists(path)}
    return [file_stamp(path) for path in sorted(files) if path.is_file()]


def file_stamp(path: Path) -> tuple[str, int, int]:
    """Return the path, time of change and size of a file."""
    found = path.stat()
    return str(path), found.st_mtime_ns, found.st_size


def _contents(config: Tournament) -> Iterator[tuple[str, Any]]:
    """Of an agent all its parameters, so that a difference can be told; of openings how many, and their digest."""
    for agent in config.agents:
        if agent.type == "hyperparameters" and agent.path:
            yield agent.path, provider_of(config.game).agent_parameters(config.located(agent.path))
    if config.openings.kind == "file" and config.openings.path:
        positions = opening_file.read(config.located(config.openings.path), config.rules())
        digest = sha256("\n".join(map(str, positions)).encode()).hexdigest()
        yield config.openings.path, f"{len(positions)} openings, SHA-256 {digest[:16]}"


def _programs(config: Tournament, agent: Agent) -> Iterator[Path]:
    """The files that an executable's path or command names, where there are such."""
    if agent.type == "executable" and agent.path:
        yield config.located(program_file(agent.path))
    elif agent.command:
        folder = config.located(agent.folder or ".")
        words = shlex.split(agent.command)
        if installed := shutil.which(words[0]):
            yield Path(installed)
        yield from (folder / word for word in words)
