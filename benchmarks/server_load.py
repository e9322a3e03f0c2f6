"""The 95th percentile of the time of a cheap request while others load the server.

Loads: 16 clients that read 240 kB of SGF with `/api/records`, 30 live analyses of positions, 30 analyses of games, and
1,000 half-open connections. The server runs in its own process, as started by a user, with 1,024 descriptors; each
load has a process, and a game between two programs must end properly under each.
"""

import argparse
import asyncio
import http.client
import json
import multiprocessing
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from watchers import COMMAND, SLOW_BOT, ask

DESCRIPTORS = 1024
CLIENTS = 16
ANALYSES = 30
HALF_OPEN = 1000
_GAMES, _MOVES, _PADDING = 200, 99, 500
_SETTLE_SECONDS = 3.0
_EVERY = 0.02
_NEXT = re.compile(rb'"next":(?:(\d+)|null)}$')
_REOPEN_SECONDS = 2.0

Load = Callable[[int], Awaitable[Any]]


def sgf() -> str:
    """Return 200 games of 99 moves as 240 kB of SGF."""
    rng = random.Random(1)
    cells = [f"{column}{row}" for column in "abcdefghijklmnopqrs" for row in range(1, 20)]
    games = []
    for _ in range(_GAMES):
        moves = "".join(f";{'BW'[ply % 2]}[{cell}]" for ply, cell in enumerate(rng.sample(cells, _MOVES)))
        games.append(f"(;FF[4]GM[11]SZ[19]GC[{'x' * _PADDING}]{moves})")
    return "\n".join(games)


async def request(port: int, method: str, path: str, content: Any = None) -> bytes:
    """Send a request over its own connection, and return the response."""
    body = b"" if content is None else json.dumps(content).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    answer = await reader.read()
    writer.close()
    return answer


async def post_records(port: int) -> None:
    """Read all pages of the SGF again and again."""
    text = sgf()

    async def client() -> None:
        after = 0
        while True:
            answer = await request(port, "POST", "/api/records", {"text": text, "after": after})
            following = _NEXT.search(answer)
            assert following is not None, answer[-1000:]  # noqa: S101 (checks the server)
            after = int(following[1]) if following[1] else 0

    await asyncio.gather(*(client() for _ in range(CLIENTS)))


async def analyse(port: int) -> None:
    """Analyse positions of both games; an analysis that is ended by another one starts again soon."""

    async def client(number: int) -> None:
        game = ("hex", "checkers")[number % 2]
        while True:
            await request(port, "GET", f"/api/think?game={game}&seconds=30&client={number}")
            await asyncio.sleep(0.5)

    await asyncio.gather(*map(client, range(ANALYSES)))


async def analyse_games(port: int) -> None:
    """Analyse random games move by move."""
    cells = [f"{column}{row}" for column in "abcdefghijk" for row in range(1, 12)]

    async def client(number: int) -> None:
        rng = random.Random(number)
        while True:
            game = {"game": "hex", "options": {"size": 11}, "moves": rng.sample(cells, 40)}
            created = await request(port, "POST", "/api/analyses", game)
            name = json.loads(created.partition(b"\r\n\r\n")[2])["id"]
            await request(port, "GET", f"/api/analyses/{name}/events")
            await asyncio.sleep(0.5)

    await asyncio.gather(*map(client, range(ANALYSES)))


async def half_open(port: int) -> None:
    """Keep connections open that never send a whole request."""

    async def client(number: int) -> None:
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                if number % 2:
                    writer.write(b"GET /api/rooms HTTP/1.1\r\nHost: ")
                await reader.read()
                writer.close()
            except OSError:
                pass
            await asyncio.sleep(_REOPEN_SECONDS)

    await asyncio.gather(*map(client, range(HALF_OPEN)))


def run_load(load: Load, port: int) -> None:
    """Run a load until the process is ended."""
    asyncio.run(load(port))  # type: ignore[arg-type]  # a coroutine


def measure(port: int, seconds: float) -> list[float]:
    """Return the times of requests for the list of rooms, sorted."""
    times = []
    end = time.monotonic() + seconds
    while (began := time.monotonic()) < end:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            connection.request("GET", "/api/rooms")
            if connection.getresponse().read()[:1] != b"[":
                times.append(float("inf"))
        except OSError:
            times.append(float("inf"))
        finally:
            connection.close()
        times.append(time.monotonic() - began)
        time.sleep(_EVERY)
    return sorted(times)


def report(name: str, port: int, player: str, seconds: float, load: Load | None) -> None:
    """Measure under a load, and print one line."""
    address = f"http://127.0.0.1:{port}"
    room = ask(address, "/rooms", {"game": "checkers", "players": [player, player]})["id"]
    process = None
    if load is not None:
        process = multiprocessing.Process(target=run_load, args=(load, port), daemon=True)
        process.start()
        time.sleep(_SETTLE_SECONDS)
    times = measure(port, seconds)
    outcome = None
    deadline = time.monotonic() + 60
    while outcome is None and time.monotonic() < deadline:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", f"/api/rooms/{room}/games/1")
        game = json.loads(connection.getresponse().read())
        outcome = game["outcome"]
        time.sleep(0.5)
    if process is not None:
        process.kill()
        process.join()
    middle, high = times[len(times) // 2], times[int(len(times) * 0.95)]
    ending = f"{outcome['termination']} {outcome['detail']}".strip() if outcome else "not over"
    print(
        f"{name}: {len(times)} requests, median {middle * 1000:,.0f} ms, p95 {high * 1000:,.0f} ms, "
        f"maximum {times[-1] * 1000:,.0f} ms; game: {len(game['turns'])} moves, {ending}",
        flush=True,
    )


def main() -> None:
    """Run all benchmarks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=15.0, help="time of each measurement")
    parser.add_argument("--descriptors", type=int, default=DESCRIPTORS, help="limit of descriptors of the server")
    parser.add_argument("--only", help="name of one load")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # of the loads; the server raises its own
    loads: dict[str, Load | None] = {
        "idle": None,
        "records": post_records,
        "live analyses": analyse,
        "game analyses": analyse_games,
        "half-open": half_open,
    }
    with tempfile.TemporaryDirectory() as folder:
        bot = Path(folder) / "bot.py"
        bot.write_text(SLOW_BOT)
        serve = [str(COMMAND), "serve", "--no-browser", "--port", "0", "--data", folder, "--sandbox", "none"]
        command = ["/bin/sh", "-c", f'ulimit -n {options.descriptors}; exec "$@"', "sh", *serve]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None  # noqa: S101 (a pipe)
            port = int(server.stdout.readline().split()[4].rstrip("/").rpartition(":")[2])
            player = f"kth:{sys.executable} {bot} {(options.seconds + _SETTLE_SECONDS) / 100}"
            for name, load in loads.items():
                if options.only in (None, name):
                    report(name, port, player, options.seconds, load)
            server.terminate()


if __name__ == "__main__":
    main()
