"""Resource limits and sandboxes of programs."""

import contextlib
import os
import re
import subprocess
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from crownbridge import _core
from crownbridge.errors import OptionError
from crownbridge.players.process.visible import Visible, hidden_path, named_files, visible_paths

SUPERVISOR = Path(_core.__file__).parent / "bin" / "supervisor"
MEBIBYTE = 1 << 20
_QUERY_SECONDS = 10.0
_SCOPES_SIGNALS = 6  # Landlock version that restricts signals
_PATH = re.compile(r"/[^\s'\":,;()]+")


class Limits(NamedTuple):
    """Resource limits of a confined program; `None` for no limit. The defaults suffice for a Java or .NET runtime."""

    address_space: int | None = 4096 * MEBIBYTE
    """Size of the address space in bytes."""
    cpu_seconds: int | None = None
    processes: int | None = 512
    """Number of processes and threads, including child processes."""
    file_size: int | None = 256 * MEBIBYTE
    """Size in bytes of each file that the program writes."""
    open_files: int | None = 1024
    temporary: int = 256 * MEBIBYTE
    """Size in bytes of the private /tmp."""

    @classmethod
    def chosen(cls, memory: int | None, cpu: int | None, processes: int | None, file_size: int | None) -> "Limits":
        """Return limits with the given values, sizes in MiB, and defaults for those that are None."""
        values = {
            "address_space": memory and memory * MEBIBYTE,
            "cpu_seconds": cpu,
            "processes": processes,
            "file_size": None if file_size is None else file_size * MEBIBYTE,
        }
        return cls()._replace(**{name: value for name, value in values.items() if value is not None})

    def beside(self, threads: int) -> "Limits":
        """Return limits that allow for other threads of the user, which the kernel counts with those of the program."""
        return self if self.processes is None else self._replace(processes=self.processes + threads)

    def flags(self) -> list[str]:
        """Return the limits as options of the supervisor."""
        options = zip("acpfnt", self, strict=True)
        return [item for letter, value in options if value is not None for item in (f"-{letter}", str(value))]


class Sandbox(StrEnum):
    """Kinds of sandboxes."""

    AUTO = "auto"
    """`strict` if it is available, else `limits`."""
    STRICT = "strict"
    """Own namespaces: the system and the program's own files are read-only, /tmp is private, no network."""
    BWRAP = "bwrap"
    """Former name of `strict`."""
    LIMITS = "limits"
    """The same files, enforced by Landlock, and no sockets, for systems without namespaces."""
    NONE = "none"
    """No sandbox."""

    def resolved(self) -> "Sandbox":
        """Return the effective sandbox: `strict`, `limits` or `none`. Raise OptionError if it is not available."""
        if self is Sandbox.AUTO:
            return Sandbox.LIMITS if _strict_fails() else Sandbox.STRICT
        if self in {Sandbox.STRICT, Sandbox.BWRAP}:
            if reason := _strict_fails():
                raise OptionError(
                    f"the sandbox strict is not available on this system ({reason}); crownbridge sandbox check shows"
                    " a remedy; or use --sandbox limits"
                )
            return Sandbox.STRICT
        return self

    def gaps(self) -> list[str]:
        """Return what the effective sandbox does not protect on this system."""
        return list(_gaps(self.resolved()))

    def described(self) -> str:
        """Return a description of the effective sandbox and its gaps."""
        kind = self.resolved()
        reason = f"strict is not available: {_strict_fails()}" if kind is Sandbox.LIMITS and _strict_fails() else ""
        return "; ".join(filter(None, [kind.value, reason, *self.gaps()]))

    def at_least(self, weakest: "Sandbox") -> "Sandbox":
        """Return the stronger of two effective sandboxes. Raise OptionError."""
        return min(self.resolved(), weakest.resolved(), key=list(Sandbox).index)  # the strongest is declared first


class LaunchOptions(NamedTuple):
    """Options for launching a program: working directory, limits and sandbox."""

    folder: Path | None = None
    """Working directory of the program; by default that of this process."""
    limits: Limits = Limits()
    sandbox: Sandbox = Sandbox.NONE
    readable: tuple[Path, ...] = ()
    """Paths that a confined program may read besides the system and the folders of files on its command line."""
    writable: bool = False
    """True if the program may write to its own folders."""
    hidden: tuple[Path, ...] = ()
    """Paths to hide from the program, such as the opponent's files in the same folder."""
    ponders: bool = False
    """True if the player may compute while its opponent thinks; a confined program is stopped otherwise."""

    def named_files(self, command: list[str]) -> frozenset[Path]:
        """Return the files that a command line names."""
        return named_files(command, self.folder or Path.cwd())

    def _visible(self, command: list[str]) -> Visible:
        folder = self.folder or Path.cwd()
        return visible_paths(command, folder, self.readable, self.hidden)

    def counted_threads(self) -> int | None:
        """Return how many threads of the user the kernel counts with those of the program; None if there are none."""
        kind = self.sandbox.resolved()
        if kind is Sandbox.LIMITS and os.geteuid() and _available()["namespaces"] != "yes":
            return _users_threads()
        return None

    def command_line(self, command: list[str]) -> list[str]:
        """Return the supervisor's arguments for a command."""
        kind = self.sandbox.resolved()
        if kind is Sandbox.NONE:
            return ["--", *command]
        namespaces = kind is Sandbox.STRICT or _available()["namespaces"] == "yes"
        limits = self.limits.beside(2 * (self.counted_threads() or 0))  # as many may start meanwhile
        visible = self._visible(command)
        access = [("-r", visible.system), ("-w" if self.writable else "-r", visible.own), ("-l", visible.partly)]
        return [
            *("-k", kind, *(["-u"] if namespaces else [])),
            *limits.flags(),
            *(word for flag, paths in access for path in paths for word in (flag, path)),
            *("--", *command),
        ]

    def missed(self, command: list[str], text: str = "") -> str:
        """Return which existing file the sandbox hides that a text mentions or the command needs; empty if none."""
        if self.sandbox.resolved() is Sandbox.NONE:
            return ""
        mentioned = map(Path, _PATH.findall(text))
        path = hidden_path(self._visible(command), mentioned, command, self.folder or Path.cwd())
        return f"; the sandbox hides {path}; --read makes it visible" if path else ""


DEFAULT_LAUNCH = LaunchOptions()
"""Default options: the working directory of this process, and no sandbox."""


@cache
def _available() -> dict[str, str]:
    """Return what the supervisor supports on this system.

    `strict` and `namespaces` are `yes`, or `no` and a reason; `landlock` is a version; `memory` and `share` are the
    means that limit a program as a whole: `group`, for the share of the processors also `session`, or `no`.
    """
    command = [str(SUPERVISOR), "-q"]
    done = subprocess.run(command, stdout=subprocess.PIPE, timeout=_QUERY_SECONDS, check=True)  # noqa: S603 (part of Crownbridge)
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    return {name: value for name, _, value in (line.partition(" ") for line in lines)}


def _users_threads() -> int:
    """Return the number of threads of this user."""
    user, count = os.geteuid(), 0
    for folder in Path("/proc").glob("[0-9]*/task"):
        with contextlib.suppress(OSError):
            count += folder.stat().st_nlink - 2 if folder.stat().st_uid == user else 0
    return count


def programs_can_signal() -> bool:
    """Return True if programs in the sandbox `limits` can signal other processes, such as their supervisor."""
    return _available()["namespaces"] != "yes" and int(_available()["landlock"]) < _SCOPES_SIGNALS


def _gaps(kind: Sandbox) -> Iterator[str]:
    """Yield descriptions of what a sandbox does not protect on this system."""
    if kind is Sandbox.NONE:
        yield "programs run with your permissions and can access all your files"
        return
    available = _available()
    version = int(available["landlock"])
    if kind is Sandbox.LIMITS and version == 0:
        yield "without Landlock, programs can read and write your files"
    elif kind is Sandbox.LIMITS:
        yield "programs can see which files exist"
    if kind is Sandbox.LIMITS and available["namespaces"] != "yes":
        can = "signal" if programs_can_signal() else "see"
        yield f"without a process namespace, programs can {can} your other processes"
    shortages = []
    if available["memory"] == "no":
        shortages.append("memory is limited for each process, not in total")
    if available["share"] == "no":
        shortages.append("a program with many threads slows other games")
    if shortages:
        yield f"without a control group, {', and '.join(shortages)}"


def _strict_fails() -> str:
    """Return why `strict` is not available; empty if it is."""
    return _available()["strict"].removeprefix("yes").removeprefix("no, ")
