"""Programs that write to a store, to be run several at a time or killed.

python writers.py together PLACE COUNT     adds so many games; prints how many of them were new
python writers.py killed PLACE TIMES       forks a writer and kills it after a moment, so many times; prints what it was
                                           told to be stored
"""

import os
import random
import signal
import sys
import time
from itertools import count

from crownbridge.games import Hex, Outcome, Termination
from crownbridge.records import Decision, GameRecord, PlainLine
from crownbridge.store import Store, StoredGame


def made(number: int) -> tuple[StoredGame, GameRecord]:
    """A game that is the same whenever it is made."""
    game = Hex(5)
    position = start = game.initial()
    choose = random.Random(number)
    decisions = []
    while position.outcome() is None:
        move = choose.choice(position.legal_moves())
        decisions.append(Decision(move, choose.random(), stdout=choose.randbytes(50)))
        position = position.play(move)
    winner = position.outcome()
    assert winner
    players = ("odd", "even") if number % 2 else ("even", "odd")
    outcome = Outcome(winner.winner, Termination.TIMEOUT if number % 5 == 0 else Termination.NORMAL)
    record = GameRecord(game, players, start, PlainLine(decisions), outcome)
    return StoredGame.of(f"game/{number}", record), record


def together(place: str, games: int) -> None:
    """Adds games in an order of its own."""
    numbers = list(range(games))
    random.shuffle(numbers)
    with Store.open(place) as store:
        store.begin("cup", "{}")
        new = sum(store.add("cup", *made(number)) for number in numbers)
        half = [(*made(number), None) for number in numbers[::-2]]
        assert not any(store.add_all("cup", half))
    sys.stdout.write(f"{new}\n")


def killed(place: str, times: int) -> None:
    """Every writer resumes where the one before was killed."""
    reader, writer = os.pipe()
    begins = 0
    for turn in range(times):
        child = os.fork()
        if child == 0:
            with Store.open(place) as store:
                store.begin("cup", "{}")
                for number in count(begins):
                    if turn % 2:
                        store.add("cup", *made(number))
                    else:
                        store.add_all("cup", [(*made(number), None), (*made(number + 1), None)])
                    os.write(writer, f"{number}\n".encode())
        else:
            time.sleep(random.uniform(0.01, 0.3))
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            told = _told(reader)
            begins = max([begins, *told])
            sys.stdout.write("".join(f"{number}\n" for number in told))


def _told(reader: int) -> list[int]:
    os.set_blocking(reader, False)
    try:
        return [int(text) for text in os.read(reader, 1 << 20).split()]
    except BlockingIOError:
        return []


if __name__ == "__main__":
    {"together": together, "killed": killed}[sys.argv[1]](sys.argv[2], int(sys.argv[3]))
