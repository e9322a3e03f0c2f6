"""The games that were finished last, and what is to be learnt from them.

A position is worth what the game came to after it, but for what exploration spoilt: where a later move was much worse
than the best one, the value which the position before that move was thought to have counts instead of what followed.
The values of the positions on the way there count, too, each for a small part of what is left (TD(lambda)).
Where moves were searched for, what the candidates were found to be worth counts as much as what the game came to.
"""

from typing import NamedTuple

import torch
from torch import Tensor
from training.hex.games import Geometry

LAMBDA = 0.9
"""What is left for later positions, and at last the result, after each of them on the way has had its part."""
UNKNOWN = -1.0
"""In place of what a candidate is worth: there were fewer free cells."""


class Rows(NamedTuple):
    """Games, a row each, with an entry for every ply; cells are as the side to move sees them."""

    moves: Tensor
    """The cells that were played, int16[games, plies]."""
    values: Tensor
    """What the positions were thought to be worth, float16[games, plies],"""
    spoilt: Tensor
    """and whether the moves played are no judges of that."""
    candidates: Tensor
    """The cells that were looked at, int16[games, plies, candidates], the best first,"""
    worths: Tensor
    """and what they are worth."""


def empty_rows(count: int, cells: int, candidates: int, device: torch.device) -> Rows:
    """Room for so many games."""
    return Rows(
        torch.zeros(count, cells, dtype=torch.int16, device=device),
        torch.zeros(count, cells, dtype=torch.float16, device=device),
        torch.zeros(count, cells, dtype=torch.bool, device=device),
        torch.zeros(count, cells, candidates, dtype=torch.int16, device=device),
        torch.full((count, cells, candidates), UNKNOWN, dtype=torch.float16, device=device),
    )


class Sample(NamedTuple):
    """Positions to learn from."""

    boards: Tensor
    moves: Tensor
    """The cells that were played, and the candidates, if any: int64[positions, 1 + candidates]."""
    targets: Tensor
    """The chance to win, of the side to move, after those moves,"""
    weights: Tensor
    """and how much each of them counts."""
    values: Tensor
    """The same for the position, float32[positions, 1 or 2]: after the move played, and after the best candidate,"""
    value_weights: Tensor
    """and how much that counts, the former not at all where the move was a bad one."""


class Replay:
    """The last games of one size, a row each; one more row takes what is not to be kept."""

    def __init__(self, size: int, window: int, device: torch.device, candidates: int = 0) -> None:
        self.geometry = Geometry(size, device)
        self.window = window
        self.rows = empty_rows(window + 1, self.geometry.cells, candidates, device)
        self.lengths = torch.ones(window + 1, dtype=torch.int64, device=device)
        self.count = torch.zeros((), dtype=torch.int64, device=device)

    def add(self, over: Tensor, rows: Rows, lengths: Tensor) -> None:
        """Takes the rows for which `over` says so."""
        places = torch.where(over, (self.count + over.cumsum(0) - 1) % self.window, self.window)
        for own, given in zip(self.rows, rows, strict=True):
            own[places] = given
        self.lengths[places] = lengths
        self.count += over.sum()

    def sample(self, count: int) -> Sample:
        """Positions of random games, half of them turned by 180 degrees."""
        geometry, device = self.geometry, self.lengths.device
        games = (torch.rand(count, device=device) * self.count.clamp(1, self.window)).long()
        lengths = self.lengths[games]
        ply = self._plies(games, lengths)
        moves = self.rows.moves[games].long()
        each = torch.arange(geometry.cells, device=device)
        same_side = (each - ply[:, None]) % 2 == 0
        seen = torch.where(same_side, moves, geometry.transposed[moves])
        stones = torch.where(same_side, 1, -1).to(torch.int8)
        beyond = geometry.cells
        boards = torch.zeros(count, beyond + 1, dtype=torch.int8, device=device)
        boards.scatter_(1, torch.where(each < ply[:, None], seen, beyond), stones)
        boards = boards[:, :beyond]
        candidates, worths = self.rows.candidates[games, ply].long(), self.rows.worths[games, ply].float()
        tried = torch.cat([moves.gather(1, ply[:, None]), candidates], 1)
        turned = torch.rand(count, device=device) < 0.5  # noqa: PLR2004
        boards = torch.where(turned[:, None], boards.flip(1), boards)
        tried = torch.where(turned[:, None], geometry.cells - 1 - tried, tried)
        values = self.rows.values[games].float()
        values = torch.where(same_side, values, 1 - values)
        spoilt = self.rows.spoilt[games]
        results = returns(values, spoilt, ply, lengths)[:, None]
        typical = 1.0 - spoilt.gather(1, ply[:, None]).float()
        best = worths[:, :1]
        sources = 1 + best.shape[1]
        weights = torch.cat([torch.ones_like(results), (worths != UNKNOWN) / max(1, worths.shape[1])], 1) / sources
        value_weights = torch.cat([typical, torch.ones_like(best)], 1) / sources
        return Sample(
            boards.view(count, geometry.size, geometry.size),
            tried,
            torch.cat([results, worths], 1),
            weights,
            torch.cat([results, best], 1),
            value_weights,
        )

    def _plies(self, games: Tensor, lengths: Tensor) -> Tensor:
        """Return a random ply of each game; of half of them, the one of two whose value is nearer to even."""
        plies = (torch.rand(2, len(games), device=games.device) * lengths).long()
        distances = (self.rows.values[games, plies].float() - 0.5).abs()
        second = (distances[1] < distances[0]) & (torch.rand(len(games), device=games.device) < 0.5)  # noqa: PLR2004
        return torch.where(second, plies[1], plies[0])

    def mean_length(self) -> float:
        """Of the games, in moves."""
        return float(self.lengths[: min(self.window, max(1, int(self.count)))].float().mean())


def returns(values: Tensor, spoilt: Tensor, ply: Tensor, lengths: Tensor) -> Tensor:
    """What the side to move at a ply came to, by the values, all as that side sees them, and the results of games."""
    each = torch.arange(values.shape[1], device=values.device)
    later = each > ply[:, None]
    last = torch.where(later & spoilt, each, lengths[:, None]).minimum(lengths[:, None]).amin(1)
    left = LAMBDA ** (each - ply[:, None] - 1).clamp_min(0)
    on_the_way = (values * (1 - LAMBDA) * left * (later & (each < last[:, None]))).sum(1)
    result = ((lengths - 1 - ply) % 2 == 0).float()
    at_last = torch.where(last == lengths, result, values.gather(1, last[:, None].clamp_max(values.shape[1] - 1))[:, 0])
    return on_the_way + at_last * LAMBDA ** (last - ply - 1)
