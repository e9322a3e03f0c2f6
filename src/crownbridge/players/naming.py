"""How a user names a player: `PROTOCOL:COMMAND`, `GAME:LEVEL`, `agent.json`, `./libfoo.so`, `random`, `human`."""

import os
import shlex
import shutil
import sysconfig
from pathlib import Path
from typing import Any

from crownbridge.engines import Engine, Pondering
from crownbridge.engines.provider import provider_of
from crownbridge.errors import OptionError, quoted
from crownbridge.files import LONGEST_PATH, is_there
from crownbridge.games import Game, Side, Termination, available
from crownbridge.players.engine import EnginePlayer
from crownbridge.players.human import HumanPlayer
from crownbridge.players.player import ILLEGAL_MOVE, FaultError, Player, RandomPlayer
from crownbridge.players.process import ANYWHERE, Program, Surroundings
from crownbridge.players.program import ProgramPlayer
from crownbridge.protocols import PROTOCOLS, Dialogue, dialogue_class
from crownbridge.protocols.hexmon import Hexmon


def forms() -> str:
    """Return the forms that a player's name may have, for messages."""
    engines = ", ".join(f"{game}, {game}:LEVEL" for game in available())
    return (
        f"PROTOCOL:COMMAND, an engine ({engines}), an agent's file (NAME.json), "
        f"a shared object (libNAME.so), random, or human; protocols are {', '.join(PROTOCOLS)}"
    )


def is_engine(text: str) -> bool:
    """Return True if a text names an engine: a game, or a game and a level."""
    return text.partition(":")[0] in available()


def game_of(text: str) -> str | None:
    """Return the game of the player that a text names, or None if it is one for any game, or none at all."""
    name, _, _ = text.partition(":")
    if is_engine(text):
        return name
    if _is_shared_object(name):
        return Hexmon.game_name
    if name in PROTOCOLS:
        return dialogue_class(name).game_name
    return next((game for game in available() if _is_agent_of(game, text)), None)


def _is_agent_of(game_name: str, text: str) -> bool:
    """Return True if a text is the path of a file that describes an agent of that game."""
    ending = provider_of(game_name).agent_ending
    return ending is not None and text.endswith(ending)


def _is_shared_object(name: str) -> bool:
    return name.endswith(".so") or ".so." in name


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
    if _is_shared_object(protocol):
        for_game(Hexmon.protocol, game_name)
        return _SharedObjectPlayer(text, surroundings)
    if is_engine(text):
        _same_game(text, protocol, game_name)
        return player(provider_of(protocol).engine(_level(text), seed))
    if protocol not in PROTOCOLS and (its_game := game_of(text)) is not None:
        _same_game(text, its_game, game_name)
        return player(provider_of(its_game).agent(Path(text), seed))
    if protocol == "hexmon":
        raise OptionError(f"hexmon hosts shared objects; name the object itself: {quoted(rest or './libNAME.so')}")
    if not colon or protocol not in PROTOCOLS:
        raise OptionError(f"{quoted(text)} names no player; expected {forms()}")
    return ProgramPlayer(text, split_command(rest, surroundings.folder), for_game(protocol, game_name), surroundings)


def _same_game(text: str, its_game: str, game_name: str) -> None:
    """Raises OptionError when a player's game is not that which is played."""
    if its_game != game_name:
        raise OptionError(f"{quoted(text)} plays {its_game}, not {game_name}")


def _level(text: str) -> int | None:
    """Return the level behind the name of a game, or None for full strength. Raise OptionError."""
    game, colon, level = text.partition(":")
    most = len(provider_of(game).levels)
    if colon and not (level.isascii() and level.isdigit() and 1 <= int(level[:9]) <= most):
        raise OptionError(f"{quoted(text)} names no level; expected {game}:1 to {game}:{most}")
    return int(level) if colon else None


def for_game(protocol: str, game_name: str) -> type[Dialogue]:
    """The protocol of that name, which must be one for that game. Raises OptionError."""
    found = dialogue_class(protocol)
    if found.game_name != game_name:
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


def hexmon_program() -> str:
    """Return the path of the installed hexmon, or its name if it is not installed."""
    return shutil.which("hexmon", path=sysconfig.get_path("scripts")) or shutil.which("hexmon") or "hexmon"


class _SharedObjectPlayer(ProgramPlayer):
    """An AI in a shared object, hosted by hexmon; which side it plays decides its place on hexmon's command line."""

    def __init__(self, text: str, surroundings: Surroundings) -> None:
        name, colon, option = text.partition(":")
        path = Path(name)
        if not is_there(path):
            raise OptionError(f"there is no shared object {quoted(str(path))}")
        super().__init__(text, [], Hexmon, surroundings)
        self._object = f"{path.resolve()}{colon}{option}"

    def files(self) -> frozenset[Path]:
        """The shared object."""
        return self._surroundings.named_files([self._object])

    def command(self, game: Game[Any], side: Side) -> list[str]:
        """The AI sits on its side in hexmon, and a human, us, on the other."""
        seats = {side: self._object, side.other: "human"}
        return [hexmon_program(), str(game.options["size"]), *(seats[seat] for seat in game.sides)]

    def _explained(self, fault: FaultError, program: Program, began: float, cpu: float) -> FaultError:
        """A cell that cannot be taken ends hexmon; that is an illegal move, not a crash."""
        explained = super()._explained(fault, program, began, cpu)
        if fault.termination is Termination.CRASH and " answered row " in str(explained):
            return FaultError(Termination.ILLEGAL_MOVE, ILLEGAL_MOVE, explained.turn, explained.hint)
        return explained
