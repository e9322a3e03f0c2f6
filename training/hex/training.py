"""One run of the training: play, learn, evaluate, save."""

import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from training.hex.checkpoints import load_player, load_state, players, save_player, save_state
from training.hex.games import Games
from training.hex.graphs import captured, compile_network
from training.hex.growth import grow
from training.hex.learner import Learner
from training.hex.matches import match
from training.hex.network import Evaluate, Network, Shape, folded, to_device
from training.hex.plan import SizePlan
from training.hex.replay import Replay
from training.hex.search import Search
from training.hex.selection import MoveSelector, PolicySelector
from training.hex.selfplay import SelfPlay

LOG = "log.jsonl"
WARMUP_UPDATES = 500
"""Number of updates until a run reaches the full learning rate."""
FINAL_RATE = 0.03
"""Fraction of the learning rate that is left at the end."""
PLAYER_UPDATE_STEPS = 8
"""Number of steps between updates of the player's weights."""
OPPONENTS = 2
"""Number of earlier players that a new player is matched against."""
MAX_MATCH_SIZE = 13
"""Largest board of these matches."""
MIN_GAMES_PER_SLOT = 2
"""Number of finished games per parallel game before a size is learnt."""


@dataclass(frozen=True)
class Settings:
    """Settings of a run."""

    folder: Path
    seconds: float
    plan: Sequence[SizePlan]
    since_seconds: float | None = None
    """Total training time at which the learning rate starts to fall; `None` is the start of this run."""
    total_seconds: float | None = None
    """Total training time at which the learning rate has fallen; `None` is the end of this run."""
    channels: int = 0
    """Number of channels of a new network, 0 for the default; a smaller network grows."""
    blocks: int = 0
    """Number of blocks of a new network, 0 for the default; a smaller network grows."""
    rate: float = 2e-3
    window: int = 200_000
    """Number of games of each size in the replay buffer."""
    log_every: float = 30.0
    save_every: float = 180.0
    pairs: int = 256
    """Number of openings in a match against an earlier player."""
    max_steps: int | None = None
    """Maximum number of steps of this run; `None` if only its time is limited."""
    compiled: frozenset[int] = frozenset()
    """Sizes for which the network is compiled: faster, but compiling takes a minute for each."""
    updates_per_step: int = 1
    """Number of updates per move of self-play; more than one if self-play is slow."""
    candidates: int = 0
    """Number of candidates of the search in self-play, a power of two; 0 samples moves from the policy."""


class SizeTrainer:
    """Self-play and learning on one board size."""

    def __init__(self, plan: SizePlan, learner: Learner, settings: Settings, *, compiles: bool) -> None:
        device = learner.device
        self.plan = plan
        self.replay = Replay(plan.size, settings.window, device, settings.candidates)
        player: Evaluate = learner.player
        network: Evaluate = learner.network
        if compiles:
            player, network = (
                compile_network(model, plan.games, plan.size) for model in (learner.player, learner.network)
            )
        games = Games(plan.size, plan.games, device)
        selector: MoveSelector = Search(player, games, settings.candidates) if settings.candidates else PolicySelector()
        selfplay = SelfPlay(player, selector, games, self.replay)
        self._play = captured(selfplay.step, device)
        self._learn = captured(lambda: learner.accumulate(network, self.replay, plan.games), device)
        self.replay.count.zero_()
        learner.clear()
        self.steps = 0
        self.learnt = 0
        self._ready = False

    def ready(self) -> bool:
        """Return True if there are enough games; checked rarely, as it synchronizes with the device."""
        if not self._ready and self.steps % 10 == 0:
            self._ready = int(self.replay.count) >= MIN_GAMES_PER_SLOT * self.plan.games
        return self._ready

    def play(self) -> None:
        """Play one move in all games."""
        self._play()
        self.steps += 1

    def learn(self) -> bool:
        """Accumulate the gradient of a batch if there are enough games; return True if there are."""
        if not self.ready():
            return False
        self._learn()
        self.learnt += self.plan.games
        return True


class Training:
    """A training that resumes from the state in its folder."""

    def __init__(self, settings: Settings, device: torch.device, print_line: Callable[[str], None] = print) -> None:
        self.settings, self.device, self._print = settings, device, print_line
        settings.folder.mkdir(parents=True, exist_ok=True)
        torch.backends.cudnn.benchmark = True
        torch.set_float32_matmul_precision("high")
        saved = load_state(settings.folder, device)
        shape = Shape(settings.channels or Shape.channels, settings.blocks or Shape.blocks)
        if saved:
            saved_shape = Shape(**saved["shape"])
            shape = replace(
                saved_shape,
                channels=max(saved_shape.channels, settings.channels),
                blocks=max(saved_shape.blocks, settings.blocks),
            )
            saved = grow(saved, shape)
        precision = torch.bfloat16 if device.type == "cuda" else torch.float32
        network = to_device(Network(shape, precision), device)
        self.learner = Learner(network, device)
        self.counters: dict[str, Any] = {
            "steps": 0,
            "updates": 0,
            "seconds": 0.0,
            "games": 0,
            "positions": 0,
            "learnt": 0,
        }
        if saved:
            self.learner.restore(saved)
            self.counters = saved["counters"]
        self._updates_before: int = self.counters["updates"]
        before = float(self.counters["seconds"])
        self._since = before if settings.since_seconds is None else settings.since_seconds
        self._total = settings.total_seconds or before + settings.seconds
        self.learner.capture()
        self._sizes: dict[int, SizeTrainer] = {}

    def run(self) -> None:
        """Train for the configured time; save the state, also on an interrupt.

        Raise FloatingPointError, without saving, if the losses are not finite.
        """
        settings, counters = self.settings, self.counters
        before = dict(counters)
        began = reported = saved = time.monotonic()

        def report_and_save() -> None:
            self._report(before, time.monotonic() - began)
            self._save()

        if not players(settings.folder):
            self._save()
        try:
            while (now := time.monotonic()) - began < settings.seconds and not self._is_finished(before["steps"]):
                counters["seconds"] = before["seconds"] + now - began
                self._step()
                if now - saved > settings.save_every:
                    reported = saved = now
                    report_and_save()
                elif now - reported > settings.log_every:
                    reported = now
                    self._report(before, now - began)
        except KeyboardInterrupt:
            report_and_save()
            raise
        report_and_save()

    def _is_finished(self, before: int) -> bool:
        max_steps = self.settings.max_steps
        return max_steps is not None and self.counters["steps"] - before >= max_steps

    def _step(self) -> None:
        """Play one move on each active size, and update the network with the sum of their gradients."""
        settings, counters = self.settings, self.counters
        step = counters["steps"]
        plans = [plan for plan in settings.plan if plan.is_active(step, counters["seconds"] / self._total)]
        for plan in plans:
            if plan.size not in self._sizes:
                self._sizes[plan.size] = self._start_size(plan)
        sizes = [self._sizes[plan.size] for plan in plans]
        for size in sizes:
            size.play()
        for _ in range(settings.updates_per_step):
            if sum(size.learn() for size in sizes):
                counters["updates"] += 1
                self.learner.update(self._rate())
        counters["steps"] += 1
        if step % PLAYER_UPDATE_STEPS == 0:
            self.learner.update_player()

    def _rate(self) -> float:
        """Return the current learning rate."""
        seconds: float = self.counters["seconds"]
        updates: int = self.counters["updates"]
        decay = min(1.0, max(0.0, seconds - self._since) / (self._total - self._since))
        warmup = min(1.0, (updates - self._updates_before) / WARMUP_UPDATES)
        return self.settings.rate * warmup * (1 - (1 - FINAL_RATE) * decay)

    def _start_size(self, plan: SizePlan) -> SizeTrainer:
        """Return the trainer of a size that becomes active."""
        if plan.size in self.settings.compiled:
            try:
                return SizeTrainer(plan, self.learner, self.settings, compiles=True)
            except Exception as error:  # noqa: BLE001 - any compiler error: train uncompiled
                self._print(f"{plan.size}x{plan.size} is not compiled: {str(error).partition(chr(10))[0]}")
        return SizeTrainer(plan, self.learner, self.settings, compiles=False)

    def _report(self, before: dict[str, Any], seconds: float) -> None:
        counters = self.counters
        sizes = self._sizes.values()
        for name, now in (
            ("games", sum(int(size.replay.count) for size in sizes)),
            ("positions", sum(size.steps * size.plan.games for size in sizes)),
            ("learnt", sum(size.learnt for size in sizes)),
        ):
            counters[name] = before[name] + now
        moves, positions = self.learner.pop_mean_losses() or (None, None)
        if moves is not None and positions is not None and not math.isfinite(moves + positions):
            raise FloatingPointError(f"the losses are not finite; {self.settings.folder} keeps its last saved state")
        self._log(
            {
                **{name: counters[name] for name in ("steps", "games", "positions", "learnt")},
                "seconds": round(counters["seconds"], 1),
                "positions_per_second": round((counters["positions"] - before["positions"]) / max(seconds, 1e-9)),
                "learnt_per_second": round((counters["learnt"] - before["learnt"]) / max(seconds, 1e-9)),
                "loss_moves": moves and round(moves, 4),
                "loss_positions": positions and round(positions, 4),
                "rate": round(float(self.learner.rate), 6),
                "mean_length": {size.plan.size: round(size.replay.mean_length(), 1) for size in sizes},
            }
        )

    def _save(self) -> None:
        """Write the state and the player, and match the player against earlier ones."""
        folder, counters = self.settings.folder, self.counters
        earlier = players(folder)
        save_state(folder, self.learner, counters)
        path = folder / f"player-{counters['steps']:07}.pt"
        save_player(path, self.learner.average, counters)
        self.learner.update_player()
        for before in earlier[-OPPONENTS:]:
            if before != path:
                player = folded(load_player(before, self.device, self.learner.network.precision))
                score = {
                    size: round(match(self.learner.player, player, size, self.settings.pairs, self.device), 4)
                    for size in sorted(self._sizes)
                    if size <= MAX_MATCH_SIZE
                }
                self._log({"player": path.name, "against": before.name, "score": score})

    def _log(self, entry: dict[str, Any]) -> None:
        line = json.dumps(entry)
        self._print(line)
        with (self.settings.folder / LOG).open("a", encoding="utf-8") as log:
            log.write(line + "\n")
