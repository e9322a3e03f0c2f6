"""The program's side of the lines protocol, for an engine of any game. Pure, like the host's side."""

import re
from contextlib import suppress
from typing import Any

from crownbridge.engines import Limit
from crownbridge.errors import InputError, MoveError, quoted
from crownbridge.games import Game, Position
from crownbridge.games.game import load_with
from crownbridge.protocols.lines import VERSION, parse_options

_TIME = re.compile(r"(move|game) ([0-9]{1,12})")


class LinesClient:
    """The state of a program under the lines protocol, for a sequence of games."""

    def __init__(self) -> None:
        self.game: Game[Any] | None = None
        self.limit = Limit()
        """Limit for the next move; unlimited without a `time` line."""
        self._position: Position[Any] | None = None

    @property
    def position(self) -> Position[Any]:
        """The current position, with the known history. Raise InputError before the first game."""
        if self._position is None:
            raise InputError("no game has started; expected a line such as: game hex size=11")
        return self._position

    def read(self, line: bytes) -> bool:
        """Read a line; return True if it requests a move. Raise InputError if it is invalid."""
        word, _, rest = line.decode("utf-8", "replace").strip().partition(" ")
        match word:
            case "lines" if rest != str(VERSION):
                raise InputError(f"the version is {quoted(rest)}; expected {VERSION}")
            case "game":
                self._begin(rest)
            case "play":
                self._follow(rest)
            case "position" if rest != str(self.position):
                self._position = self.position.game.parse(rest)
            case "time":
                self._set_time(rest)
            case "move":
                if (outcome := self.position.outcome()) is not None:
                    raise InputError(f"the game is over: {outcome}")
                return True
        return False

    def _begin(self, text: str) -> None:
        name, _, options = text.partition(" ")
        self.game = load_with(name, None, parse_options(options))
        self._position = self.game.initial()

    def _follow(self, move: str) -> None:
        """Play the opponent's move, to keep the history; the next line contains the position in any case."""
        with suppress(MoveError):  # illegal if the game did not start from the initial position
            self._position = self.position.play(move)

    def _set_time(self, text: str) -> None:
        match = _TIME.fullmatch(text)
        if match is None:
            raise InputError(f"the time is {quoted(text)}; expected for example: time move 500")
        seconds = int(match[2]) / 1000
        self.limit = Limit(seconds) if match[1] == "move" else Limit(clock=seconds)

    def play(self, move: Any) -> str:
        """Play a move of the engine; return its line."""
        self._position = self.position.play(move)
        self.limit = Limit()
        return f"move {move}"
