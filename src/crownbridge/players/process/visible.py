"""The files that are visible to a confined program: those of the system, of its interpreter, and its own."""

import contextlib
import json
import os
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from crownbridge.files import path_exists

_SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/sys/devices/system/cpu"),
    *("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime"),
    *("/etc/java*", "/etc/dotnet", "/etc/mono", "/etc/crypto-policies", "/etc/ssl/openssl.cnf", "/etc/ssl/certs"),
)
_PROGRAM_FOLDERS = frozenset({"bin", "sbin", "shims"})
_PACKAGE = Path(__file__).parents[2]  # the folder of Crownbridge, which may be an editable installation
_FOR_ALL = frozenset(map(Path, ("/etc", "/home", "/mnt", "/root", "/run", "/srv", "/tmp", "/var", "/var/tmp")))  # noqa: S108 (only compared)
_MOST_LINKS = 40
_LONGEST_FIRST_LINE = 256
_LONGEST_SETTINGS = 1 << 16  # bytes of the settings of a virtual environment


class Visible(NamedTuple):
    """Visible paths; each list has outer folders first."""

    system: list[str]
    """Paths of the system, of interpreters, and those that the user made readable."""
    own: list[str]
    """The program's own paths, which may be writable."""
    partly: list[str]
    """Folders that are only partly visible."""


def visible_paths(
    command: list[str], folder: Path, readable: tuple[Path, ...], hidden: tuple[Path, ...], *, writable: bool = False
) -> Visible:
    """Return the paths that are visible to a command in its sandbox, without `hidden` ones.

    The targets of symbolic links out of the program's own folders are visible, too, unless the program may write and
    so could create links itself.
    """
    named = {file for file in named_files(command, folder) if not _leads_to_settings(file)}
    requested = {path.absolute() for path in readable}
    private = _real(hidden) - _real(named) - _real(requested)
    installed = {path for program in _programs(command[0], folder) for path in _installation(program)}
    places = {_folder_of(file) for file in named} | (requested & {folder.absolute()})
    places -= (strays := {place for place in places if _is_stray(place, places)})
    linked = {path for path in _real(named) | strays if not _is_system(path) and not _is_shared(path)}
    others = (installed | requested | (set() if writable else linked)) - places
    own = {path for place in places for path in _without(private, place)}
    foreign = {path for place in others for path in _without(private, place)} - own
    return Visible([*_system(), *_sorted(foreign)], _sorted(own), _sorted((places | others) - own - foreign))


def named_files(command: list[str], folder: Path) -> frozenset[Path]:
    """Return the files and folders that a command line names: `bot.py`, `libfoo.so:3` or `--weights=net.bin`."""
    words = {text for word in command for text in (word, word.partition(":")[0], word.partition("=")[2])} - {""}
    paths = {Path(os.path.normpath(folder.absolute() / text)) for text in words if "\0" not in text}
    return frozenset(path for path in paths if path_exists(path) and not _is_installed(path) and not _is_shared(path))


def _folder_of(file: Path) -> Path:
    """Return the folder of a file, or the file itself if its folder contains files of several programs."""
    return file if file.is_dir() or _is_shared(file.parent) else file.parent


def _is_stray(place: Path, places: set[Path]) -> bool:
    """Return True if a folder is inside another one only by a symbolic link to a different place."""
    real = Path(os.path.realpath(place))
    outer = places.intersection(place.parents)
    return not all(real.is_relative_to(os.path.realpath(path)) for path in outer)


def _leads_to_settings(file: Path) -> bool:
    """Return True if a file links to settings or keys in the home folder; a program's author may have made the link."""
    real, home = Path(os.path.realpath(file)), Path(os.path.realpath(Path.home()))
    return _is_setting(real, home) and not _is_setting(file, Path.home())


def _is_setting(path: Path, home: Path) -> bool:
    return path.is_relative_to(home) and str(path.relative_to(home)).startswith(".") and path != home


def _real(paths: Iterable[Path]) -> frozenset[Path]:
    return frozenset(Path(os.path.realpath(path)) for path in paths)


def _without(private: frozenset[Path], place: Path) -> Iterator[Path]:
    """Yield a path or, if it contains private paths, everything else in it except links that lead out of a folder."""
    real = Path(os.path.realpath(place))
    if not any(path.is_relative_to(real) for path in private):
        yield place
    elif real not in private:
        with contextlib.suppress(OSError):  # the program cannot list it either
            for entry in place.iterdir():
                if not entry.is_symlink() or Path(os.path.realpath(entry)).parent == real:
                    yield from _without(private, entry)


def _sorted(paths: set[Path]) -> list[str]:
    """Sort paths with outer folders first, as they must be mounted before their contents."""
    return sorted(map(str, paths))


@cache
def _system() -> list[str]:
    return [str(path) for pattern in _SYSTEM for path in sorted(Path("/").glob(pattern.removeprefix("/")))]


def _is_installed(path: Path) -> bool:
    """Return True if a path names a program of the system or of an environment."""
    return path.parent.name in _PROGRAM_FOLDERS or _is_system(path)


def _is_system(path: Path) -> bool:
    return any(path.is_relative_to(place) for place in ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/dev", "/proc"))


def _is_shared(folder: Path) -> bool:
    """Return True if a folder contains files of several programs: a home folder or an ancestor of one."""
    return Path.home().is_relative_to(folder) or folder.parent == Path("/home") or folder in _FOR_ALL


def _programs(name: str, folder: Path) -> Iterator[Path]:
    """Yield the program, the interpreters in its `#!` line, and the targets of their symbolic links."""
    path = _which(name, folder)
    for _ in range(_MOST_LINKS):
        if path is None:
            return
        program = Path(path)
        yield program
        if program.is_symlink():
            target = program.parent / program.readlink()
            path = str(Path(os.path.realpath(target.parent)) / target.name)
            continue
        interpreter = _first_line(program)
        if interpreter and Path(interpreter[0]).name == "env":  # of its options, only -S is supported
            interpreter = interpreter[2 if interpreter[1:2] == ["-S"] else 1 :]
        path = _which(interpreter[0], folder) if interpreter else None


def _which(name: str, folder: Path) -> str | None:
    return shutil.which(str(folder.absolute() / name) if "/" in name else name)


def _first_line(program: Path) -> list[str]:
    """Return the words of the `#!` line."""
    line = _beginning(program, _LONGEST_FIRST_LINE).partition("\n")[0]
    return line[2:].split() if line.startswith("#!") else []


def _beginning(path: Path, most: int) -> str:
    """Return the first bytes of a regular file as text; empty for a pipe or a device."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:  # noqa: PTH123 (a descriptor)
            regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
            return file.read(most).decode("utf-8", "replace") if regular else ""
    except OSError:
        return ""


def _installation(program: Path) -> Iterator[Path]:
    """Yield the paths that a program needs to start: its folder, or the installation whose `bin` it is in."""
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
    """Return an installation and, for a Python virtual environment, its base and its editable projects.

    A program's author could craft an environment to expose other files. So a base must be an installation of Python,
    and projects count only in an environment that the user has activated.
    """
    paths = [prefix]
    for line in _beginning(prefix / "pyvenv.cfg", _LONGEST_SETTINGS).splitlines():
        key, _, value = line.partition("=")
        home = Path(value.strip())
        if key.strip() == "home" and home.name in _PROGRAM_FOLDERS and any(home.glob("python*")):
            paths += [] if _is_system(home) else [home.parent]
    if prefix == Path(sys.prefix):
        paths.append(_PACKAGE)
    if prefix == Path(sys.prefix) or str(prefix / "bin") in os.get_exec_path():
        for file in prefix.glob("lib/python*/site-packages/*.dist-info/direct_url.json"):
            with contextlib.suppress(ValueError, LookupError, TypeError, RecursionError):
                origin = json.loads(_beginning(file, _LONGEST_SETTINGS))
                if origin["dir_info"]["editable"]:
                    paths.append(Path(unquote(urlsplit(origin["url"]).path)))
    return tuple(path for path in paths if not _is_shared(path))
