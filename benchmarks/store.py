"""Speed of adding games to a store.

    python benchmarks/store.py [--games 2000] [--place postgresql://...]

The games have 60 random moves of checkers, each with a line of a program and its time. `add` is one transaction per
game, as in a tournament; `add_all` takes 50 at a time. The peer of both is the minimum: the same text, compressed, in
one table of Python's own sqlite3 with the same settings.
"""

import argparse
import random
import sqlite3
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from crownbridge.games import Checkers, Outcome, Termination
from crownbridge.records import Decision, GameRecord, PlainLine, json_lines
from crownbridge.store import Store, StoredGame

MOVES = 60
BATCH = 50
AGENTS = tuple(f"agent {letter}" for letter in "ABCDEFGH")
Entry = tuple[StoredGame, GameRecord, None]


def long_records(count: int) -> list[GameRecord]:
    """Return random games, truncated after a fixed number of moves, with random outcomes."""
    choose = random.Random(1)
    game = Checkers()
    records: list[GameRecord] = []
    while len(records) < count:
        position = game.initial()
        decisions: list[Decision] = []
        while len(decisions) < MOVES and position.outcome() is None:
            move = choose.choice(position.legal_moves())
            decisions.append(Decision(move, choose.random(), choose.random(), 12_345_678, line=str(move).encode()))
            position = position.play(move)
        if len(decisions) == MOVES:
            players = choose.sample(AGENTS, 2)
            outcome = Outcome(choose.choice([None, *game.sides]), Termination.NORMAL)
            records.append(GameRecord(game, (players[0], players[1]), game.initial(), PlainLine(decisions), outcome))
    return records


def entries(kind: str, records: list[GameRecord], count: int) -> Iterator[Entry]:
    """Yield `count` games, cycling through the records."""
    for number in range(count):
        record = records[number % len(records)]
        yield StoredGame.of(f"{kind}/{number}", record), record, None


def bare(folder: str, records: list[GameRecord], count: int, batch: int) -> float:
    """Return the seconds for the same with one table of sqlite3."""
    with closing(sqlite3.connect(Path(folder) / f"bare-{batch}.db", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute("CREATE TABLE games (identity TEXT PRIMARY KEY, record BLOB)")
        began = time.perf_counter()
        everything = entries("bare", records, count)
        while part := list(islice(everything, batch)):
            database.execute("BEGIN IMMEDIATE")
            for game, record, _ in part:
                text = zlib.compress(json_lines.dumps(record).encode())
                database.execute("INSERT INTO games VALUES (?, ?)", (game.identity, text))
            database.execute("COMMIT")
        return time.perf_counter() - began


def timed(action: Callable[[], object]) -> float:
    """Return the seconds that an action takes."""
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def main() -> None:
    """Run the benchmark and print its results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--place", help="a file or a database's URL; by default a temporary file")
    arguments = parser.parse_args()
    count = arguments.games
    records = long_records(40)
    with tempfile.TemporaryDirectory() as folder, Store.open(arguments.place or f"{folder}/games.db") as store:
        name = f"benchmark of {time.time()}"
        store.begin(name, "{}")

        def add() -> None:
            for entry in entries("add", records, count):
                store.add(name, *entry)

        def add_all(kind: str, number: int, batch: int) -> None:
            everything = entries(kind, records, number)
            while part := list(islice(everything, batch)):
                store.add_all(name, part)

        for label, ours, peer in (
            ("add", timed(add), bare(folder, records, count, 1)),
            ("add_all", timed(lambda: add_all("batch", count, BATCH)), bare(folder, records, count, BATCH)),
        ):
            rates = f"{count / ours:>9,.0f} games/s   bare sqlite3 {count / peer:>9,.0f} games/s"
            print(f"{label:<10}{rates}{peer / ours:>8.2f}x   ({count:,} games of {MOVES} moves)")


if __name__ == "__main__":
    main()
