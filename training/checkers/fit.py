"""Fits the network of cpp/checkers/network.hpp to positions that selfplay wrote.

python training/checkers/fit.py --out network.bin DATA.bin ...
python training/checkers/fit.py --out network.bin --start old.bin --rate 0.001 --reference old.bin DATA.bin ...
"""

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

SAMPLE = np.dtype(
    [("own", "<u4"), ("theirs", "<u4"), ("kings", "<u4"), ("score", "<i2"), ("result", "i1"), ("zero", "u1")]
)
MAGIC = b"crownne2"
FIRST, SECOND, PHASES = 64, 32, 4
ONE, FIRST_SCALE, WEIGHT = 127, 4 * 127, 256
CENTIMEN = 120.0
"""What a logit of 1 is worth; search scores are turned into chances by the same scale."""
SETTLED = 600
"""The score that selfplay writes where a win is in sight."""


class SumOfRows(torch.autograd.Function):
    """The sum of one row of a table for each pattern, with a gradient that a CUDA graph can capture."""

    @staticmethod
    def forward(context: Any, table: Tensor, indices: Tensor) -> Tensor:
        """Return the sums for indices of rows, int64[positions, patterns]."""
        context.save_for_backward(indices)
        context.shape = table.shape
        total = table[indices[:, 0]]
        for pattern in range(1, indices.shape[1]):
            total += table[indices[:, pattern]]
        return total

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor, None]:
        """Return the gradient of the table."""
        (indices,) = context.saved_tensors
        of_table = gradient.new_zeros(context.shape)
        for pattern in range(indices.shape[1]):
            of_table.index_add_(0, indices[:, pattern], gradient)
        return of_table, None


class Patterns(nn.Module):
    """The patterns of one height, two squares wide; `digits` are those of the four kinds of pieces in a state."""

    def __init__(self, height: int, digits: tuple[int, int, int, int], first: int) -> None:
        super().__init__()
        base = max(digits) + 1
        squares = [
            [4 * (row + down) + column + right for down in range(height) for right in (0, 1)]
            for row in range(9 - height)
            for column in (0, 2)
        ]
        self.states = base ** len(squares[0])
        self.inputs = len(squares) * self.states
        self.register_buffer("squares", torch.tensor(squares))
        self.register_buffer("powers", base ** torch.arange(len(squares[0])))
        self.register_buffer("digits", torch.tensor(digits)[None, :, None])
        self.register_buffer("offsets", first + torch.arange(len(squares)) * self.states)

    def forward(self, pieces: Tensor) -> Tensor:
        """Return the active inputs, for 0 or 1 by kind of piece and square, int64[positions, 4, 32]."""
        return ((pieces * self.digits).sum(1)[:, self.squares] * self.powers).sum(2) + self.offsets


class Network(nn.Module):
    """The chance to win, as a logit, of the side to move.

    The first layer is factorized while it learns: each piece on its square has weights beside those of the patterns, so
    that rare states learn from frequent ones. They are added to those of the patterns when the weights are written.
    """

    def __init__(self) -> None:
        super().__init__()
        self.patterns = Patterns(2, (1, 2, 3, 4), 0)
        self.man_patterns = Patterns(3, (1, 0, 2, 0), self.patterns.inputs)
        self.shape = (self.patterns.inputs + self.man_patterns.inputs, FIRST, SECOND, PHASES)
        self.table = nn.Parameter(torch.zeros(self.shape[0], FIRST))
        self.first = nn.Linear(128, FIRST)
        self.second = nn.Linear(FIRST, PHASES * SECOND)
        self.third = nn.Parameter(torch.randn(PHASES, SECOND) / math.sqrt(SECOND))
        self.third_bias = nn.Parameter(torch.zeros(PHASES))
        nn.init.uniform_(self.first.weight, -0.25, 0.25)
        nn.init.constant_(self.first.bias, 0.25)

    def forward(self, pieces: Tensor, phase: Tensor) -> Tensor:
        """Activations are cut off at 0 and 1, as in whole numbers."""
        indices = torch.cat([self.patterns(pieces), self.man_patterns(pieces)], 1)
        hidden = (self.first(pieces.flatten(1).float()) + SumOfRows.apply(self.table, indices)).clamp(0, 1)
        hidden = self.second(hidden).clamp(0, 1).view(len(pieces), PHASES, -1)
        return ((hidden * self.third).sum(2) + self.third_bias).gather(1, phase[:, None])[:, 0]

    @torch.no_grad()
    def merged(self) -> Tensor:
        """Return the table with the weights of the pieces added to the patterns of rows 1-2, 3-4, 5-6 and 7-8."""
        table = self.table.clone()
        states = torch.arange(self.patterns.states, device=table.device)
        for pattern, squares in enumerate(self.patterns.squares.tolist()):
            if pattern // 2 % 2:
                continue
            for place, square in enumerate(squares):
                digit = states // int(self.patterns.powers[place]) % 5
                weights = nn.functional.pad(self.first.weight[:, square::32], (1, 0)).t()  # of no piece: 0
                table[pattern * self.patterns.states + states] += weights[digit]
        return table


class Samples:
    """Positions on the device, turned into inputs a batch at a time."""

    def __init__(self, data: np.ndarray, device: torch.device, share: float) -> None:
        columns = [torch.from_numpy(data[name].astype(np.int64)).to(device) for name in ("own", "theirs", "kings")]
        self.own, self.theirs, self.kings = columns
        score = torch.from_numpy(data["score"].astype(np.float32)).to(device)
        result = torch.from_numpy(data["result"].astype(np.float32)).to(device)
        self.target = share * (result + 1) / 2 + (1 - share) * torch.sigmoid(score / CENTIMEN)
        self.bits = torch.arange(32, device=device)

    def __len__(self) -> int:
        return len(self.target)

    def batch(self, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Pieces by kind and square, phases and targets of those rows."""
        own, theirs, kings = self.own[rows], self.theirs[rows], self.kings[rows]
        kinds = torch.stack([own & ~kings, own & kings, theirs & ~kings, theirs & kings], 1)
        pieces = (kinds[:, :, None] >> self.bits) & 1
        phase = (pieces.sum((1, 2)).clamp(1, 24) - 1) // 6
        return pieces, phase, self.target[rows]


def loss_of(network: Network, samples: Samples, rows: Tensor) -> Tensor:
    """How far the network is off, averaged over those rows."""
    pieces, phase, target = samples.batch(rows)
    return nn.functional.binary_cross_entropy_with_logits(network(pieces, phase), target)


def scale_of(data: np.ndarray) -> float:
    """The score that a logit of 1 is worth by the results of the games: how well CENTIMEN fits."""
    score, won = data["score"].astype(np.float64), (data["result"] + 1) / 2
    scales = np.arange(40, 400, 5.0)
    losses = []
    for scale in scales:
        chance = np.clip(1 / (1 + np.exp(-score / scale)), 1e-6, 1 - 1e-6)
        losses.append(-np.mean(won * np.log(chance) + (1 - won) * np.log(1 - chance)))
    return float(scales[int(np.argmin(losses))])


def captured(step: Callable[[], None], device: torch.device) -> Callable[[], None]:
    """The same step as a graph, which a GPU replays several times as fast; it is run a few times for that."""
    if device.type != "cuda":
        return step
    beside = torch.cuda.Stream()
    beside.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(beside):
        for _ in range(3):
            step()
    torch.cuda.current_stream().wait_stream(beside)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    return graph.replay


def fit(network: Network, train: Samples, epochs: float, size: int, rate: float) -> None:
    """Train for a number of epochs."""
    device = train.target.device
    on_gpu = device.type == "cuda"
    now = torch.zeros((), device=device)
    optimizer = torch.optim.AdamW(
        network.parameters(), lr=now, weight_decay=1e-6, capturable=on_gpu, fused=on_gpu or None
    )
    order = torch.randperm(len(train), device=device)
    size = min(size, len(order))
    rows, total = order[:size].clone(), torch.zeros((), device=device)

    def learn() -> None:
        optimizer.zero_grad(set_to_none=False)
        loss = loss_of(network, train, rows)
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            network.second.weight.clamp_(-127, 127)
            total.add_(loss)

    learn_once = captured(learn, device)  # at a rate of 0
    total.zero_()
    steps, place = max(1, int(epochs * len(train) / size)), 0
    for step in range(1, steps + 1):
        now.fill_(rate * (0.01 + 0.99 * (1 + math.cos(math.pi * step / steps)) / 2))
        if place + size > len(order):
            order, place = torch.randperm(len(train), device=device), 0
        rows.copy_(order[place : place + size])
        place += size
        learn_once()
        if step % 1000 == 0:
            print(f"  {step} of {steps} steps: loss {total.item() / 1000:.5f}", flush=True)
            total.zero_()


@torch.no_grad()
def validate(network: Network, valid: Samples) -> float:
    """The mean loss on positions that were not trained on."""
    rows = torch.arange(len(valid), device=valid.target.device)
    return sum(loss_of(network, valid, part).item() * len(part) for part in rows.split(65536)) / len(valid)


def whole_numbers(network: Network) -> list[np.ndarray]:
    """The weights as network.hpp has them, in the order of the file."""

    def rounded(values: Tensor, scale: float, kind: type) -> np.ndarray:
        limits = np.iinfo(kind)
        return np.clip(np.rint(values.detach().double().cpu().numpy() * scale), limits.min, limits.max).astype(kind)

    by_pairs = network.second.weight.view(PHASES, SECOND, FIRST // 2, 2).permute(0, 2, 1, 3)
    half = 0.5 / ONE  # the engine truncates what the first layer gives; so it rounds
    return [
        rounded(network.merged(), FIRST_SCALE, np.int16),
        rounded(network.first.bias + half, FIRST_SCALE, np.int16),
        rounded(by_pairs, WEIGHT, np.int16),
        rounded(network.second.bias, ONE * WEIGHT, np.int32),
        rounded(network.third, CENTIMEN * WEIGHT, np.int32),
        rounded(network.third_bias, CENTIMEN * ONE * WEIGHT, np.int32),
    ]


def write_weights(network: Network, path: Path) -> None:
    """Writes the file that the engine reads."""
    with path.open("wb") as file:
        file.write(MAGIC + np.array(network.shape, np.int32).tobytes())
        for part in whole_numbers(network):
            file.write(part.tobytes())


@torch.no_grad()
def read_weights(network: Network, path: Path) -> None:
    """Gives the network the weights of a file, in which those of pieces are part of those of patterns."""
    content = path.read_bytes()
    start = len(MAGIC) + 16
    if content[:start] != MAGIC + np.array(network.shape, np.int32).tobytes():
        raise SystemExit(f"{path} holds no weights of this shape")

    def take(target: Tensor, scale: float, kind: type) -> Tensor:
        nonlocal start
        numbers = np.frombuffer(content, kind, target.numel(), start).astype(np.float32) / scale
        start += target.numel() * np.dtype(kind).itemsize
        return torch.from_numpy(numbers).to(target.device)

    network.first.weight.zero_()
    network.table.copy_(take(network.table, FIRST_SCALE, np.int16).view_as(network.table))
    network.first.bias.copy_(take(network.first.bias, FIRST_SCALE, np.int16) - 0.5 / ONE)
    by_pairs = take(network.second.weight, WEIGHT, np.int16).view(PHASES, FIRST // 2, SECOND, 2)
    network.second.weight.copy_(by_pairs.permute(0, 2, 1, 3).reshape(PHASES * SECOND, FIRST))
    network.second.bias.copy_(take(network.second.bias, ONE * WEIGHT, np.int32))
    network.third.copy_(take(network.third, CENTIMEN * WEIGHT, np.int32).view(PHASES, SECOND))
    network.third_bias.copy_(take(network.third_bias, CENTIMEN * ONE * WEIGHT, np.int32))


@torch.no_grad()
def score_settled(data: np.ndarray, reference: Network, device: torch.device) -> None:
    """Has the reference score what has a win in sight: one score for all would leave the search no way to go on."""
    settled = np.flatnonzero(np.abs(data["score"].astype(np.int32)) == SETTLED)
    samples = Samples(data[settled], device, 0.0)
    rows = torch.arange(len(settled), device=device).split(65536)
    logits = [reference(*samples.batch(part)[:2]) for part in rows if len(part)]
    if logits:
        scores = torch.cat(logits).cpu().numpy() * CENTIMEN
        data["score"][settled] = np.clip(np.rint(scores), -2000, 2000).astype(np.int16)


def main() -> None:
    """Reads, trains, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=float, default=12, help="times that each position is learnt")
    parser.add_argument(
        "--share", type=float, default=0.5, help="of the game's result in the target; the rest is the score"
    )
    parser.add_argument("--start", type=Path, help="weights to begin with, instead of random ones")
    parser.add_argument("--reference", type=Path, help="weights that score positions in which a win is in sight")
    parser.add_argument("--size", type=int, default=16384, help="of a batch")
    parser.add_argument("--rate", type=float, default=2e-3)
    chosen = parser.parse_args()
    torch.manual_seed(1)
    torch.set_float32_matmul_precision("high")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    data = [np.fromfile(path, SAMPLE) for path in chosen.data]
    if chosen.reference:
        reference = Network().to(device)
        read_weights(reference, chosen.reference)
        for part in data:
            score_settled(part, reference, device)
    held = [part[-len(part) // 50 :] for part in data]
    train = Samples(np.concatenate([part[: -len(part) // 50] for part in data]), device, chosen.share)
    valid = Samples(np.concatenate(held), device, chosen.share)
    print(
        f"{len(train)} positions; by their results a logit of 1 is worth {scale_of(np.concatenate(held)):.0f}",
        flush=True,
    )
    network = Network().to(device)
    if chosen.start:
        read_weights(network, chosen.start)
        print(f"loss {validate(network, valid):.5f} on games held back, before")
    fit(network, train, chosen.epochs, chosen.size, chosen.rate)
    print(f"{network.shape}: loss {validate(network, valid):.5f} on games held back")
    write_weights(network, chosen.out)


if __name__ == "__main__":
    main()
