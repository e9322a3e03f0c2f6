"""Matches between two networks without search: all games in parallel, each opening with both colours."""

import torch
from torch import Tensor
from training.hex.games import Games
from training.hex.network import Network


@torch.no_grad()
def match(first: Network, second: Network, size: int, pairs: int, device: torch.device) -> float:
    """Return the share of games that the first network wins; both play their best move after two random stones."""
    generator = torch.Generator().manual_seed(size)
    order = torch.rand(pairs, size * size, generator=generator).argsort(1)[:, :2].repeat(2, 1).to(device)
    games = Games(size, 2 * pairs, device)
    transposed = games.geometry.transposed
    games.play(order[:, 0])
    games.play(transposed[order[:, 1]])
    over = torch.zeros(2 * pairs, dtype=torch.bool, device=device)
    wins = torch.zeros(2 * pairs, dtype=torch.bool, device=device)
    first_moves = torch.arange(2 * pairs, device=device) < pairs
    while not bool(over.all()):
        won = games.play(_best_moves(first, second, games, pairs, swapped=not bool(first_moves[0]))) & ~over
        wins |= won & first_moves
        over |= won
        first_moves = ~first_moves
    return float(wins.float().mean())


def _best_moves(first: Network, second: Network, games: Games, pairs: int, *, swapped: bool) -> Tensor:
    """Return the moves: one network's in the first half of the games, the other's in the second."""
    boards = games.network_input()
    upper, lower = (second, first) if swapped else (first, second)
    logits = torch.cat([upper(boards[:pairs])[0], lower(boards[pairs:])[0]])
    return games.mask_taken(logits).argmax(1)
