"""A tournament's configuration as a page sends it: what a visitor may ask for, and what it stands for."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from crownbridge.errors import ConfigurationError, ForbiddenError, InputError, OptionError
from crownbridge.players.shared_object import is_shared_object
from crownbridge.protocols import available_protocols
from crownbridge.tournaments import Tournament
from crownbridge.tournaments.config_file import from_mapping, read_keys
from crownbridge.web.rooms.players import LISTED, PlayerFactory, ProgramPolicy
from crownbridge.web.tournaments.schemas import Problem

_SOURCE = "the tournament"
_OWNER = "may not be used from here; the server's owner can list programs, which are then called @NAME"


def keys_of(config: dict[str, Any] | str) -> tuple[dict[str, Any], dict[str, str]]:
    """The keys of a configuration, which may be the text of a file, and what is wrong with that text beside.

    Raises ConfigurationError.
    """
    found, problems = (config, {}) if isinstance(config, dict) else read_keys(config, toml=not _is_json(config))
    try:
        json.dumps(found, ensure_ascii=False, default=str).encode()
    except UnicodeEncodeError:
        raise ConfigurationError(_SOURCE, ["the tournament: is no proper Unicode"]) from None
    return found, problems


def _is_json(text: str) -> bool:
    """Whether a text is JSON rather than TOML, by how it begins."""
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def problems_of(error: InputError) -> list[Problem]:
    """Each problem with its place."""
    if not isinstance(error, ConfigurationError):
        return [Problem(place="", message=str(error))]
    parted = (problem.partition(": ") for problem in error.problems)
    return [Problem(place=place, message=message) for place, _, message in parted]


def tournament(config: dict[str, Any] | str, folder: Path, player_factory: PlayerFactory) -> Tournament:
    """The tournament that a configuration describes. Raises ConfigurationError, which has every problem.

    Nothing of the owner's is looked at for one who may not.
    """
    found, problems = keys_of(config)
    refused = list(_refused(found, player_factory))
    if refused:
        raise ConfigurationError(_SOURCE, refused)
    if player_factory.programs is not ProgramPolicy.ANY:
        found = {**found, "concurrency": _bounded(found.get("concurrency"))}
    agents = found.get("agents")
    if isinstance(agents, list):
        found = {**found, "agents": [_resolved(agent, player_factory) for agent in agents]}
    return from_mapping(found, folder=folder, source=_SOURCE, problems=problems)


def _bounded(games: Any) -> Any:
    """Games at a time, not more than there are processors; what is no number is told elsewhere."""
    return min(games, len(os.sched_getaffinity(0))) if isinstance(games, int) else games


def _refused(found: dict[str, Any], player_factory: PlayerFactory) -> Iterator[str]:
    """What the owner does not allow, and programs that are not listed."""
    agents, openings = found.get("agents"), found.get("openings")
    for number, agent in enumerate(agents if isinstance(agents, list) else []):
        if not isinstance(agent, dict):
            continue
        command = agent.get("command")
        if isinstance(command, str) and command.startswith(LISTED):
            try:
                player_factory.resolved(command)
            except (ForbiddenError, OptionError) as error:
                yield f"agents[{number}].command: {error}"
            continue
        for key in ("path", "command", "folder"):
            if player_factory.programs is not ProgramPolicy.ANY and agent.get(key) is not None:
                yield f"agents[{number}].{key}: {_OWNER}"
    if (
        player_factory.programs is not ProgramPolicy.ANY
        and isinstance(openings, dict)
        and openings.get("path") is not None
    ):
        yield "openings.path: files of the server may not be used from here"


def _resolved(agent: Any, player_factory: PlayerFactory) -> Any:
    """An agent with what its listed program stands for."""
    command = agent.get("command") if isinstance(agent, dict) else None
    if not isinstance(command, str) or not command.startswith(LISTED):
        return agent
    text = player_factory.resolved(command)
    kept = {key: value for key, value in agent.items() if key not in ("type", "command", "path", "folder", "protocol")}
    protocol, _, rest = text.partition(":")
    if protocol in available_protocols():
        return {**kept, "type": "executable", "protocol": protocol, "command": rest}
    if is_shared_object(text):
        return {**kept, "type": "executable", "path": str(Path(text).absolute())}
    if text.endswith(".json"):
        return {**kept, "type": "hyperparameters", "path": str(Path(text).absolute())}
    return {**kept, "type": "engine", "engine": text}
