"""Files that are written whole or not at all, and read up to a limit."""

import os
import re
import stat
import time
from collections.abc import Iterable
from pathlib import Path

from crownbridge.errors import FileError

LONGEST_PATH = 4096
"""Characters of a path that a message quotes whole."""
_RANDOM_BYTES = 8
_UNFINISHED = re.compile(rf"\..+\.[0-9a-f]{{{2 * _RANDOM_BYTES}}}")
_PIECE = 1 << 16
_ABANDONED = 60.0  # seconds; nobody writes one of these files for so long


def is_there(path: str | os.PathLike[str]) -> bool:
    """Return True if there is such a file or folder; a path that is too long, odd or forbidden leads to none."""
    return os.path.exists(path)  # noqa: PTH110 (the method of Path raises OSError for some of them)


def user_data_folder(remedy: str) -> Path:
    """Return the folder for what a user keeps: `crownbridge` in `$XDG_DATA_HOME`, by default `~/.local/share`.

    Raise FileError with the remedy for a user without a home folder.
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
        raise FileError(f"{path} is no text: {error.reason} at byte {error.start}") from error
    except FileError:
        raise
    except ValueError as error:
        raise FileError(f"{str(path)!r} is no path: {error}") from error


def write_whole(path: Path, text: str) -> None:
    """Writes a file so that nobody ever sees half of it: the old one stays until the new one is complete.

    A link is followed, an existing file keeps its mode, and what is no regular file (a pipe, a device) is written to
    directly. Raises FileError.
    """
    write_parts(path, [text])


def write_parts(path: Path, parts: Iterable[str]) -> None:
    """The same for a text that comes in parts and need never be in memory as a whole. Raises FileError."""
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


def sweep(folder: Path) -> None:
    """Removes what is left there of files whose writer was killed, some time ago. Raises FileError."""
    try:
        for path in folder.iterdir():
            if _UNFINISHED.fullmatch(path.name) and time.time() - path.lstat().st_mtime > _ABANDONED:
                path.unlink()
    except FileNotFoundError:
        return  # another program sweeps as well
    except OSError as error:
        raise FileError(f"{folder} cannot be swept: {error.strerror}") from error
