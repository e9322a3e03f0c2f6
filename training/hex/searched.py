"""Play a match between two players with the engine's search, with the networks on the accelerator.

    python -m training.hex.searched NEW.pt OLD.pt --size 13 --games 192 --visits 200 --processes 12

The players play each opening of two random stones with both colours; only openings that both networks consider nearly
even count. A game ends when the side to move has a proven win. The evaluations that the games of a process request are
batched. Networks compute with 32 bits here, the exported ones with 8.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import islice
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from training.hex.checkpoints import load_player
from training.hex.network import folded

from crownbridge._core import HexSearch
from crownbridge.engines.hex.network import BATCH, encoded
from crownbridge.engines.hex.parameters import PRUNE_AFTER
from crownbridge.games import Hex

MAX_IMBALANCE = 0.15
"""Maximum distance from 0.5 of the value of an opening."""
MEGABYTES = 16
STONES = 2

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
    while True:
        start = Hex(size).initial()
        for _ in range(STONES):
            start = start.play(rng.choice(start.legal_moves()))
        if all(abs(float(evaluator(encoded(start))[0][0]) - 0.5) < MAX_IMBALANCE for evaluator in evaluators):
            yield start


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


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("player", type=Path)
    parser.add_argument("other", type=Path)
    parser.add_argument("--size", type=int, default=11)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--visits", type=int, default=200)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    each = -(-args.games // (2 * args.processes))
    work = partial(pairs, players=(args.player, args.other), size=args.size, count=each, visits=args.visits)
    seeds = range(1000 * args.seed, 1000 * args.seed + args.processes)
    with ProcessPoolExecutor(args.processes, mp_context=get_context("spawn")) as pool:
        wins = [pair for part in pool.map(work, seeds) for pair in part]
    share = sum(wins) / (2 * len(wins))
    spread = 1.96 * sqrt(sum((pair / 2 - share) ** 2 for pair in wins)) / len(wins)
    count = Counter(wins)
    print(
        f"Hex {args.size}x{args.size}, {args.visits} visits, {args.player.stem} against {args.other.stem}: won"
        f" {sum(wins)} of {2 * len(wins)} games, {100 * share:.1f} % ± {100 * spread:.1f}: both of {count[2]}"
        f" openings, one of {count[1]}, none of {count[0]}",
        flush=True,
    )


if __name__ == "__main__":
    main()
