"""What a game of hextk is played with: the size of the board, and who plays each colour."""

from dataclasses import dataclass
from pathlib import Path

from crownbridge.errors import OptionError, quoted
from crownbridge.files import is_there
from crownbridge.games.hex import Hex, Side
from crownbridge.players.shared_object import hexmon_program

MOST_MILLISECONDS = 2**31 - 1


@dataclass(frozen=True)
class Seat:
    """Who plays a colour: a person, or an AI in a shared object with the option that hexmon passes to it."""

    path: str = ""
    """Of the shared object; empty for a person."""
    option: str = ""

    @classmethod
    def parse(cls, text: str) -> "Seat":
        """Return the seat that hexmon's argument names: `human` or `PATH[:OPTION]`."""
        path, _, option = text.partition(":")
        return cls() if path == "human" else cls(path, option)

    @property
    def is_human(self) -> bool:
        """True if a person plays."""
        return not self.path

    @property
    def name(self) -> str:
        """The name to show: `human`, or the file's name."""
        return "human" if self.is_human else Path(self.path).name

    def argument(self) -> str:
        """Return hexmon's argument. Raise OptionError if there is no such file or its name cannot be passed."""
        if self.is_human:
            return "human"
        if ":" in self.path:
            raise OptionError(f"{quoted(self.path)} has a colon, where hexmon expects the option; rename the file")
        if not is_there(self.path):
            raise OptionError(f"there is no shared object {quoted(self.path)}; choose a libNAME.so")
        path = Path(self.path).resolve()
        return f"{path}:{self.option}" if self.option else str(path)


HUMAN = Seat()


@dataclass(frozen=True)
class Setup:
    """A game for zero, one or two AIs."""

    size: int = 11
    red: Seat = HUMAN
    blue: Seat = HUMAN
    milliseconds: int | None = None
    """The time limit for each move of an AI; None for no limit."""

    @property
    def game(self) -> Hex:
        """The rules: blue goes first, without a swap. Raise OptionError if there is no board of that size."""
        return Hex(self.size, Side.BLUE)

    def seat(self, side: Side) -> Seat:
        """Return who plays a side."""
        return self.red if side == Side.RED else self.blue

    @property
    def humans(self) -> frozenset[Side]:
        """The sides that people play."""
        return frozenset(side for side in Side if self.seat(side).is_human)

    def command(self) -> list[str]:
        """Return the command line that starts hexmon. Raise OptionError if a setting cannot be used."""
        limit = []
        if self.milliseconds is not None:
            if not 1 <= self.milliseconds <= MOST_MILLISECONDS:
                raise OptionError(f"the time for a move is {self.milliseconds} ms; expected at least 1, or nothing")
            limit = ["-t", str(self.milliseconds)]
        return [hexmon_program(), *limit, str(self.game.size), self.red.argument(), self.blue.argument()]
