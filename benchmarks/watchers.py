"""Many watchers of a live game, and one of a very fast game: lost or duplicated events, and the cost.

The server runs in its own process, as started by a user; the watchers share another process.
"""

import argparse
import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

COMMAND = Path(sys.executable).with_name("crownbridge")
WATCHERS = 500

# Plays the first legal move after a delay.
SLOW_BOT = """
import sys, time
from crownbridge.games import Checkers
from crownbridge.protocols.kth import describe, message_for, parse_message
game = Checkers()
if "init" in sys.argv:
    print(message_for(game.initial(), "-1"), flush=True)
for line in sys.stdin.buffer:
    position = game.parse(parse_message(line).state)
    if position.outcome() is not None:
        break
    time.sleep(float(sys.argv[1]))
    move = position.legal_moves()[0]
    print(message_for(position.play(move), describe(move)), flush=True)
"""


def ask(address: str, path: str, body: dict[str, Any]) -> Any:
    """Post a request to the API and return the answer."""
    request = urllib.request.Request(  # noqa: S310 (our own server)
        f"{address}/api{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:  # noqa: S310 (our own server)
        return json.loads(answer.read() or b"null")


class Watcher:
    """Follows a room over its own socket, and keeps only the data to check."""

    def __init__(self, room: str, games: int) -> None:
        self.last = self.moves = self.messages = 0
        self.wrong = 0
        self.first_move = self.last_move = 0.0
        self.slowest = 0.0
        self.arrived = asyncio.Event()
        self._room, self._games = room, games

    async def follow(self, port: int) -> None:
        """Read until the last game is over."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        writer.write(f"GET /api/rooms/{self._room}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        ended = 0
        while ended < self._games:
            line = await reader.readline()
            if not line:
                self.wrong += 1
                break
            if line.startswith(b"data: "):
                self.messages += 1
                self.arrived.set()
                ended += self._take(json.loads(line[6:]), time.time())
        writer.close()

    def _take(self, events: list[dict[str, Any]], now: float) -> int:
        ended = 0
        for event in events:
            self.wrong += event["seq"] != self.last + 1
            self.last = event["seq"]
            if event["type"] == "moved":
                self.moves += 1
                self.first_move = self.first_move or event["at"]
                self.last_move = event["at"]
                self.slowest = max(self.slowest, now - event["at"])
            ended += event["type"] == "ended"
        return ended


async def watch(address: str, room: str, watchers: int, games: int) -> list[Watcher]:
    """Start the room when all watchers are connected, and return them when the last game is over."""
    following = [Watcher(room, games) for _ in range(watchers)]
    port = int(address.rpartition(":")[2])
    tasks = [asyncio.create_task(watcher.follow(port)) for watcher in following]
    await asyncio.gather(*(watcher.arrived.wait() for watcher in following))
    await asyncio.to_thread(ask, address, f"/rooms/{room}/run", {})
    await asyncio.gather(*tasks)
    return following


def memory(pid: int) -> float:
    """Return the memory of a process in MiB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def report(server: int, address: str, name: str, watchers: int, setup: dict[str, Any]) -> None:
    """Play the games and print one line."""
    room = ask(address, "/rooms", {"game": "checkers", "run": False, **setup})["id"]
    before, cpu = memory(server), _cpu(server)
    done = asyncio.run(watch(address, room, watchers, setup["games"]))
    first, latest = done[0], max(watcher.slowest for watcher in done)
    seconds = first.last_move - first.first_move
    load = (_cpu(server) - cpu) / seconds
    wrong = sum(watcher.wrong for watcher in done) + sum(watcher.last != first.last for watcher in done)
    print(
        f"{name}: {watchers} watchers, {first.moves:,} moves at {first.moves / seconds:,.0f} a second, "
        f"{first.last:,} events in {first.messages:,} messages each, lost or duplicated: {wrong}, "
        f"latest {latest:.2f} s, server {load:.0%} of a core, "
        f"{before:.0f} -> {memory(server):.0f} MiB"
    )


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def main() -> None:
    """Run both benchmarks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=WATCHERS)
    parser.add_argument("--games", type=int, default=3, help="number of games of about 5 seconds each")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        bot = Path(folder) / "bot.py"
        bot.write_text(SLOW_BOT)
        command = [str(COMMAND), "serve", "--no-browser", "--port", "0", "--data", folder, "--sandbox", "none"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None  # noqa: S101 (a pipe)
            address = server.stdout.readline().split()[4].rstrip("/")
            player = f"kth:{sys.executable} {bot} 0.045"
            live = {"players": [player, player], "games": options.games}
            report(server.pid, address, "live", options.watchers, live)
            report(server.pid, address, "fast", 1, {"players": ["random", "random"], "games": 60})
            server.terminate()


if __name__ == "__main__":
    main()
