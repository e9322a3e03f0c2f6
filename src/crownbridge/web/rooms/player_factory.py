"""Create the players of rooms, and enforce which programs may be started."""

import queue
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from crownbridge.arena import Adjudicator, TimeControl
from crownbridge.errors import ForbiddenError, InputError, OptionError, quoted
from crownbridge.games import Position, Termination, available
from crownbridge.players import FaultError, HumanPlayer, Player, player_named
from crownbridge.players.human import LATE
from crownbridge.players.naming import is_engine
from crownbridge.players.process import LaunchOptions, Sandbox
from crownbridge.protocols import LastMove
from crownbridge.web.rooms.state import HUMAN

LISTED = "@"
"""Prefix of the name of a program that the owner of the server has listed."""


class ProgramPolicy(StrEnum):
    """Which programs the pages may start."""

    ANY = "any"
    LISTED = "listed"
    NONE = "none"


@dataclass(frozen=True)
class PlayerFactory:
    """Creates players from their names."""

    programs: ProgramPolicy = ProgramPolicy.ANY
    listed: Mapping[str, str] = field(default_factory=dict)
    """Players of the listed programs by name."""
    sandbox: Sandbox = Sandbox.NONE
    times_people: bool = True
    """True if people have the clock of the game."""
    control: TimeControl | None = None
    """Time control of the games, or None for that of the room."""
    adjudicators: Sequence[Adjudicator] = ()
    """Additional conditions that end a game."""

    @cached_property
    def games_of_listed(self) -> dict[str, list[str]]:
        """The games that each listed program can play. Raise OptionError if a program cannot play any."""
        return {name: self._games_of(name, text) for name, text in self.listed.items()}

    def _games_of(self, name: str, text: str) -> list[str]:
        problem, games = "", []
        for game in available():
            try:
                player_named(text, game).close()
                games.append(game)
            except InputError as error:
                problem = str(error)
        if not games:
            raise OptionError(f"the program {name} cannot be used: {problem}")
        return games

    def resolved(self, text: str) -> str:
        """Return the player that a text names. Raise ForbiddenError or OptionError if it is not allowed."""
        if not is_program(text):
            return text
        if text.startswith(LISTED):
            name = text.removeprefix(LISTED)
            if self.programs is ProgramPolicy.NONE or name not in self.listed:
                raise OptionError(f"there is no program called {quoted(name)} here")
            return self.listed[name]
        if self.programs is not ProgramPolicy.ANY:
            raise ForbiddenError(
                f"{quoted(text)} may not be started from here; the server's owner can list it: "
                "crownbridge serve --allow-programs --program NAME=PROTOCOL:COMMAND"
            )
        return text

    def player(self, text: str, game_name: str) -> Player:
        """Create the player that a text names. Raise ForbiddenError or OptionError."""
        if text == HUMAN:
            return HumanPlayer(PageInterface(), timed=self.times_people)
        player = player_named(self.resolved(text), game_name, self.launch_options)
        player.name = text
        return player

    @property
    def launch_options(self) -> LaunchOptions:
        """The environment in which programs run."""
        return LaunchOptions(sandbox=self.sandbox)


def is_program(text: str) -> bool:
    """Return True if a player is neither a human nor one of our engines, so that a file is read or a command run."""
    return text not in (HUMAN, "random") and not is_engine(text)


class PageInterface:
    """The input of a human on a page."""

    ended = False

    def __init__(self) -> None:
        self._moves: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def give(self, move: Any) -> None:
        """Enter a move; from any thread."""
        self._moves.put(move)

    def interrupt(self) -> None:
        """Stop waiting for a move."""
        self._moves.put(None)

    def ask(self, position: Position[Any], last: LastMove | None, seconds: float | None) -> Any:  # noqa: ARG002 (the page shows both)
        """Wait for a move."""
        try:
            move = self._moves.get(timeout=seconds)
        except queue.Empty:
            raise FaultError(Termination.TIMEOUT, LATE) from None
        if move is None:
            raise FaultError(Termination.INTERRUPTED, "was stopped")
        return move
