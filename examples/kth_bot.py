"""A checkers bot that speaks the KTH protocol.

    python3 kth_bot.py [init] [verbose]

With `init` it plays white and sends the first message; with `verbose` it draws the board on stderr. The rules come
from the library: replace the random choice by something better.
"""

import random
import sys

from crownbridge.games import Checkers
from crownbridge.games.terminal import draw

ENDS = {"red": "-2", "white": "-3", "None": "-4"}


def main() -> None:
    """Answer every message until the game is over."""
    game = Checkers()
    if "init" in sys.argv[1:]:
        print("rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50", flush=True)
    for line in sys.stdin:
        board, description, side, counter = line.split()
        if description in ENDS.values():
            return
        position = game.parse(f"{board} {side} {counter}")
        if "verbose" in sys.argv[1:]:
            print(draw(position), file=sys.stderr)
        outcome = position.outcome()
        if outcome is not None:
            print(board, ENDS[str(outcome.winner)], "w" if side == "r" else "r", counter, flush=True)
            return
        move = random.choice(position.legal_moves())
        board, side, counter = str(position.play(move)).split()
        captures = len(move.path) - 1 if move.is_capture else 0
        print(board, "_".join(map(str, (captures, *move.path))), side, counter, flush=True)


if __name__ == "__main__":
    main()
