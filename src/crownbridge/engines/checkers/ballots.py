"""The three-move ballots: beginnings of a game that are drawn by lot, so that games differ and none starts lost."""

import random
from functools import cache
from pathlib import Path
from typing import Any

from crownbridge.engines.engine import Engine, SearchRequest, Thought
from crownbridge.engines.wrapper import EngineWrapper
from crownbridge.games import Checkers, Game, Position

PLIES = 3
BALLOTS = Path(__file__).with_name("ballots.txt")
"""Made by training/checkers/ballots.py."""


@cache
def ballots() -> tuple[tuple[str, ...], ...]:
    """The moves of each ballot, in PDN."""
    return tuple(tuple(line.split()) for line in BALLOTS.read_text(encoding="ascii").splitlines())


def ballot_positions(game: Game[Any]) -> list[Position[Any]]:
    """The position to which each ballot leads in a game of checkers."""
    return [_played(game, moves)[-1] for moves in ballots()]


def _played(game: Game[Any], moves: tuple[str, ...]) -> list[Position[Any]]:
    positions = [game.initial()]
    for move in moves:
        positions.append(positions[-1].play(move))
    return positions


@cache
def _book() -> dict[int, list[str]]:
    """The moves that ballots go on with, by the key of the position; one that begins many stands there as often."""
    book: dict[int, list[str]] = {}
    for moves in ballots():
        for position, move in zip(_played(Checkers(), moves), moves, strict=False):
            book.setdefault(position.key, []).append(move)
    return book


class Varied(EngineWrapper):
    """An engine that opens with a random ballot; `forget` does not reset the random sequence."""

    def __init__(self, engine: Engine, seed: int) -> None:
        super().__init__(engine)
        self._random = random.Random(seed)

    def think(self, request: SearchRequest) -> Thought:
        """Return a move of a ballot, or else the engine's thought."""
        position = request.position
        if moves := _book().get(position.key):
            move = position.parse_move(self._random.choice(moves))
            return Thought(move, (move,))
        return super().think(request)
