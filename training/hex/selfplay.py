"""Self-play: openings, sampling of moves, and storage of finished games."""

import math

import torch
from torch import Tensor
from training.hex.games import MASKED_LOGIT, Games
from training.hex.network import Evaluate
from training.hex.replay import Replay, empty_rows
from training.hex.selection import MoveSelector, SelectionInput, gumbel_noise

MIN_TEMPERATURE, MAX_TEMPERATURE = 0.04, 0.48
"""Range of the sampling temperatures of games."""
MAX_OPENING_MOVES = 4
"""Maximum number of nearly random opening moves."""
OPENING_TEMPERATURE = 3.0
"""Temperature of the opening moves; in half of the games, balanced openings are preferred."""
MAX_REGRET = 0.1
"""Loss of win probability above which a move counts as exploratory."""
CLAIMED_WIN = 0.998
"""Win probability of the side to move above which a game ends as its win."""
PLAYED_OUT_SHARE = 0.125
"""Share of the games that are played until a side is connected."""
_CLAIMED_WIN_LOGIT = math.log(CLAIMED_WIN / (1 - CLAIMED_WIN))


class SelfPlay:
    """Games in lockstep; finished games are stored in the replay buffer and restarted."""

    def __init__(self, network: Evaluate, selector: MoveSelector, games: Games, replay: Replay) -> None:
        self.network, self.selector, self.games, self.replay = network, selector, games, replay
        count, cells = games.boards.shape
        device = games.boards.device
        self.rows = empty_rows(count, cells, selector.candidates, device)
        self._game = torch.arange(count, device=device)
        self.temperatures = torch.empty(count, device=device)
        self.opening = torch.empty(count, device=device)
        self.balanced = torch.empty(count, dtype=torch.bool, device=device)
        self.played_out = torch.empty(count, dtype=torch.bool, device=device)
        self._sample_settings(torch.ones(count, dtype=torch.bool, device=device))

    @torch.no_grad()
    def step(self) -> None:
        """Play one move in every game."""
        games = self.games
        logits, values = self.network(games.network_input())
        logits = games.mask_taken(logits)
        early = games.plies < self.opening
        claimed = (values > _CLAIMED_WIN_LOGIT) & ~early & ~self.played_out
        sampled = torch.where(claimed, logits.argmax(1), self._sample_moves(logits, early))
        inputs = SelectionInput(games, logits, values, sampled, early, self.temperatures)
        selection = self.selector.select(inputs)
        exploratory = selection.regret > MAX_REGRET
        entries_by_field = (
            selection.moves,
            selection.values,
            exploratory,
            selection.candidates,
            selection.candidate_values,
        )
        for rows, entries in zip(self.rows, entries_by_field, strict=True):
            rows[self._game, games.plies] = entries.to(rows.dtype)
        won = games.play(selection.moves) | claimed
        self.replay.add(won, self.rows, games.plies)
        games.restart(won)
        self._sample_settings(won)

    def _sample_moves(self, logits: Tensor, early: Tensor) -> Tensor:
        """Return a random move for every game."""
        temperatures = torch.where(early, OPENING_TEMPERATURE, self.temperatures)[:, None]
        logits = torch.where(
            (early & self.balanced)[:, None],
            torch.where(logits == MASKED_LOGIT, MASKED_LOGIT, -logits.abs() * 6),
            logits,
        )
        return (logits / temperatures + gumbel_noise(logits)).argmax(1)

    def _sample_settings(self, new: Tensor) -> None:
        """Sample the settings of new games."""
        uniform = torch.rand(4, len(new), device=new.device)
        temperatures = MIN_TEMPERATURE * torch.exp(uniform[0] * math.log(MAX_TEMPERATURE / MIN_TEMPERATURE))
        self.temperatures.copy_(torch.where(new, temperatures, self.temperatures))
        self.opening.copy_(torch.where(new, (uniform[1] * (MAX_OPENING_MOVES + 1)).floor(), self.opening))
        self.balanced.copy_(torch.where(new, uniform[2] < 0.5, self.balanced))  # noqa: PLR2004
        self.played_out.copy_(torch.where(new, uniform[3] < PLAYED_OUT_SHARE, self.played_out))
