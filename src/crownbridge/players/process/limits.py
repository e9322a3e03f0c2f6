"""What a program may use, and how it is shut in."""

import shutil
import subprocess
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from crownbridge.errors import OptionError

_PATIENCE = 10.0


class Limits(NamedTuple):
    """Resource limits of a program; `None` is no limit."""

    address_space: int | None = None
    """In bytes."""
    cpu_seconds: int | None = None
    processes: int | None = None
    """Counted over all processes of the user; not enforced for root."""
    file_size: int | None = None
    """In bytes, of any file that the program writes."""

    def flags(self) -> list[str]:
        """The limits as the supervisor takes them."""
        given = zip("acpf", self, strict=True)
        return [item for letter, value in given if value is not None for item in (f"-{letter}", str(value))]


class Sandbox(StrEnum):
    """How a program is shut in."""

    AUTO = "auto"
    """bubblewrap where it works, limits only elsewhere."""
    BWRAP = "bwrap"
    """No network, a read-only system, a private /tmp."""
    LIMITS = "limits"
    """Resource limits alone."""
    NONE = "none"
    """Nothing at all."""

    def resolved(self) -> "Sandbox":
        """What is in force here: `auto` becomes one of the others. Raises OptionError when `bwrap` is not to be had."""
        if self is Sandbox.AUTO:
            return Sandbox.BWRAP if _bwrap() else Sandbox.LIMITS
        if self is Sandbox.BWRAP and not _bwrap():
            raise OptionError("the sandbox bwrap is not available; install bubblewrap, or choose --sandbox limits")
        return self

    def at_least(self, weakest: "Sandbox") -> "Sandbox":
        """Return the stronger of two sandboxes, both as they are in force here. Raise OptionError."""
        return min(self.resolved(), weakest.resolved(), key=list(Sandbox).index)  # the strongest is declared first

    def wrapped(self, command: list[str], folder: Path) -> list[str]:
        """The command line that runs a command in this sandbox, in that folder."""
        if self is not Sandbox.BWRAP:
            return command
        # What the command needs of our own /tmp is shown: of each path, what stands at the top. A colon may end a path.
        private = Path("/tmp")  # noqa: S108 (each program gets one of its own)
        paths = [Path(path) for word in command for path in {word, word.partition(":")[0]}]
        needed = [folder.resolve(), *(path.absolute() for path in paths if path.exists())]
        below = [path.relative_to(private).parts for path in needed if path.is_relative_to(private)]
        inside = sorted({str(private / parts[0]) for parts in below if parts})
        return [
            *("bwrap", "--die-with-parent", "--unshare-net", "--unshare-pid", "--unshare-ipc"),
            *("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", str(private)),
            *(word for place in inside for word in ("--ro-bind", place, place)),
            *("--chdir", str(folder.resolve()), "--", *command),
        ]


class Surroundings(NamedTuple):
    """Where and how a program runs."""

    folder: Path | None = None
    """Its working directory; ours where there is none."""
    limits: Limits = Limits()
    sandbox: Sandbox = Sandbox.NONE

    def command_line(self, command: list[str]) -> list[str]:
        """The supervisor's arguments for a command."""
        return [*self.limits.flags(), *self.sandbox.wrapped(command, self.folder or Path.cwd())]


ANYWHERE = Surroundings()
"""Our own working directory, and no confinement."""


def _bwrap() -> bool:
    """Whether bubblewrap is installed and may make namespaces here."""
    if shutil.which("bwrap") is None:
        return False
    test = ["bwrap", "--unshare-net", "--unshare-pid", "--ro-bind", "/", "/", "--proc", "/proc", "true"]
    done = subprocess.run(test, stderr=subprocess.DEVNULL, timeout=_PATIENCE, check=False)  # noqa: S603 (ours)
    return done.returncode == 0
