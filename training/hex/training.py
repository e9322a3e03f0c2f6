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
from training.hex.choices import Chooser, Instinct
from training.hex.games import Games
from training.hex.graphs import compiled, replayed
from training.hex.growth import grown
from training.hex.learner import Learner
from training.hex.matches import match
from training.hex.network import Evaluate, Network, Shape, folded, placed
from training.hex.plan import Share
from training.hex.replay import Replay
from training.hex.search import Search
from training.hex.selfplay import SelfPlay

LOG = "log.jsonl"
WARM_UP = 500
"""Updates of a run until the learning rate is reached."""
LAST_RATE = 0.03
"""The part of it that is left at the end."""
REFRESH = 8
"""Steps after which the player gets the weights that were learnt."""
MET = 2
"""So many earlier players are met by a new one,"""
LARGEST_MET = 13
"""on boards up to that size."""
BEFORE_LEARNING = 2
"""A size is learnt when as many games of it are finished as are played at a time, so many times over."""


@dataclass(frozen=True)
class Settings:
    """What can be chosen about a run."""

    folder: Path
    seconds: float
    plan: Sequence[Share]
    since_seconds: float | None = None
    """Of the whole training, over all runs: the learning rate falls from then on; `None` is the start of this run,"""
    total_seconds: float | None = None
    """until then; `None` is the end of this run."""
    channels: int = 0
    """Of a network that begins, where it is not to be as usual; one with fewer grows to so many."""
    blocks: int = 0
    """Likewise."""
    rate: float = 2e-3
    window: int = 200_000
    """Games of each size that are learnt from."""
    log_every: float = 30.0
    save_every: float = 180.0
    pairs: int = 256
    """Openings in a match against an earlier player."""
    most_steps: int | None = None
    """Of this run, if not only its time is limited."""
    compiled: frozenset[int] = frozenset()
    """Sizes whose networks are compiled: faster, after a minute for each."""
    lessons: int = 1
    """Times that is learnt for every move that is played: more, where playing takes long."""
    candidates: int = 0
    """That self-play searches among, a power of two; with none, moves are drawn by the network alone."""


class Size:
    """One size's games and steps."""

    def __init__(self, share: Share, learner: Learner, settings: Settings, *, compiles: bool) -> None:
        device = learner.device
        self.share = share
        self.replay = Replay(share.size, settings.window, device, settings.candidates)
        player: Evaluate = learner.player
        network: Evaluate = learner.network
        if compiles:
            player, network = (compiled(one, share.games, share.size) for one in (learner.player, learner.network))
        games = Games(share.size, share.games, device)
        chooser: Chooser = Search(player, games, settings.candidates) if settings.candidates else Instinct()
        selfplay = SelfPlay(player, chooser, games, self.replay)
        self._play = replayed(selfplay.step, device)
        self._learn = replayed(lambda: learner.learn(network, self.replay, share.games), device)
        self.replay.count.zero_()
        learner.forget()
        self.steps = 0
        self.learnt = 0
        self._ready = False

    def ready(self) -> bool:
        """Whether there are games to learn from: looked up rarely, as that waits for the device."""
        if not self._ready and self.steps % 10 == 0:
            self._ready = int(self.replay.count) >= BEFORE_LEARNING * self.share.games
        return self._ready

    def play(self) -> None:
        """One move in all games."""
        self._play()
        self.steps += 1

    def learn(self) -> bool:
        """As many positions, if there are any; tells whether there were."""
        if not self.ready():
            return False
        self._learn()
        self.learnt += self.share.games
        return True


class Training:
    """Goes on from what its folder holds."""

    def __init__(self, settings: Settings, device: torch.device, say: Callable[[str], None] = print) -> None:
        self.settings, self.device, self._say = settings, device, say
        settings.folder.mkdir(parents=True, exist_ok=True)
        torch.backends.cudnn.benchmark = True
        torch.set_float32_matmul_precision("high")
        saved = load_state(settings.folder, device)
        shape = Shape(settings.channels or Shape.channels, settings.blocks or Shape.blocks)
        if saved:
            known = Shape(**saved["shape"])
            shape = replace(
                known, channels=max(known.channels, settings.channels), blocks=max(known.blocks, settings.blocks)
            )
            saved = grown(saved, shape)
        precision = torch.bfloat16 if device.type == "cuda" else torch.float32
        network = placed(Network(shape, precision), device)
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
        self.learner.ready()
        self._sizes: dict[int, Size] = {}

    def run(self) -> None:
        """Trains for the time that is set. An interrupt saves, too.

        Raises FloatingPointError, and saves nothing any more, where losses are no numbers.
        """
        settings, counters = self.settings, self.counters
        before = dict(counters)
        began = told = saved = time.monotonic()

        def take_stock() -> None:
            self._tell(before, time.monotonic() - began)
            self._save()

        if not players(settings.folder):
            self._save()
        try:
            while (now := time.monotonic()) - began < settings.seconds and not self._enough(before["steps"]):
                counters["seconds"] = before["seconds"] + now - began
                self._step()
                if now - saved > settings.save_every:
                    told = saved = now
                    take_stock()
                elif now - told > settings.log_every:
                    told = now
                    self._tell(before, now - began)
        except KeyboardInterrupt:
            take_stock()
            raise
        take_stock()

    def _enough(self, before: int) -> bool:
        most = self.settings.most_steps
        return most is not None and self.counters["steps"] - before >= most

    def _step(self) -> None:
        """One move on each of several sizes, and what is learnt for it, where their gradients meet."""
        settings, counters = self.settings, self.counters
        step = counters["steps"]
        shares = [share for share in settings.plan if share.takes_part(step, counters["seconds"] / self._total)]
        for share in shares:
            if share.size not in self._sizes:
                self._sizes[share.size] = self._begin(share)
        sizes = [self._sizes[share.size] for share in shares]
        for size in sizes:
            size.play()
        for _ in range(settings.lessons):
            if sum(size.learn() for size in sizes):
                counters["updates"] += 1
                self.learner.update(self._rate())
        counters["steps"] += 1
        if step % REFRESH == 0:
            self.learner.refresh()

    def _rate(self) -> float:
        """The learning rate now."""
        seconds: float = self.counters["seconds"]
        updates: int = self.counters["updates"]
        fallen = min(1.0, max(0.0, seconds - self._since) / (self._total - self._since))
        risen = min(1.0, (updates - self._updates_before) / WARM_UP)
        return self.settings.rate * risen * (1 - (1 - LAST_RATE) * fallen)

    def _begin(self, share: Share) -> Size:
        """A size that takes part from now on."""
        if share.size in self.settings.compiled:
            try:
                return Size(share, self.learner, self.settings, compiles=True)
            except Exception as error:  # noqa: BLE001 - whatever stops a compiler, training goes on without
                self._say(f"{share.size}x{share.size} goes on uncompiled: {str(error).partition(chr(10))[0]}")
        return Size(share, self.learner, self.settings, compiles=False)

    def _tell(self, before: dict[str, Any], seconds: float) -> None:
        counters = self.counters
        sizes = self._sizes.values()
        for name, now in (
            ("games", sum(int(size.replay.count) for size in sizes)),
            ("positions", sum(size.steps * size.share.games for size in sizes)),
            ("learnt", sum(size.learnt for size in sizes)),
        ):
            counters[name] = before[name] + now
        moves, positions = self.learner.told_losses() or (None, None)
        if moves is not None and positions is not None and not math.isfinite(moves + positions):
            raise FloatingPointError(f"the losses are no numbers any more; {self.settings.folder} keeps what it has")
        self._log(
            {
                **{name: counters[name] for name in ("steps", "games", "positions", "learnt")},
                "seconds": round(counters["seconds"], 1),
                "positions_per_second": round((counters["positions"] - before["positions"]) / max(seconds, 1e-9)),
                "learnt_per_second": round((counters["learnt"] - before["learnt"]) / max(seconds, 1e-9)),
                "loss_moves": moves and round(moves, 4),
                "loss_positions": positions and round(positions, 4),
                "rate": round(float(self.learner.rate), 6),
                "mean_length": {size.share.size: round(size.replay.mean_length(), 1) for size in sizes},
            }
        )

    def _save(self) -> None:
        """Writes the state and the player, and has the player meet those before."""
        folder, counters = self.settings.folder, self.counters
        earlier = players(folder)
        save_state(folder, self.learner, counters)
        path = folder / f"player-{counters['steps']:07}.pt"
        save_player(path, self.learner.average, counters)
        self.learner.refresh()
        for before in earlier[-MET:]:
            if before != path:
                player = folded(load_player(before, self.device, self.learner.network.precision))
                score = {
                    size: round(match(self.learner.player, player, size, self.settings.pairs, self.device), 4)
                    for size in sorted(self._sizes)
                    if size <= LARGEST_MET
                }
                self._log({"player": path.name, "against": before.name, "score": score})

    def _log(self, entry: dict[str, Any]) -> None:
        line = json.dumps(entry)
        self._say(line)
        with (self.settings.folder / LOG).open("a", encoding="utf-8") as log:
            log.write(line + "\n")
