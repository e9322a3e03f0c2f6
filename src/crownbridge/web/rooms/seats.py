"""Who may sit at a table, and the page before which a human does."""

import queue
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from crownbridge.errors import ForbiddenError, InputError, OptionError, quoted
from crownbridge.games import Position, Termination, available
from crownbridge.players import FaultError, HumanPlayer, Player, player_named
from crownbridge.players.naming import is_engine
from crownbridge.players.process import LaunchOptions, Sandbox
from crownbridge.protocols import LastMove
from crownbridge.web.rooms.state import HUMAN

LISTED = "@"
"""Stands before the name of a program that the owner of the server has listed."""


class Programs(StrEnum):
    """Which programs may be started from the page."""

    ANY = "any"
    LISTED = "listed"
    NONE = "none"


@dataclass(frozen=True)
class Seating:
    """Makes players of the texts that name them."""

    programs: Programs = Programs.ANY
    listed: Mapping[str, str] = field(default_factory=dict)
    """What the owner's names stand for."""
    sandbox: Sandbox = Sandbox.NONE

    @cached_property
    def games_of_listed(self) -> dict[str, list[str]]:
        """The games that each listed program can play. Raise OptionError if one can play none."""
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
        """What a text stands for, if it may sit here. Raises ForbiddenError or OptionError."""
        if not is_program(text):
            return text
        if text.startswith(LISTED):
            name = text.removeprefix(LISTED)
            if self.programs is Programs.NONE or name not in self.listed:
                raise OptionError(f"there is no program called {quoted(name)} here")
            return self.listed[name]
        if self.programs is not Programs.ANY:
            raise ForbiddenError(
                f"{quoted(text)} may not be started from here; the server's owner can list it: "
                "crownbridge serve --allow-programs --program NAME=PROTOCOL:COMMAND"
            )
        return text

    def player(self, text: str, game_name: str) -> Player:
        """The player that a text names. Raises ForbiddenError or OptionError."""
        if text == HUMAN:
            return HumanPlayer(PageFront(), timed=True)
        player = player_named(self.resolved(text), game_name, self.launch_options)
        player.name = text
        return player

    @property
    def launch_options(self) -> LaunchOptions:
        """How programs run."""
        return LaunchOptions(sandbox=self.sandbox)


def is_program(text: str) -> bool:
    """Whether a player is neither human nor one of ours, so that something of the owner's is run or read."""
    return text not in (HUMAN, "random") and not is_engine(text)


class PageFront:
    """A page, which sends moves when somebody has chosen them."""

    ended = False

    def __init__(self) -> None:
        self._moves: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def give(self, move: Any) -> None:
        """Hand a move over; from any thread."""
        self._moves.put(move)

    def interrupt(self) -> None:
        """End the waiting."""
        self._moves.put(None)

    def ask(self, position: Position[Any], last: LastMove | None, seconds: float | None) -> Any:  # noqa: ARG002 (the page shows both)
        """Wait for a move."""
        try:
            move = self._moves.get(timeout=seconds)
        except queue.Empty:
            raise FaultError(Termination.TIMEOUT, "did not move in time") from None
        if move is None:
            raise FaultError(Termination.INTERRUPTED, "was stopped")
        return move
