"""A bot for any game that speaks the lines protocol.

    crownbridge match 'lines:python3 lines_bot.py' hex:2

The host sends the legal moves: replace the random choice by something better.
"""

import random
import sys

moves: list[str] = []
for line in sys.stdin:
    word, *rest = line.split()
    if word == "legal":
        moves = rest
    elif word == "move":
        print("move", random.choice(moves), flush=True)
