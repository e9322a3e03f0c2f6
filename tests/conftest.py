"""What several folders of tests share."""

import random
import signal
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings

from crownbridge.games import Hex
from crownbridge.records import arbi_log

# A shell that starts the tests in the background has them, and all that they start, ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A busy machine is not a fault of the code.
settings.register_profile("crownbridge", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("crownbridge")

HEX, HEXAI = "hex by Boris Kaul", "hexai by Alexandre Kharlamov"
HANDSHAKES = f"X: {HEX}\nO: {HEXAI}\n"


class Log(NamedTuple):
    """A log of matches, and what is true of it."""

    path: Path
    moves: list[int]
    """Of each game."""
    winners: list[str]
    """`red`, `blue`, or `unfinished`."""
    milliseconds: list[list[int]]


@pytest.fixture(scope="session")
def ten_games(tmp_path_factory: pytest.TempPathFactory) -> Log:
    """Seven games, an illegal move, a false claim, and one that the log is cut off in; for reading only."""
    chance = random.Random(7)
    text, moves, winners, times = "", [], [], []
    for number, size in enumerate([11, 7, 5, 11, 9, 4, 11, 11, 6, 11], 1):
        position = Hex(size).initial()
        lines: list[str] = []
        spent = []
        while (outcome := position.outcome()) is None:
            move = chance.choice(position.legal_moves())
            position = position.play(move)
            spent.append(chance.randint(1, 900))
            end = "." if position.outcome() else " "
            lines.append(f"{'XO'[len(lines) % 2]}{move}{end}#{len(lines) // 2 + 1} t={spent[-1]}ms\n")
        winner = str(outcome.winner)
        if number == 4:  # blue takes the cell of red's first move
            lines[9:] = [f"O{lines[0][1:].split()[0]} #5 t=3ms\n"]
            winner, spent = "red", spent[:9]
        if number == 7:
            lines[4] = lines[4].replace(" #", ".#")
        if number == 10:
            lines[12:] = [lines[12][:2]]
            winner, spent = "unfinished", spent[:12]
        end = arbi_log.foot("a day") if number < 10 else ""
        text += arbi_log.head(("./hex", "./hexai"), (2000, 1000), size, "a day") + HANDSHAKES + "".join(lines) + end
        moves.append(len(spent))
        winners.append(winner)
        times.append(spent)
    path = tmp_path_factory.mktemp("ten_games") / "log3.txt"
    path.write_text(text, encoding="utf-8")
    return Log(path, moves, winners, times)
