"""The configuration of a game of hextk: board size, players and time limit."""

from dataclasses import dataclass
from pathlib import Path

from crownbridge.errors import OptionError, quoted
from crownbridge.files import path_exists
from crownbridge.games.hex import Hex, Side
from crownbridge.players.shared_object import hexmon_program

MOST_MILLISECONDS = 2**31 - 1


@dataclass(frozen=True)
class Seat:
    """The player of a colour: a human, or an AI in a shared object with an option."""

    path: str = ""
    """Path of the shared object; empty for a human."""
    option: str = ""

    @classmethod
    def parse(cls, text: str) -> "Seat":
        """Parse hexmon's argument: `human` or `PATH[:OPTION]`."""
        path, _, option = text.partition(":")
        return cls() if path == "human" else cls(path, option)

    @property
    def is_human(self) -> bool:
        """True for a human."""
        return not self.path

    @property
    def name(self) -> str:
        """The name to display: `human`, or the file's name."""
        return "human" if self.is_human else Path(self.path).name

    def argument(self) -> str:
        """Return hexmon's argument. Raise OptionError if the file does not exist or its name contains a colon."""
        if self.is_human:
            return "human"
        if ":" in self.path:
            raise OptionError(
                f"{quoted(self.path)} contains a colon, after which hexmon expects the option; rename the file"
            )
        if not path_exists(self.path):
            raise OptionError(f"shared object {quoted(self.path)} not found; choose a libNAME.so")
        path = Path(self.path).resolve()
        return f"{path}:{self.option}" if self.option else str(path)


HUMAN = Seat()


@dataclass(frozen=True)
class Setup:
    """The configuration of a game."""

    size: int = 11
    red: Seat = HUMAN
    blue: Seat = HUMAN
    milliseconds: int | None = None
    """Time limit for each move of an AI; None for no limit."""

    @property
    def game(self) -> Hex:
        """The rules: blue moves first, no swap. Raise OptionError if the size is invalid."""
        return Hex(self.size, Side.BLUE)

    def seat(self, side: Side) -> Seat:
        """Return the player of a side."""
        return self.red if side == Side.RED else self.blue

    @property
    def humans(self) -> frozenset[Side]:
        """The sides that humans play."""
        return frozenset(side for side in Side if self.seat(side).is_human)

    def command(self) -> list[str]:
        """Return the command line of hexmon. Raise OptionError if a setting is invalid."""
        limit = []
        if self.milliseconds is not None:
            if not 1 <= self.milliseconds <= MOST_MILLISECONDS:
                raise OptionError(
                    f"the time for a move is {self.milliseconds} ms; expected at least 1, or empty for no limit"
                )
            limit = ["-t", str(self.milliseconds)]
        return [hexmon_program(), *limit, str(self.game.size), self.red.argument(), self.blue.argument()]
