"""Play a match between two players with the engine's search, with the networks on the accelerator.

    python -m training.hex.searched NEW.pt OLD.pt --size 13 --games 192 --visits 200 --processes 12
    python -m training.hex.searched --follow training/hex/run --processes 4

With `--follow`, every player that a running training saves plays the one before; the results are added to the log of
the training. The players play each opening of two random stones with both colours; only openings that both networks
consider nearly even count. A game ends when the side to move has a proven win. The evaluations that the games of a
process request are batched.
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import sleep
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from training.hex.checkpoints import load_player, players
from training.hex.network import folded
from training.hex.training import LOG

from crownbridge._core import HexSearch
from crownbridge.engines.hex.network import BATCH, encoded
from crownbridge.engines.hex.parameters import PRUNE_AFTER
from crownbridge.games import Hex

MAX_IMBALANCE = 0.15
"""Maximum distance from 0.5 of the value of an opening."""
MAX_REJECTED = 10_000
"""Number of openings in a row that may be rejected."""
MEGABYTES = 16
STONES = 2
MATCHED = 2
POLL_SECONDS = 5.0

Evaluations = tuple[NDArray[np.float32], NDArray[np.float32]]


class BatchingEvaluator:
    """A player's network that batches the requests of many threads."""

    def __init__(self, path: Path, device: torch.device, max_requests: int) -> None:
        self._network = folded(load_player(path, device))
        self._device, self._max_requests = device, max_requests
        self._waiting: SimpleQueue[tuple[NDArray[np.int8], Future[Evaluations]] | None] = SimpleQueue()
        self._thread = Thread(target=self._evaluate_requests, daemon=True)
        self._thread.start()

    def __call__(self, boards: NDArray[np.int8]) -> Evaluations:
        """Return the win probabilities of the side to move and the policy logits."""
        answer: Future[Evaluations] = Future()
        self._waiting.put((boards, answer))
        return answer.result()

    def close(self) -> None:
        """Stop the thread; there must be no more requests."""
        self._waiting.put(None)
        self._thread.join()

    def _evaluate_requests(self) -> None:
        while (first := self._waiting.get()) is not None:
            requests = [first]
            while len(requests) < self._max_requests and not self._waiting.empty():
                if (another := self._waiting.get()) is None:
                    self._waiting.put(None)
                    break
                requests.append(another)
            try:
                chances, logits = self._evaluate(np.concatenate([boards for boards, _ in requests]))
            except Exception as error:  # noqa: BLE001 - forwarded to the callers
                for _, answer in requests:
                    answer.set_exception(error)
                continue
            ends = np.cumsum([len(boards) for boards, _ in requests])[:-1]
            for (_, answer), *evaluations in zip(
                requests, np.split(chances, ends), np.split(logits, ends), strict=True
            ):
                answer.set_result((evaluations[0], evaluations[1]))

    @torch.no_grad()
    def _evaluate(self, boards: NDArray[np.int8]) -> Evaluations:
        logits, values = self._network(torch.from_numpy(boards).to(self._device))
        return values.sigmoid().cpu().numpy(), logits.cpu().numpy()


def openings(size: int, seed: int, evaluators: tuple[BatchingEvaluator, BatchingEvaluator]) -> Iterator[Any]:
    """Yield positions after two random stones that both networks consider nearly even."""
    rng = random.Random(seed)
    rejected = 0
    while rejected < MAX_REJECTED:
        start = Hex(size).initial()
        for _ in range(STONES):
            start = start.play(rng.choice(start.legal_moves()))
        rejected += 1
        if all(abs(float(evaluator(encoded(start))[0][0]) - 0.5) < MAX_IMBALANCE for evaluator in evaluators):
            rejected = 0
            yield start
    raise SystemExit(f"{MAX_REJECTED} openings in a row are uneven for one of the networks")


def play(start: Any, evaluators: tuple[BatchingEvaluator, BatchingEvaluator], red: int, visits: int) -> bool:
    """Play a game and return True if the first player wins; player number `red` has the red stones."""
    searches = [HexSearch(evaluator, BATCH, MEGABYTES, seed=red, prune_after=PRUNE_AFTER) for evaluator in evaluators]
    position = start
    while (outcome := position.outcome()) is None:
        playing = red ^ position.side_index
        report = searches[playing].run(position, iterations=visits)
        if report.win_chance == 1:
            return bool(playing == 0)
        position = position.play(report.line[0])
    return bool(red ^ outcome.winner == 0)


def pairs(seed: int, players: tuple[Path, Path], size: int, count: int, visits: int) -> list[int]:
    """Return the number of wins of the first player, 0 to 2, for each of `count` openings."""
    torch.set_num_threads(1)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.set_float32_matmul_precision("high")
    torch.backends.cudnn.allow_tf32 = True
    evaluators = tuple(BatchingEvaluator(path, device, 2 * count) for path in players)
    starts = islice(openings(size, seed, evaluators), count)  # type: ignore[arg-type]
    games = [(start, red) for start in starts for red in (0, 1)]
    with ThreadPoolExecutor(len(games)) as pool:
        won = list(pool.map(lambda game: play(game[0], evaluators, game[1], visits), games))  # type: ignore[arg-type]
    for evaluator in evaluators:
        evaluator.close()
    return [won[i] + won[i + 1] for i in range(0, len(won), 2)]


@dataclass(frozen=True)
class Conditions:
    """Conditions of a match."""

    size: int
    games: int
    visits: int
    processes: int
    seed: int

    def play(self, player: Path, other: Path) -> list[int]:
        """Play a match, print its result and return the number of wins of the first player for each opening."""
        each = -(-self.games // (2 * self.processes))
        work = partial(pairs, players=(player, other), size=self.size, count=each, visits=self.visits)
        seeds = range(1000 * self.seed, 1000 * self.seed + self.processes)
        with ProcessPoolExecutor(self.processes, mp_context=get_context("spawn")) as pool:
            wins = [pair for part in pool.map(work, seeds) for pair in part]
        share = sum(wins) / (2 * len(wins))
        spread = 1.96 * sqrt(sum((pair / 2 - share) ** 2 for pair in wins)) / len(wins)
        count = Counter(wins)
        print(
            f"Hex {self.size}x{self.size}, {self.visits} visits, {player.stem} against {other.stem}: won"
            f" {sum(wins)} of {2 * len(wins)} games, {100 * share:.1f} % ± {100 * spread:.1f}: both of {count[2]}"
            f" openings, one of {count[1]}, none of {count[0]}",
            flush=True,
        )
        return wins


def follow(folder: Path, conditions: Conditions) -> None:
    """Match every new player against the one before until Ctrl-C is pressed.

    If players are saved faster than they can be matched, only the newest is.
    """
    before = players(folder)[-1:]
    while True:
        newest = players(folder)[-1:]
        if before and newest != before:
            match_saved(folder, newest[0], before[0], conditions)
        else:
            sleep(POLL_SECONDS)
        before = newest


def match_saved(folder: Path, player: Path, before: Path, conditions: Conditions) -> None:
    """Match two players of a training and add the result to its log."""
    wins = conditions.play(player, before)
    result = {"size": conditions.size, "visits": conditions.visits, "games": 2 * len(wins), "won": sum(wins)}
    line = json.dumps({"player": player.name, "against": before.name, "searched": result})
    with (folder / LOG).open("a", encoding="utf-8") as log:
        log.write(line + "\n")


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "players", type=Path, nargs="*", metavar="PLAYER", help="two players, or networks of the engine"
    )
    parser.add_argument("--follow", type=Path, metavar="DIR", help="folder of a running training")
    for name, default in (("size", 11), ("games", 200), ("visits", 200), ("processes", 1), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=default, help=f"(default {default})")
    args = parser.parse_args()
    conditions = Conditions(args.size, args.games, args.visits, args.processes, args.seed)
    if len(args.players) != (0 if args.follow else MATCHED):
        parser.error("give two players, or --follow and the folder of a training")
    try:
        if args.follow:
            follow(args.follow, conditions)
        else:
            conditions.play(*args.players)
    except KeyboardInterrupt:
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
