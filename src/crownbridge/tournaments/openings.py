"""Where games start: positions by number, the same in every run."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from crownbridge.engines.provider import provider_of
from crownbridge.errors import OptionError
from crownbridge.games import Game, Position
from crownbridge.tournaments.random_numbers import random_below, shuffled

MOST_ATTEMPTS = 100
"""At random moves that do not end the game."""


class Openings(ABC):
    """The start positions of a game; none is over."""

    @property
    @abstractmethod
    def count(self) -> int | None:
        """How many there are before the first comes again; `None` where each number has its own."""

    @abstractmethod
    def position(self, number: int) -> Position[Any]:
        """The position of that number, from 0; a function of the number alone. Raises OptionError."""


class ListedOpenings(Openings):
    """Positions one after another; after the last comes the first again."""

    def __init__(self, positions: Sequence[Position[Any]]) -> None:
        """Raises OptionError where there is none."""
        if not positions:
            raise OptionError("there are no openings")
        self._positions = tuple(positions)

    @property
    def count(self) -> int:
        """All of them."""
        return len(self._positions)

    def position(self, number: int) -> Position[Any]:
        """That of the number's place in the list."""
        return self._positions[number % len(self._positions)]


class RandomMoves(Openings):
    """Positions after so many random moves from the start, without moves that touch no cell, such as a swap."""

    def __init__(self, game: Game[Any], plies: int, seed: int) -> None:
        self._game, self._plies, self._seed = game, plies, seed

    @property
    def count(self) -> None:
        """Every number has its own, though two may be alike."""
        return

    def position(self, number: int) -> Position[Any]:
        """Raises OptionError where no game lasts so long."""
        for attempt in range(MOST_ATTEMPTS):
            if found := self._attempt("opening", self._seed, number, attempt):
                return found
        raise OptionError(f"after {self._plies} random moves, the game is over; try fewer")

    def _attempt(self, *key: object) -> Position[Any] | None:
        position: Position[Any] = self._game.initial()
        for ply in range(self._plies):
            moves = [move for move in position.legal_moves() if position.cells_of(move)]
            if not moves:
                return None
            position = position.play(moves[random_below(len(moves), *key, ply)])
        return None if position.outcome() else position


def initial(game: Game[Any]) -> Openings:
    """The position that every game of the kind starts from."""
    return ListedOpenings([game.initial()])


def book(game: Game[Any], name: str, seed: int) -> Openings:
    """Return the openings of a game's book, in random order. Raise OptionError if the game has no such book."""
    books = provider_of(game.name).books
    if name not in books:
        raise OptionError(f"there are no {name} of {game.name}; expected initial, random or file")
    return ListedOpenings(shuffled(books[name](game), name, seed))
