"""Speed of reading games from PDN and SGF, compared with pydraughts and sgfmill on the same generated files.

    python benchmarks/records.py [--megabytes 20]

The files have random games of checkers and Hex as written by `dumps`, with and without a comment after every fourth
move; games with comments are read without and with their trees. We check every move and return records. pydraughts
replays the moves too, on fewer games, as its time grows with the square of the file size; sgfmill only parses the tree,
without the rules of Hex. Figures are CPU time on one core, for us the best of three.
"""

import argparse
import importlib
import io
import random
import re
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from crownbridge.games import Checkers, Game, Hex
from crownbridge.records import Decision, GameRecord, PlainLine, Problem, pdn, sgf
from crownbridge.records.reading import Entry
from peers import installed

GAMES = 300
PYDRAUGHTS_GAMES = 30
RUNS = 3


def played(game: Game[Any], seed: int) -> GameRecord:
    """Return the record of a random game."""
    choose = random.Random(seed)
    position = game.initial()
    decisions = []
    while (outcome := position.outcome()) is None:
        move = choose.choice(position.legal_moves())
        decisions.append(Decision(move, 0.0))
        position = position.play(move)
    return GameRecord(game, ("Anna Example", "Bert Example"), game.initial(), PlainLine(decisions), outcome)


def with_comments(text: str, form: str) -> str:
    """Return the same game with comments."""
    head, separator, moves = text.partition("\n\n" if form == "pdn" else "\n")
    four, comment = (r"(?:\d+-\d+ \S+ ){2}", "{as good as any} ")
    if form == "sgf":
        four, comment = (r"(?:;.\[\w+\]){4}", "C[as good as any]")
    return head + separator + re.sub(four, lambda match: match[0] + comment, moves)


def seconds(action: Callable[[], Any], runs: int) -> float:
    """Return the minimum CPU time of several runs."""
    best = float("inf")
    for _ in range(runs):
        began = time.process_time()
        action()
        best = min(best, time.process_time() - began)
    return best


def speed(read: Callable[[BinaryIO], Iterator[Entry]], data: bytes) -> float:
    """Return our speed in bytes per second; raise TypeError if a game cannot be read."""

    def consume() -> None:
        for entry in read(io.BytesIO(data)):
            if isinstance(entry, Problem):
                raise TypeError(str(entry))

    return len(data) / seconds(consume, RUNS)


def peer_speed(form: str, games: list[str]) -> tuple[str, float]:
    """Return the name of the peer and its speed in bytes per second."""
    if form == "pdn":
        reader = importlib.import_module("draughts.PDN").PDNReader
        text = "".join(games[:PYDRAUGHTS_GAMES])
        return "pydraughts", len(text) / seconds(lambda: reader(pdn_text=text), 1)
    parse = importlib.import_module("sgfmill.sgf_grammar").parse_sgf_collection
    data = "".join(games).encode()
    return "sgfmill", len(data) / seconds(lambda: parse(data), 1)


def main() -> None:
    """Run the benchmark and print its results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=float, default=20)
    wanted = parser.parse_args().megabytes * 1e6
    sys.path[:0] = [str(installed("pydraughts")), str(installed("sgfmill"))]
    forms: tuple[tuple[str, Any, str, Game[Any]], ...] = (
        ("PDN, checkers", pdn, "pdn", Checkers()),
        ("SGF, Hex 11x11", sgf, "sgf", Hex(11)),
        ("SGF, Hex 16x16 with swap", sgf, "sgf", Hex(16, swap=True)),
    )
    for label, module, form, game in forms:
        texts = [module.dumps(played(game, seed)) for seed in range(GAMES)]
        annotated = [with_comments(text, form) for text in texts]
        for kind, games, read in (
            (label, texts, module.read),
            ("  with comments", annotated, module.read_moves),
            ("  with comments, as trees", annotated, module.read),
        ):
            part = "".join(games).encode()
            ours = speed(read, part * max(1, int(wanted / len(part))))
            name, theirs = peer_speed(form, games)
            rate = f"{ours / 1e6:>8.1f} MB/s {ours * GAMES / len(part):>8,.0f} games/s"
            print(f"{kind:<26}{rate}   {name:<11}{theirs / 1e6:>6.2f} MB/s {ours / theirs:>5,.0f}x")


if __name__ == "__main__":
    main()
