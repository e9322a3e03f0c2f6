"""A small search in all games at once: Gumbel sampling of candidates and sequential halving.

Each game's candidates are sampled from the policy without replacement by the Gumbel trick. All of them are played and
evaluated; then the better half is extended by the network's best reply, repeatedly, until two are left. The value of a
candidate is the mean of the evaluations along its line. Halving compares these values plus noise that each candidate
keeps; the policy logits are not used again, because they express the same as a value one ply less deep. All shapes are
fixed and nothing synchronizes with the device, so that the search can be captured as a graph.
"""

import torch
from torch import Tensor
from training.hex.games import MASKED_LOGIT, Games
from training.hex.network import Evaluate
from training.hex.replay import UNKNOWN
from training.hex.selection import Selection, SelectionInput, gumbel_noise

_UNFINISHED = -1.0
_LOGIT_EPSILON = 1e-6
"""Minimum distance from 0 and 1 of win probabilities that are converted to logits."""


class Search:
    """Searches a number of candidates, a power of two; evaluates as many boards per batch as there are games."""

    def __init__(self, network: Evaluate, games: Games, candidates: int) -> None:
        count, cells = games.boards.shape
        if candidates < 2 or candidates & (candidates - 1) or candidates > cells:  # noqa: PLR2004
            raise ValueError(f"{candidates} candidates; expected a power of two from 2 to {cells}")
        self.network, self.candidates = network, candidates
        size, device = games.geometry.size, games.boards.device
        self._game = torch.arange(count, device=device)[:, None]
        widths = [candidates >> halved for halved in range(candidates.bit_length() - 1)]
        self._rounds = [_Lines(size, count * width, device) for width in widths]

    def select(self, inputs: SelectionInput) -> Selection:
        """Return the best moves by value and noise; in the opening, the sampled moves."""
        cells = self._candidates(inputs)
        free = inputs.logits.gather(1, cells) > MASKED_LOGIT
        noise = gumbel_noise(free.float()).masked_fill(~free, -torch.inf)
        noise[:, 0].masked_fill_(inputs.early, torch.inf)
        remaining = torch.arange(self.candidates, device=cells.device).expand_as(cells)
        candidate_values = torch.zeros_like(noise)
        sums, depth = candidate_values, 0
        lines = self._rounds[0]
        lines.begin(inputs.games, self._game.expand_as(cells).flatten(), cells.flatten(), free.flatten())
        for number, next_lines in enumerate((*self._rounds[1:], None)):
            for _ in range(max(1, 1 << number >> 1)):
                sums = sums + lines.extend(self.network, len(cells), own=depth % 2 == 0).view_as(remaining)
                depth += 1
            value = sums / depth
            candidate_values = candidate_values.scatter(1, remaining, value)
            priority = value.logit(_LOGIT_EPSILON) / inputs.temperatures[:, None] + noise.gather(1, remaining)
            if next_lines is not None:
                better = priority.topk(remaining.shape[1] // 2).indices
                next_lines.continue_from(lines, (self._game * remaining.shape[1] + better).flatten())
                remaining, sums, lines = remaining.gather(1, better), sums.gather(1, better), next_lines
        played = remaining.gather(1, priority.argmax(1, keepdim=True))
        values, best = value.max(1, keepdim=True)
        best_first = candidate_values.scatter(1, remaining.gather(1, best), 2.0).topk(self.candidates).indices
        return Selection(
            cells.gather(1, played)[:, 0],
            (values - candidate_values.gather(1, played))[:, 0],
            values[:, 0],
            cells.gather(1, best_first),
            torch.where(free, candidate_values, UNKNOWN).gather(1, best_first),
        )

    def _candidates(self, inputs: SelectionInput) -> Tensor:
        """Return the candidates: the sampled move and others; occupied cells if there are too few empty ones."""
        priority = inputs.logits / inputs.temperatures[:, None] + gumbel_noise(inputs.logits)
        return priority.scatter(1, inputs.sampled[:, None], torch.inf).topk(self.candidates).indices


class _Lines:
    """Lines of play, one for each remaining candidate."""

    def __init__(self, size: int, count: int, device: torch.device) -> None:
        self.games = Games(size, count, device)
        self.moves = torch.zeros(count, dtype=torch.int64, device=device)
        self.results = torch.zeros(count, device=device)

    def begin(self, games: Games, rows: Tensor, moves: Tensor, free: Tensor) -> None:
        """Start lines from the given games with the given moves; moves to occupied cells count as lost."""
        self.games.copy_rows(games, rows)
        self.moves.copy_(moves)
        self.results.copy_(torch.where(free, _UNFINISHED, 0.0))

    def continue_from(self, lines: "_Lines", rows: Tensor) -> None:
        """Copy the given rows of other lines."""
        self.games.copy_rows(lines.games, rows)
        self.moves.copy_(lines.moves[rows])
        self.results.copy_(lines.results[rows])

    def extend(self, network: Evaluate, batch: int, *, own: bool) -> Tensor:
        """Play a move in every line and return the win probabilities of the searching side.

        `own` is True if the searching side moves. A finished line keeps its result.
        """
        won = self.games.play(self.moves) & (self.results == _UNFINISHED)
        self.results.masked_fill_(won, float(own))
        outputs = [network(boards) for boards in torch.split(self.games.network_input(), batch)]
        logits, values = (torch.cat(parts) for parts in zip(*outputs, strict=True))
        self.moves.copy_(self.games.mask_taken(logits).argmax(1))
        return torch.where(self.results == _UNFINISHED, (-values if own else values).sigmoid(), self.results)
