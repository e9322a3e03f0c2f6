"""The checkers engine of any version of Crownbridge, for `checkers_versions.py`; run by that version's Python.

A line `new RULES` starts a game; any other line is the moves of the game so far. The answer is the engine's move and
its score in hundredths of a man. The engine has one thread, 64 MB of hash table and the packaged endgame tables.
"""

import sys

from crownbridge import engines
from crownbridge.engines import Limit
from crownbridge.engines.checkers import Hyperparameters
from crownbridge.games import load

seconds = float(sys.argv[1])
for line in sys.stdin:
    command, *arguments = line.split() or [""]
    if command == "new":
        start = load("checkers", arguments[0]).initial()
        engine = Hyperparameters().engine()
        continue
    position = start
    for text in line.split():
        position = position.play(position.parse_move(text))
    request = [position, Limit(seconds)]
    if hasattr(engines, "SearchRequest"):  # not in 0.1.0
        request = [engines.SearchRequest(*request)]
    thought = engine.think(*request)
    print(thought.move, thought.score, flush=True)
