"""Plot the ratings of the successive players of a training, from the matches in its log.

    python -m training.hex.ratings training/hex/run docs/hex-network.svg

The plot has one line per board size. Ratings are maximum likelihood estimates; the first player after the untrained one
has 0.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from crownbridge.files import write_atomically
from crownbridge.ratings import Result, rate

SIZES = {7: "#8c6bb1", 9: "#41ab5d", 11: "#d94801", 13: "#2171b5"}
GAMES = 512
"""Number of games of every match in the log."""
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 320, 56, 60, 16, 44
STEP = 200
"""Elo between two grid lines."""


def read(path: Path) -> tuple[dict[str, float], list[dict[str, Any]]]:
    """Return the training time of every player in minutes, and all matches between trained players."""
    entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    seconds = {entry["steps"]: entry["seconds"] for entry in entries if "steps" in entry}
    matches = [entry for entry in entries if "score" in entry and not entry["against"].endswith("-0000000.pt")]
    names = {match[key] for match in matches for key in ("player", "against")}
    return {name: _when(int(name[7:-3]), seconds) / 60 for name in names}, matches


def _when(step: int, seconds: dict[int, float]) -> float:
    """Return the training time in seconds at a step, from the nearest log entry."""
    return seconds[min(seconds, key=lambda logged: abs(logged - step))]


def elo(matches: list[dict[str, Any]], size: int, players: list[str]) -> list[float]:
    """Return the ratings of the players on one board size, in their order; the first has 0."""
    results = []
    for match in matches:
        won = round(GAMES * match["score"][str(size)])
        pair = (match["player"], match["against"])
        results += [Result(pair, 1.0)] * (won // 2) + [Result(pair[::-1], 0.0)] * (won - won // 2)
        lost = GAMES - won
        results += [Result(pair, 0.0)] * (lost // 2) + [Result(pair[::-1], 1.0)] * (lost - lost // 2)
    ratings = rate(results)
    return [ratings[player].elo - ratings[players[0]].elo for player in players]


def picture(minutes: list[float], lines: dict[int, list[float]]) -> str:
    """Return the plot as SVG."""
    highest = max(max(line) for line in lines.values())
    lowest = min(0.0, *(min(line) for line in lines.values()))
    last = max(minutes)

    def place(minute: float, rating: float) -> tuple[float, float]:
        across = LEFT + (WIDTH - LEFT - RIGHT) * minute / last
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
    for minute in range(0, int(last) + 1, 10):
        across, _ = place(minute, 0)
        parts.append(f'<text x="{across:.1f}" y="{HEIGHT - 26}" text-anchor="middle">{minute}</text>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">minutes of training</text>')
    parts.append(
        f'<text x="12" y="{HEIGHT / 2}" transform="rotate(-90 12 {HEIGHT / 2})" text-anchor="middle">Elo</text>'
    )
    for size, line in lines.items():
        places = [place(minute, rating) for minute, rating in zip(minutes, line, strict=True)]
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
    args = parser.parse_args()
    when, matches = read(args.folder / "log.jsonl")
    players = sorted(when)
    lines = {size: elo(matches, size, players) for size in SIZES}
    for number, player in enumerate(players):
        ratings = "  ".join(f"{size}x{size} {line[number]:+5.0f}" for size, line in lines.items())
        print(f"{player} {when[player]:5.1f} min  {ratings}")
    write_atomically(args.picture, picture([when[player] for player in players], lines))


if __name__ == "__main__":
    main()
