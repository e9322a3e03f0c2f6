"""Self-play without search: every move is drawn by the network's logits, one evaluation a move."""

import math

import torch
from torch import Tensor
from training.hex.games import Games
from training.hex.learner import Evaluate
from training.hex.replay import KEPT, Replay

COLDEST, HOTTEST = 0.04, 0.48
"""Between these lies a game's temperature: how much worse moves than the best are drawn."""
MOST_OPENING = 4
"""So many first moves of a game, at most, are drawn nearly at random."""
RANDOM = 3.0
"""The temperature then; or, in every other game, moves are drawn that leave the game open."""
REGRET = 0.1
"""A move that lowers the chance to win by more is no judge of the position before it."""
_TAKEN = -1e9


class SelfPlay:
    """Games in lockstep; those that end go to the replay, and others begin."""

    def __init__(self, network: Evaluate, games: Games, replay: Replay) -> None:
        self.network, self.games, self.replay = network, games, replay
        count, cells = games.boards.shape
        device = games.boards.device
        self.moves = torch.zeros(count, cells, dtype=torch.int16, device=device)
        self.values = torch.full((count, cells), KEPT, dtype=torch.float16, device=device)
        self.temperatures = torch.empty(count, device=device)
        self.opening = torch.empty(count, device=device)
        self.fair = torch.empty(count, dtype=torch.bool, device=device)
        self._draw_habits(torch.ones(count, dtype=torch.bool, device=device))

    @torch.no_grad()
    def step(self) -> None:
        """One move in every game."""
        games = self.games
        logits, values = self.network(games.seen())
        logits = logits.masked_fill(games.boards != 0, _TAKEN)
        moves = self._draw(logits)[:, None]
        regret = logits.amax(1).sigmoid() - logits.gather(1, moves)[:, 0].sigmoid()
        kept = torch.where(regret > REGRET, values.sigmoid(), KEPT)
        at = games.plies[:, None]
        self.moves.scatter_(1, at, moves.to(torch.int16))
        self.values.scatter_(1, at, kept[:, None].to(torch.float16))
        won = games.play(moves[:, 0])
        self.replay.add(won, self.moves, self.values, games.plies)
        games.restart(won)
        self._draw_habits(won)

    def _draw(self, logits: Tensor) -> Tensor:
        """A move for every game."""
        early = self.games.plies < self.opening
        temperatures = torch.where(early, RANDOM, self.temperatures)[:, None]
        worth = torch.where(
            (early & self.fair)[:, None], torch.where(logits == _TAKEN, _TAKEN, -logits.abs() * 6), logits
        )
        chance = -torch.log(-torch.log(torch.rand_like(worth).clamp_(1e-9, 1 - 1e-7)))
        return (worth / temperatures + chance).argmax(1)

    def _draw_habits(self, new: Tensor) -> None:
        """How new games are to be played."""
        draw = torch.rand(3, len(new), device=new.device)
        temperatures = COLDEST * torch.exp(draw[0] * math.log(HOTTEST / COLDEST))
        self.temperatures.copy_(torch.where(new, temperatures, self.temperatures))
        self.opening.copy_(torch.where(new, (draw[1] * (MOST_OPENING + 1)).floor(), self.opening))
        self.fair.copy_(torch.where(new, draw[2] < 0.5, self.fair))  # noqa: PLR2004
