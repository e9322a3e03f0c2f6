"""Many games of one size in lockstep on the accelerator, without synchronization.

A board is always from the perspective of the side to move, as if it connected top and bottom: after a move it is
transposed, and the stones change sides. Chains have labels: the ply at which the chain was last joined, or the label of
an edge that it touches.
"""

import torch
from torch import Tensor

MASKED_LOGIT = -1e9
"""Logit of an occupied cell."""
_DIRECTIONS = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, 1), (1, -1))


class Geometry:
    """Index tensors of a board size."""

    def __init__(self, size: int, device: torch.device) -> None:
        self.size, self.cells = size, size * size
        cell = torch.arange(self.cells)
        row, column = cell // size, cell % size
        self.transposed = (column * size + row).to(device)
        neighbours = [(row + down, column + right) for down, right in _DIRECTIONS]
        inside = [(r >= 0) & (r < size) & (c >= 0) & (c < size) for r, c in neighbours]
        self.inside = torch.stack(inside, 1).to(device)
        places = torch.stack([r * size + c for r, c in neighbours], 1)
        self.neighbours = torch.where(torch.stack(inside, 1), places, 0).to(device)
        self.at_top, self.at_bottom = (row == 0).to(device), (row == size - 1).to(device)


class Games:
    """A number of games. All tensors are changed in place, so that a step can be captured as a graph and replayed."""

    def __init__(self, size: int, count: int, device: torch.device) -> None:
        self.geometry = Geometry(size, device)
        cells = self.geometry.cells
        self.boards = torch.zeros(count, cells, dtype=torch.int8, device=device)
        self.labels = torch.full((count, cells), -1, dtype=torch.int16, device=device)
        self.plies = torch.zeros(count, dtype=torch.int64, device=device)

    def network_input(self) -> Tensor:
        """Return the boards as the network takes them."""
        size = self.geometry.size
        return self.boards.view(-1, size, size)

    def mask_taken(self, logits: Tensor) -> Tensor:
        """Return the logits with those of occupied cells masked."""
        return logits.masked_fill(self.boards != 0, MASKED_LOGIT)

    def play(self, cells: Tensor) -> Tensor:
        """Play a move in every game, change the side to move, and return which games it has won."""
        geometry = self.geometry
        top, bottom = geometry.cells, geometry.cells + 1  # labels of the edges, above those of all chains
        at = cells[:, None]
        places = geometry.neighbours[cells]
        own = (self.boards.gather(1, places) == 1) & geometry.inside[cells]
        joined = torch.where(own, self.labels.gather(1, places), -1)
        edges = [torch.where(geometry.at_top[cells], top, -1), torch.where(geometry.at_bottom[cells], bottom, -1)]
        touched = torch.cat([joined, torch.stack(edges, 1).to(torch.int16)], 1)
        won = (touched == top).any(1) & (touched == bottom).any(1)
        highest = touched.amax(1)
        label = torch.where(highest >= top, highest, self.plies.to(torch.int16))[:, None]
        labels = self.labels
        for neighbour in joined.unbind(1):
            labels = torch.where((labels == neighbour[:, None]) & (neighbour >= 0)[:, None], label, labels)
        labels = labels.scatter(1, at, label)
        boards = self.boards.scatter(1, at, torch.ones_like(at, dtype=torch.int8))
        self.labels.copy_(labels[:, geometry.transposed])
        self.boards.copy_(-boards[:, geometry.transposed])
        self.plies += 1
        return won

    def copy_rows(self, other: "Games", rows: Tensor) -> None:
        """Copy the given rows of other games."""
        self.boards.copy_(other.boards[rows])
        self.labels.copy_(other.labels[rows])
        self.plies.copy_(other.plies[rows])

    def restart(self, over: Tensor) -> None:
        """Restart the games that are over."""
        self.boards.masked_fill_(over[:, None], 0)
        self.labels.masked_fill_(over[:, None], -1)
        self.plies.masked_fill_(over, 0)
