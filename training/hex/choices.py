"""How a move is chosen in every game, once the network was asked about its position."""

from typing import NamedTuple, Protocol

import torch
from torch import Tensor
from training.hex.games import Games


class Turn(NamedTuple):
    """What a choice is made from, a row for every game."""

    games: Games
    logits: Tensor
    """What the network says of the moves, those to taken cells out of reach,"""
    values: Tensor
    """and of the positions."""
    drawn: Tensor
    """A move that was drawn by them."""
    early: Tensor
    """Whether that one is to be played, as the opening is left to chance."""
    temperatures: Tensor
    """How much worse moves than the best are chosen otherwise."""


class Choice(NamedTuple):
    """The moves chosen, and what was thought of them."""

    moves: Tensor
    regret: Tensor
    """By how much the best move's chance to win was thought to be higher."""
    values: Tensor
    """The chance of the side to move, if it plays the best one."""
    candidates: Tensor
    """Cells that were looked at, int64[games, candidates], the best first,"""
    worths: Tensor
    """and the chances to win there."""


class Chooser(Protocol):
    """Chooses a move in every game."""

    candidates: int
    """How many it looks at."""

    def choose(self, turn: Turn) -> Choice:
        """The moves to play now; the games stay as they are."""


class Instinct:
    """Plays what was drawn, and looks at nothing."""

    candidates = 0

    def choose(self, turn: Turn) -> Choice:
        """The moves that were drawn, judged by the network alone."""
        moves = turn.drawn
        regret = turn.logits.amax(1).sigmoid() - turn.logits.gather(1, moves[:, None])[:, 0].sigmoid()
        none = moves[:, None][:, :0]
        return Choice(moves, regret, turn.values.sigmoid(), none, none.float())


def gumbel(like: Tensor) -> Tensor:
    """Noise of that shape: what is largest after it was added is a draw from the softmax."""
    return -torch.log(-torch.log(torch.rand_like(like).clamp_(1e-9, 1 - 1e-7)))
