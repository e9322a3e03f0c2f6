"""Self-play: how games are begun and moves are drawn, and what is kept of them."""

import math

import torch
from torch import Tensor
from training.hex.choices import Chooser, Turn, gumbel
from training.hex.games import TAKEN, Games
from training.hex.network import Evaluate
from training.hex.replay import Replay, empty_rows

COLDEST, HOTTEST = 0.04, 0.48
"""Between these lies a game's temperature: how much worse moves than the best are drawn."""
MOST_OPENING = 4
"""So many first moves of a game, at most, are drawn nearly at random."""
RANDOM = 3.0
"""The temperature then; or, in every other game, moves are drawn that leave the game open."""
REGRET = 0.1
"""A move that lowers the chance to win by more is no judge of the position before it."""
CLAIMED = 0.998
"""A game ends as won by the side to move as soon as its chance to win is higher."""
PLAYED_OUT = 0.125
"""The share of games that go on until a side is connected."""
_CLAIMED_LOGIT = math.log(CLAIMED / (1 - CLAIMED))


class SelfPlay:
    """Games in lockstep; those that end go to the replay, and others begin."""

    def __init__(self, network: Evaluate, chooser: Chooser, games: Games, replay: Replay) -> None:
        self.network, self.chooser, self.games, self.replay = network, chooser, games, replay
        count, cells = games.boards.shape
        device = games.boards.device
        self.rows = empty_rows(count, cells, chooser.candidates, device)
        self._each = torch.arange(count, device=device)
        self.temperatures = torch.empty(count, device=device)
        self.opening = torch.empty(count, device=device)
        self.fair = torch.empty(count, dtype=torch.bool, device=device)
        self.played_out = torch.empty(count, dtype=torch.bool, device=device)
        self._draw_habits(torch.ones(count, dtype=torch.bool, device=device))

    @torch.no_grad()
    def step(self) -> None:
        """One move in every game."""
        games = self.games
        logits, values = self.network(games.seen())
        logits = games.among_free(logits)
        early = games.plies < self.opening
        claimed = (values > _CLAIMED_LOGIT) & ~early & ~self.played_out
        drawn = torch.where(claimed, logits.argmax(1), self._draw(logits, early))
        turn = Turn(games, logits, values, drawn, early, self.temperatures)
        choice = self.chooser.choose(turn)
        spoilt = choice.regret > REGRET
        played = (choice.moves, choice.values, spoilt, choice.candidates, choice.worths)
        for rows, entries in zip(self.rows, played, strict=True):
            rows[self._each, games.plies] = entries.to(rows.dtype)
        won = games.play(choice.moves) | claimed
        self.replay.add(won, self.rows, games.plies)
        games.restart(won)
        self._draw_habits(won)

    def _draw(self, logits: Tensor, early: Tensor) -> Tensor:
        """A move for every game."""
        temperatures = torch.where(early, RANDOM, self.temperatures)[:, None]
        worth = torch.where(
            (early & self.fair)[:, None], torch.where(logits == TAKEN, TAKEN, -logits.abs() * 6), logits
        )
        return (worth / temperatures + gumbel(worth)).argmax(1)

    def _draw_habits(self, new: Tensor) -> None:
        """How new games are to be played."""
        draw = torch.rand(4, len(new), device=new.device)
        temperatures = COLDEST * torch.exp(draw[0] * math.log(HOTTEST / COLDEST))
        self.temperatures.copy_(torch.where(new, temperatures, self.temperatures))
        self.opening.copy_(torch.where(new, (draw[1] * (MOST_OPENING + 1)).floor(), self.opening))
        self.fair.copy_(torch.where(new, draw[2] < 0.5, self.fair))  # noqa: PLR2004
        self.played_out.copy_(torch.where(new, draw[3] < PLAYED_OUT, self.played_out))
