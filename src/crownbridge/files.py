"""Write files atomically and read them up to a size limit."""

import os
import re
import stat
import time
from collections.abc import Iterable
from pathlib import Path

from crownbridge.errors import FileError

LONGEST_PATH = 4096
"""Maximum number of characters of a path that a message quotes in full."""
_RANDOM_BYTES = 8
_UNFINISHED = re.compile(rf"\..+\.[0-9a-f]{{{2 * _RANDOM_BYTES}}}")
_PIECE = 1 << 16
_ABANDONED = 60.0  # age in seconds after which the writer of an unfinished file is no longer running


def path_exists(path: str | os.PathLike[str]) -> bool:
    """Return True if the file or folder exists; False if the path is too long, invalid or not accessible."""
    return os.path.exists(path)  # noqa: PTH110 (`Path.exists` raises OSError for some paths)


def user_data_folder(remedy: str) -> Path:
    """Return the folder for user data: `crownbridge` in `$XDG_DATA_HOME`, by default `~/.local/share`.

    Raise FileError, with the given remedy, if the user has no home folder.
    """
    chosen = Path(os.environ.get("XDG_DATA_HOME", ""))
    try:
        return (chosen if chosen.is_absolute() else Path.home() / ".local" / "share") / "crownbridge"
    except RuntimeError:
        raise FileError(f"there is no home folder; {remedy}") from None


def read_limited(path: Path, most: int, encoding: str = "utf-8") -> str:
    """Return the text of a file. Raise FileError if it cannot be read, is not text, or has more than `most` bytes."""
    try:
        data = bytearray()
        with path.open("rb") as file:
            while piece := file.read(_PIECE):
                data += piece
                if len(data) > most:
                    raise FileError(f"{path} is too large; expected at most {most:,} bytes")
        return data.decode(encoding)
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FileError(f"{path} is not a text file: {error.reason} at byte {error.start}") from error
    except FileError:
        raise
    except ValueError as error:
        raise FileError(f"{str(path)!r} is not a valid path: {error}") from error


def create_parent(path: Path) -> None:
    """Create the folder of a file that is to be written. Raise FileError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{path.parent} cannot be created: {error.strerror}") from error


def write_atomically(path: Path, text: str) -> None:
    """Write a file atomically: the old content stays until the new content is complete. Raise FileError.

    Follow a symbolic link, keep the mode of an existing file, and write directly to a pipe or a device.
    """
    write_parts(path, [text])


def write_parts(path: Path, parts: Iterable[str]) -> None:
    """Write a file atomically from parts, which need not fit in memory together. Raise FileError."""
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            with target.open("w", encoding="utf-8") as device:
                device.writelines(parts)
            return
        unfinished = target.with_name(f".{target.name}.{os.urandom(_RANDOM_BYTES).hex()}")
        try:
            with unfinished.open("x", encoding="utf-8") as new:
                new.writelines(parts)
                new.flush()
                os.fsync(new.fileno())
            if target.exists():
                unfinished.chmod(stat.S_IMODE(target.stat().st_mode))
            unfinished.replace(target)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise FileError(f"{path} cannot be written: {error.strerror}") from error


def remove_unfinished(folder: Path) -> None:
    """Remove the unfinished files of killed writers from a folder. Raise FileError."""
    try:
        for path in folder.iterdir():
            if _UNFINISHED.fullmatch(path.name) and time.time() - path.lstat().st_mtime > _ABANDONED:
                path.unlink()
    except FileNotFoundError:
        return  # another process is sweeping the folder, too
    except OSError as error:
        raise FileError(f"{folder} cannot be cleaned up: {error.strerror}") from error
