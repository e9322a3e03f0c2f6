"""Speed of importing games into the explorer and of its answers, compared with an index in SQLite.

    python benchmarks/explorer.py [--games 100000]

The files have random games of checkers (PDN) and Hex (SGF) as written by `dumps`. The index in SQLite has a row for
each position with its key, move, game and result, and an index of the keys; the games are read by our own parser, and
are fewer, since it is slow. An answer is the moves and games of a position: the initial one, which all games have, and
positions of random games. Figures are CPU time on one core, of answers the longest.
"""

import argparse
import random
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Any

from crownbridge.explorer import Library, find
from crownbridge.games import Checkers, Game, Hex
from crownbridge.records import Decision, GameRecord, PlainLine, Problem, pdn, read_file, sgf

DISTINCT = 2_000
"""Number of different games; the file repeats their moves with other players."""
PEER_GAMES = 2_000
QUERIES = 100


def played(game: Game[Any], seed: int) -> GameRecord:
    """Return the record of a random game."""
    choose = random.Random(seed)
    position = game.initial()
    decisions = []
    while (outcome := position.outcome()) is None:
        move = choose.choice(position.legal_moves())
        decisions.append(Decision(move, 0.0))
        position = position.play(move)
    players = f"Player {choose.randrange(500)}", f"Player {choose.randrange(500)}"
    return GameRecord(game, players, game.initial(), PlainLine(decisions), outcome)


def write(path: Path, texts: list[str], games: int) -> None:
    """Write a file of that many games."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(games):
            file.write(texts[number % len(texts)] + "\n")


def ours(path: Path, folder: Path, records: list[GameRecord]) -> tuple[float, float]:
    """Return the speed of import in bytes per second, and the longest time of an answer in seconds."""
    library = Library(folder)
    began = time.process_time()
    library.add(path)
    speed = path.stat().st_size / (time.process_time() - began)
    positions = [records[0].start] + [random.Random(n).choice(records[n].positions()) for n in range(QUERIES)]
    longest = 0.0
    for position in positions:
        began = time.process_time()
        find(position, library.parts())
        longest = max(longest, time.process_time() - began)
    return speed, longest


def theirs(path: Path, database: Path, records: list[GameRecord]) -> tuple[float, float]:
    """Return the same of an index in SQLite."""
    connection = sqlite3.connect(database)
    connection.executescript(
        "PRAGMA journal_mode = off; PRAGMA synchronous = off; CREATE TABLE p (key, move, game, ending)"
    )
    began = time.process_time()
    for number, entry in enumerate(read_file(path)):
        if isinstance(entry, Problem):
            raise TypeError(str(entry))
        record = entry.record
        position = record.start
        rows = []
        for decision in record.decisions:
            rows.append((position.key - 2**63, str(decision.move), number, record.outcome.winner))
            position = position.play(decision.move)
        connection.executemany("INSERT INTO p VALUES (?, ?, ?, ?)", rows)
    connection.execute("CREATE INDEX i ON p (key)")
    connection.commit()
    speed = path.stat().st_size / (time.process_time() - began)
    longest = 0.0
    for position in [records[0].start, *(record.start for record in records[:QUERIES])]:
        began = time.process_time()
        query = "SELECT move, ending, count(*) FROM p WHERE key = ? GROUP BY move, ending"
        connection.execute(query, (position.key - 2**63,)).fetchall()
        longest = max(longest, time.process_time() - began)
    return speed, longest


def main() -> None:
    """Run the benchmark and print its results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    games = parser.parse_args().games
    forms: tuple[tuple[str, Any, Game[Any]], ...] = (("PDN", pdn, Checkers()), ("SGF", sgf, Hex(11)))
    for name, module, game in forms:
        records = [played(game, seed) for seed in range(DISTINCT)]
        texts = [module.dumps(record) for record in records]
        with tempfile.TemporaryDirectory() as folder:
            file, small = Path(folder, f"games.{name.lower()}"), Path(folder, f"small.{name.lower()}")
            write(file, texts, games)
            write(small, texts, min(games, PEER_GAMES))
            speed, answer = ours(file, Path(folder, "library"), records)
            peer_speed, peer_answer = theirs(small, Path(folder, "peer.db"), records)
            size = file.stat().st_size / 1e6
            print(f"{name}: {games:,} games, {size:.0f} MB")
            print(
                f"  import  {speed / 1e6:>6.1f} MB/s   SQLite {peer_speed / 1e6:>5.2f} MB/s {speed / peer_speed:>6.1f}x"
            )
            print(
                f"  answer  {1000 * answer:>6.1f} ms     SQLite {1000 * peer_answer:>5.1f} ms"
                f" (over {min(games, PEER_GAMES):,} games)"
            )


if __name__ == "__main__":
    main()
