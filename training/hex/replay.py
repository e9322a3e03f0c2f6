"""The games that were finished last, and what is to be learnt from them.

A position is worth what the game came to after it, but for what exploration spoilt: where a later move was much worse
than the best one, the value which the position before that move was thought to have counts instead of what followed.
"""

from typing import NamedTuple

import torch
from torch import Tensor
from training.hex.games import Geometry

KEPT = -1.0
"""In place of a value: the move played was good enough for what follows to count."""


class Sample(NamedTuple):
    """Positions to learn from."""

    boards: Tensor
    moves: Tensor
    """The cells that were played."""
    targets: Tensor
    """The chance to win, of the side to move, after its move."""
    typical: Tensor
    """Whether the move was a good one, so that the target is that of the position, too."""


class Replay:
    """The last games of one size, a row each; one more row takes what is not to be kept."""

    def __init__(self, size: int, window: int, device: torch.device) -> None:
        self.geometry = Geometry(size, device)
        cells = self.geometry.cells
        self.window = window
        self.moves = torch.zeros(window + 1, cells, dtype=torch.int16, device=device)
        self.values = torch.full((window + 1, cells), KEPT, dtype=torch.float16, device=device)
        self.lengths = torch.ones(window + 1, dtype=torch.int64, device=device)
        self.count = torch.zeros((), dtype=torch.int64, device=device)

    def add(self, over: Tensor, moves: Tensor, values: Tensor, lengths: Tensor) -> None:
        """Takes the rows for which `over` says so: moves, each as its mover saw it, and the values instead of them."""
        rows = torch.where(over, (self.count + over.cumsum(0) - 1) % self.window, self.window)
        self.moves[rows] = moves
        self.values[rows] = values
        self.lengths[rows] = lengths
        self.count += over.sum()

    def sample(self, count: int) -> Sample:
        """Positions of random games, half of them turned by 180 degrees."""
        geometry, device = self.geometry, self.moves.device
        games = (torch.rand(count, device=device) * self.count.clamp(1, self.window)).long()
        lengths = self.lengths[games]
        ply = (torch.rand(count, device=device) * lengths).long()
        moves = self.moves[games].long()
        each = torch.arange(geometry.cells, device=device)
        same_side = (each - ply[:, None]) % 2 == 0
        seen = torch.where(same_side, moves, geometry.transposed[moves])
        stones = torch.where(same_side, 1, -1).to(torch.int8)
        beyond = geometry.cells
        boards = torch.zeros(count, beyond + 1, dtype=torch.int8, device=device)
        boards.scatter_(1, torch.where(each < ply[:, None], seen, beyond), stones)
        boards = boards[:, :beyond]
        played = moves.gather(1, ply[:, None])[:, 0]
        turned = torch.rand(count, device=device) < 0.5  # noqa: PLR2004
        boards = torch.where(turned[:, None], boards.flip(1), boards)
        played = torch.where(turned, geometry.cells - 1 - played, played)
        values = self.values[games].float()
        targets = self._targets(values, ply, lengths, same_side)
        typical = values.gather(1, ply[:, None])[:, 0] == KEPT
        return Sample(boards.view(count, geometry.size, geometry.size), played, targets, typical)

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
