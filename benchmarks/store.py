"""How many games a second go into a store, and how soon 100,000 of them give their standings.

    python benchmarks/store.py [--games 2000] [--place postgresql://...]

The games are of 60 random moves of checkers, each with a line of a program and its time. `add` is one transaction a
game, as a tournament has it; `add_all` takes 50 at a time. The peer of both is the least that could be done: the same
text, compressed, into one table by Python's own sqlite3, with the same settings. The peer of the standings is a count
in Python over all games, as a program without aggregates has it.
"""

import argparse
import random
import sqlite3
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from crownbridge.games import Checkers, Outcome, Termination
from crownbridge.records import Decision, GameRecord, json_lines
from crownbridge.store import Store, StoredGame

MOVES = 60
BATCH = 50
AGENTS = tuple(f"agent {letter}" for letter in "ABCDEFGH")
Entry = tuple[StoredGame, GameRecord, None]


def long_records(count: int) -> list[GameRecord]:
    """Random games, broken off after so many moves and given a random end."""
    choose = random.Random(1)
    game = Checkers()
    found: list[GameRecord] = []
    while len(found) < count:
        position = game.initial()
        decisions: list[Decision] = []
        while len(decisions) < MOVES and position.outcome() is None:
            move = choose.choice(position.legal_moves())
            decisions.append(Decision(move, choose.random(), choose.random(), 12_345_678, line=str(move).encode()))
            position = position.play(move)
        if len(decisions) == MOVES:
            players = choose.sample(AGENTS, 2)
            outcome = Outcome(choose.choice([None, *game.sides]), Termination.NORMAL)
            found.append(GameRecord(game, (players[0], players[1]), game.initial(), tuple(decisions), outcome))
    return found


def entries(kind: str, records: list[GameRecord], count: int) -> Iterator[Entry]:
    """So many games, the records again and again."""
    for number in range(count):
        record = records[number % len(records)]
        yield StoredGame.of(f"{kind}/{number}", record), record, None


def bare(folder: str, records: list[GameRecord], count: int, batch: int) -> float:
    """Seconds for the same in one table by sqlite3."""
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
    """Seconds that it takes."""
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def recount(store: Store, tournament: str) -> Counter[tuple[str, str | None]]:
    """What a program without aggregates does."""
    found: Counter[tuple[str, str | None]] = Counter()
    for game in store.games(tournament):
        for agent in game.agents:
            found[agent, game.winner] += 1
    return found


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--many", type=int, default=100_000, help="games for the standings")
    parser.add_argument("--place", help="a file or a database's URL; by default a temporary file")
    arguments = parser.parse_args()
    count, many = arguments.games, arguments.many
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
        few = [GameRecord(r.game, r.players, r.start, r.decisions[:1], r.outcome) for r in records]
        records[:] = few  # standings do not look into records, and these are made sooner
        add_all("many", many - 2 * count, 2000)
        ours, peer = timed(lambda: store.standings(name)), timed(lambda: recount(store, name))
        print(
            f"standings {ours * 1000:>9,.0f} ms        counted in Python {peer * 1000:>7,.0f} ms   {peer / ours:>8.2f}x"
            f"   ({len(store.identities(name)):,} games)"
        )


if __name__ == "__main__":
    main()
