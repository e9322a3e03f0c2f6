"""Kill tournaments and servers with SIGKILL at any moment, take them up again, and look for what was lost or doubled.

    python -m tests.kills tournament --kills 1000
    python -m tests.kills server --kills 200 --seed 7

Moments are spread over the whole life of a process, its start included. Prints how far it is; the first fault ends it
with a traceback that leaves its folder in place.
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
from tests.processes import session

from crownbridge.ratings import Result, standings
from crownbridge.store import Store
from crownbridge.tournaments import load

COMMAND = Path(sys.executable).with_name("crownbridge")
PATIENCE = 60.0
KILLS_PER_SERVER_FOLDER = 20


def main() -> None:
    """Kill what the command line names so often."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__.partition("\n")[0])
    parser.add_argument("target", choices=["tournament", "server"])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    kill = {"tournament": kill_tournaments, "server": kill_servers}[chosen.target]
    folder = Path(tempfile.mkdtemp(prefix="kills-"))
    kills = kill(folder, random.Random(chosen.seed))
    for number, summary in zip(range(1, chosen.kills + 1), kills, strict=False):
        print(f"{number} kills; {summary}", flush=True)  # noqa: T201 (a long job prints how far it is)
    shutil.rmtree(folder)


def kill_tournaments(parent: Path, choose: random.Random) -> Iterator[str]:
    """Take tournaments to their end, below a folder; yield after every kill."""
    for number in range(sys.maxsize):
        folder = parent / str(number)
        folder.mkdir()
        file = folder / "cup.json"
        config = {
            "id": "cup",
            "agents": [{"id": f"agent {n}", "type": "engine", "engine": "random"} for n in range(4)],
            "tournamentType": "roundRobin",
            "rounds": 50,
            "seed": number,
            "timeLimit": 60_000,
            "maxMoves": 30,
            "openings": "random",
            "concurrency": choose.choice([1, 2]),
        }
        file.write_text(json.dumps(config))
        scheduler = load(file).scheduler()
        scheduled = {pairing.identity for pairing in iter(scheduler.next, None)}
        while _killed(
            [COMMAND, "tournament", file, "--json"], folder, len(scheduled) - len(stored_games(folder)), choose
        ):
            yield f"tournament {number + 1}: {len(stored_games(folder)):,} of {len(scheduled):,} games"
        assert set(stored_games(folder)) == scheduled
        check_statistics(folder)
        shutil.rmtree(folder)


def _killed(command: list[str | Path], folder: Path, lines: int, choose: random.Random) -> bool:
    """Run a command that prints at most `lines` lines, and kill it, alone or with all its processes.

    Now by the clock, which meets its start; now by its lines, which meets its middle. Return whether it still ran.
    """
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        if choose.random() < 0.3:
            time.sleep(choose.uniform(0, 1.5))
        else:
            for _ in range(choose.randint(1, 1 + min(lines, 200))):
                process.stdout.readline()
            time.sleep(choose.uniform(0, 0.02))
        choose.choice([os.kill, os.killpg])(process.pid, signal.SIGKILL)
        status = process.wait()
        _until_ended(process.pid)
    assert status in {0, -signal.SIGKILL}, status
    return status != 0


def stored_games(folder: Path) -> list[str]:
    """Read every game of the tournament "cup" below a folder; return their identities, of which none is double."""
    database = folder / "data/tournaments.db"
    if not database.exists():
        return []
    with Store.open(database) as store:
        if not store.tournaments():
            return []
        for game, record in store.records("cup"):
            game.check(record)
        identities = [game.identity for game in store.games("cup")]
    assert len(set(identities)) == len(identities), "a game is stored twice"
    return identities


def check_statistics(folder: Path) -> None:
    """Compare the statistics' files of the tournament "cup" below a folder with its stored games."""
    with Store.open(folder / "data/tournaments.db") as store:
        results = [Result(game.agents, game.points) for game in store.games("cup") if game.points is not None]
    agents = {agent for result in results for agent in result.agents}
    lines = {line.agent: line for line in standings(results, sorted(agents)).lines}
    files = (folder / "data/tournament_logs/cup").glob("[!.]*.json")
    statistics = {path.stem: json.loads(path.read_text("utf-8")) for path in files}
    assert statistics.keys() == lines.keys()
    for agent, line in lines.items():
        counts = [statistics[agent][key] for key in ("games", "wins", "draws", "losses")]
        assert counts == [line.games, line.wins, line.draws, line.losses]


def kill_servers(parent: Path, choose: random.Random) -> Iterator[str]:
    """Start servers with games of programs and people and a tournament; yield after every kill."""
    for number in range(sys.maxsize):
        folder = parent / str(number)
        folder.mkdir()
        seen: dict[str, list[Any]] = {}
        stored: set[str] = set()
        for _ in range(KILLS_PER_SERVER_FOLDER):
            command: list[str | Path] = [COMMAND, "serve", "--no-browser", "--port", "0", "--data", folder]
            server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
            assert server.stdout is not None
            if choose.random() < 0.2:
                time.sleep(choose.uniform(0, 2.0))
            else:
                address = server.stdout.readline().split()[4]
                end = time.monotonic() + choose.uniform(0, 3.0)
                with closing(httpx.Client(base_url=f"{address}api", timeout=PATIENCE)) as http:
                    _nothing_lost(http, seen, stored)
                    while time.monotonic() < end:
                        _use(http, seen, stored, choose)
            choose.choice([os.kill, os.killpg])(server.pid, signal.SIGKILL)
            server.wait()
            server.stdout.close()
            _until_ended(server.pid)
            yield f"{len(seen)} rooms with {sum(map(len, seen.values())):,} events, {len(stored):,} games"
        shutil.rmtree(folder)


def _use(http: httpx.Client, seen: dict[str, list[Any]], stored: set[str], choose: random.Random) -> None:
    """Do one thing that writes."""
    state = next((cup["state"] for cup in http.get("/tournaments").json() if cup["id"] == "cup"), None)
    if state is None:
        agents = [{"id": name, "type": "engine", "engine": "random"} for name in ("anna", "bert")]
        cup = {"id": "cup", "agents": agents, "tournamentType": "match", "timeLimit": 60_000, "rounds": 100_000}
        assert http.post("/tournaments", json={"config": cup}).status_code == 201
    elif state == "stopped":
        assert http.post("/tournaments/cup/resume", json={}).status_code == 204
    if len(seen) < 2 or choose.random() < 0.1:
        players = choose.choice([["human", "random"], ["random", "random"]])
        answer = http.post("/rooms", json={"game": "checkers", "players": players})
        assert answer.status_code == 201, answer.text
        seen[answer.json()["id"]] = []
    for room in list(seen):
        events = seen[room] = _events(http, room)
        if events and events[-1]["type"] == "thinking" and events[-1]["legal"]:
            ply = next(event["frame"]["ply"] for event in reversed(events) if "frame" in event)
            move = {"ply": ply, "move": choose.choice(events[-1]["legal"])["text"]}
            assert http.post(f"/rooms/{room}/moves", json=move).status_code in {204, 409}
    stored |= _identities(http)


def _nothing_lost(http: httpx.Client, seen: dict[str, list[Any]], stored: set[str]) -> None:
    """Compare what a new server knows with what the last one had shown."""
    rooms = {room["id"]: room["state"] for room in http.get("/rooms").json()}
    assert "damaged" not in rooms.values(), rooms
    for room, before in seen.items():
        after = _events(http, room)
        assert after[: len(before)] == before, f"{room} has forgotten events"
        assert all(one["seq"] + 1 == two["seq"] for one, two in pairwise(after))
    if stored:
        assert stored <= _identities(http), "the tournament has forgotten games"


def _events(http: httpx.Client, room: str) -> list[Any]:
    """What a room has written so far."""
    events: list[Any] = []
    with http.stream("GET", f"/rooms/{room}/events") as stream:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                events += json.loads(line.removeprefix("data: "))
            if not line and events:
                break
    return events


def _identities(http: httpx.Client) -> set[str]:
    page = http.get("/tournaments/cup/games?limit=1000").json()
    identities = [row["identity"] for row in page["games"]]
    assert len(set(identities)) == len(identities), "a game is stored twice"
    return set(identities)


def _until_ended(number: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while session(number):
        assert time.monotonic() < deadline, "processes are left over"
        time.sleep(0.01)


if __name__ == "__main__":
    main()
