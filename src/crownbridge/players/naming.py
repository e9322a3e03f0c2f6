"""How a user names a player: `kth:./player --depth 3`, `checkers:7`, `agent.json`, `./libfoo.so`, `random`, `human`."""

import os
import shlex
import shutil
from dataclasses import replace
from pathlib import Path

from crownbridge.engines import Engine, Pondering
from crownbridge.engines.checkers import LEVELS, Hyperparameters, load
from crownbridge.engines.hex import Parameters
from crownbridge.errors import OptionError, quoted
from crownbridge.files import LONGEST_PATH, is_there
from crownbridge.games import Checkers, Hex
from crownbridge.players.engine import EnginePlayer
from crownbridge.players.human import HumanPlayer
from crownbridge.players.player import Player, RandomPlayer
from crownbridge.players.process import ANYWHERE, Surroundings
from crownbridge.players.program import ProgramPlayer
from crownbridge.players.shared_object import SharedObjectPlayer, is_shared_object
from crownbridge.protocols import Dialogue, available_protocols, dialogue_class
from crownbridge.protocols.hexmon import Hexmon

FORMS = (
    "PROTOCOL:COMMAND, an engine (checkers, checkers:LEVEL, hex, hex:LEVEL), an agent's file (NAME.json), "
    "a shared object (libNAME.so), random, or human"
)

MOST_LEVEL = len(LEVELS)
"""Full strength, of every engine."""


def _checkers(level: int, seed: int | None) -> Engine:
    """Weaker ones vary their openings."""
    return Hyperparameters(level=level, vary_openings=level < MOST_LEVEL, seed=seed).engine()


def _hex(level: int, seed: int | None) -> Engine:
    return Parameters(level=level, seed=seed).engine()


ENGINES = {Checkers.name: _checkers, Hex.name: _hex}
"""What makes a game's engine, of a level and a seed."""


def game_of(text: str) -> str | None:
    """Return the game of the player that a text names, or None if it is one for any game, or none at all."""
    name, _, _ = text.partition(":")
    if name in ENGINES:
        return name
    if is_shared_object(text):
        return Hexmon.game_name
    if name in available_protocols():
        return dialogue_class(name).game_name
    return Checkers.name if text.endswith(".json") else None


def player_named(
    text: str,
    game_name: str,
    surroundings: Surroundings = ANYWHERE,
    seed: int | None = None,
    *,
    ponder: bool = False,
) -> Player:
    """The player that a text names; a seed has our own repeat what they choose by chance. Raises OptionError.

    With `ponder` our own also think in the opponent's time; programs do as they like.
    """

    def player(engine: Engine) -> Player:
        return EnginePlayer(text, Pondering(engine) if ponder else engine)

    if text == "human":
        return HumanPlayer()
    if text == "random":
        return RandomPlayer(seed)
    protocol, colon, rest = text.partition(":")
    if is_shared_object(text):
        for_game(Hexmon.protocol, game_name)
        return SharedObjectPlayer(text, surroundings)
    if protocol in ENGINES:
        _same_game(text, protocol, game_name)
        return player(ENGINES[protocol](_level(text, protocol), seed))
    if text.endswith(".json") and protocol not in available_protocols():
        _same_game(text, Checkers.name, game_name)
        agent = load(Path(text))
        return player((agent if seed is None else replace(agent, seed=seed)).engine())
    if not colon or protocol not in available_protocols():
        names = ", ".join(available_protocols())
        raise OptionError(f"{quoted(text)} names no player; expected {FORMS}; protocols are {names}")
    kind = for_game(protocol, game_name)
    if kind.hosts_shared_objects:
        raise OptionError(f"{protocol} hosts shared objects; name the object itself: {quoted(rest or './libNAME.so')}")
    return ProgramPlayer(text, split_command(rest, surroundings.folder), kind, surroundings)


def _same_game(text: str, its_game: str, game_name: str) -> None:
    """Raises OptionError when a player's game is not that which is played."""
    if its_game != game_name:
        raise OptionError(f"{quoted(text)} plays {its_game}, not {game_name}")


def _level(text: str, engine: str) -> int:
    """That of `checkers:7`, or the highest of `checkers`. Raises OptionError."""
    _, colon, level = text.partition(":")
    if colon and not (level.isascii() and level.isdigit() and 1 <= int(level[:9]) <= MOST_LEVEL):
        raise OptionError(f"{quoted(text)} names no level; expected {engine}:1 to {engine}:{MOST_LEVEL}")
    return int(level) if colon else MOST_LEVEL


def for_game(protocol: str, game_name: str) -> type[Dialogue]:
    """The protocol of that name, which must be one for that game. Raises OptionError."""
    found = dialogue_class(protocol)
    if not found.plays(game_name):
        raise OptionError(f"the protocol {protocol} is for {found.game_name}, not for {game_name}")
    return found


def split_command(text: str, folder: Path | None = None) -> list[str]:
    """The words of a command line; quotes keep spaces. Raises OptionError when there is no such program.

    A path that is not absolute is seen from the folder in which the program will run.
    """
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise OptionError(f"the command {quoted(text)} cannot be split into words: {error}") from error
    name = command[0] if command else ""
    place = (folder or Path()) / name
    if "/" in name and is_there(place) and not os.access(place, os.X_OK):
        raise OptionError(f"{quoted(name)} is not executable; try chmod +x, or start it as python3 {name}")
    if shutil.which(str(place.absolute()) if "/" in name else name) is None:
        is_relative = "/" in name and not Path(name).is_absolute()
        where = f" in {quoted(str((folder or Path()).absolute()), LONGEST_PATH)}" if is_relative else ""
        near = f"; did you mean ./{name}?" if name and "/" not in name and is_there(place) else ""
        raise OptionError(f"there is no program {quoted(name)}{where} that could be run{near}")
    return command
