"""Selection of the moves of self-play from the network's outputs."""

from typing import NamedTuple, Protocol

import torch
from torch import Tensor
from training.hex.games import Games


class SelectionInput(NamedTuple):
    """Network outputs and sampling settings, with one row per game."""

    games: Games
    logits: Tensor
    """Policy logits; occupied cells are masked."""
    values: Tensor
    """Value logits of the positions."""
    sampled: Tensor
    """Moves sampled from the policy."""
    early: Tensor
    """Whether the game is in its random opening, in which the sampled move is played."""
    temperatures: Tensor
    """Sampling temperatures after the opening."""


class Selection(NamedTuple):
    """The selected moves and their evaluation."""

    moves: Tensor
    regret: Tensor
    """Difference between the win probabilities of the best and the selected move."""
    values: Tensor
    """Win probability of the side to move with the best move."""
    candidates: Tensor
    """Cells that were searched, int64[games, candidates], best first."""
    candidate_values: Tensor
    """Win probabilities of the candidates."""


class MoveSelector(Protocol):
    """Selects a move in every game."""

    candidates: int
    """Number of candidates that it searches."""

    def select(self, inputs: SelectionInput) -> Selection:
        """Return the moves to play; do not change the games."""


class PolicySelector:
    """Plays the sampled moves without search."""

    candidates = 0

    def select(self, inputs: SelectionInput) -> Selection:
        """Return the sampled moves, evaluated by the network alone."""
        moves = inputs.sampled
        regret = inputs.logits.amax(1).sigmoid() - inputs.logits.gather(1, moves[:, None])[:, 0].sigmoid()
        none = moves[:, None][:, :0]
        return Selection(moves, regret, inputs.values.sigmoid(), none, none.float())


def gumbel_noise(like: Tensor) -> Tensor:
    """Return Gumbel noise of that shape: the argmax of logits plus noise is a sample from their softmax."""
    return -torch.log(-torch.log(torch.rand_like(like).clamp_(1e-9, 1 - 1e-7)))
