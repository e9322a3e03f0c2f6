"""Learning: gradients summed over the sizes of a step, steps along them, and a moving average of the weights."""

import copy
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional
from training.hex.graphs import replayed
from training.hex.muon import Muon
from training.hex.network import Evaluate, Network, Standardized, folded, refold
from training.hex.replay import Replay

REFERENCE = 4096
"""Losses are summed over positions and divided by this, so that a size counts by its positions."""
MOST_GRADIENT = 1.0
WEIGHT_DECAY = 1e-4
TURNED = 2.5
"""How much faster than AdamW's is the rate of the tower's convolutions, which Muon turns."""
AVERAGED = 0.998
"""How much of the moving average stays from one step to the next."""


class Learner:
    """The network that learns, and the one that plays, which lags a little behind."""

    def __init__(self, network: Network, device: torch.device) -> None:
        self.network, self.device = network, device
        self.average = copy.deepcopy(network).requires_grad_(requires_grad=False)
        self.player = folded(self.average)
        self.rate = torch.zeros((), device=device)
        on_gpu = device.type == "cuda"
        self.turner = Muon([module.weight for module in network.tower.modules() if isinstance(module, Standardized)])
        others = [parameter for parameter in network.parameters() if parameter not in self.turner.moments]
        self.optimizer = torch.optim.AdamW(
            others, lr=self.rate, weight_decay=WEIGHT_DECAY, capturable=on_gpu, fused=on_gpu or None
        )
        for parameter in others:
            at_first = {"exp_avg": torch.zeros_like(parameter), "exp_avg_sq": torch.zeros_like(parameter)}
            self.optimizer.state[parameter] = {"step": torch.zeros((), device=device), **at_first}
        self.losses = torch.zeros(3, device=device)
        """Sums since they were last told: of the moves, of the positions, and how many."""
        for parameter in network.parameters():
            parameter.grad = torch.zeros_like(parameter)

    def ready(self) -> None:
        """Captures the steps that need no size. Weights and moments are afterwards what they were before."""
        state = copy.deepcopy(self.state())
        self.rate.fill_(0.0)
        self._update = replayed(self._step, self.device)
        self._refresh = replayed(lambda: refold(self.player, self.average), self.device)
        self.restore(state)

    def learn(self, network: Evaluate, replay: Replay, count: int) -> None:
        """Adds the gradient of so many positions; `network` is this one, or what it was compiled to."""
        sample = replay.sample(count)
        logits, values = network(sample.boards)
        of_moves = functional.binary_cross_entropy_with_logits(
            logits.gather(1, sample.moves), sample.targets, weight=sample.weights, reduction="sum"
        )
        of_positions = functional.binary_cross_entropy_with_logits(
            values[:, None].expand_as(sample.values), sample.values, weight=sample.value_weights, reduction="sum"
        )
        torch.autograd.backward((of_moves + of_positions) / REFERENCE)
        with torch.no_grad():
            self.losses += torch.stack([of_moves, of_positions, torch.full_like(of_moves, count)])

    def update(self, rate: float) -> None:
        """Makes a step along the gradient, at that rate, and forgets it."""
        self.rate.fill_(rate)
        self._update()

    def refresh(self) -> None:
        """Gives the player the averaged weights."""
        self._refresh()

    def told_losses(self) -> tuple[float, float] | None:
        """The mean losses of moves and of positions since the last time, if anything was learnt."""
        moves, positions, count = self.losses.tolist()
        self.losses.zero_()
        return (moves / count, positions / count) if count else None

    def forget(self) -> None:
        """Drops gradients and losses that were summed up."""
        for parameter in self.network.parameters():
            if parameter.grad is not None:
                parameter.grad.zero_()
        self.losses.zero_()

    def _step(self) -> None:
        parameters = list(self.network.parameters())
        nn.utils.clip_grad_norm_(parameters, MOST_GRADIENT, foreach=True)
        self.turner.step(TURNED * self.rate)
        self.optimizer.step()
        gradients: list[Tensor] = [parameter.grad for parameter in parameters if parameter.grad is not None]
        torch._foreach_zero_(gradients)
        with torch.no_grad():
            for average, parameter in zip(self.average.parameters(), parameters, strict=True):
                average.lerp_(parameter, 1 - AVERAGED)

    def state(self) -> dict[str, Any]:
        """All that has been learnt."""
        return {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "moments": {name: self._moments(parameter) for name, parameter in self.network.named_parameters()},
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Goes on from there, with every tensor where it was. Nothing is remembered of what was not there yet."""
        with torch.no_grad():
            self.network.load_state_dict(state["network"])
            self.average.load_state_dict(state["average"])
            for name, parameter in self.network.named_parameters():
                saved = state["moments"].get(name, {})
                for key, moment in self._moments(parameter).items():
                    moment.copy_(saved.get(key, torch.zeros(())))
        self.forget()
        refold(self.player, self.average)

    def _moments(self, parameter: nn.Parameter) -> dict[str, Tensor]:
        """What is remembered of a parameter's gradients."""
        if parameter in self.turner.moments:
            return {"exp_avg": self.turner.moments[parameter]}
        return self.optimizer.state[parameter]  # type: ignore[no-any-return]
