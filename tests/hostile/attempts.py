"""Has one program after another try to get out of a sandbox, and prints what came of it, as JSON.

    python -m tests.hostile.attempts USER SANDBOX NAMESPACES ATTEMPT ...

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

from tests.processes import alive

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
            before, mounts_before = sorted(place.rglob("*")), mounts(place)
            told = {"secret": str(secret), "outside": str(outside), "port": port, "sockets": sockets}
            told |= {"process": os.getpid(), "share": limits._available()["share"]}
            result = _run([PYTHON, program, name], LaunchOptions(bot, sandbox=sandbox), json.dumps(told))
            deadline = time.monotonic() + 2
            while (left := left_processes(str(bot))) and time.monotonic() < deadline:
                time.sleep(0.02)
            if left:
                result += f"; processes {left} are left"
            if mounts(place) != mounts_before:
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
    groups = left_groups(program._guard.process.pid)
    return f"{line}; control groups {groups} are left" if groups else line


def left_groups(supervisor: int | None = None) -> list[str]:
    """Return the control groups of a supervisor, or of all that do not run."""
    groups = [Path(folder) for folder, _, _ in os.walk("/sys/fs/cgroup") if "/crownbridge-" in folder]
    owners = {group: int(group.name.split("-")[1]) for group in groups}
    return [str(group) for group, owner in owners.items() if owner == supervisor or not (supervisor or alive(owner))]


def mounts(place: Path) -> list[str]:
    """Return the mounts of this machine below a folder, and those of a sandbox; other tests make others."""
    lines = Path("/proc/mounts").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if str(place) in line or " /tmp " in line or "/.host" in line]


def left_processes(mark: str) -> list[int]:
    """Return the processes with this text in their command lines."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if mark.encode() in file.read_bytes():
                found.append(int(file.parent.name))
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
