"""What can be wrong between the keys of a tournament's file, or between it and the world.

Each check looks at the keys as they were written, and passes over what is wrong in itself: so that all problems of a
file are told at once.
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

_KEYS_OF_TYPE = {
    "player": (),
    "hyperparameters": ("path",),
    "executable": ("path", "command", "protocol", "folder"),
    "engine": ("engine",),
}
_KEYS_OF_OPENINGS = {"random": ("plies",), "file": ("path", "order")}


def problems_between(found: Mapping[str, Any], folder: Path) -> Iterator[Problem]:
    """Every problem that a single value does not show, with its place."""
    agents = [agent if isinstance(agent, dict) else {} for agent in _list(found, "agents")]
    game = found.get("game", DEFAULT_GAME)
    if not isinstance(game, str):
        game = DEFAULT_GAME
    yield from _ids(agents)
    for index, agent in enumerate(agents):
        for key, problem in _agent(agent, game, folder):
            yield f"agents[{index}].{key}", problem
    yield from _format(found, agents)
    yield from _time(found)
    rules = yield from _game(found, game)
    yield from _openings(found.get("openings"), rules, found.get("seed"), folder)
    yield from _without_openings(found.get("openings"), agents, game)
    yield from _ends(found, game)


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
            yield key, f"is not for the type {json.dumps(kind)}"
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
        yield "path", f"{path} is no agent: {'; '.join(str(error).splitlines())}"
    except FileError as error:
        yield "path", str(error).replace(str(folder / path), path, 1)


def _executable(agent: dict[str, Any], game: str, folder: Path) -> Iterator[Problem]:
    path, command = agent.get("path"), agent.get("command")
    if path is not None and command is not None:
        yield "command", "stands beside path; expected one of them"
    if path is None and command is None:
        yield "path", "is missing; expected the program, or a whole command line as command"
    inside = agent.get("folder")
    workplace = folder / inside if isinstance(inside, str) else folder
    if not path_exists(workplace) or not workplace.is_dir():
        yield "folder", f"there is no folder {json.dumps(inside)}"
    if isinstance(path, str) and path:
        yield from _program(path, folder)
    if isinstance(command, str) and command:
        try:
            split_command(command, workplace)
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
            what = "a shared object" if shared else "a program"
            yield "protocol", f"{json.dumps(protocol)} is not for {what}; expected {' or '.join(fitting)}"


def _format(found: Mapping[str, Any], agents: list[dict[str, Any]]) -> Iterator[Problem]:
    name, rounds, games = found.get("tournamentType"), found.get("rounds"), found.get("gamesPerPairing", 2)
    if not isinstance(name, str):
        return
    names = available_formats()
    if name not in names:
        near = similar_name(name, names)
        meant = f"; did you mean {near}?" if near else ""
        yield "tournamentType", f"{json.dumps(name)}; expected {' or '.join(map(json.dumps, names))}{meant}"
        return
    if found.get("sprt") is not None and name != "match":
        yield "sprt", 'ends a match of two agents; expected "match" as tournamentType'
    if found.get("sprt") is not None and games == 1:
        yield "gamesPerPairing", "1; sprt goes by pairs of games, so expected 2 or more"
    sound = _is_whole(games, 1) and (rounds is None or _is_whole(rounds, 1))
    if not sound or len(agents) < 2:  # noqa: PLR2004 (told already)
        return
    try:
        make_scheduler(name, [str(index) for index in range(len(agents))], Terms(rounds, games))
    except OptionError as error:
        yield "tournamentType", str(error)


def _time(found: Mapping[str, Any]) -> Iterator[Problem]:
    if "timeLimit" not in found and found.get("timePerMove") is None:
        yield "timeLimit", "is missing; expected milliseconds, null for no limit, or timePerMove instead"
    if found.get("increment") and "timeLimit" in found and found["timeLimit"] is None:
        yield "increment", "adds to timeLimit, which is not given"


def _game(found: Mapping[str, Any], name: str) -> Any:
    """Gives the game as well, where there is no problem with it."""
    options = found.get("gameOptions", {})
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


def _openings(given: Any, rules: Any, seed: Any, folder: Path) -> Iterator[Problem]:
    chosen = {"kind": given} if isinstance(given, str) else given
    if not isinstance(chosen, dict):
        return
    kind = chosen.get("kind")
    for key in ("plies", "path", "order"):
        if chosen.get(key) is not None and key not in _KEYS_OF_OPENINGS.get(str(kind), ()):
            yield f"openings.{key}", f"is not for openings of the kind {json.dumps(kind)}"
    if kind == "file" and chosen.get("path") is None:
        yield "openings.path", "is missing; expected a file of openings"
    if rules is not None:
        yield from _start_positions(chosen, rules, seed if _is_whole(seed, 0) else 0, folder)


def _without_openings(given: Any, agents: list[dict[str, Any]], game: str) -> Iterator[Problem]:
    """Programs whose protocol has no word for them."""
    if given is None or (given.get("kind") if isinstance(given, dict) else given) == "initial":
        return
    protocols = [kind for kind in protocols_for(game) if not kind.hosts_shared_objects]
    others = " or ".join(kind.protocol for kind in protocols if kind.starts_anywhere)
    for index, agent in enumerate(agents):
        if agent.get("protocol") in [kind.protocol for kind in protocols if not kind.starts_anywhere]:
            yield (
                f"agents[{index}].protocol",
                f'"{agent["protocol"]}" has no word for openings; expected none, or {others}',
            )


def _start_positions(chosen: dict[str, Any], rules: Game[Any], seed: int, folder: Path) -> Iterator[Problem]:
    """Tries whether there are any."""
    kind, path, plies = chosen.get("kind"), chosen.get("path"), chosen.get("plies", 2)
    try:
        if kind == "ballots":
            book(rules, kind, seed)
        elif kind == "random" and _is_whole(plies, 1):
            RandomMoves(rules, min(plies, 100), seed).position(0)
        elif kind == "file" and isinstance(path, str) and path:
            opening_file.read(folder / path, rules)
    except ConfigurationError as error:
        for problem in error.problems:
            line, _, what = problem.partition(": ")
            yield f"openings.path, {line}", what
    except InputError as error:
        yield ("openings.path" if kind == "file" else "openings"), str(error)


def _ends(found: Mapping[str, Any], game: str) -> Iterator[Problem]:
    sprt, adjudication, moves = found.get("sprt"), found.get("adjudication"), found.get("maxMoves")
    if isinstance(sprt, dict):
        low, high = sprt.get("elo0"), sprt.get("elo1")
        if isinstance(low, int | float) and isinstance(high, int | float) and low >= high:
            yield "sprt.elo1", f"{high}; expected more than elo0, which is {low}"
    if isinstance(adjudication, dict):
        if adjudication.get("endgameTables") is True and not provider_of(game).has_tables:
            yield "adjudication.endgameTables", f"true; there are no endgame tables of {game}"
        limit = adjudication.get("moveLimit")
        if limit is not None and moves is not None and limit != moves:
            yield "adjudication.moveLimit", f"{limit}; maxMoves means the same and is {moves}"
    sandbox = found.get("sandbox")
    if isinstance(sandbox, dict) and sandbox.get("kind") == "none":
        for key in ("memory", "cpu", "processes", "fileSize"):
            if sandbox.get(key) is not None:
                yield f"sandbox.{key}", 'needs a sandbox; expected another kind than "none"'


def _list(found: Mapping[str, Any], key: str) -> list[Any]:
    value = found.get(key)
    return value if isinstance(value, list) else []


def _is_whole(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least
