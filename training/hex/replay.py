"""The games that were finished last, and what is to be learnt from them.

A position is worth what the game came to after it, but for what exploration spoilt: where a later move was much worse
than the best one, the value which the position before that move was thought to have counts instead of what followed.
Where moves were searched for, what the candidates were found to be worth counts as much as what the game came to.
"""

from typing import NamedTuple

import torch
from torch import Tensor
from training.hex.games import Geometry

KEPT = -1.0
"""In place of a value: the move played was good enough for what follows to count."""
UNKNOWN = -1.0
"""In place of what a candidate is worth: there were fewer free cells."""


class Rows(NamedTuple):
    """Games, a row each, with an entry for every ply; cells are as the side to move sees them."""

    moves: Tensor
    """The cells that were played, int16[games, plies]."""
    values: Tensor
    """What the position was thought to be worth, where the move played is no judge of it; else KEPT."""
    candidates: Tensor
    """The cells that were looked at, int16[games, plies, candidates], the best first,"""
    worths: Tensor
    """and what they are worth."""


def empty_rows(count: int, cells: int, candidates: int, device: torch.device) -> Rows:
    """Room for so many games."""
    return Rows(
        torch.zeros(count, cells, dtype=torch.int16, device=device),
        torch.full((count, cells), KEPT, dtype=torch.float16, device=device),
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
        ply = (torch.rand(count, device=device) * lengths).long()
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
        results = self._targets(values, ply, lengths, same_side)[:, None]
        typical = (values.gather(1, ply[:, None]) == KEPT).float()
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

    def mean_length(self) -> float:
        """Of the games, in moves."""
        return float(self.lengths[: min(self.window, max(1, int(self.count)))].float().mean())

    @staticmethod
    def _targets(values: Tensor, ply: Tensor, lengths: Tensor, same_side: Tensor) -> Tensor:
        """The value at the first bad move after a ply, else the result, for the side that moved there."""
        each = torch.arange(values.shape[1], device=values.device)
        spoilt = (values != KEPT) & (each > ply[:, None]) & (each < lengths[:, None])
        first = spoilt.int().argmax(1, keepdim=True)
        value, same = values.gather(1, first)[:, 0], same_side.gather(1, first)[:, 0]
        result = ((lengths - 1 - ply) % 2 == 0).float()
        return torch.where(spoilt.any(1), torch.where(same, value, 1 - value), result)
