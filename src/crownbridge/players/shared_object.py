"""An AI in a shared object as a player."""

import shutil
import sysconfig
from pathlib import Path
from typing import Any

from crownbridge.errors import OptionError, quoted
from crownbridge.files import path_exists
from crownbridge.games import Game, Side, Termination
from crownbridge.players.player import ILLEGAL_MOVE, FaultError
from crownbridge.players.process import LaunchOptions, Program
from crownbridge.players.program import ProgramPlayer
from crownbridge.protocols.hexmon import Hexmon


def is_shared_object(path: str) -> bool:
    """Return True if a path names a shared object, possibly with an option: `libfoo.so:3`."""
    file = path.partition(":")[0]
    return file.endswith(".so") or ".so." in file


def program_file(path: str) -> str:
    """Return the file of an executable's path, without the option of a shared object."""
    return path.partition(":")[0] if is_shared_object(path) else path


def hexmon_program() -> str:
    """Return the path of the installed hexmon, or its name if it is not installed."""
    return shutil.which("hexmon", path=sysconfig.get_path("scripts")) or shutil.which("hexmon") or "hexmon"


class SharedObjectPlayer(ProgramPlayer):
    """An AI in a shared object, hosted by hexmon."""

    def __init__(self, text: str, launch_options: LaunchOptions) -> None:
        name, colon, option = text.partition(":")
        path = Path(name)
        if not path_exists(path):
            raise OptionError(f"shared object {quoted(str(path))} not found")
        super().__init__(text, [], Hexmon, launch_options)
        self._object = f"{path.resolve()}{colon}{option}"

    def files(self) -> frozenset[Path]:
        """Return the shared object."""
        return self._launch_options.named_files([self._object])

    def command(self, game: Game[Any], side: Side) -> list[str]:
        """Return hexmon's command line: the AI plays its side, and the other side is human to hexmon."""
        seats = {side: self._object, side.other: "human"}
        return [hexmon_program(), str(game.options["size"]), *(seats[seat] for seat in game.sides)]

    def _explained(self, fault: FaultError, program: Program, began: float, cpu: float) -> FaultError:
        """Return an illegal move instead of a crash if hexmon exited because of an illegal cell."""
        fault = super()._explained(fault, program, began, cpu)
        if fault.termination is Termination.CRASH and " answered row " in str(fault):
            return FaultError(Termination.ILLEGAL_MOVE, ILLEGAL_MOVE, fault.turn, fault.hint)
        return fault
