"""The program's side of the lines protocol, for an engine of any game. Pure, like the host's side."""

import re
from contextlib import suppress
from typing import Any

from crownbridge.engines import Limit
from crownbridge.errors import InputError, MoveError, quoted
from crownbridge.games import Game, Position, load
from crownbridge.protocols.lines import VERSION, parse_options

_TIME = re.compile(r"(move|game) ([0-9]{1,12})")


class LinesClient:
    """Follows games, one after another."""

    def __init__(self) -> None:
        self.game: Game[Any] | None = None
        self.limit = Limit()
        """The time for the next move; without a `time` line, there is no limit."""
        self._position: Position[Any] | None = None

    @property
    def position(self) -> Position[Any]:
        """The position of the game, with what is known of its past. Raise InputError before a game has begun."""
        if self._position is None:
            raise InputError("there is no game yet; expected a line such as: game hex size=11")
        return self._position

    def read(self, line: bytes) -> bool:
        """Read a line; return True if it asks for a move. Raise InputError if it cannot be obeyed."""
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
                    raise InputError(f"there is no move left to play: {outcome}")
                return True
        return False

    def _begin(self, text: str) -> None:
        name, _, options = text.partition(" ")
        try:
            self.game = load(name, None, **parse_options(options))
        except TypeError as error:
            raise InputError(f"there is no such game: {quoted(text)}") from error
        self._position = self.game.initial()

    def _follow(self, move: str) -> None:
        """Play the opponent's move, so that the game's past is known; the next line tells the position in any case."""
        with suppress(MoveError):  # it is not legal where the game did not begin from the initial position
            self._position = self.position.play(move)

    def _set_time(self, text: str) -> None:
        found = _TIME.fullmatch(text)
        if found is None:
            raise InputError(f"the time is {quoted(text)}; expected such as: time move 500")
        seconds = int(found[2]) / 1000
        self.limit = Limit(seconds) if found[1] == "move" else Limit(clock=seconds)

    def play(self, move: Any) -> str:
        """Return the line that tells a move of ours."""
        self._position = self.position.play(move)
        self.limit = Limit()
        return f"move {move}"
