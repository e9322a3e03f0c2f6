"""Files that are written whole or not at all."""

import os
import tempfile
from pathlib import Path

from crownbridge.errors import FileError


def write_whole(path: Path, text: str) -> None:
    """Writes a file so that nobody ever sees half of it: the old one stays until the new one is complete.

    A link is followed, an existing file keeps its mode, and what is no regular file (a pipe, a device) is written to
    directly. Raises FileError.
    """
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            target.write_text(text, encoding="utf-8")
            return
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=target.parent, prefix=f".{target.name}.", delete=False
        ) as new:
            unfinished = Path(new.name)
            try:
                new.write(text)
                new.flush()
                os.fsync(new.fileno())
                unfinished.chmod(target.stat().st_mode if target.exists() else 0o666 & ~_umask())
                unfinished.replace(target)
            except BaseException:
                unfinished.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise FileError(f"{path} cannot be written: {error.strerror}") from error


def _umask() -> int:
    """The process's mask for new files, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
