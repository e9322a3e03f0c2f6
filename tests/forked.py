"""Run commands of crownbridge in processes that are forked from one in which all of them are imported.

They differ from those that a user starts only in their beginning: no interpreter starts, and nothing is imported. Every
command is also tested as a user starts it.
"""

import atexit
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import IO

_LONGEST_REQUEST = 1 << 20


def run(
    *arguments: str | bytes | Path,
    typed: str | bytes = b"",
    folder: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    seconds: float = 120.0,
) -> subprocess.CompletedProcess[str]:
    """Run `crownbridge` with these arguments, and return its status and output. Raises TimeoutExpired."""
    command = ["crownbridge", *map(os.fsdecode, arguments)]
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        stdin.write(typed.encode() if isinstance(typed, str) else typed)
        stdin.seek(0)
        request = {"arguments": command, "folder": os.fspath(folder or Path.cwd()), "environment": dict(environment)}
        returncode = _server().ask(request, (stdin, stdout, stderr), seconds)
        return subprocess.CompletedProcess(command, returncode, _text(stdout), _text(stderr))


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


class _Server:
    """The process that forks, one command at a time; it ends with its socket."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = [sys.executable, __file__, str(theirs.fileno())]
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()])

    def ask(self, request: object, streams: Iterable[IO[bytes]], seconds: float) -> int:
        """The exit status of a command, negative when a signal killed it."""
        socket.send_fds(self._socket, [json.dumps(request).encode()], [stream.fileno() for stream in streams])
        pid = int(self._socket.recv(100))
        self._socket.settimeout(seconds)
        try:
            status = int(self._socket.recv(100))
        except TimeoutError:
            os.kill(pid, signal.SIGKILL)
            self._socket.settimeout(None)
            self._socket.recv(100)
            raise subprocess.TimeoutExpired(str(request), seconds) from None
        self._socket.settimeout(None)
        return os.waitstatus_to_exitcode(status)

    def close(self) -> None:
        self._socket.close()
        self._process.wait()


@cache
def _server() -> _Server:
    server = _Server()
    atexit.register(server.close)
    return server


def _serve(channel: socket.socket) -> None:
    """Fork a process for every request, until there are no more."""
    from crownbridge.cli import main  # noqa: PLC0415 (processes of tournaments, which load this file, need none of it)
    from crownbridge.cli.commands import SUMMARIES, load  # noqa: PLC0415 (the same)

    for command in SUMMARIES:
        load(command)
    gc.freeze()
    while True:
        request, streams, *_ = socket.recv_fds(channel, _LONGEST_REQUEST, 3)
        if not request:
            return
        child = os.fork()
        if child == 0:
            channel.close()
            _become(streams, **json.loads(request))
            main()
            sys.exit()
        for stream in streams:
            os.close(stream)
        channel.send(str(child).encode())
        channel.send(str(os.waitpid(child, 0)[1]).encode())


def _become(streams: list[int], arguments: list[str], folder: str, environment: dict[str, str]) -> None:
    """Take over what a new process is given."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", errors="backslashreplace", closefd=False)
    sys.argv = arguments
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
