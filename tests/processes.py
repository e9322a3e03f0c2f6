"""What /proc tells about processes."""

import os
from pathlib import Path


def cpu_seconds(pid: int) -> float:
    """Return the processor time that a process has used."""
    return sum(map(int, _fields(Path(f"/proc/{pid}/stat"))[11:13])) / os.sysconf("SC_CLK_TCK")


def session(number: int) -> list[int]:
    """Return the processes of a session that still run."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, of = _fields(path)[:4]
        except OSError:
            continue
        if int(of) == number and state != "Z":
            found.append(int(path.parent.name))
    return found


def _fields(path: Path) -> list[str]:
    """Return what stands after the name, which may have spaces and brackets."""
    return path.read_text().rpartition(")")[2].split()
