"""A KTH player that starts a game of checkers, moves a man that it does not have, and waits."""

import sys

print("rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50", flush=True)
sys.stdin.readline()
print("rrrrrrrrrrrr........wwwwwwwwwwww 0_5_99 r 50", flush=True)
sys.stdin.readline()
