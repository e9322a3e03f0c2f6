"""Which files a confined program sees: the system's, those of the interpreter that runs it, and its own."""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from crownbridge.files import is_there

_SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/sys/devices/system/cpu"),
    *("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime"),
    *("/etc/java*", "/etc/dotnet", "/etc/mono", "/etc/crypto-policies", "/etc/ssl/openssl.cnf", "/etc/ssl/certs"),
)
_PROGRAM_FOLDERS = frozenset({"bin", "sbin", "shims"})
_PACKAGE = Path(__file__).parents[2]  # of Crownbridge itself, which may be edited in place
_FOR_ALL = frozenset(map(Path, ("/etc", "/mnt", "/run", "/srv", "/tmp", "/var", "/var/tmp")))  # noqa: S108 (not to write)
_MOST_LINKS = 40
_LONGEST_FIRST_LINE = 256


class Visible(NamedTuple):
    """Paths, each list with outer folders first."""

    system: list[str]
    """Of the system and of interpreters."""
    own: list[str]
    """The program's own, to which it may be allowed to write."""
    partly: list[str]
    """Its own folders in which something is hidden."""


def visible_paths(command: list[str], folder: Path, readable: tuple[Path, ...], hidden: tuple[Path, ...]) -> Visible:
    """What a command sees in its sandbox. Of a folder in which something is hidden, all else is shown."""
    named = named_files(command, folder)
    private = frozenset(hidden).difference(named)
    installed = {path for program in _programs(command[0], folder) for path in _installation(program)}
    places = {_shown(path) for file in named for path in (file, Path(os.path.realpath(file))) if not _is_system(path)}
    own = {path for place in places for path in _without(private, place)} | {path.absolute() for path in readable}
    runtime = {path for place in installed - places for path in _without(private, place)}
    return Visible([*_system(), *_sorted(runtime - own)], _sorted(own), _sorted((places | installed) - own - runtime))


def named_files(command: list[str], folder: Path) -> frozenset[Path]:
    """The files and folders that words of a command line name: `bot.py`, `libfoo.so:3` or `--weights=net.bin`."""
    words = {text for word in command for text in (word, word.partition(":")[0], word.partition("=")[2])} - {""}
    paths = {Path(os.path.normpath(folder.absolute() / text)) for text in words if "\0" not in text}
    return frozenset(path for path in paths if is_there(path) and not _is_installed(path) and not _is_shared(path))


def _shown(file: Path) -> Path:
    """The folder of a file, unless it contains more than one program's files."""
    return file if file.is_dir() or _is_shared(file.parent) else file.parent


def _without(private: frozenset[Path], place: Path) -> Iterator[Path]:
    if not any(path.is_relative_to(place) for path in private):
        yield place
    elif place not in private:
        for entry in place.iterdir():
            yield from _without(private, entry)


def _sorted(paths: set[Path]) -> list[str]:
    """Outer folders first, as they must be shown before what is in them."""
    return sorted(map(str, paths))


@cache
def _system() -> list[str]:
    return [str(path) for pattern in _SYSTEM for path in sorted(Path("/").glob(pattern.removeprefix("/")))]


def _is_installed(path: Path) -> bool:
    """Whether a path names a program of the system or of an environment, rather than somebody's own."""
    return path.parent.name in _PROGRAM_FOLDERS or _is_system(path)


def _is_system(path: Path) -> bool:
    return any(path.is_relative_to(place) for place in ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/dev", "/proc"))


def _is_shared(folder: Path) -> bool:
    """Whether a folder contains more than one program's files: a home, or what is above it."""
    return Path.home().is_relative_to(folder) or folder.parent == Path("/home") or folder in _FOR_ALL


def _programs(name: str, folder: Path) -> Iterator[Path]:
    """The program, the interpreters that its first line names, and all that these link to."""
    found = shutil.which(str(folder.absolute() / name) if "/" in name else name)
    for _ in range(_MOST_LINKS):
        if found is None:
            return
        program = Path(found)
        yield program
        if program.is_symlink():
            found = os.path.normpath(program.parent / program.readlink())
            continue
        interpreter = _first_line(program)
        if len(interpreter) > 1 and Path(interpreter[0]).name == "env":
            interpreter = [word for word in interpreter[1:] if not word.startswith("-")]
        found = shutil.which(interpreter[0]) if interpreter else None


def _first_line(program: Path) -> list[str]:
    """The words after `#!`."""
    try:
        with program.open("rb") as file:
            line = file.readline(_LONGEST_FIRST_LINE)
    except OSError:
        return []
    return line[2:].decode("utf-8", "replace").split() if line.startswith(b"#!") else []


def _installation(program: Path) -> Iterator[Path]:
    """What a program needs to start: its folder, or the installation whose `bin` it is in."""
    place = program.parent
    if _is_system(program):
        return
    prefix = place.parent if place.name in _PROGRAM_FOLDERS else place
    if _is_shared(prefix):
        yield program
    elif prefix.name == ".local":
        yield from (prefix / name for name in ("bin", "lib"))
    else:
        yield from _environment(prefix)


@cache
def _environment(prefix: Path) -> tuple[Path, ...]:
    """An installation, and for a virtual environment of Python its base and the projects that are edited in place."""
    found = [prefix, _PACKAGE] if prefix == Path(sys.prefix) else [prefix]
    try:
        lines = (prefix / "pyvenv.cfg").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    for line in lines:
        key, _, value = line.partition("=")
        if key.strip() == "home" and not _is_system(Path(value.strip())):
            found.append(Path(value.strip()).parent)
    for file in prefix.glob("lib/python*/site-packages/*.dist-info/direct_url.json"):
        try:
            origin = json.loads(file.read_text(encoding="utf-8"))
            if origin["dir_info"]["editable"]:
                found.append(Path(unquote(urlsplit(origin["url"]).path)))
        except (OSError, ValueError, LookupError, TypeError):
            continue
    return tuple(path for path in found if not _is_shared(path))
