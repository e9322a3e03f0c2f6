"""Check the tournament configuration of a request against the server's policy, and resolve listed programs."""

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
from crownbridge.web.rooms.player_factory import LISTED, PlayerFactory, ProgramPolicy
from crownbridge.web.tournaments.schemas import Problem

_SOURCE = "the tournament"
_FORBIDDEN = "is not allowed on this server; use a program that its owner has listed: @NAME"


def keys_of(config: dict[str, Any] | str) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the keys of a configuration or of the text of its file, and problems of the text by key.

    Raise ConfigurationError.
    """
    keys, problems = (config, {}) if isinstance(config, dict) else read_keys(config, toml=not _is_json(config))
    try:
        json.dumps(keys, ensure_ascii=False, default=str).encode()
    except UnicodeEncodeError:
        raise ConfigurationError(_SOURCE, ["the tournament: is not valid Unicode"]) from None
    return keys, problems


def _is_json(text: str) -> bool:
    """Return True if a text is JSON rather than TOML, judging by its first character."""
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def problems_of(error: InputError) -> list[Problem]:
    """Return the problems of a configuration with their places."""
    if not isinstance(error, ConfigurationError):
        return [Problem(place="", message=str(error))]
    parts = (problem.partition(": ") for problem in error.problems)
    return [Problem(place=place, message=message) for place, _, message in parts]


def tournament(config: dict[str, Any] | str, folder: Path, player_factory: PlayerFactory) -> Tournament:
    """Return the tournament that a configuration describes. Raise ConfigurationError, which lists every problem.

    Forbidden keys are rejected before any file is read.
    """
    keys, problems = keys_of(config)
    if violations := list(_violations(keys, player_factory)):
        raise ConfigurationError(_SOURCE, violations)
    if player_factory.programs is not ProgramPolicy.ANY:
        keys = {**keys, "concurrency": _bounded(keys.get("concurrency"))}
    agents = keys.get("agents")
    if isinstance(agents, list):
        keys = {**keys, "agents": [_resolved(agent, player_factory) for agent in agents]}
    return from_mapping(keys, folder=folder, source=_SOURCE, problems=problems)


def _bounded(games: Any) -> Any:
    """Limit the number of concurrent games to the number of processors. Other types are rejected later."""
    return min(games, len(os.sched_getaffinity(0))) if isinstance(games, int) else games


def _violations(keys: dict[str, Any], player_factory: PlayerFactory) -> Iterator[str]:
    """Yield the keys that the server's policy forbids, and programs that are not listed."""
    agents, openings = keys.get("agents"), keys.get("openings")
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
                yield f"agents[{number}].{key}: {_FORBIDDEN}"
    if (
        player_factory.programs is not ProgramPolicy.ANY
        and isinstance(openings, dict)
        and openings.get("path") is not None
    ):
        yield "openings.path: is not allowed on this server; name a book of openings instead"


def _resolved(agent: Any, player_factory: PlayerFactory) -> Any:
    """Return an agent with its listed program replaced by the command or engine that the owner configured."""
    command = agent.get("command") if isinstance(agent, dict) else None
    if not isinstance(command, str) or not command.startswith(LISTED):
        return agent
    text = player_factory.resolved(command)
    rest = {key: value for key, value in agent.items() if key not in ("type", "command", "path", "folder", "protocol")}
    protocol, _, command = text.partition(":")
    if protocol in available_protocols():
        return {**rest, "type": "executable", "protocol": protocol, "command": command}
    if is_shared_object(text):
        return {**rest, "type": "executable", "path": str(Path(text).absolute())}
    if text.endswith(".json"):
        return {**rest, "type": "hyperparameters", "path": str(Path(text).absolute())}
    return {**rest, "type": "engine", "engine": text}
