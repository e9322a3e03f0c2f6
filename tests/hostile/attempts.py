"""Has one program after another try to get out of a sandbox, and prints what came of it, as JSON.

    attempts.py USER SANDBOX NAMESPACES ATTEMPT ...

It becomes that user first; everything that the programs need is in a folder of its own. NAMESPACES is `no` for a system
that does not allow any.
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
from unittest import mock

from crownbridge.players import FaultError
from crownbridge.players.process import LaunchOptions, Program, Sandbox, limits

SECONDS = 10.0
PYTHON = shutil.which("python3", path="/usr/bin") or sys.executable  # ours may be in a home folder of another user


def main() -> None:
    for name in ("CROWNBRIDGE_TOKEN", "PGPASSWORD", "A_KEY"):
        os.environ[name] = "secret"
    user, sandbox = int(sys.argv[1]), Sandbox(sys.argv[2])
    assert sandbox is not Sandbox.NONE, "outside a sandbox, the attempts succeed"
    become(user, sys.argv[3])
    with tempfile.TemporaryDirectory() as name:
        print(json.dumps(dict(attempts(Path(name), sandbox, sys.argv[4:]))))


def become(user: int, namespaces: str) -> None:
    """Become a user, of a system without namespaces if they are `no`."""
    if user != os.geteuid():
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    if namespaces == "no":
        available = {**limits._available(), "namespaces": "no"}
        mock.patch.object(limits, "_available", return_value=available).start()


def attempts(place: Path, sandbox: Sandbox, names: list[str]) -> Iterator[tuple[str, str]]:
    bot, outside, secret = place / "bot", place / "outside", place / "secret"
    bot.mkdir()
    outside.mkdir()
    secret.write_text("secret")
    program = str(shutil.copy(Path(__file__).with_name("escapes.py"), bot))
    sockets = [str(place / "socket"), str(bot / "socket")]
    with _listening(sockets) as port:
        for name in names:
            before, mounts = sorted(place.rglob("*")), _mounts()
            told = {"secret": str(secret), "outside": str(outside), "port": port, "sockets": sockets}
            told |= {"process": os.getpid(), "share": limits._available()["share"]}
            result = _run([PYTHON, program, name], LaunchOptions(bot, sandbox=sandbox), json.dumps(told))
            if left := _left(str(bot)):
                result += f"; processes {left} are left"
            if _mounts() != mounts:
                result += "; mounts are left"
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
    mark = f"/crownbridge-{program._guard.process.pid}-"
    groups = [folder for folder, _, _ in os.walk("/sys/fs/cgroup") if mark in folder]
    return f"{line}; control groups {groups} are left" if groups else line


def _mounts() -> str:
    return Path("/proc/mounts").read_text(encoding="utf-8")


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
def _listening(paths: list[str]) -> Iterator[int]:
    """Servers on this machine: on a port, at paths, and at abstract names."""
    unix = socket.AF_UNIX
    with contextlib.ExitStack() as stack:
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        for path in paths:
            for name in (path, f"\0{path}"):
                server = stack.enter_context(socket.socket(unix))
                server.bind(name)
                server.listen()
            stack.enter_context(socket.socket(unix, socket.SOCK_DGRAM)).bind(f"{path}-of-datagrams")
        yield tcp.getsockname()[1]


if __name__ == "__main__":
    main()
