"""Has one program after another try to get out of a sandbox, and prints what came of it, as JSON.

    attempts.py USER SANDBOX ATTEMPT ...

It becomes that user first; everything that the programs need is in a folder of its own.
"""

import contextlib
import json
import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from crownbridge.players import FaultError
from crownbridge.players.process import LaunchOptions, Program, Sandbox

SECONDS = 10.0
PYTHON = shutil.which("python3", path="/usr/bin") or sys.executable  # ours may be in a home folder of another user


def main() -> None:
    for name in ("CROWNBRIDGE_TOKEN", "PGPASSWORD", "A_KEY"):
        os.environ[name] = "secret"
    user, sandbox = int(sys.argv[1]), Sandbox(sys.argv[2])
    assert sandbox is not Sandbox.NONE, "outside a sandbox, the attempts succeed"
    if user != os.geteuid():
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    with tempfile.TemporaryDirectory() as name:
        print(json.dumps(dict(attempts(Path(name), sandbox, sys.argv[3:]))))


def attempts(place: Path, sandbox: Sandbox, names: list[str]) -> Iterator[tuple[str, str]]:
    bot, outside, secret = place / "bot", place / "outside", place / "secret"
    bot.mkdir()
    outside.mkdir()
    secret.write_text("secret")
    program = str(shutil.copy(Path(__file__).with_name("escapes.py"), bot))
    with _listening(place / "socket") as port:
        for name in names:
            before = sorted(place.rglob("*"))
            told = {"secret": str(secret), "outside": str(outside), "port": port, "socket": str(place / "socket")}
            result = _run([PYTHON, program, name], LaunchOptions(bot, sandbox=sandbox), json.dumps(told))
            if left := _left(str(bot)):
                result += f"; processes {left} are left"
            if sorted(place.rglob("*")) != before:
                result += "; it has written"
            yield name, result


def _run(command: list[str], launch_options: LaunchOptions, told: str) -> str:
    try:
        program = Program(command, launch_options)
    except FaultError as fault:
        return str(fault)
    try:
        program.send(f"{told}\n".encode(), time.monotonic() + SECONDS)
        line = program.read_line(time.monotonic() + SECONDS).decode()
        program.measure_memory()
    except FaultError as fault:
        line = f"{fault} {program.take_output()[1].decode()}"
    program.close()
    return line


def _left(mark: str) -> list[int]:
    """Processes with this text in their command lines, after as long as the kernel needs to end them."""
    for _ in range(100):
        found = []
        for file in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                if mark.encode() in file.read_bytes():
                    found.append(int(file.parent.name))
        if not found:
            break
        time.sleep(0.02)
    return found


@contextlib.contextmanager
def _listening(path: Path) -> Iterator[int]:
    """Servers on this machine: on a port, at a path, and at an abstract name."""
    unix = socket.AF_UNIX
    with (
        socket.socket() as tcp,
        socket.socket(unix) as local,
        socket.socket(unix) as abstract,
        socket.socket(unix, socket.SOCK_DGRAM) as datagrams,
    ):
        tcp.bind(("127.0.0.1", 0))
        local.bind(str(path))
        abstract.bind(f"\0{path}")
        datagrams.bind(f"{path}-of-datagrams")
        for server in (tcp, local, abstract):
            server.listen()
        yield tcp.getsockname()[1]


if __name__ == "__main__":
    main()
