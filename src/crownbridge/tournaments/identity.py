"""Identity of a tournament: its configuration and the contents of the files that it refers to."""

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
"""Keys that affect how a tournament is run and displayed, but not what is played."""
_ADDED = ("start_seconds", "clock_for_people", "max_faults")
"""Keys that version 0.2 does not have: with their defaults, a tournament that was begun with it is the same."""
_FILES = "files"


def canonical(config: Tournament) -> str:
    """Return JSON that is equal for two configurations if the same games are played: all relevant keys, sorted.

    It includes the contents of agent files and opening files. Raise InputError if a file cannot be read; emit
    AgentWarning like loading an agent.
    """
    unchanged = {name for name in _ADDED if getattr(config, name) == Tournament.model_fields[name].default}
    keys = config.model_dump(mode="json", exclude=NOT_PLAYED | unchanged)
    keys["gameOptions"] = dict(config.rules().options)
    keys["maxMoves"] = keys["adjudication"]["moveLimit"] = config.move_limit
    if contents := dict(_contents(config)):
        keys[_FILES] = contents
    return json.dumps(keys, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)


def recalled(text: str) -> Tournament:
    """Return the configuration of a text from `canonical`."""
    keys = json.loads(text)
    keys.pop(_FILES, None)
    return Tournament.model_validate(keys)


def changed_programs(config: Tournament, since: datetime) -> list[str]:
    """Return the files of executables that were modified after `since`, each with its agent: `bot (of mine)`.

    This is for a warning, because a rebuilt program may play as before.
    """
    return [
        f"{path.name} (of {agent.id})"
        for agent in config.agents
        for path in _programs(config, agent)
        if path_exists(path) and path.is_file() and int(path.stat().st_mtime) > since.timestamp()
    ]


def program_stamps(config: Tournament) -> list[tuple[str, int, int]]:
    """Return path, modification time and size of each file of the executables, to detect rebuilt programs."""
    files = {path.absolute() for agent in config.agents for path in _programs(config, agent) if path_exists(path)}
    return [file_stamp(path) for path in sorted(files) if path.is_file()]


def file_stamp(path: Path) -> tuple[str, int, int]:
    """Return the path, modification time and size of a file."""
    status = path.stat()
    return str(path), status.st_mtime_ns, status.st_size


def _contents(config: Tournament) -> Iterator[tuple[str, Any]]:
    """Yield the parameters of each agent file, and the number and digest of the openings of a file."""
    for agent in config.agents:
        if agent.type == "hyperparameters" and agent.path:
            yield agent.path, provider_of(config.game).agent_parameters(config.located(agent.path))
    if config.openings.kind == "file" and config.openings.path:
        positions = opening_file.read(config.located(config.openings.path), config.rules())
        digest = sha256("\n".join(map(str, positions)).encode()).hexdigest()
        yield config.openings.path, f"{len(positions)} openings, SHA-256 {digest[:16]}"


def _programs(config: Tournament, agent: Agent) -> Iterator[Path]:
    """Yield the files that an executable's path or command may refer to."""
    if agent.type == "executable" and agent.path:
        yield config.located(program_file(agent.path))
    elif agent.command:
        folder = config.located(agent.folder or ".")
        words = shlex.split(agent.command)
        if installed := shutil.which(words[0]):
            yield Path(installed)
        yield from (folder / word for word in words)
