"""Play games beside a program with many busy processes, and count the honest programs that lose on time.

    python benchmarks/fairness.py [--games 40] [--busy 100 400] [--sandbox none strict limits]

The honest program computes for 0.4 s of processor time in each move of at most 0.5 s. Its opponent starts child
processes that compute without end, and moves after 0.4 s. `same game` plays one against the other; `next room` plays a
game of two honest programs while the busy program plays against an honest one in another game of the same server.
The sandbox `none` protects no program: the others are compared with it.
"""

import argparse
import os
import sys
import threading
import time
from collections.abc import Iterator

from crownbridge.arena import Referee, TimeControl, play_until_valid
from crownbridge.games import Hex, Termination
from crownbridge.players import ProgramPlayer
from crownbridge.players.process import LaunchOptions, Sandbox
from crownbridge.protocols.hexai import Hexai
from crownbridge.records import GameRecord

SIZE = 3
PER_MOVE = 0.5
COMPUTES = 0.4
CONTROL = TimeControl(per_move=PER_MOVE, startup=5.0)


def play_hexai(children: int, colour: str, size: int) -> None:
    """Play over stdin and stdout: start busy children, and in each move compute, then take the first empty cell."""
    for _ in range(children):
        if os.fork() == 0:
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))  # they let their parent run when it wakes up
            while True:
                pass
    print(f"{colour}: busy {children}", flush=True)
    free = [f"{column}{row}" for row in range(1, size + 1) for column in "abcdefghijklmnop"[:size]]
    for number in range(1, size * size + 1):
        if not (colour == "X" and number == 1):
            while (line := sys.stdin.readline()) and (line[0] == colour or line[1] == ":"):
                pass
            if not line or line[1] == ".":
                return
            free.remove(line.split()[0][1:].rstrip("."))
        end = time.thread_time() + COMPUTES
        if children:
            time.sleep(COMPUTES)
        while not children and time.thread_time() < end:
            pass
        print(f"{colour}{free.pop(0)} #{number} t=0ms", flush=True)


def player(children: int, sandbox: Sandbox) -> ProgramPlayer:
    """Return a program with so many busy children."""
    command = [sys.executable, __file__, "--play", str(children)]
    return ProgramPlayer(f"busy {children}" if children else "honest", command, Hexai, LaunchOptions(sandbox=sandbox))


def games(children: tuple[int, int], sandbox: Sandbox) -> Iterator[GameRecord]:
    """Play one game, again if it is void."""
    first, second = (player(count, sandbox) for count in children)
    yield from play_until_valid(
        lambda may_be_void: Referee(Hex(SIZE), (first, second), CONTROL, may_be_void=may_be_void)
    )


class Row:
    """The figures of the games of one kind."""

    def __init__(self) -> None:
        self.games = self.void = self.late = 0
        self.longest = 0.0

    def add(self, record: GameRecord, honest: tuple[int, ...]) -> None:
        """Count a game; `honest` are the sides of the honest programs."""
        longest = max((decision.seconds for decision in record.decisions), default=0.0)
        print(f"game {self.games + 1}: {record.outcome}, longest move {longest:.3f} s", file=sys.stderr, flush=True)
        if record.outcome.termination is Termination.INTERRUPTED:
            self.void += 1
            return
        self.games += 1
        loser = None if record.outcome.winner is None else 1 - record.outcome.winner
        self.late += record.outcome.termination is Termination.TIMEOUT and loser in honest
        sides = (Hex.sides[number % 2] for number in range(len(record.decisions)))
        for number, (side, decision) in enumerate(zip(sides, record.decisions, strict=True)):
            if side in honest and number > 1:  # the first move of each side has time to start
                self.longest = max(self.longest, decision.seconds)


def same_game(count: int, children: int, sandbox: Sandbox) -> Row:
    """Play games of the honest program against the busy one, with either colour."""
    row = Row()
    for number in range(count):
        honest = number % 2
        for record in games((children, 0) if honest else (0, children), sandbox):
            row.add(record, (honest,))
    return row


def next_room(count: int, children: int, sandbox: Sandbox) -> Row:
    """Play games of two honest programs while the busy one plays elsewhere."""
    row, over = Row(), threading.Event()

    def disturb() -> None:
        while not over.is_set():
            list(games((children, 0), sandbox))

    thread = threading.Thread(target=disturb)
    thread.start()
    for _ in range(count):
        for record in games((0, 0), sandbox):
            row.add(record, (0, 1))
    over.set()
    thread.join()
    return row


def main() -> None:
    """Print a line for each kind of game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--busy", type=int, nargs="+", default=[100, 400])
    parser.add_argument("--sandbox", type=Sandbox, nargs="+", default=[Sandbox.NONE, Sandbox.STRICT, Sandbox.LIMITS])
    parser.add_argument("--where", nargs="+", default=["same game", "next room"])
    arguments = parser.parse_args()
    print(f"{'sandbox':8} {'where':10} {'busy':>5} {'games':>6} {'lost on time':>13} {'void':>5} {'longest move':>13}")
    for sandbox in arguments.sandbox:
        for where, measure in (("same game", same_game), ("next room", next_room)):
            for children in arguments.busy if where in arguments.where else []:
                row = measure(arguments.games, children, sandbox)
                figures = f"{children:5} {row.games:6} {row.late:13} {row.void:5} {row.longest:11.3f} s"
                print(f"{sandbox:8} {where:10} {figures}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--play"]:
        play_hexai(int(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
    else:
        main()
