"""Has two players meet with the engine's own search, their networks on the accelerator: many games at a time.

    python -m training.hex.searched NEW.pt OLD.pt --size 13 --games 192 --visits 200 --processes 12

Both play each opening of two random stones, with the colours changed; only openings that both networks take to be
nearly even count. A game is over when the side to move has proven that it wins. What the games of a process want to
know of a network at a time is answered at once. Networks compute with 32 bits here, the exported ones with 8.
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

NEARLY = 0.15
"""So far from even may be what is nearly so."""
MEGABYTES = 16
STONES = 2

Judged = tuple[NDArray[np.float32], NDArray[np.float32]]


class Judge:
    """A player's network; threads ask it, and one more answers all that wait at a time."""

    def __init__(self, path: Path, device: torch.device, most: int) -> None:
        self._network = folded(load_player(path, device))
        self._device, self._most = device, most
        self._waiting: SimpleQueue[tuple[NDArray[np.int8], Future[Judged]] | None] = SimpleQueue()
        self._thread = Thread(target=self._answer, daemon=True)
        self._thread.start()

    def __call__(self, boards: NDArray[np.int8]) -> Judged:
        """The chances of the side to move, and the logits of its moves."""
        answer: Future[Judged] = Future()
        self._waiting.put((boards, answer))
        return answer.result()

    def close(self) -> None:
        """Ends the thread, once nobody asks any more."""
        self._waiting.put(None)
        self._thread.join()

    def _answer(self) -> None:
        while (first := self._waiting.get()) is not None:
            asked = [first]
            while len(asked) < self._most and not self._waiting.empty():
                if (another := self._waiting.get()) is None:
                    self._waiting.put(None)
                    break
                asked.append(another)
            try:
                chances, logits = self._judged(np.concatenate([boards for boards, _ in asked]))
            except Exception as error:  # noqa: BLE001 - whatever it is, those who asked must hear of it
                for _, answer in asked:
                    answer.set_exception(error)
                continue
            ends = np.cumsum([len(boards) for boards, _ in asked])[:-1]
            for (_, answer), *judged in zip(asked, np.split(chances, ends), np.split(logits, ends), strict=True):
                answer.set_result((judged[0], judged[1]))

    @torch.no_grad()
    def _judged(self, boards: NDArray[np.int8]) -> Judged:
        logits, values = self._network(torch.from_numpy(boards).to(self._device))
        return values.sigmoid().cpu().numpy(), logits.cpu().numpy()


def openings(size: int, seed: int, judges: tuple[Judge, Judge]) -> Iterator[Any]:
    """Positions after two random stones that both take to be nearly even."""
    chance = random.Random(seed)
    while True:
        start = Hex(size).initial()
        for _ in range(STONES):
            start = start.play(chance.choice(start.legal_moves()))
        if all(abs(float(judge(encoded(start))[0][0]) - 0.5) < NEARLY for judge in judges):
            yield start


def play(start: Any, judges: tuple[Judge, Judge], red: int, visits: int) -> bool:
    """Whether the first wins a game in which the one in place `red` has the red stones."""
    searches = [HexSearch(judge, BATCH, MEGABYTES, seed=red, prune_after=PRUNE_AFTER) for judge in judges]
    position = start
    while (outcome := position.outcome()) is None:
        playing = red ^ position.side_index
        report = searches[playing].run(position, iterations=visits)
        if report.win_chance == 1:
            return bool(playing == 0)
        position = position.play(report.line[0])
    return bool(red ^ outcome.winner == 0)


def pairs(seed: int, players: tuple[Path, Path], size: int, count: int, visits: int) -> list[int]:
    """How many of two games the first wins, for so many openings."""
    torch.set_num_threads(1)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.set_float32_matmul_precision("high")
    torch.backends.cudnn.allow_tf32 = True
    judges = tuple(Judge(path, device, 2 * count) for path in players)
    starts = islice(openings(size, seed, judges), count)  # type: ignore[arg-type]
    games = [(start, red) for start in starts for red in (0, 1)]
    with ThreadPoolExecutor(len(games)) as pool:
        won = list(pool.map(lambda game: play(game[0], judges, game[1], visits), games))  # type: ignore[arg-type]
    for judge in judges:
        judge.close()
    return [won[i] + won[i + 1] for i in range(0, len(won), 2)]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("player", type=Path)
    parser.add_argument("other", type=Path)
    parser.add_argument("--size", type=int, default=11)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--visits", type=int, default=200)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    each = -(-asked.games // (2 * asked.processes))
    work = partial(pairs, players=(asked.player, asked.other), size=asked.size, count=each, visits=asked.visits)
    seeds = range(1000 * asked.seed, 1000 * asked.seed + asked.processes)
    with ProcessPoolExecutor(asked.processes, mp_context=get_context("spawn")) as pool:
        found = [pair for part in pool.map(work, seeds) for pair in part]
    share = sum(found) / (2 * len(found))
    spread = 1.96 * sqrt(sum((pair / 2 - share) ** 2 for pair in found)) / len(found)
    count = Counter(found)
    print(
        f"Hex {asked.size}x{asked.size}, {asked.visits} visits, {asked.player.stem} against {asked.other.stem}: won"
        f" {sum(found)} of {2 * len(found)} games, {100 * share:.1f} % ± {100 * spread:.1f}: both of {count[2]}"
        f" openings, one of {count[1]}, none of {count[0]}",
        flush=True,
    )


if __name__ == "__main__":
    main()
