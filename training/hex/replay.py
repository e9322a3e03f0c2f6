"""The replay buffer: the most recent games and the training targets derived from them.

The target of a position is the result of its game, corrected for exploration: if a later move was much worse than the
best one, the value of the position before that move replaces the result. The values of the positions in between count,
too (TD(lambda)). If moves were searched, the values of the candidates have the same weight as the result.
"""

from typing import NamedTuple

import torch
from torch import Tensor
from training.hex.games import Geometry

LAMBDA = 0.9
"""Decay of TD(lambda): the weight that each position on the way leaves to the later ones and the result."""
UNKNOWN = -1.0
"""Value of a missing candidate, if there were fewer empty cells than candidates."""


class Rows(NamedTuple):
    """Games, one row each, with an entry for every ply; cells are relative to the side to move."""

    moves: Tensor
    """Cells played, int16[games, plies]."""
    values: Tensor
    """Win probabilities of the positions, float16[games, plies]."""
    exploratory: Tensor
    """Whether the move was much worse than the best one, so that the result says nothing about the position."""
    candidates: Tensor
    """Cells searched, int16[games, plies, candidates], best first."""
    candidate_values: Tensor
    """Win probabilities of the candidates."""


def empty_rows(count: int, cells: int, candidates: int, device: torch.device) -> Rows:
    """Return empty rows for a number of games."""
    return Rows(
        torch.zeros(count, cells, dtype=torch.int16, device=device),
        torch.zeros(count, cells, dtype=torch.float16, device=device),
        torch.zeros(count, cells, dtype=torch.bool, device=device),
        torch.zeros(count, cells, candidates, dtype=torch.int16, device=device),
        torch.full((count, cells, candidates), UNKNOWN, dtype=torch.float16, device=device),
    )


class Sample(NamedTuple):
    """A batch of training positions."""

    boards: Tensor
    moves: Tensor
    """Cells played, followed by the candidates: int64[positions, 1 + candidates]."""
    targets: Tensor
    """Target win probabilities of the side to move after those moves."""
    weights: Tensor
    """Loss weights of the move targets."""
    values: Tensor
    """Target values of the position, float32[positions, 1 or 2]: by the move played, and by the best candidate."""
    value_weights: Tensor
    """Loss weights of the value targets; 0 for the move played if it was exploratory."""


class Replay:
    """A ring buffer of the last games of one size; an additional row takes games that are not stored."""

    def __init__(self, size: int, window: int, device: torch.device, candidates: int = 0) -> None:
        self.geometry = Geometry(size, device)
        self.window = window
        self.rows = empty_rows(window + 1, self.geometry.cells, candidates, device)
        self.lengths = torch.ones(window + 1, dtype=torch.int64, device=device)
        self.count = torch.zeros((), dtype=torch.int64, device=device)

    def add(self, over: Tensor, rows: Rows, lengths: Tensor) -> None:
        """Store the rows of the games that are over."""
        slots = torch.where(over, (self.count + over.cumsum(0) - 1) % self.window, self.window)
        for stored, new in zip(self.rows, rows, strict=True):
            stored[slots] = new
        self.lengths[slots] = lengths
        self.count += over.sum()

    def sample(self, count: int) -> Sample:
        """Return positions of random games, half of them rotated by 180 degrees."""
        geometry, device = self.geometry, self.lengths.device
        games = (torch.rand(count, device=device) * self.count.clamp(1, self.window)).long()
        lengths = self.lengths[games]
        ply = self._plies(games, lengths)
        moves = self.rows.moves[games].long()
        each = torch.arange(geometry.cells, device=device)
        same_side = (each - ply[:, None]) % 2 == 0
        cells = torch.where(same_side, moves, geometry.transposed[moves])
        stones = torch.where(same_side, 1, -1).to(torch.int8)
        padding = geometry.cells
        boards = torch.zeros(count, padding + 1, dtype=torch.int8, device=device)
        boards.scatter_(1, torch.where(each < ply[:, None], cells, padding), stones)
        boards = boards[:, :padding]
        candidates = self.rows.candidates[games, ply].long()
        candidate_values = self.rows.candidate_values[games, ply].float()
        candidate_moves = torch.cat([moves.gather(1, ply[:, None]), candidates], 1)
        rotated = torch.rand(count, device=device) < 0.5  # noqa: PLR2004
        boards = torch.where(rotated[:, None], boards.flip(1), boards)
        candidate_moves = torch.where(rotated[:, None], geometry.cells - 1 - candidate_moves, candidate_moves)
        values = self.rows.values[games].float()
        values = torch.where(same_side, values, 1 - values)
        exploratory = self.rows.exploratory[games]
        results = returns(values, exploratory, ply, lengths)[:, None]
        on_policy = 1.0 - exploratory.gather(1, ply[:, None]).float()
        best = candidate_values[:, :1]
        sources = 1 + best.shape[1]
        candidate_weights = (candidate_values != UNKNOWN) / max(1, candidate_values.shape[1])
        weights = torch.cat([torch.ones_like(results), candidate_weights], 1) / sources
        value_weights = torch.cat([on_policy, torch.ones_like(best)], 1) / sources
        return Sample(
            boards.view(count, geometry.size, geometry.size),
            candidate_moves,
            torch.cat([results, candidate_values], 1),
            weights,
            torch.cat([results, best], 1),
            value_weights,
        )

    def _plies(self, games: Tensor, lengths: Tensor) -> Tensor:
        """Return a random ply of each game; for half of them, the one of two plies whose value is closer to 0.5."""
        plies = (torch.rand(2, len(games), device=games.device) * lengths).long()
        distances = (self.rows.values[games, plies].float() - 0.5).abs()
        second = (distances[1] < distances[0]) & (torch.rand(len(games), device=games.device) < 0.5)  # noqa: PLR2004
        return torch.where(second, plies[1], plies[0])

    def mean_length(self) -> float:
        """Return the mean length of the games, in moves."""
        return float(self.lengths[: min(self.window, max(1, int(self.count)))].float().mean())


def returns(values: Tensor, exploratory: Tensor, ply: Tensor, lengths: Tensor) -> Tensor:
    """Return the TD(lambda) return of the side to move at a ply; the values are from that side's perspective."""
    each = torch.arange(values.shape[1], device=values.device)
    later = each > ply[:, None]
    last = torch.where(later & exploratory, each, lengths[:, None]).minimum(lengths[:, None]).amin(1)
    decay = LAMBDA ** (each - ply[:, None] - 1).clamp_min(0)
    intermediate = (values * (1 - LAMBDA) * decay * (later & (each < last[:, None]))).sum(1)
    result = ((lengths - 1 - ply) % 2 == 0).float()
    final = torch.where(last == lengths, result, values.gather(1, last[:, None].clamp_max(values.shape[1] - 1))[:, 0])
    return intermediate + final * LAMBDA ** (last - ply - 1)
