"""Learning: gradients accumulated over the sizes of a step, optimizer updates, and a moving average of the weights."""

import copy
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional
from training.hex.graphs import captured
from training.hex.muon import Muon
from training.hex.network import Evaluate, Network, StandardizedConv, folded, refold
from training.hex.replay import Replay

REFERENCE_BATCH = 4096
"""Divisor of the summed losses, so that a size counts by its number of positions."""
MAX_GRADIENT_NORM = 1.0
WEIGHT_DECAY = 1e-4
MUON_LR_SCALE = 2.5
"""Learning rate of Muon, which updates the tower's convolutions, relative to that of AdamW."""
EMA_DECAY = 0.998
"""Decay of the exponential moving average of the weights, per update."""


class Learner:
    """The network in training, and the player with its averaged weights."""

    def __init__(self, network: Network, device: torch.device) -> None:
        self.network, self.device = network, device
        self.average = copy.deepcopy(network).requires_grad_(requires_grad=False)
        self.player = folded(self.average)
        self.rate = torch.zeros((), device=device)
        on_gpu = device.type == "cuda"
        self.muon = Muon([module.weight for module in network.tower.modules() if isinstance(module, StandardizedConv)])
        others = [parameter for parameter in network.parameters() if parameter not in self.muon.moments]
        self.optimizer = torch.optim.AdamW(
            others, lr=self.rate, weight_decay=WEIGHT_DECAY, capturable=on_gpu, fused=on_gpu or None
        )
        for parameter in others:
            moments = {"exp_avg": torch.zeros_like(parameter), "exp_avg_sq": torch.zeros_like(parameter)}
            self.optimizer.state[parameter] = {"step": torch.zeros((), device=device), **moments}
        self.losses = torch.zeros(3, device=device)
        """Sums since the last report: policy loss, value loss and number of positions."""
        for parameter in network.parameters():
            parameter.grad = torch.zeros_like(parameter)

    def capture(self) -> None:
        """Capture the steps that do not depend on a size, without changing weights and moments."""
        state = copy.deepcopy(self.state())
        self.rate.fill_(0.0)
        self._update = captured(self._step, self.device)
        self._update_player = captured(lambda: refold(self.player, self.average), self.device)
        self.restore(state)

    def accumulate(self, network: Evaluate, replay: Replay, count: int) -> None:
        """Accumulate the gradient of `count` positions; `network` is the network or its compiled form."""
        sample = replay.sample(count)
        logits, values = network(sample.boards)
        policy_loss = functional.binary_cross_entropy_with_logits(
            logits.gather(1, sample.moves), sample.targets, weight=sample.weights, reduction="sum"
        )
        value_loss = functional.binary_cross_entropy_with_logits(
            values[:, None].expand_as(sample.values), sample.values, weight=sample.value_weights, reduction="sum"
        )
        torch.autograd.backward((policy_loss + value_loss) / REFERENCE_BATCH)
        with torch.no_grad():
            self.losses += torch.stack([policy_loss, value_loss, torch.full_like(policy_loss, count)])

    def update(self, rate: float) -> None:
        """Update the weights with a learning rate, and clear the gradient."""
        self.rate.fill_(rate)
        self._update()

    def update_player(self) -> None:
        """Copy the averaged weights to the player."""
        self._update_player()

    def pop_mean_losses(self) -> tuple[float, float] | None:
        """Return the mean policy and value losses since the last call, or None if there were no updates."""
        moves, positions, count = self.losses.tolist()
        self.losses.zero_()
        return (moves / count, positions / count) if count else None

    def clear(self) -> None:
        """Clear accumulated gradients and losses."""
        for parameter in self.network.parameters():
            if parameter.grad is not None:
                parameter.grad.zero_()
        self.losses.zero_()

    def _step(self) -> None:
        parameters = list(self.network.parameters())
        nn.utils.clip_grad_norm_(parameters, MAX_GRADIENT_NORM, foreach=True)
        self.muon.step(MUON_LR_SCALE * self.rate)
        self.optimizer.step()
        gradients: list[Tensor] = [parameter.grad for parameter in parameters if parameter.grad is not None]
        torch._foreach_zero_(gradients)
        with torch.no_grad():
            for average, parameter in zip(self.average.parameters(), parameters, strict=True):
                average.lerp_(parameter, 1 - EMA_DECAY)

    def state(self) -> dict[str, Any]:
        """Return the state of weights and optimizers."""
        return {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "moments": {name: self._moments(parameter) for name, parameter in self.network.named_parameters()},
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Load a state in place; moments that it lacks become 0."""
        with torch.no_grad():
            self.network.load_state_dict(state["network"])
            self.average.load_state_dict(state["average"])
            for name, parameter in self.network.named_parameters():
                saved = state["moments"].get(name, {})
                for key, moment in self._moments(parameter).items():
                    moment.copy_(saved.get(key, torch.zeros(())))
        self.clear()
        refold(self.player, self.average)

    def _moments(self, parameter: nn.Parameter) -> dict[str, Tensor]:
        """Return the optimizer state of a parameter."""
        if parameter in self.muon.moments:
            return {"exp_avg": self.muon.moments[parameter]}
        return self.optimizer.state[parameter]  # type: ignore[no-any-return]
