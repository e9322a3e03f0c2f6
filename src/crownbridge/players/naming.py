"""Players by name: `PROTOCOL:COMMAND`, `GAME:LEVEL`, `agent.json`, `./libfoo.so`, `random`, `human`."""

import os
import shlex
import shutil
from pathlib import Path

from crownbridge.engines import Engine, Pondering
from crownbridge.engines.provider import provider_of
from crownbridge.errors import OptionError, quoted
from crownbridge.files import LONGEST_PATH, path_exists
from crownbridge.games import available
from crownbridge.players.engine import EnginePlayer
from crownbridge.players.human import HumanPlayer
from crownbridge.players.player import Player, RandomPlayer
from crownbridge.players.process import DEFAULT_LAUNCH, LaunchOptions
from crownbridge.players.program import ProgramPlayer
from crownbridge.players.shared_object import SharedObjectPlayer, is_shared_object
from crownbridge.protocols import Dialogue, available_protocols, dialogue_class, protocols_for
from crownbridge.protocols.hexmon import Hexmon
from crownbridge.protocols.lines import Lines
from crownbridge.spelling import similar_name


def forms() -> str:
    """Return a description of valid player names, for messages."""
    engines = ", ".join(f"{game}, {game}:LEVEL" for game in available())
    return (
        f"PROTOCOL:COMMAND, an engine ({engines}), an agent's file (NAME.json), "
        f"a shared object (libNAME.so), random, or human; protocols are {', '.join(available_protocols())}"
    )


def is_engine(text: str) -> bool:
    """Return True if a text names an engine: a game, or a game and a level."""
    return text.partition(":")[0] in available()


def game_of(text: str) -> str | None:
    """Return the game of a named player, or None if the player supports any game or the name is invalid."""
    name, _, _ = text.partition(":")
    if is_engine(text):
        return name
    if is_shared_object(text):
        return Hexmon.game_name
    if name in available_protocols():
        return dialogue_class(name).game_name
    return next((game for game in available() if _is_agent_of(game, text)), None)


def _is_agent_of(game_name: str, text: str) -> bool:
    """Return True if a text is the path of an agent file of that game."""
    ending = provider_of(game_name).agent_ending
    return ending is not None and text.endswith(ending)


def player_named(
    text: str, game_name: str, launch_options: LaunchOptions = DEFAULT_LAUNCH, seed: int | None = None
) -> Player:
    """Return the player with a name; a seed makes built-in players reproducible. Raise OptionError."""

    def player(engine: Engine) -> Player:
        return EnginePlayer(text, Pondering(engine) if launch_options.ponders else engine)

    if text == "human":
        return HumanPlayer()
    if text == "random":
        return RandomPlayer(seed)
    protocol, colon, rest = text.partition(":")
    if is_shared_object(text):
        for_game(Hexmon.protocol, game_name)
        return SharedObjectPlayer(text, launch_options)
    if is_engine(text):
        _same_game(text, protocol, game_name)
        return player(provider_of(protocol).engine(_level(text), seed))
    if protocol not in available_protocols() and (its_game := game_of(text)) is not None:
        _same_game(text, its_game, game_name)
        return player(provider_of(its_game).agent(Path(text), seed))
    if not colon or protocol not in available_protocols():
        raise OptionError(_not_a_player(text, game_name, launch_options.folder or Path()))
    kind = for_game(protocol, game_name)
    if kind.hosts_shared_objects:
        raise OptionError(
            f"the players of {protocol} are shared objects; use the file's name: {quoted(rest or './libNAME.so')}"
        )
    return ProgramPlayer(text, split_command(rest, launch_options.folder), kind, launch_options)


def _not_a_player(text: str, game_name: str, folder: Path) -> str:
    """Return the message for an invalid name: what is missing if it is a command, else all valid forms."""
    protocol, colon, _ = text.partition(":")
    if colon and (near := similar_name(protocol, available_protocols())):
        return f"there is no protocol called {quoted(protocol)}; did you mean {near}?"
    program = text.split(" ", 1)[0]
    if not path_exists(folder / program) and shutil.which(program) is None:
        return f"{quoted(text)} is not a player; expected {forms()}"
    protocols = [kind.protocol for kind in protocols_for(game_name) if not kind.hosts_shared_objects]
    start = "python3 " if program.endswith(".py") else "" if "/" in program or shutil.which(program) else "./"
    return (
        f"{quoted(text)} does not name its protocol; expected PROTOCOL:COMMAND, such as "
        f"{quoted(f'{Lines.protocol}:{start}{text}')}; protocols for {game_name} are {', '.join(protocols)}"
    )


def _same_game(text: str, its_game: str, game_name: str) -> None:
    """Raise OptionError if a player's game is not the one to be played."""
    if its_game != game_name:
        raise OptionError(f"{quoted(text)} plays {its_game}, not {game_name}")


def _level(text: str) -> int | None:
    """Return the level in an engine's name, or None for full strength. Raise OptionError."""
    game, colon, level = text.partition(":")
    most = len(provider_of(game).levels)
    if colon and not (level.isascii() and level.isdigit() and 1 <= int(level[:9]) <= most):
        raise OptionError(f"{quoted(text)} is not a level; expected {game}:1 to {game}:{most}")
    return int(level) if colon else None


def for_game(protocol: str, game_name: str) -> type[Dialogue]:
    """Return the dialogue class of a protocol. Raise OptionError if it does not support the game."""
    dialogue = dialogue_class(protocol)
    if not dialogue.plays(game_name):
        raise OptionError(f"the {protocol} protocol is for {dialogue.game_name}, not for {game_name}")
    return dialogue


def split_command(text: str, folder: Path | None = None) -> list[str]:
    """Split a command line into words as a shell does. Raise OptionError if the program does not exist.

    A relative path is relative to the folder in which the program will run.
    """
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise OptionError(f"the command {quoted(text)} is not a valid command line: {error}") from error
    name = command[0] if command else ""
    place = (folder or Path()) / name
    if "/" in name and path_exists(place) and not os.access(place, os.X_OK):
        raise OptionError(f"{quoted(name)} is not executable; try chmod +x, or start it as python3 {name}")
    if shutil.which(str(place.absolute()) if "/" in name else name) is None:
        is_relative = "/" in name and not Path(name).is_absolute()
        where = f" in {quoted(str((folder or Path()).absolute()), LONGEST_PATH)}" if is_relative else ""
        near = f"; did you mean ./{name}?" if name and "/" not in name and path_exists(place) else ""
        raise OptionError(f"program {quoted(name)} not found{where}{near}")
    return command
