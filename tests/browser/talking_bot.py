"""A KTH player that prints the number of its next move on stderr, in colour."""

import random
import sys

from crownbridge.games import Checkers

ENDS = {"red": "-2", "white": "-3", "None": "-4"}


def main() -> None:
    """Answer every message until the game is over.

    `init`: play white; `hostile`: print hostile output; `info`: print numbers to be charted.
    """
    white = "init" in sys.argv[1:]
    dice, ply = random.Random(7 + white), 2 if white else 1
    if white:
        print("rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50", flush=True)
    for line in sys.stdin:
        board, description, side, counter = line.split()
        if description in ENDS.values():
            return
        position = Checkers().parse(f"{board} {side} {counter}")
        print(f"\x1b[3{ply % 6 + 1}mthinking\x1b[0m of move {ply}.", file=sys.stderr, flush=True)
        if "hostile" in sys.argv[1:]:
            print_hostile_output()
        if "info" in sys.argv[1:]:
            moves = len(position.legal_moves())
            print(
                f"info moves {moves} depth {ply // 2 + 3 * white}\ninfo nodes {moves**4}", file=sys.stderr, flush=True
            )
        outcome = position.outcome()
        if outcome is not None:
            print(board, ENDS[str(outcome.winner)], "w" if side == "r" else "r", counter, flush=True)
            return
        move = dice.choice(position.legal_moves())
        board, side, counter = str(position.play(move)).split()
        captures = len(move.path) - 1 if move.is_capture else 0
        print(board, "_".join(map(str, (captures, *move.path))), side, counter, flush=True)
        ply += 2


def print_hostile_output() -> None:
    """Print markup, a long line, control characters and invalid UTF-8."""
    stderr = sys.stderr.buffer
    stderr.write(b"<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>\n")
    stderr.write(b"\x1b[2J\x1b]0;title\x07\x00\x08 \xff\xfe \xe2\x80\xae turned\n" + b"x" * 1_000_000 + b"\n")
    stderr.flush()


if __name__ == "__main__":
    main()
