"""Fit the network of cpp/checkers/network.hpp to positions from selfplay.

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
"""Score of a logit of 1, in hundredths of a man; also converts search scores to win probabilities."""
SETTLED = 600
"""Score that selfplay writes for positions with a proven win."""


class SumOfRows(torch.autograd.Function):
    """The sum of one table row per pattern, with a gradient that a CUDA graph can capture."""

    @staticmethod
    def forward(context: Any, table: Tensor, indices: Tensor) -> Tensor:
        """Return the sums for row indices, int64[positions, patterns]."""
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
        table_gradient = gradient.new_zeros(context.shape)
        for pattern in range(indices.shape[1]):
            table_gradient.index_add_(0, indices[:, pattern], gradient)
        return table_gradient, None


class Patterns(nn.Module):
    """All patterns of one height, two squares wide; `digits` encode the four kinds of pieces in a pattern's state."""

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
        """Return the active inputs for one-hot pieces by kind and square, int64[positions, 4, 32]."""
        return ((pieces * self.digits).sum(1)[:, self.squares] * self.powers).sum(2) + self.offsets


class Network(nn.Module):
    """A value network: the win probability of the side to move, as a logit.

    The first layer is factorized during training: each piece on its square has weights in addition to those of the
    patterns, so that rare states learn from frequent ones. They are merged into the patterns when the weights are
    written.
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
        """Return the logits; activations are clipped to 0 and 1, as in the quantized network."""
        indices = torch.cat([self.patterns(pieces), self.man_patterns(pieces)], 1)
        hidden = (self.first(pieces.flatten(1).float()) + SumOfRows.apply(self.table, indices)).clamp(0, 1)
        hidden = self.second(hidden).clamp(0, 1).view(len(pieces), PHASES, -1)
        return ((hidden * self.third).sum(2) + self.third_bias).gather(1, phase[:, None])[:, 0]

    @torch.no_grad()
    def merged(self) -> Tensor:
        """Return the table with the piece weights added to the patterns of rows 1-2, 3-4, 5-6 and 7-8."""
        table = self.table.clone()
        states = torch.arange(self.patterns.states, device=table.device)
        for pattern, squares in enumerate(self.patterns.squares.tolist()):
            if pattern // 2 % 2:
                continue
            for place, square in enumerate(squares):
                digit = states // int(self.patterns.powers[place]) % 5
                # The padding is the weight of an empty square.
                weights = nn.functional.pad(self.first.weight[:, square::32], (1, 0)).t()
                table[pattern * self.patterns.states + states] += weights[digit]
        return table


class Samples:
    """Positions on the device, converted to inputs batch by batch."""

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
        """Return pieces by kind and square, phases and targets of the given rows."""
        own, theirs, kings = self.own[rows], self.theirs[rows], self.kings[rows]
        kinds = torch.stack([own & ~kings, own & kings, theirs & ~kings, theirs & kings], 1)
        pieces = (kinds[:, :, None] >> self.bits) & 1
        phase = (pieces.sum((1, 2)).clamp(1, 24) - 1) // 6
        return pieces, phase, self.target[rows]


def mean_loss(network: Network, samples: Samples, rows: Tensor) -> Tensor:
    """Return the mean loss of the network on the given rows."""
    pieces, phase, target = samples.batch(rows)
    return nn.functional.binary_cross_entropy_with_logits(network(pieces, phase), target)


def fitted_scale(data: np.ndarray) -> float:
    """Return the score of a logit of 1 that fits the game results best, to check CENTIMEN."""
    score, won = data["score"].astype(np.float64), (data["result"] + 1) / 2
    scales = np.arange(40, 400, 5.0)
    losses = []
    for scale in scales:
        chance = np.clip(1 / (1 + np.exp(-score / scale)), 1e-6, 1 - 1e-6)
        losses.append(-np.mean(won * np.log(chance) + (1 - won) * np.log(1 - chance)))
    return float(scales[int(np.argmin(losses))])


def captured(step: Callable[[], None], device: torch.device) -> Callable[[], None]:
    """Return the step as a CUDA graph, which replays several times faster; on a GPU, run the step a few times first."""
    if device.type != "cuda":
        return step
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):
            step()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    return graph.replay


def fit(network: Network, train: Samples, epochs: float, size: int, rate: float) -> None:
    """Train for a number of epochs."""
    device = train.target.device
    on_gpu = device.type == "cuda"
    learning_rate = torch.zeros((), device=device)
    optimizer = torch.optim.AdamW(
        network.parameters(), lr=learning_rate, weight_decay=1e-6, capturable=on_gpu, fused=on_gpu or None
    )
    order = torch.randperm(len(train), device=device)
    size = min(size, len(order))
    rows, total = order[:size].clone(), torch.zeros((), device=device)

    def learn() -> None:
        optimizer.zero_grad(set_to_none=False)
        loss = mean_loss(network, train, rows)
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            network.second.weight.clamp_(-127, 127)
            total.add_(loss)

    learn_once = captured(learn, device)  # with a learning rate of 0
    total.zero_()
    steps, place = max(1, int(epochs * len(train) / size)), 0
    for step in range(1, steps + 1):
        learning_rate.fill_(rate * (0.01 + 0.99 * (1 + math.cos(math.pi * step / steps)) / 2))
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
    """Return the mean loss on the validation set."""
    rows = torch.arange(len(valid), device=valid.target.device)
    return sum(mean_loss(network, valid, part).item() * len(part) for part in rows.split(65536)) / len(valid)


def quantized_weights(network: Network) -> list[np.ndarray]:
    """Return the quantized weights in the order of the file, as in network.hpp."""

    def rounded(values: Tensor, scale: float, kind: type) -> np.ndarray:
        limits = np.iinfo(kind)
        return np.clip(np.rint(values.detach().double().cpu().numpy() * scale), limits.min, limits.max).astype(kind)

    by_pairs = network.second.weight.view(PHASES, SECOND, FIRST // 2, 2).permute(0, 2, 1, 3)
    half = 0.5 / ONE  # the engine truncates the output of the first layer; this rounds it
    return [
        rounded(network.merged(), FIRST_SCALE, np.int16),
        rounded(network.first.bias + half, FIRST_SCALE, np.int16),
        rounded(by_pairs, WEIGHT, np.int16),
        rounded(network.second.bias, ONE * WEIGHT, np.int32),
        rounded(network.third, CENTIMEN * WEIGHT, np.int32),
        rounded(network.third_bias, CENTIMEN * ONE * WEIGHT, np.int32),
    ]


def write_weights(network: Network, path: Path) -> None:
    """Write the file that the engine reads."""
    with path.open("wb") as file:
        file.write(MAGIC + np.array(network.shape, np.int32).tobytes())
        for part in quantized_weights(network):
            file.write(part.tobytes())


@torch.no_grad()
def read_weights(network: Network, path: Path) -> None:
    """Load the weights of a file into the network; its piece weights are already merged into the patterns."""
    content = path.read_bytes()
    start = len(MAGIC) + 16
    if content[:start] != MAGIC + np.array(network.shape, np.int32).tobytes():
        raise SystemExit(f"{path} does not contain weights of this shape")

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
def rescore_settled(data: np.ndarray, reference: Network, device: torch.device) -> None:
    """Replace the scores of proven wins by those of the reference network.

    With the same score for all of them, the search could not make progress towards the win.
    """
    settled = np.flatnonzero(np.abs(data["score"].astype(np.int32)) == SETTLED)
    samples = Samples(data[settled], device, 0.0)
    rows = torch.arange(len(settled), device=device).split(65536)
    logits = [reference(*samples.batch(part)[:2]) for part in rows if len(part)]
    if logits:
        scores = torch.cat(logits).cpu().numpy() * CENTIMEN
        data["score"][settled] = np.clip(np.rint(scores), -2000, 2000).astype(np.int16)


def main() -> None:
    """Read the data, train the network and write its weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=float, default=12, help="number of passes over the data")
    parser.add_argument(
        "--share", type=float, default=0.5, help="weight of the game result in the target; the rest is the search score"
    )
    parser.add_argument("--start", type=Path, help="initial weights instead of random ones")
    parser.add_argument("--reference", type=Path, help="weights of the network that rescores proven wins")
    parser.add_argument("--size", type=int, default=16384, help="batch size")
    parser.add_argument("--rate", type=float, default=2e-3)
    args = parser.parse_args()
    torch.manual_seed(1)
    torch.set_float32_matmul_precision("high")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    data = [np.fromfile(path, SAMPLE) for path in args.data]
    if args.reference:
        reference = Network().to(device)
        read_weights(reference, args.reference)
        for part in data:
            rescore_settled(part, reference, device)
    validation = [part[-len(part) // 50 :] for part in data]
    train = Samples(np.concatenate([part[: -len(part) // 50] for part in data]), device, args.share)
    valid = Samples(np.concatenate(validation), device, args.share)
    print(
        f"{len(train)} training positions; a logit of 1 corresponds to a score of"
        f" {fitted_scale(np.concatenate(validation)):.0f} by the game results",
        flush=True,
    )
    network = Network().to(device)
    if args.start:
        read_weights(network, args.start)
        print(f"loss {validate(network, valid):.5f} on the validation set before training")
    fit(network, train, args.epochs, args.size, args.rate)
    print(f"{network.shape}: loss {validate(network, valid):.5f} on the validation set")
    write_weights(network, args.out)


if __name__ == "__main__":
    main()
