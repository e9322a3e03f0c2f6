"""Checks of a tournament's configuration that involve several keys, or files and programs.

Each check works on the unvalidated keys and skips invalid values, so that all problems of a file are reported at once.
"""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from crownbridge import games
from crownbridge.engines.provider import provider_of
from crownbridge.errors import ConfigurationError, FileError, InputError, OptionError
from crownbridge.files import path_exists
from crownbridge.games import DEFAULT_GAME, Game, available
from crownbridge.players.naming import for_game, split_command
from crownbridge.players.shared_object import is_shared_object, program_file
from crownbridge.protocols import default_protocol, protocols_for
from crownbridge.spelling import similar_name
from crownbridge.tournaments import opening_file
from crownbridge.tournaments.formats import available_formats, make_scheduler
from crownbridge.tournaments.openings import RandomMoves, book
from crownbridge.tournaments.scheduler import Terms

Problem = tuple[str, str]
"""The place of a key and the description of the problem."""

_KEYS_OF_TYPE = {
    "player": (),
    "hyperparameters": ("path",),
    "executable": ("path", "command", "protocol", "folder"),
    "engine": ("engine",),
}
_KEYS_OF_OPENINGS = {"random": ("plies",), "file": ("path", "order")}


def problems_between(keys: Mapping[str, Any], folder: Path) -> Iterator[Problem]:
    """Yield every problem that does not concern a single value alone."""
    agents = [agent if isinstance(agent, dict) else {} for agent in _list(keys, "agents")]
    game = keys.get("game", DEFAULT_GAME)
    if not isinstance(game, str):
        game = DEFAULT_GAME
    yield from _ids(agents)
    for index, agent in enumerate(agents):
        for key, problem in _agent(agent, game, folder):
            yield f"agents[{index}].{key}", problem
    yield from _format(keys, agents)
    yield from _time(keys)
    rules = yield from _game(keys, game)
    yield from _openings(keys.get("openings"), rules, keys.get("seed"), folder)
    yield from _without_openings(keys.get("openings"), agents, game)
    yield from _ends(keys, game)


def _ids(agents: list[dict[str, Any]]) -> Iterator[Problem]:
    seen: dict[Any, int] = {}
    for index, agent in enumerate(agents):
        name = agent.get("id")
        if not isinstance(name, str):
            continue
        if name in seen:
            yield f"agents[{index}].id", f"{json.dumps(name)}; agents[{seen[name]}] has the same id"
        seen.setdefault(name, index)


def _agent(agent: dict[str, Any], game: str, folder: Path) -> Iterator[Problem]:
    kind = agent.get("type")
    if not isinstance(kind, str) or kind not in _KEYS_OF_TYPE:
        return
    for key in ("path", "command", "protocol", "folder", "engine"):
        if agent.get(key) is not None and key not in _KEYS_OF_TYPE[kind]:
            yield key, f"does not apply to the type {json.dumps(kind)}"
    if kind == "engine":
        yield from _engine(agent, game)
    if kind == "hyperparameters":
        yield from _hyperparameters(agent, game, folder)
    if kind == "executable":
        yield from _executable(agent, game, folder)


def _engine(agent: dict[str, Any], game: str) -> Iterator[Problem]:
    name = agent.get("engine")
    most = len(provider_of(game).levels)
    allowed = f"random, {game}, or {game}:1 to {game}:{most}" if game in available() else "random"
    if name is None:
        yield "engine", f"is missing; expected {allowed}"
    elif isinstance(name, str):
        levels = {f"{game}:{level}" for level in range(1, most + 1)} | {game}
        if name != "random" and (game not in available() or name not in levels):
            yield "engine", f"{json.dumps(name)}; expected {allowed}"


def _hyperparameters(agent: dict[str, Any], game: str, folder: Path) -> Iterator[Problem]:
    provider = provider_of(game)
    if provider.agent_ending is None:
        yield "type", f'"hyperparameters"; there are no agent files for {game}; expected another type'
        return
    path = agent.get("path")
    if path is None:
        yield "path", "is missing; expected the agent's JSON file"
    if not isinstance(path, str) or not path:
        return
    if not path.endswith(provider.agent_ending):
        yield "path", f"{json.dumps(path)}; expected a file whose name ends with {provider.agent_ending}"
        return
    try:
        provider.check_agent(folder / path)
    except OptionError as error:
        yield "path", f"{path} is not an agent: {'; '.join(str(error).splitlines())}"
    except FileError as error:
        yield "path", str(error).replace(str(folder / path), path, 1)


def _executable(agent: dict[str, Any], game: str, folder: Path) -> Iterator[Problem]:
    path, command = agent.get("path"), agent.get("command")
    if path is not None and command is not None:
        yield "command", "cannot be combined with path"
    if path is None and command is None:
        yield "path", "is missing; expected a program, or a command line as command"
    subfolder = agent.get("folder")
    run_in = folder / subfolder if isinstance(subfolder, str) else folder
    if not path_exists(run_in) or not run_in.is_dir():
        yield "folder", f"there is no folder {json.dumps(subfolder)}"
    if isinstance(path, str) and path:
        yield from _program(path, folder)
    if isinstance(command, str) and command:
        try:
            split_command(command, run_in)
        except OptionError as error:
            yield "command", str(error)
    yield from _protocol(agent, game, shared=isinstance(path, str) and is_shared_object(path))


def _program(path: str, folder: Path) -> Iterator[Problem]:
    place = folder / program_file(path)
    if not path_exists(place):
        yield "path", f"there is no file {json.dumps(path)} in {folder.absolute()}"
    elif place.is_dir():
        yield "path", f"{json.dumps(path)} is a folder; expected a program"
    elif not is_shared_object(path) and not os.access(place, os.X_OK):
        yield "path", f"{json.dumps(path)} is not executable; try chmod +x, or a command such as python3 {path}"


def _protocol(agent: dict[str, Any], game: str, *, shared: bool) -> Iterator[Problem]:
    protocol = agent.get("protocol")
    fitting = [kind.protocol for kind in protocols_for(game) if kind.hosts_shared_objects == shared]
    if protocol is None and not shared and default_protocol(game) is None:
        yield "protocol", f"is missing; expected {' or '.join(fitting)}"
    if isinstance(protocol, str) and protocol not in fitting:
        try:
            for_game(protocol, game)
        except OptionError as error:
            yield "protocol", f"{error}; expected {' or '.join(fitting) or 'another game'}"
        else:
            kind_of_program = "a shared object" if shared else "a program"
            yield "protocol", f"{json.dumps(protocol)} is not for {kind_of_program}; expected {' or '.join(fitting)}"


def _format(keys: Mapping[str, Any], agents: list[dict[str, Any]]) -> Iterator[Problem]:
    name, rounds, games = keys.get("tournamentType"), keys.get("rounds"), keys.get("gamesPerPairing", 2)
    if not isinstance(name, str):
        return
    names = available_formats()
    if name not in names:
        near = similar_name(name, names)
        meant = f"; did you mean {near}?" if near else ""
        yield "tournamentType", f"{json.dumps(name)}; expected {' or '.join(map(json.dumps, names))}{meant}"
        return
    if keys.get("sprt") is not None and name != "match":
        yield "sprt", 'needs a match between two agents; expected "match" as tournamentType'
    if keys.get("sprt") is not None and games == 1:
        yield "gamesPerPairing", "1; sprt counts pairs of games; expected 2 or more"
    is_valid = _is_whole(games, 1) and (rounds is None or _is_whole(rounds, 1))
    if not is_valid or len(agents) < 2:  # noqa: PLR2004 (reported already)
        return
    try:
        make_scheduler(name, [str(index) for index in range(len(agents))], Terms(rounds, games))
    except OptionError as error:
        yield "tournamentType", str(error)


def _time(keys: Mapping[str, Any]) -> Iterator[Problem]:
    if "timeLimit" not in keys and keys.get("timePerMove") is None:
        yield "timeLimit", "is missing; expected milliseconds, null for no limit, or timePerMove instead"
    if keys.get("increment") and "timeLimit" in keys and keys["timeLimit"] is None:
        yield "increment", "needs timeLimit, which is null"


def _game(keys: Mapping[str, Any], name: str) -> Any:
    """Yield the problems of the game and return the game, or None if it is invalid."""
    options = keys.get("gameOptions", {})
    if not isinstance(options, dict):
        return None
    known = games.available()
    if name not in known:
        yield "game", f"{json.dumps(name)}; expected {' or '.join(map(json.dumps, known))}"
        return None
    options = dict(options)
    try:
        return games.load(name, options.pop("rules", None), **options)
    except (InputError, TypeError) as error:
        yield "gameOptions", str(error)
    return None


def _openings(openings: Any, rules: Any, seed: Any, folder: Path) -> Iterator[Problem]:
    source = {"kind": openings} if isinstance(openings, str) else openings
    if not isinstance(source, dict):
        return
    kind = source.get("kind")
    for key in ("plies", "path", "order"):
        if source.get(key) is not None and key not in _KEYS_OF_OPENINGS.get(str(kind), ()):
            yield f"openings.{key}", f"does not apply to openings of kind {json.dumps(kind)}"
    if kind == "file" and source.get("path") is None:
        yield "openings.path", "is missing; expected a file of openings"
    if rules is not None:
        yield from _start_positions(source, rules, seed if _is_whole(seed, 0) else 0, folder)


def _without_openings(openings: Any, agents: list[dict[str, Any]], game: str) -> Iterator[Problem]:
    """Yield the programs whose protocol does not support openings."""
    if openings is None or (openings.get("kind") if isinstance(openings, dict) else openings) == "initial":
        return
    protocols = [kind for kind in protocols_for(game) if not kind.hosts_shared_objects]
    others = " or ".join(kind.protocol for kind in protocols if kind.starts_anywhere)
    for index, agent in enumerate(agents):
        if agent.get("protocol") in [kind.protocol for kind in protocols if not kind.starts_anywhere]:
            yield (
                f"agents[{index}].protocol",
                f'"{agent["protocol"]}" does not support openings; remove them, or use {others}',
            )


def _start_positions(source: dict[str, Any], rules: Game[Any], seed: int, folder: Path) -> Iterator[Problem]:
    """Yield the problems of loading or generating the openings."""
    kind, path, plies = source.get("kind"), source.get("path"), source.get("plies", 2)
    try:
        if kind == "ballots":
            book(rules, kind, seed)
        elif kind == "random" and _is_whole(plies, 1):
            RandomMoves(rules, min(plies, 100), seed).position(0)
        elif kind == "file" and isinstance(path, str) and path:
            opening_file.read(folder / path, rules)
    except ConfigurationError as error:
        for problem in error.problems:
            line, _, description = problem.partition(": ")
            yield f"openings.path, {line}", description
    except InputError as error:
        yield ("openings.path" if kind == "file" else "openings"), str(error)


def _ends(keys: Mapping[str, Any], game: str) -> Iterator[Problem]:
    sprt, adjudication, moves = keys.get("sprt"), keys.get("adjudication"), keys.get("maxMoves")
    if isinstance(sprt, dict):
        low, high = sprt.get("elo0"), sprt.get("elo1")
        if isinstance(low, int | float) and isinstance(high, int | float) and low >= high:
            yield "sprt.elo1", f"{high}; expected more than elo0, which is {low}"
    if isinstance(adjudication, dict):
        if adjudication.get("endgameTables") is True and not provider_of(game).has_tables:
            yield "adjudication.endgameTables", f"true; there are no endgame tables of {game}"
        limit = adjudication.get("moveLimit")
        if limit is not None and moves is not None and limit != moves:
            yield "adjudication.moveLimit", f"{limit}; maxMoves has the same meaning and is {moves}"
    sandbox = keys.get("sandbox")
    if isinstance(sandbox, dict) and sandbox.get("kind") == "none":
        for key in ("memory", "cpu", "processes", "fileSize"):
            if sandbox.get(key) is not None:
                yield f"sandbox.{key}", 'needs a sandbox; expected a kind other than "none"'


def _list(keys: Mapping[str, Any], key: str) -> list[Any]:
    value = keys.get(key)
    return value if isinstance(value, list) else []


def _is_whole(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least
