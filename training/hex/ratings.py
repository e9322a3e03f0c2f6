"""Plot the ratings of the successive players of a training by its cost, from the matches in its log.

    python -m training.hex.ratings training/hex/run docs/hex-network.svg
    python -m training.hex.ratings training/hex/run /tmp/searched.svg --searched

The plot has one line per board size. Ratings are maximum likelihood estimates; the first player after the untrained one
has 0. With `--searched`, the matches of `training.hex.searched --follow` count, else those without search. The cost is
in floating-point operations, with all positions counted as those of 11x11 and the present network; learning from a
position counts as three evaluations.
"""

import argparse
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from training.hex.network import RING, Shape

from crownbridge.files import write_atomically
from crownbridge.ratings import Result, rate

SIZES = {7: "#8c6bb1", 9: "#41ab5d", 11: "#d94801", 13: "#2171b5"}
GAMES = 512
"""Number of games of every match without search in the log."""
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 320, 56, 60, 16, 44
STEP = 200
"""Elo between two grid lines."""
EXA = 1e18
LEARNING = 3
"""Cost of learning from a position, in evaluations."""


def evaluation_cost(shape: Shape, size: int) -> float:
    """Return the number of floating-point operations of an evaluation: two for every weight and cell."""
    stem = 2 * shape.channels * (2 * RING + 1) ** 2
    return 2.0 * size**2 * (stem + 2 * shape.blocks * 9 * shape.channels**2)


class Match(NamedTuple):
    """A match between two players on one board size."""

    size: int
    pair: tuple[str, str]
    games: int
    won: int
    """Number of games that the first of the pair won."""


def read(path: Path, *, searched: bool) -> tuple[dict[str, float], list[Match]]:
    """Return the training cost of every player, and all matches between trained players."""
    entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    evaluations = {
        entry["steps"]: entry["positions"] + LEARNING * entry["learnt"] for entry in entries if "steps" in entry
    }
    matches = [match for entry in entries if "against" in entry for match in _matches(entry, searched=searched)]
    names = {name for match in matches for name in match.pair}
    cost = evaluation_cost(Shape(), 11)
    return {name: cost * _nearest(int(name[7:-3]), evaluations) for name in names}, matches


def _matches(entry: dict[str, Any], *, searched: bool) -> list[Match]:
    pair = entry["player"], entry["against"]
    if entry["against"].endswith("-0000000.pt") or ("searched" in entry) != searched:
        return []
    if searched:
        match = entry["searched"]
        return [Match(match["size"], pair, match["games"], match["won"])]
    return [Match(int(size), pair, GAMES, round(GAMES * score)) for size, score in entry["score"].items()]


def _nearest(step: int, values: dict[int, float]) -> float:
    """Return the value of the log entry nearest to a step."""
    return values[min(values, key=lambda logged: abs(logged - step))]


def elo(matches: Sequence[Match]) -> dict[str, float]:
    """Return the ratings of the players of some matches, by name in their order; the first has 0."""
    results = []
    for match in matches:
        for points, count in ((1.0, match.won), (0.0, match.games - match.won)):
            results += [Result(match.pair, points)] * (count // 2)
            results += [Result(match.pair[::-1], 1 - points)] * (count - count // 2)
    ratings = rate(results)
    players = sorted({name for match in matches for name in match.pair})
    return {player: ratings[player].elo - ratings[players[0]].elo for player in players}


def picture(costs: dict[str, float], lines: dict[int, dict[str, float]]) -> str:
    """Return the plot as SVG."""
    ratings = [rating for line in lines.values() for rating in line.values()]
    highest, lowest = max(ratings), min(0.0, *ratings)
    highest = max(highest, lowest + STEP)
    last = max(costs.values())

    def place(cost: float, rating: float) -> tuple[float, float]:
        across = LEFT + (WIDTH - LEFT - RIGHT) * cost / last
        return across, TOP + (HEIGHT - TOP - BOTTOM) * (highest - rating) / (highest - lowest)

    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    for rating in range(0, int(highest) + 1, STEP):
        _, down = place(0, rating)
        parts.append(f'<path d="M{LEFT} {down:.1f}H{WIDTH - RIGHT}" stroke="#dddddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{down + 4:.1f}" text-anchor="end">{rating}</text>')
    step = 10.0 ** math.floor(math.log10(last)) / 4
    for number in range(int(last / step) + 1):
        across, _ = place(number * step, 0)
        parts.append(f'<text x="{across:.1f}" y="{HEIGHT - 26}" text-anchor="middle">{number * step / EXA:g}</text>')
    label = "floating-point operations of training, 10¹⁸"
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">{label}</text>')
    parts.append(
        f'<text x="12" y="{HEIGHT / 2}" transform="rotate(-90 12 {HEIGHT / 2})" text-anchor="middle">Elo</text>'
    )
    for size, line in lines.items():
        places = [place(costs[player], rating) for player, rating in line.items()]
        path = " ".join(f"{across:.1f},{down:.1f}" for across, down in places)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{SIZES[size]}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{SIZES[size]}"/>' for x, y in places]
        across, down = places[-1]
        parts.append(f'<text x="{across + 8:.1f}" y="{down + 4:.1f}" fill="{SIZES[size]}">{size}x{size}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    """Read the log, print the ratings and write the plot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--searched", action="store_true", help="use the matches with search")
    args = parser.parse_args()
    costs, matches = read(args.folder / "log.jsonl", searched=args.searched)
    by_size = {size: [match for match in matches if match.size == size] for size in SIZES}
    lines = {size: elo(own) for size, own in by_size.items() if own}
    if not lines:
        parser.error(f"the log has no such matches on the sizes {', '.join(map(str, SIZES))}")
    for player in sorted(costs):
        ratings = "  ".join(f"{size}x{size} {line[player]:+5.0f}" for size, line in lines.items() if player in line)
        print(f"{player} {costs[player]:.2e} operations  {ratings}")
    write_atomically(args.picture, picture(costs, lines))


if __name__ == "__main__":
    main()
