"""Time until a hostile program gets its verdict: from the request to the end of the game and of both programs.

    python benchmarks/verdicts.py

Two of each kind play each other with half a second per move; the bound is the limit plus margin plus half a second.
"""

import sys
import time
from pathlib import Path

from crownbridge.arena import Ended, Event, Thinking, TimeControl, play_game
from crownbridge.games import Checkers
from crownbridge.players import ProgramPlayer
from crownbridge.protocols.kth import Kth

PROGRAMS = Path(__file__).parents[1] / "tests" / "hostile" / "programs.py"
MISDEEDS = ("hang", "ignore_term", "stop", "flood_stderr", "close_stdout", "endless_line", "flood_stdout", "crash")
CONTROL = TimeControl(per_move=0.5, margin=0.1)


class LastSeen:
    """Times of the last event of each kind."""

    def __init__(self) -> None:
        self.times: dict[type, float] = {}

    def __call__(self, event: Event) -> None:
        """Record an event."""
        self.times[type(event)] = time.monotonic()


def main() -> None:
    """Print a line for each misdeed."""
    for misdeed in MISDEEDS:
        seen = LastSeen()
        command = [sys.executable, str(PROGRAMS), misdeed]
        players = ProgramPlayer(misdeed, command, Kth), ProgramPlayer(misdeed, command, Kth)
        record = play_game(Checkers(), players, CONTROL, [seen])
        spent = seen.times[Ended] - seen.times[Thinking]
        bound = (CONTROL.per_move or 0) + CONTROL.margin + 0.5
        print(f"{misdeed:<14} {record.outcome.termination:<16} {spent:>6.2f} s of {bound:.2f} s")


if __name__ == "__main__":
    main()
