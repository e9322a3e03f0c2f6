"""A small search in all games at once: a few candidates, of which the better ones are followed further.

Each game's candidates are drawn by the network's logits without replacement, which is Gumbel's trick. All of them are
played and judged; then, again and again, the better half goes on by what the network thinks the best reply, until two
are left. A candidate is worth the mean of what was thought along its line. The half is taken by that mean, with noise
that stays the candidate's own: the logits that it was drawn by say the same as a value, a ply less deep, and so have
no say any more. Every shape is fixed, and nothing is waited for, so that the search can be captured as a graph.
"""

import torch
from torch import Tensor
from training.hex.choices import Choice, Turn, gumbel
from training.hex.games import TAKEN, Games
from training.hex.network import Evaluate
from training.hex.replay import UNKNOWN

_GOING_ON = -1.0
_NEARLY_CERTAIN = 1e-6
"""So far from 0 and 1, at least, are the chances whose logits are compared."""


class Search:
    """Looks at so many candidates, a power of two; the network always sees as many boards at a time as are played."""

    def __init__(self, network: Evaluate, games: Games, candidates: int) -> None:
        count, cells = games.boards.shape
        if candidates < 2 or candidates & (candidates - 1) or candidates > cells:  # noqa: PLR2004
            raise ValueError(f"a search looks at 2, 4, 8 or more candidates, here at most {cells}; not at {candidates}")
        self.network, self.candidates = network, candidates
        size, device = games.geometry.size, games.boards.device
        self._game = torch.arange(count, device=device)[:, None]
        widths = [candidates >> halved for halved in range(candidates.bit_length() - 1)]
        self._rounds = [_Lines(size, count * width, device) for width in widths]

    def choose(self, turn: Turn) -> Choice:
        """The best moves by their worth and some noise; in the opening, the drawn ones."""
        cells = self._drawn(turn)
        free = turn.logits.gather(1, cells) > TAKEN
        noise = gumbel(free.float()).masked_fill(~free, -torch.inf)
        noise[:, 0].masked_fill_(turn.early, torch.inf)
        left = torch.arange(self.candidates, device=cells.device).expand_as(cells)
        worths = torch.zeros_like(noise)
        sums, depth = worths, 0
        lines = self._rounds[0]
        lines.begin(turn.games, self._game.expand_as(cells).flatten(), cells.flatten(), free.flatten())
        for number, following in enumerate((*self._rounds[1:], None)):
            for _ in range(max(1, 1 << number >> 1)):
                sums = sums + lines.extend(self.network, len(cells), own=depth % 2 == 0).view_as(left)
                depth += 1
            worth = sums / depth
            worths = worths.scatter(1, left, worth)
            appeal = worth.logit(_NEARLY_CERTAIN) / turn.temperatures[:, None] + noise.gather(1, left)
            if following is not None:
                better = appeal.topk(left.shape[1] // 2).indices
                following.go_on(lines, (self._game * left.shape[1] + better).flatten())
                left, sums, lines = left.gather(1, better), sums.gather(1, better), following
        played = left.gather(1, appeal.argmax(1, keepdim=True))
        values, best = worth.max(1, keepdim=True)
        best_first = worths.scatter(1, left.gather(1, best), 2.0).topk(self.candidates).indices
        return Choice(
            cells.gather(1, played)[:, 0],
            (values - worths.gather(1, played))[:, 0],
            values[:, 0],
            cells.gather(1, best_first),
            torch.where(free, worths, UNKNOWN).gather(1, best_first),
        )

    def _drawn(self, turn: Turn) -> Tensor:
        """The candidates: the move that was drawn already, and others; taken cells where no more are free."""
        appeal = turn.logits / turn.temperatures[:, None] + gumbel(turn.logits)
        return appeal.scatter(1, turn.drawn[:, None], torch.inf).topk(self.candidates).indices


class _Lines:
    """Lines of play, one for each candidate that is left."""

    def __init__(self, size: int, count: int, device: torch.device) -> None:
        self.games = Games(size, count, device)
        self.moves = torch.zeros(count, dtype=torch.int64, device=device)
        self.results = torch.zeros(count, device=device)

    def begin(self, games: Games, rows: Tensor, moves: Tensor, free: Tensor) -> None:
        """Lines from those games, by these moves; such as are not to free cells count as lost."""
        self.games.take(games, rows)
        self.moves.copy_(moves)
        self.results.copy_(torch.where(free, _GOING_ON, 0.0))

    def go_on(self, lines: "_Lines", rows: Tensor) -> None:
        """Takes over those of the lines."""
        self.games.take(lines.games, rows)
        self.moves.copy_(lines.moves[rows])
        self.results.copy_(lines.results[rows])

    def extend(self, network: Evaluate, at_a_time: int, *, own: bool) -> Tensor:
        """Makes a move in every line, and tells the chances that the side for which the search is made has then.

        It is a move of that side if it is their `own`. A line that is over is worth its result from then on.
        """
        won = self.games.play(self.moves) & (self.results == _GOING_ON)
        self.results.masked_fill_(won, float(own))
        asked = [network(boards) for boards in torch.split(self.games.seen(), at_a_time)]
        logits, values = (torch.cat(parts) for parts in zip(*asked, strict=True))
        self.moves.copy_(self.games.among_free(logits).argmax(1))
        return torch.where(self.results == _GOING_ON, (-values if own else values).sigmoid(), self.results)
