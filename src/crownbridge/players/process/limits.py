"""What a program may use, and how it is confined."""

import contextlib
import os
import re
import subprocess
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from crownbridge import _core
from crownbridge.errors import OptionError
from crownbridge.files import is_there
from crownbridge.players.process.visible import Visible, named_files, visible_paths

SUPERVISOR = Path(_core.__file__).parent / "bin" / "supervisor"
MEBIBYTE = 1 << 20
_PATIENCE = 10.0
_SCOPES_SIGNALS = 6  # the version of Landlock that does
_PATH = re.compile(r"/[^\s'\":,;()]+")


class Limits(NamedTuple):
    """Resource limits of a confined program; `None` is no limit. The defaults leave room for a Java or .NET runtime."""

    address_space: int | None = 4096 * MEBIBYTE
    """In bytes."""
    cpu_seconds: int | None = None
    processes: int | None = 512
    """And threads, of the program and all that it starts."""
    file_size: int | None = 256 * MEBIBYTE
    """In bytes, of any file that the program writes."""
    open_files: int | None = 1024
    temporary: int = 256 * MEBIBYTE
    """Bytes of its private /tmp."""

    @classmethod
    def chosen(cls, memory: int | None, cpu: int | None, processes: int | None, file_size: int | None) -> "Limits":
        """Those that were chosen, sizes in MiB, and defaults for the others."""
        values = {
            "address_space": memory and memory * MEBIBYTE,
            "cpu_seconds": cpu,
            "processes": processes,
            "file_size": None if file_size is None else file_size * MEBIBYTE,
        }
        return cls()._replace(**{name: value for name, value in values.items() if value is not None})

    def beside(self, threads: int) -> "Limits":
        """The same where the kernel counts so many threads of the user with those of the program."""
        return self if self.processes is None else self._replace(processes=self.processes + threads)

    def flags(self) -> list[str]:
        """The limits as the supervisor takes them."""
        given = zip("acpfnt", self, strict=True)
        return [item for letter, value in given if value is not None for item in (f"-{letter}", str(value))]


class Sandbox(StrEnum):
    """How a program is confined."""

    AUTO = "auto"
    """`strict` where it works, `limits` elsewhere."""
    STRICT = "strict"
    """Namespaces of its own: it sees the system and its own files, read-only, a private /tmp, and no network."""
    BWRAP = "bwrap"
    """An older name of `strict`."""
    LIMITS = "limits"
    """The same files by Landlock's rules, and no sockets, where namespaces are not to be had."""
    NONE = "none"
    """Nothing at all."""

    def resolved(self) -> "Sandbox":
        """What is in force here: one of `strict`, `limits` and `none`. Raises OptionError where it is not to be had."""
        if self is Sandbox.AUTO:
            return Sandbox.LIMITS if _strict_fails() else Sandbox.STRICT
        if self in {Sandbox.STRICT, Sandbox.BWRAP}:
            if reason := _strict_fails():
                raise OptionError(f"the sandbox strict is not available here ({reason}); choose --sandbox limits")
            return Sandbox.STRICT
        return self

    def described(self) -> str:
        """What is in force, for people, with what it leaves open."""
        kind = self.resolved()
        if kind is Sandbox.NONE:
            return "none: programs run as you do, with all your files"
        if kind is Sandbox.STRICT:
            return "strict"
        reason = f"; strict is not available here: {_strict_fails()}" if _strict_fails() else ""
        return f"limits{reason}{_left_open()}"

    def at_least(self, weakest: "Sandbox") -> "Sandbox":
        """Return the stronger of two sandboxes, both as they are in force here. Raise OptionError."""
        return min(self.resolved(), weakest.resolved(), key=list(Sandbox).index)  # the strongest is declared first


class Surroundings(NamedTuple):
    """Where and how a program runs."""

    folder: Path | None = None
    """Its working directory; ours where there is none."""
    limits: Limits = Limits()
    sandbox: Sandbox = Sandbox.NONE
    readable: tuple[Path, ...] = ()
    """What a confined program may read beside the system and the folders that its command line names."""
    writable: bool = False
    """Whether it may write to its own folders."""
    hidden: tuple[Path, ...] = ()
    """What it must not see, though it is in one of its own folders: the opponent's files."""

    def named_files(self, command: list[str]) -> frozenset[Path]:
        """The files that a command line names."""
        return named_files(command, self.folder or Path.cwd())

    def _visible(self, command: list[str]) -> Visible:
        folder = self.folder or Path.cwd()
        return visible_paths(command, folder, self.readable, self.hidden, writable=self.writable)

    def command_line(self, command: list[str]) -> list[str]:
        """The supervisor's arguments for a command."""
        kind = self.sandbox.resolved()
        if kind is Sandbox.NONE:
            return ["--", *command]
        namespaces = kind is Sandbox.STRICT or _available()["namespaces"] == "yes"
        limits = self.limits if namespaces else self.limits.beside(_users_threads())
        seen = self._visible(command)
        shown = [("-r", seen.system), ("-w" if self.writable else "-r", seen.own), ("-l", seen.partly)]
        return [
            *("-k", kind, *(["-u"] if namespaces else [])),
            *limits.flags(),
            *(word for flag, paths in shown for path in paths for word in (flag, path)),
            *("--", *command),
        ]

    def missed(self, command: list[str], text: str) -> Path | None:
        """A file named in that text which is there, but which the command does not see in its sandbox."""
        if self.sandbox.resolved() is Sandbox.NONE:
            return None
        seen = self._visible(command)
        for path in map(Path, _PATH.findall(text)):
            if is_there(path) and not any(path.is_relative_to(place) for place in (*seen.system, *seen.own)):
                return path
        return None


ANYWHERE = Surroundings()
"""Our own working directory, and no confinement."""


@cache
def _available() -> dict[str, str]:
    """What the supervisor can do here: `strict` and `namespaces` are `yes`, or `no` and why."""
    command = [str(SUPERVISOR), "-q"]
    done = subprocess.run(command, stdout=subprocess.PIPE, timeout=_PATIENCE, check=True)  # noqa: S603 (ours)
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    return {name: value for name, _, value in (line.partition(" ") for line in lines)}


def _users_threads() -> int:
    """Threads that run as this user; those of root are not counted."""
    user, count = os.geteuid(), 0
    for folder in Path("/proc").glob("[0-9]*/task") if user else ():
        with contextlib.suppress(OSError):
            count += folder.stat().st_nlink - 2 if folder.stat().st_uid == user else 0
    return count


def _left_open() -> str:
    """What `limits` leaves open here."""
    version = int(_available()["landlock"])
    if version == 0:
        return "; without Landlock, programs can read and write your files"
    if version < _SCOPES_SIGNALS and _available()["namespaces"] != "yes":
        return "; without namespaces, programs can signal your other processes"
    return ""


def _strict_fails() -> str:
    """Why there is no `strict` here; empty where there is."""
    return _available()["strict"].removeprefix("yes").removeprefix("no, ")
