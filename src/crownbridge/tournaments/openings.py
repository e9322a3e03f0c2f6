"""Openings: start positions by number, the same in every run."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from crownbridge.engines.provider import provider_of
from crownbridge.errors import OptionError
from crownbridge.games import Game, Position
from crownbridge.tournaments.random_numbers import random_below, shuffled

MOST_ATTEMPTS = 100
"""Number of attempts to find random moves that do not end the game."""


class Openings(ABC):
    """Start positions of games; none is a final position."""

    @property
    @abstractmethod
    def count(self) -> int | None:
        """The number of openings before they repeat; `None` if they do not."""

    @abstractmethod
    def position(self, number: int) -> Position[Any]:
        """Return the position with a number from 0, which depends on the number alone. Raise OptionError."""


class ListedOpenings(Openings):
    """A list of positions, which repeats after the last."""

    def __init__(self, positions: Sequence[Position[Any]]) -> None:
        """Raise OptionError if the list is empty."""
        if not positions:
            raise OptionError("there are no openings")
        self._positions = tuple(positions)

    @property
    def count(self) -> int:
        """The length of the list."""
        return len(self._positions)

    def position(self, number: int) -> Position[Any]:
        """Return the position at `number`, modulo the length of the list."""
        return self._positions[number % len(self._positions)]


class RandomMoves(Openings):
    """Positions after random moves from the initial position, excluding moves without a cell, such as a swap."""

    def __init__(self, game: Game[Any], plies: int, seed: int) -> None:
        self._game, self._plies, self._seed = game, plies, seed

    @property
    def count(self) -> None:
        """`None`: the openings do not repeat, although two may be equal by chance."""
        return

    def position(self, number: int) -> Position[Any]:
        """Return the position with a number; raise OptionError if games end before that many moves."""
        for attempt in range(MOST_ATTEMPTS):
            if position := self._attempt("opening", self._seed, number, attempt):
                return position
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
    """Return the initial position as the only opening."""
    return ListedOpenings([game.initial()])


def book(game: Game[Any], name: str, seed: int) -> Openings:
    """Return the openings of a game's book, in random order. Raise OptionError if the game has no such book."""
    books = provider_of(game.name).books
    if name not in books:
        raise OptionError(f"there are no {name} of {game.name}; expected initial, random or file")
    return ListedOpenings(shuffled(books[name](game), name, seed))
