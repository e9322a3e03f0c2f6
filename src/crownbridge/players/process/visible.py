"""The files that are visible to a confined program: those of the system, of the user's runtimes, and its own.

The user decides which those are: by the command line, `--read` and PATH. A program's author controls the contents of
its folders, so these decide nothing: neither `#!` lines, nor links, nor the settings of virtual environments.
"""

import contextlib
import itertools
import json
import os
import re
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
_INTERPRETER = re.compile(
    r"(python|pypy|node|nodejs|deno|bun|java|dotnet|mono|ruby|perl|lua|luajit|julia|Rscript|php|racket|guile|sbcl|ocaml"
    r"|runghc|runhaskell|scala|kotlin|groovy|clojure|elixir|escript|tclsh|wish|swipl|bash|dash|fish|ksh|zsh|pwsh)[\d.]*"
)
_PROGRAM_FOLDERS = frozenset({"bin", "sbin", "shims"})
_PARTS = ("bin", "etc", "include", "lib", "lib64", "pyvenv.cfg", "share")
_LOCAL_PARTS = ("bin", "lib")  # ~/.local/share has data of all kinds
_PACKAGE = Path(__file__).parents[2]  # the folder of Crownbridge, which may be an editable installation
_FOR_ALL = frozenset(
    map(Path, ("/etc", "/home", "/mnt", "/opt", "/root", "/run", "/srv", "/tmp", "/var", "/var/tmp"))  # noqa: S108 (only compared)
)
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


def visible_paths(command: list[str], folder: Path, readable: tuple[Path, ...], hidden: tuple[Path, ...]) -> Visible:
    """Return the paths that are visible to a command in its sandbox, without `hidden` ones."""
    folder = folder.absolute()
    requested = {path.absolute() for path in readable}
    own_files = named_files(command, folder)
    private = _real(path for path in hidden if path not in own_files) - _real(requested)
    private -= _real(path for path in own_files if not _authors_links(path, folder))
    program = _find(command[0], folder)
    named = _named_paths(command, folder)
    folders = {_folder_of(path) for path in named if path != program or path.parent.name not in _PROGRAM_FOLDERS}
    places = {path for path in folders if _is_trusted(path, folder, is_named=path in named)} | requested & {folder}
    places -= {path for path in places if _is_inside(path, _real(places.intersection(path.parents)))}  # may be replaced
    installed = _installation_named(program, folder) if program else set()
    authors = _real(places if program and _is_installed(program) else places | installed)
    runtimes = _runtimes(_search_path(authors, folder), _users_tool(program))
    runtimes -= {path for path in runtimes if any(_is_inside(place, _real([path])) for place in (folder, *places))}
    links = {path for path in folders | named if _authors_links(path, folder)}
    shown_links = {path for path in links if _is_inside(path, _real(places | requested))}
    others = (installed | runtimes | requested | shown_links | {_PACKAGE}) - places
    own = {path for place in places for path in _without(private, place)}
    foreign = {path for place in others for path in _without(private, place)} - own
    partly = {path for path in (places | others) - own - foreign if not _is_inside(path, private)}
    return Visible([*_system(), *_sorted(foreign)], _sorted(own), _sorted(partly))


def named_files(command: list[str], folder: Path) -> frozenset[Path]:
    """Return the files and folders that a command line names: `bot.py`, `libfoo.so:3` or `--weights=net.bin`.

    Those that are in another place, to which a link leads that a program's author may have made, do not count.
    """
    return frozenset(path for path in _named_paths(command, folder) if _is_trusted(path, folder.absolute()))


def hidden_path(visible: Visible, mentioned: Iterable[Path], command: list[str], folder: Path) -> Path | None:
    """Return an existing path that a program mentioned or that it needs to start but does not see, or None."""
    places = _real(map(Path, (*visible.system, *visible.own)))
    paths = (*mentioned, *_chain(_find(command[0], folder)))
    for place in (place for path in paths if path_exists(path) for place in (path.resolve(), _real_folder(path))):
        if not any(place.is_relative_to(seen) for seen in places):
            return _prefix(place) if _is_interpreter(place) else place
    return None


def _named_paths(command: list[str], folder: Path) -> frozenset[Path]:
    words = {text for word in command for text in (word, word.partition(":")[0], word.partition("=")[2])} - {""}
    paths = {Path(os.path.normpath(folder.absolute() / text)) for text in words if "\0" not in text}
    return frozenset(path for path in paths if path_exists(path) and not _is_installed(path) and not _is_shared(path))


def _folder_of(file: Path) -> Path:
    """Return the folder of a file, or the file itself if its folder contains files of several programs."""
    return file if file.is_dir() or _is_shared(file.parent) else file.parent


def _authors_links(path: Path, folder: Path, *, is_named: bool = True) -> list[Path]:
    """Return the links on the way to a path that a program's author may have made.

    Links in folders of several programs, and those on the way to the working directory, are the user's, unless the
    command line names them: the program may have been unpacked there.
    """
    links = [link for link in (path, *path.parents) if os.path.islink(link)]  # noqa: PTH114 (`is_symlink` may raise)
    users = {link for link in links if _is_shared(link.parent) or folder.is_relative_to(link)}
    return [link for link in links if link not in users or (is_named and link == path)]


def _is_trusted(path: Path, folder: Path, *, is_named: bool = True) -> bool:
    """Return True unless a link that a program's author may have made leads to the path from another place."""
    return all(map(_stays, _authors_links(path, folder, is_named=is_named)))


def _stays(link: Path) -> bool:
    """Return True if a link leads to a place in its folder, which must be a folder of one program."""
    return _is_inside(link, _real([link.parent])) and not _is_shared(link.parent)


def _real(paths: Iterable[Path]) -> frozenset[Path]:
    return frozenset(Path(os.path.realpath(path)) for path in paths)


def _real_folder(path: Path) -> Path:
    """Return a path with no symbolic links but, possibly, itself."""
    return Path(os.path.realpath(path.parent)) / path.name


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
    """Return True if a path is that of the system, of an interpreter, or of a program in an active environment."""
    is_active = path.parent in _active_folders()
    return _is_interpreter(path) or _is_system(path) or is_active or _users_tool(path) is not None


def _active_folders() -> set[Path]:
    prefixes = sys.prefix, os.environ.get("VIRTUAL_ENV"), os.environ.get("CONDA_PREFIX")
    return {Path(prefix, "bin") for prefix in prefixes if prefix}


def _is_interpreter(path: Path) -> bool:
    return path.parent.name in _PROGRAM_FOLDERS and _INTERPRETER.fullmatch(path.name) is not None


def _users_tool(program: Path | None) -> Path | None:
    """Return a program if it is in `~/.local/bin`, where tools such as pipx put links."""
    return program if program and program.parent == Path.home() / ".local" / "bin" else None


def _is_system(path: Path) -> bool:
    return any(path.is_relative_to(place) for place in ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/dev", "/proc"))


def _is_shared(folder: Path) -> bool:
    """Return True if a folder contains files of several programs: a home folder or an ancestor of one."""
    return Path.home().is_relative_to(folder) or folder.parent == Path("/home") or folder in _FOR_ALL


def _find(name: str, folder: Path) -> Path | None:
    """Return the program that a name refers to, in PATH without relative folders if it is not a path itself."""
    if "/" in name:
        return Path(os.path.normpath(folder.absolute() / name))
    program = shutil.which(name, path=os.pathsep.join(filter(os.path.isabs, os.get_exec_path())))
    return Path(program) if program else None


def _installation_named(program: Path, folder: Path) -> set[Path]:
    """Return the installation of a program that the command line names."""
    paths = _installation(program)
    return {path for path in paths if _is_trusted(path, folder, is_named=path not in program.parents)}


def _installation(program: Path) -> Iterator[Path]:
    """Yield the paths that a program needs to start: its folder, or the installation whose `bin` it is in."""
    if _is_system(program):
        return
    prefix = _prefix(program)
    if _is_shared(prefix):
        yield program
    elif prefix.name == ".local" or path_exists(prefix / "pyvenv.cfg"):  # there may be other files beside these
        parts = _LOCAL_PARTS if prefix.name == ".local" else _PARTS
        yield from (prefix / name for name in parts if path_exists(prefix / name))
    else:
        yield prefix


def _prefix(program: Path) -> Path:
    return program.parent.parent if program.parent.name in _PROGRAM_FOLDERS else program.parent


def _search_path(authors: frozenset[Path], folder: Path) -> tuple[Path, ...]:
    """Return the folders of the user's runtimes, without those that a program's author controls.

    These may also be in the working directory, unless the user has activated an environment there.
    """
    java, dotnet = os.environ.get("JAVA_HOME", ""), os.environ.get("DOTNET_ROOT", "")
    paths = dict.fromkeys([*map(Path, os.get_exec_path()), Path(java, "bin"), Path(dotnet)])
    around = authors | _real([] if _is_shared(folder) else [folder])

    def is_users(path: Path) -> bool:
        places = authors if path in _active_folders() else around
        return not _is_system(path) and not any(_is_inside(part, places) for part in (path, *path.parents))

    return tuple(path for path in paths if path.is_absolute() and is_users(path))


def _is_inside(path: Path, places: Iterable[Path]) -> bool:
    real = Path(os.path.realpath(path))
    return any(real.is_relative_to(place) for place in places)


def _runtimes(folders: Iterable[Path], tool: Path | None) -> set[Path]:
    """Return the installations of Crownbridge's Python, of the interpreters in folders, and of a tool of the user's."""
    programs = [Path(sys.executable), *([tool] if tool else []), *itertools.chain(*map(_interpreters, folders))]
    projects = itertools.chain(*(_editable_projects(place.parent) for place in _active_folders()))
    return {*projects, *itertools.chain(*map(_runtime, programs))}


@cache
def _interpreters(folder: Path) -> list[Path]:
    try:
        return [file for file in folder.iterdir() if _INTERPRETER.fullmatch(file.name)]
    except OSError:  # it does not exist
        return []


@cache
def _runtime(program: Path) -> list[Path]:
    """Return the installations that a program of the user's needs."""
    steps = [step for step in _chain(program) if not _is_system(step)]
    paths = [path for step in steps for path in (*_installation(step), *_base_installation(_prefix(step)))]
    return [path for path in paths if path.is_absolute() and not _is_shared(path)]


def _chain(program: Path | None) -> Iterator[Path]:
    """Yield a program, the interpreters in its `#!` line, and the targets of their symbolic links."""
    for _ in range(_MOST_LINKS):
        if program is None or not path_exists(program):
            return
        yield program
        if program.is_symlink():
            program = _real_folder(program.parent / program.readlink())
        else:
            line = _beginning(program, _LONGEST_FIRST_LINE).partition("\n")[0]
            words = line[2:].split() if line.startswith("#!") else []
            names = [word for word in words if Path(word).name != "env" and word[0] != "-" and "=" not in word]
            program = _find(names[0], program.parent) if names else None


def _beginning(path: Path, most: int) -> str:
    """Return the first bytes of a regular file as text; empty for a pipe or a device."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:  # noqa: PTH123 (a descriptor)
            regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
            return file.read(most).decode("utf-8", "replace") if regular else ""
    except OSError:
        return ""


def _base_installation(prefix: Path) -> Iterator[Path]:
    """Yield the installation of the Python that created a virtual environment."""
    for line in _beginning(prefix / "pyvenv.cfg", _LONGEST_SETTINGS).splitlines():
        key, _, value = line.partition("=")
        if key.strip() == "home":
            yield from _installation(Path(value.strip(), "python3"))


@cache
def _editable_projects(prefix: Path) -> list[Path]:
    """Return the projects that are installed in an environment in editable mode."""
    projects = []
    for file in prefix.glob("lib/python*/site-packages/*.dist-info/direct_url.json"):
        with contextlib.suppress(ValueError, LookupError, TypeError, RecursionError):
            origin = json.loads(_beginning(file, _LONGEST_SETTINGS))
            if origin["dir_info"]["editable"]:
                projects.append(Path(unquote(urlsplit(origin["url"]).path)))
    return [path for path in projects if path.is_absolute() and not _is_shared(path)]
